"""What is told of a table reads as it did."""

from __future__ import annotations

import pytest

from .scenes import FOLDER, SCENES, file_of, told


@pytest.mark.parametrize("name", SCENES)
def test_a_table_is_told_as_it_was(name: str) -> None:
    assert told(name) == file_of(name).read_text("utf-8")


def test_no_file_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(SCENES)
