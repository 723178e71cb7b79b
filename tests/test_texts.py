"""Both languages are complete, and say the same things with the same facts."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

spec = importlib.util.spec_from_file_location("texts", Path(__file__).parent / "texts.py")
assert spec is not None
assert spec.loader is not None
texts = importlib.util.module_from_spec(spec)
spec.loader.exec_module(texts)


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("room", texts.rooms(), ids=lambda room: room.name)
def test_nothing_is_missing_or_left_over(room: Path, language: str) -> None:
    assert list(texts.problems(room, language)) == []


def test_another_placeholder_is_noticed() -> None:
    assert texts.placeholders("{name} rolls {faces}") == {"name", "faces"}
    assert texts.placeholders("{name} wirft {face}") != texts.placeholders("{name} rolls {faces}")
