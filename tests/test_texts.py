"""Both languages are complete, and say the same things with the same facts."""

from __future__ import annotations

import ast
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


SAID = [
    (file, call)
    for file in sorted(texts.SOURCE.rglob("*.py"))
    if "tests" not in file.parts
    for call in ast.walk(ast.parse(file.read_text("utf-8")))
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("Problem", "Phrase")
]
# found where they come from
GIVEN_ON = {
    ("problem.py", "Phrase(sentence, **facts)"),
    ("problem.py", "Phrase(what)"),
    ("noting.py", "Phrase(why)"),
}  # found where they come from


@pytest.mark.parametrize(("file", "call"), SAID, ids=[f"{file.stem}:{call.lineno}" for file, call in SAID])
def test_a_problem_has_the_facts_that_its_sentence_names(file: Path, call: ast.Call) -> None:
    """So it can be said in both languages, as the translations have the same placeholders."""
    sentence = call.args[-1]
    if (file.name, ast.unparse(call)) in GIVEN_ON:
        return
    assert isinstance(sentence, ast.Constant), "a sentence that is not written here is not translated"
    assert texts.placeholders(str(sentence.value)) == {fact.arg for fact in call.keywords}
