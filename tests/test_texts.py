"""Both languages are complete, and say the same things with the same facts."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
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


def test_no_text_stands_in_a_formatted_one() -> None:
    """Before Python 3.12 nobody finds it there, so it would not be translated."""
    found = [
        f"{file.name}: {ast.unparse(call)}"
        for file in texts.SOURCE.rglob("*.py")
        for formatted in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(formatted, ast.JoinedStr)
        for call in ast.walk(formatted)
        if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant)
        if getattr(call.func, "attr", getattr(call.func, "id", "")) in texts.KEYWORDS
    ]
    assert found == []


GIVEN_ON = {
    ("problem.py", "Phrase(sentence, **facts)"),
    ("problem.py", "Phrase(what)"),
    ("noting.py", "Phrase(why)"),
}  # found where they come from


def test_a_problem_has_the_facts_that_its_sentence_names() -> None:
    """So it can be said in both languages, as the translations have the same placeholders."""
    files = [file for file in texts.SOURCE.rglob("*.py") if "tests" not in file.relative_to(texts.SOURCE).parts]
    calls = [(file, call) for file in files for call in said_in(file)]
    assert len(calls) > 200
    assert [f"{file}:{call.lineno}" for file, call in calls if not told_whole(file, call)] == []


def said_in(file: Path) -> Iterator[ast.Call]:
    for call in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("Problem", "Phrase"):
            yield call


def told_whole(file: Path, call: ast.Call) -> bool:
    """A sentence that is not written here is not translated."""
    sentence = call.args[-1]
    if (file.name, ast.unparse(call)) in GIVEN_ON:
        return True
    facts = {fact.arg for fact in call.keywords}
    return isinstance(sentence, ast.Constant) and texts.placeholders(str(sentence.value)) == facts
