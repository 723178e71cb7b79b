"""Runs test vectors of both formats against the games of the catalog: python tests/conformance.py FILE...

It knows no game. What a game's vectors mean stands in ``redpip.games.<id>.tests.vectors``, without rules of its own:

    OPS       format 1: op -> function(options, **in) -> the fields of ``out``, all that it can answer
    SCRIPTS   format 1: op -> Table; ``begin`` gets what is in ``in`` beside the script, each step's verb its words
    BOOKLET   format 2: the Table; ``begin`` gets the fields of ``position``, ``look`` gives ``position`` and ``info``
    QUERIES   format 2: query -> function(table, **fields) -> ``value``; the table is None where the position is empty

A game has those it needs. Fields are Python arguments, so an unknown or missing one fails by itself. ``options`` are
those of the preset and of the vector. Where the game refuses, ``Refused`` is simply let through.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Literal, Protocol

# the games' translations are part of a clone, not of the installed package
sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from redpip.core.catalog import Game, find_game
from redpip.core.problem import Problem, Refused

Vector = Mapping[str, Any]
Fields = Mapping[str, Any]

REMARKS = {"variant", "desc", "description", "src", "ruling", "printed_example", "hand_checked", "reconstructed"}
SAID = {"id", "game", "op", "in", "out", "action", "position", "expected", "expected_error", "options"}


class Table(Protocol):
    """A position and what may be done to it: an immutable value."""

    steps: ClassVar[Mapping[str, Callable[..., Any]]]  # verb -> function(table, ...) -> the table after it

    @classmethod
    def begin(cls, options: Fields, **given: Any) -> Table: ...

    def look(self) -> Fields:
        """All that a vector may assert of this position."""


class Adapter(Protocol):
    OPS: Mapping[str, Callable[..., Fields]]
    SCRIPTS: Mapping[str, type[Table]]
    BOOKLET: type[Table]
    QUERIES: Mapping[str, Callable[..., Any]]


class BadVector(Exception):
    """The vector cannot be asked; it counts as failed."""


@dataclass(frozen=True, slots=True)
class Step:
    verb: str
    words: Sequence[Any] = ()
    fields: Fields | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    id: str
    verdict: Literal["passed", "failed", "skipped"]
    reasons: tuple[str, ...] = ()


# ---- one vector


def check(vector: Vector) -> Outcome:
    name = str(vector.get("id", "a vector without id"))
    if not in_catalog(vector.get("game")):
        return Outcome(name, "skipped")
    try:
        game, preset = find_game(vector["game"])
        reasons = differences(expectation(vector), answers(vector, game, preset))
    except Exception as problem:  # whatever goes wrong in a translation, the vector has not passed
        reasons = (f"{type(problem).__name__}: {problem}",)
    return Outcome(name, "failed" if reasons else "passed", reasons)


def in_catalog(game: object) -> bool:
    """False for the name of a game that we do not have; what is no name at all is a fault of the vector."""
    try:
        return not isinstance(game, str) or bool(find_game(game))
    except Problem:
        return False


def expectation(vector: Vector) -> dict[str, Any]:
    """Each field that must come out, the code of a refusal in our spelling."""
    for name, value in vector.items():
        if name not in SAID | REMARKS and not is_remark(value):
            raise BadVector(f"unknown field {name!r}")
    given = [vector[name] for name in ("out", "expected") if name in vector]
    given += [{"error": vector["expected_error"]}] if "expected_error" in vector else []
    if len(given) != 1 or not isinstance(given[0], dict) or not given[0]:
        raise BadVector("it should expect one thing: out, expected or expected_error")
    expected = dict(given[0])
    if "error" in expected:
        expected["error"] = str(expected["error"]).lower().removeprefix("e_")
    return expected


def is_remark(value: object) -> bool:
    """Words and ticks are for readers; anything else could change what a vector says."""
    parts = value if isinstance(value, list) else [value]
    return all(isinstance(part, str | bool) for part in parts)


def answers(vector: Vector, game: Game, preset: str | None) -> Fields:
    options = {**(game.presets[preset].options if preset else {}), **vector.get("options", {})}
    if "op" in vector and "in" in vector:
        return answers_op(adapter_of(game.id), vector["op"], options, dict(vector["in"]))
    if "action" in vector and "position" in vector:
        return answers_action(adapter_of(game.id), options, vector["position"], dict(vector["action"]))
    raise BadVector("it is of neither format: it needs op and in, or position and action")


def answers_op(adapter: Adapter, op: str, options: Fields, given: dict[str, Any]) -> Fields:
    scripts = getattr(adapter, "SCRIPTS", {})
    if op in scripts:
        steps = [Step(verb, words) for verb, *words in given.pop("script")]
        return walk(scripts[op].begin(options, **given), steps)
    try:
        told: Fields = named(getattr(adapter, "OPS", {}), op, "op")(options, **given)
        return told
    except Refused as refused:
        return {"error": refused.code}


def answers_action(adapter: Adapter, options: Fields, position: Fields, action: dict[str, Any]) -> Fields:
    table = adapter.BOOKLET.begin(options, **position) if position else None
    if "query" in action:
        ask = named(getattr(adapter, "QUERIES", {}), action.pop("query"), "query")
        return {"value": ask(table, **action)}
    if table is None:
        raise BadVector("an action needs a position")
    if action.keys() > {"trace"}:
        raise BadVector("a trace stands alone in its action")
    return walk(table, [written_step(**step) for step in action.get("trace", [action])])


def written_step(type: str, **fields: Any) -> Step:  # noqa: A002  the vectors call it so
    return Step(type, fields=fields)


def walk(table: Table, steps: Iterable[Step]) -> Fields:
    """What the table shows after these steps, or which of them is refused and why."""
    for number, step in enumerate(steps):
        before = (hash(table), repr(table))
        play = named(table.steps, step.verb, "action")
        try:
            table = play(table, *step.words, **(step.fields or {}))
        except Refused as refused:
            if (hash(table), repr(table)) != before:
                raise BadVector(f"step {number} was refused and yet changed the position") from None
            return {"error": refused.code, "step": number}
    return table.look()


def named(known: Mapping[str, Callable[..., Any]], name: str, what: str) -> Callable[..., Any]:
    if name not in known:
        raise BadVector(f"unknown {what} {name!r}")
    return known[name]


@cache
def adapter_of(game: str) -> Adapter:
    adapter: Any = import_module(f"redpip.games.{game}.tests.vectors")
    return adapter  # type: ignore[no-any-return]


def differences(expected: Fields, got: Fields) -> tuple[str, ...]:
    told = {name: as_json(value) for name, value in got.items()}
    refusal = f"refused: {got['error']}" if "error" in got else "no such field"
    return tuple(
        f"{name}: expected {as_json(value)}, got {told.get(name, refusal)}"
        for name, value in expected.items()
        if told.get(name) != as_json(value)
    )


def as_json(value: Any) -> str:
    """One text for equal values; unlike Python's ==, it tells true from 1."""
    return json.dumps(value, sort_keys=True)


# ---- files


def read_vectors(path: Path) -> list[Vector]:
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as problem:
        raise Problem("no_file", "{file} cannot be read: {reason}.", file=path, reason=problem.strerror) from None
    except ValueError as problem:
        raise Problem("bad_file", "{file} is not JSON: {error}.", file=path, error=problem) from None
    vectors = data.get("vectors") if isinstance(data, dict) else data
    if not isinstance(vectors, list) or not all(isinstance(vector, dict) for vector in vectors):
        raise Problem(
            "bad_file", "{file} is no file of vectors: it should hold a list of objects named 'vectors'.", file=path
        )
    return vectors


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run test vectors against the games of the catalog.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    try:
        vectors = [vector for path in parser.parse_args(arguments).files for vector in read_vectors(path)]
    except Problem as problem:
        print(problem.message, file=sys.stderr)
        return 2
    outcomes = [check(vector) for vector in vectors]
    for outcome in outcomes:
        for reason in outcome.reasons:
            print(f"{outcome.id}: {reason}")
    count = Counter(outcome.verdict for outcome in outcomes)
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return 0 if count["passed"] and not count["failed"] else 1


if __name__ == "__main__":
    sys.exit(main())
