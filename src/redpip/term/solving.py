"""The verbs ``solve``, ``advise`` and ``verify``: data on stdout, progress on stderr and only on a terminal."""

from __future__ import annotations

import json
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

FAILED, STOPPED, INTERRUPTED = 1, 3, 130

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game from `redpip games`.")]
PresetName = Annotated[str | None, typer.Option("--preset", help="named options; the first one if left out")]
Options = Annotated[list[str] | None, typer.Option("--option", help="name=value; may be repeated")]
Threads = Annotated[int, typer.Option("--threads", min=1, help="how many cores to use")]
Json = Annotated[bool, typer.Option("--json", help="print JSON")]


class Stopped(Exception):
    """Somebody asked the process to end; what is done is kept."""


def solve(
    game: GameName,
    preset: PresetName = None,
    option: Options = None,
    threads: Threads = 2,
    stats: Annotated[bool, typer.Option("--stats", help="spread, peppers and boxes under best play")] = False,
    again: Annotated[bool, typer.Option("--again", help="solve anew, whatever is stored")] = False,
    as_json: Json = False,
) -> None:
    """Solve a game for the expected score, by backward induction."""
    from redpip.play.solving import Question
    from redpip.play.solving import solve as work

    with _manners():
        found = work(Question(game, preset, option or ()), Meter("solving"), threads, stats, again)
        _print(found, as_json, _solution)


def advise(
    game: GameName,
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="a line of text such as 424425_12_4.5.6, or JSON")
    ],
    preset: PresetName = None,
    option: Options = None,
    threads: Threads = 2,
    as_json: Json = False,
) -> None:
    """Rank every legal action of a position by its exact value."""
    from redpip.play.solving import Question
    from redpip.play.solving import advise as work

    with _manners():
        _print(work(Question(game, preset, option or ()), position, Meter("solving"), threads), as_json, _ranking)


def verify(
    game: GameName,
    preset: PresetName = None,
    option: Options = None,
    sample: Annotated[int, typer.Option("--sample", min=1, help="how many positions to derive")] = 100,
    seed: Annotated[str, typer.Option("--seed", help="which positions")] = "redpip",
    as_json: Json = False,
) -> None:
    """Derive a sample of positions from the rules and compare; exit 1 at a difference."""
    from redpip.play.solving import Question
    from redpip.play.solving import verify as work

    with _manners():
        found = work(Question(game, preset, option or ()), sample, seed, 1e-9, Meter("checking"))
        _print(found, as_json, _checked)
        if found["wrong"]:
            raise typer.Exit(FAILED)


class Meter:
    """How far the work is and how long it will take, on stderr, if somebody is looking."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._begin = self._shown = time.monotonic()
        self._first: float | None = None

    def __call__(self, part: float) -> None:
        now = time.monotonic()
        self._first = part if self._first is None else self._first
        if not sys.stderr.isatty() or (now - self._shown < 0.2 and part < 1):
            return
        self._shown = now
        pace = (part - self._first) / max(now - self._begin, 1e-9)
        left = f", {(1 - part) / pace:.0f} s left" if pace else ""
        print(f"\r{self._doing} {part:6.1%}{left}   ", end="\n" if part >= 1 else "", file=sys.stderr, flush=True)


@contextmanager
def _manners() -> Iterator[None]:
    """Work that was stopped says how to take it up again."""

    def stop(*_: object) -> None:
        raise Stopped

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except (KeyboardInterrupt, Stopped) as end:
        print(f"Stopped. This goes on where it was: {shlex.join(['redpip', *sys.argv[1:]])}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED if isinstance(end, KeyboardInterrupt) else STOPPED) from None
    finally:
        signal.signal(signal.SIGTERM, before)


def _print(found: dict[str, Any], as_json: bool, lines: Any) -> None:
    print(json.dumps(found, ensure_ascii=False) if as_json else "\n".join(lines(found)))


def _solution(found: dict[str, Any]) -> Iterator[str]:
    yield f"value {found['value']:.9f}"
    yield f"table {found['table']} ({found['seconds']} s)"
    yield "rolls left    value"
    for left, value in found["by_rolls_left"].items():
        yield f"{left:>10} {value:8.3f} {'#' * round(60 * value / found['value'])}"
    for name, value in found.get("stats", {}).items():
        yield from _stat(name, value)


def _stat(name: str, value: Any) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{name.replace('_', ' ')} {value:.6f}"
        return
    yield name.replace("_", " ")
    for key, facts in value.items():
        shown = {"": facts} if not isinstance(facts, dict) else facts
        yield f"  {key:<8}" + "  ".join(f"{label} {number:.6f}".strip() for label, number in shown.items())


def _ranking(found: dict[str, Any]) -> Iterator[str]:
    yield f"expected total, {'exact' if found['exact'] else 'not exact'}"
    for one in found["actions"]:
        yield f"{one['value']:10.4f} {-one['loss']:10.4f}  {one['action']}"


def _checked(found: dict[str, Any]) -> Iterator[str]:
    yield f"{found['checked']} positions derived from the rules, {len(found['wrong'])} differ"
    yield f"largest difference {found['largest_difference']:.2e}"
    for one in found["wrong"]:
        yield f"table {one['table']}, rules {one['rules']}: {json.dumps(one['state'])}"
