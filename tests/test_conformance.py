"""The vectors pass, and the runner would see it if they did not."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

import conformance
from redpip.core.catalog import find_game
from redpip.core.problem import Refusal, Refused

FOLDER = Path(__file__).parent
FILES = sorted((FOLDER / "vectors").glob("*.json"))
ALL = [vector for file in FILES for vector in conformance.read_vectors(file)]
OURS = [vector for vector in ALL if conformance.in_catalog(vector["game"])]

Spoiler = Callable[[dict[str, Any]], None]


def verdict(vector: Mapping[str, Any]) -> str:
    return conformance.check(vector).verdict


# ---- what must pass


def test_script_passes_all_files() -> None:
    command = [sys.executable, str(FOLDER / "conformance.py"), *map(str, FILES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    last = f"{len(OURS)} passed, 0 failed, {len(ALL) - len(OURS)} skipped"
    assert (done.returncode, done.stdout.splitlines()[-1], done.stderr) == (0, last, "")


@pytest.mark.parametrize("vector", ALL, ids=lambda vector: vector["id"])
def test_vector(vector: dict[str, Any]) -> None:
    outcome = conformance.check(vector)
    assert outcome.verdict == ("passed" if vector in OURS else "skipped"), outcome.reasons


@pytest.mark.parametrize("step", ["deal", "score", "next_game"])
def test_an_action_of_nobody_may_say_who_acts(step: str) -> None:
    """The format allows it in every action."""
    named = [deepcopy(vector) for vector in OURS if vector.get("action", {}).get("type") == step]
    assert named
    for vector in named:
        vector["action"]["by"] = vector["position"]["turn"]
        assert conformance.check(vector).reasons == ()


def test_what_is_written_for_readers_alone_may_be_anything() -> None:
    vector = {**OURS[0], "ruling": None, "hand_checked": {"by": "hand", "times": 2}}
    assert conformance.check(vector).reasons == ()


# ---- what must fail


def spoiled(vector: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The vector with each expected value changed, each alone."""
    for name in ("out", "expected", "expected_error"):
        for other in other_values(vector[name]) if name in vector else ():
            yield {**vector, name: other}


def other_values(value: Any) -> Iterator[Any]:
    match value:
        case dict():
            yield {**value, "unheard_of": 1}
            for key in value:
                yield from ({**value, key: other} for other in other_values(value[key]))
        case list():
            yield [*value, 0]
            yield from (value[:-1],) if value else ()
        case bool():
            yield from (not value, int(value))
        case int():
            yield from (value + 1, value - 1, str(value))
        case str():
            yield value + "x"
        case None:
            yield 0


@pytest.mark.parametrize("vector", OURS, ids=lambda vector: vector["id"])
def test_spoiled_expectation_fails(vector: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    changed = list(spoiled(vector))
    assert changed
    got = conformance.answers(vector, *find_game(vector["game"]))  # the question stays the same
    monkeypatch.setattr(conformance, "answers", lambda *_: got)
    assert [other for other in changed if verdict(other) != "failed"] == []


def set_in(vector: dict[str, Any], *path: str, value: Any) -> None:
    at: Any = vector
    for name in path[:-1]:
        at = at.setdefault(name, {})
    at[path[-1]] = value


def question(vector: Mapping[str, Any]) -> str:
    return "in" if "in" in vector else "action"


SPOILERS: dict[str, Spoiler] = {
    "unknown op": lambda vector: set_in(vector, "op", value="guess"),
    "unknown field of the question": lambda vector: set_in(vector, question(vector), "unheard_of", value=1),
    "unknown field of the vector": lambda vector: set_in(vector, "unheard_of", value={"a": 1}),
    "unknown option": lambda vector: set_in(vector, "options", "unheard_of", value=1),
    "no expectation": lambda vector: vector.pop("out"),
    "empty expectation": lambda vector: set_in(vector, "out", value={}),
    "no question": lambda vector: vector.pop(question(vector)),
    "no game": lambda vector: vector.pop("game"),
    "two expectations": lambda vector: set_in(vector, "expected_error", value="GAME_OVER"),
}
SCRIPTED = next(vector for vector in OURS if "script" in vector.get("in", {}) and "error" not in vector["out"])


@pytest.mark.parametrize("spoil", SPOILERS.values(), ids=SPOILERS)
def test_spoiled_question_fails(spoil: Spoiler) -> None:
    vector = deepcopy(dict(SCRIPTED))
    spoil(vector)
    assert verdict(vector) == "failed"


@pytest.mark.parametrize("part", ["config", "state"])
def test_unknown_key_inside_the_question_fails(part: str) -> None:
    for vector in (deepcopy(vector) for vector in OURS if part in vector.get("in", {})):
        vector["in"][part]["unheard_of"] = 1
        assert verdict(vector) == "failed"


def test_unknown_step_fails_even_where_a_refusal_is_expected() -> None:
    for vector in (deepcopy(vector) for vector in OURS if "step" in vector.get("out", {})):
        vector["in"]["script"][vector["out"]["step"]][0] = "unheard_of"
        assert verdict(vector) == "failed"


def test_only_a_game_that_is_not_there_is_skipped() -> None:
    assert verdict({**SCRIPTED, "game": "ludo"}) == "skipped"


# ---- format 2 and refusals, on a table of our own


@dataclass(frozen=True)
class Heap:
    """Stones are added, never more than five at once; ``leaky`` keeps some of what it refuses."""

    stones: int
    leaky: list[int] = field(default_factory=list, hash=False)

    steps: ClassVar[dict[str, Callable[..., Heap]]]

    @classmethod
    def begin(cls, options: Mapping[str, Any], stones: int) -> Heap:
        return cls(stones, [0] if options.get("leaky") else [])

    def add(self, stones: int, by: int = 0) -> Heap:
        if self.leaky:
            self.leaky[0] += by + 1
        if stones > 5:
            raise Refused(Refusal("too_many"))
        return Heap(self.stones + stones, self.leaky)

    def look(self) -> Mapping[str, Any]:
        return {"position": {"stones": self.stones}, "info": {"even": self.stones % 2 == 0}}


Heap.steps = {"add": Heap.add}


def times(heap: Heap | None, factor: int) -> int:
    return (heap.stones if heap else 1) * factor


@pytest.fixture
def heap(monkeypatch: pytest.MonkeyPatch) -> None:
    game = SimpleNamespace(id="heap", presets={})
    monkeypatch.setattr(conformance, "find_game", lambda _: (game, None))
    monkeypatch.setattr(conformance, "adapter_of", lambda _: SimpleNamespace(BOOKLET=Heap, QUERIES={"times": times}))


def heap_vector(action: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": "H-1", "game": "heap", "position": {"stones": 3}, "action": action, **more}


ADD_TWO = {"type": "add", "stones": 2}
ADD_NINE = {"type": "add", "stones": 9, "by": 1}
AFTER = {"position": {"stones": 5}}


@pytest.mark.usefixtures("heap")
@pytest.mark.parametrize(
    "vector",
    [
        heap_vector(ADD_TWO, expected=AFTER),
        heap_vector(ADD_TWO, expected={**AFTER, "info": {"even": False}}, hand_checked=["position.stones"]),
        heap_vector({"trace": [ADD_TWO, ADD_TWO]}, expected={"position": {"stones": 7}}),
        heap_vector({"query": "times", "factor": 4}, expected={"value": 12}),
        heap_vector({"query": "times", "factor": 4}, position={}, expected={"value": 4}),
        heap_vector(ADD_NINE, expected_error="TOO_MANY"),
        heap_vector({"trace": [ADD_TWO, ADD_NINE]}, expected={"error": "E_TOO_MANY", "step": 1}),
    ],
    ids=str,
)
def test_booklet_vector_passes_and_fails_when_spoiled(vector: dict[str, Any]) -> None:
    assert conformance.check(vector).reasons == ()
    assert [other for other in spoiled(vector) if verdict(other) != "failed"] == []


@pytest.mark.usefixtures("heap")
@pytest.mark.parametrize(
    "vector",
    [
        heap_vector({"type": "drop"}, expected_error="TOO_MANY"),
        heap_vector({"query": "drop"}, expected={"value": 12}),
        heap_vector({"query": "times", "factor": 4, "more": 1}, expected={"value": 12}),
        heap_vector({**ADD_TWO, "more": 1}, expected=AFTER),
        heap_vector({"trace": [ADD_TWO], "by": 1}, expected=AFTER),
        heap_vector(ADD_TWO, position={"stones": 3, "more": 1}, expected=AFTER),
        heap_vector(ADD_TWO, position={}, expected=AFTER),
        heap_vector(ADD_TWO, expected_error="TOO_MANY"),
        heap_vector(ADD_NINE, expected=AFTER),
    ],
    ids=str,
)
def test_wrong_booklet_vector_fails(vector: dict[str, Any]) -> None:
    assert verdict(vector) == "failed"


@pytest.mark.usefixtures("heap")
def test_refusal_that_changes_the_position_fails() -> None:
    vector = heap_vector(ADD_NINE, expected_error="TOO_MANY")
    assert verdict(vector) == "passed"
    assert verdict({**vector, "options": {"leaky": True}}) == "failed"


# ---- files


def run(path: Path, *vectors: Mapping[str, Any]) -> int:
    path.write_text(json.dumps({"vectors": vectors}))
    return conformance.main([str(path)])


def test_exit_is_0_only_with_passes_and_no_failure(tmp_path: Path) -> None:
    file = tmp_path / "vectors.json"
    elsewhere = {**SCRIPTED, "game": "ludo"}
    wrong = next(spoiled(SCRIPTED))
    assert run(file, SCRIPTED, elsewhere) == 0
    assert run(file) == 1
    assert run(file, elsewhere) == 1
    assert run(file, SCRIPTED, wrong) == 1


def test_failure_names_vector_field_and_both_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = {**SCRIPTED["out"], "rolls_used": 1234}
    run(tmp_path / "vectors.json", {**SCRIPTED, "out": out})
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{SCRIPTED['id']}: rolls_used: expected 1234, got ")
    assert last == "0 passed, 1 failed, 0 skipped"


@pytest.mark.parametrize("text", ["", "{", "3", '{"vectors": 3}', '{"vectors": [3]}', "{}"])
def test_broken_file_is_one_sentence(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "broken.json"
    file.write_text(text)
    assert conformance.main([str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert str(file) in said.err


def test_missing_file_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert conformance.main([str(tmp_path / "none.json")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
