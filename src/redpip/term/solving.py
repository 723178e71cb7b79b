"""The verbs ``solve``, ``advise`` and ``verify``: data on stdout, progress on stderr and only on a terminal."""

from __future__ import annotations

import json
import shlex
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redpip.core.showing import pointed
from redpip.core.words import N_
from redpip.term.arguments import GameName, Json, Lang, Options, PresetName

if TYPE_CHECKING:
    from redpip.core.advice import Advice, Unit
    from redpip.core.words import Words
    from redpip.play.solving import Question

FAILED, STOPPED, INTERRUPTED = 1, 3, 130

Threads = Annotated[int, typer.Option("--threads", min=1, help="How many cores to use.")]


Questions = Annotated[
    list[str] | None,
    typer.Argument(metavar="[--QUESTION VALUE]...", help="What a game's own solver can be asked, see docs/cli.md."),
]


class Stopped(Exception):
    """Somebody asked the process to end; what is done is kept."""


def solve(
    game: GameName,
    questions: Questions = None,
    preset: PresetName = None,
    option: Options = None,
    threads: Threads = 2,
    stats: Annotated[bool, typer.Option("--stats", help="How best play goes: spread and frequencies.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Solve anew, whatever is stored.")] = False,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Solve a game: for what best play is worth by backward induction, or for its equilibrium."""
    from redpip.core.effort import Effort
    from redpip.play.solving import solve as work

    with _asked(game, preset, option, lang, read_questions(questions or ())) as (question, words):
        found = work(question, Effort(Meter(words.say("solving"), words), threads), stats, again)
        _print(question.about() | found, as_json, _solution(found, words))


def advise(
    game: GameName,
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="A line of text such as 424425_12_4.5.6, or JSON.")
    ],
    preset: PresetName = None,
    option: Options = None,
    threads: Threads = 2,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Rank every legal action of a position by its exact value."""
    from redpip.core.effort import Effort
    from redpip.play.solving import advise as work

    with _asked(game, preset, option, lang) as (question, words):
        seat, advice = work(question, position, Effort(Meter(words.say("solving"), words), threads))
        _print(question.about() | {"seat": seat} | advice.to_json(), as_json, _ranking(advice, words))


def verify(
    game: GameName,
    preset: PresetName = None,
    option: Options = None,
    sample: Annotated[int, typer.Option("--sample", min=1, help="How many positions to derive.")] = 100,
    seed: Annotated[str, typer.Option("--seed", help="Which positions.")] = "redpip",
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Derive a sample of positions from the rules.

    Status 1 where the advice says otherwise.
    """
    from redpip.play.solving import verify as work

    with _asked(game, preset, option, lang) as (question, words):
        found = work(question, sample, seed, 1e-9, Meter(words.say("checking"), words))
        _print(question.about() | found, as_json, _checked(found, words))
        if found["wrong"]:
            raise typer.Exit(FAILED)


def read_questions(words: Sequence[str]) -> dict[str, str]:
    """``--name value``, ``--name=value``, or ``--name`` alone: what a game's own solver is asked."""
    found: dict[str, str] = {}
    left = list(words)
    while left:
        word = left.pop(0)
        if not word.startswith("--"):
            raise typer.BadParameter(f"Got unexpected extra argument ({word})")
        name, given, value = word.removeprefix("--").partition("=")
        if not given and left and not left[0].startswith("--"):
            value = left.pop(0)
        found[name.replace("-", "_")] = value
    return found


@contextmanager
def _asked(
    game: str,
    preset: str | None,
    option: list[str] | None,
    lang: str | None,
    questions: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[Question, Words]]:
    """What is asked, and the words for the answer and for whatever goes wrong."""
    from redpip.play.solving import Question
    from redpip.settings import language

    question = Question(game, preset, option or (), questions)
    words = question.game.words(question.preset, language(lang))
    with question.game.concerned(question.preset), manners(words):
        yield question, words


class Meter:
    """How far the work is and how long it will take, on stderr, if somebody is looking."""

    def __init__(self, doing: str, words: Words) -> None:
        self._doing = doing
        self._words = words
        self._begin = self._shown = time.monotonic()
        self._first = self._last = 1.0

    def __call__(self, part: float) -> None:
        now = time.monotonic()
        if part < self._last:  # other work begins
            self._begin, self._first = now, part
        self._last = part
        if not sys.stderr.isatty() or (now - self._shown < 0.2 and part < 1):
            return
        self._shown = now
        pace = (part - self._first) / max(now - self._begin, 1e-9)
        left = self._words.say(", {seconds} s left", seconds=f"{(1 - part) / pace:.0f}") if pace else ""
        print(f"\r{self._doing} {part:6.1%}{left}   ", end="\n" if part >= 1 else "", file=sys.stderr, flush=True)


@contextmanager
def manners(words: Words) -> Iterator[None]:
    """Work that was stopped says how to take it up again."""

    def stop(*_: object) -> None:
        raise Stopped

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except (KeyboardInterrupt, Stopped) as end:
        command = shlex.join(["redpip", *sys.argv[1:]])
        print(words.say("Stopped. What is solved is kept; to go on: {command}", command=command), file=sys.stderr)
        raise typer.Exit(INTERRUPTED if isinstance(end, KeyboardInterrupt) else STOPPED) from None
    finally:
        signal.signal(signal.SIGTERM, before)


def _print(found: dict[str, Any], as_json: bool, lines: Iterable[str]) -> None:
    print(json.dumps(found, ensure_ascii=False) if as_json else "\n".join(lines))


def _solution(found: Mapping[str, Any], words: Words) -> Iterator[str]:
    facts = {**found, **found.get("stats", {})}
    for name, value in facts.items():
        if name not in ("seconds", "stats"):
            yield from _figure(name, value, words)
    yield words.say("found in {seconds} s", seconds=pointed(str(found["seconds"]), words))


def _figure(name: str, value: Any, words: Words) -> Iterator[str]:
    """A number or a text in a line, numbers as a chart, and what has several numbers each as a table."""
    label = _label(name, words)
    if not isinstance(value, dict):
        told = value if isinstance(value, str | int) else pointed(format(value, ".9f"), words)
        yield f"{label} {told}"
        return
    yield label
    most = max((number for number in value.values() if not isinstance(number, dict)), default=0)
    for key, facts in value.items():
        if isinstance(facts, dict):
            numbers = (
                f"{_label(part, words)} {pointed(format(number, '.6f'), words)}" for part, number in facts.items()
            )
            yield f"  {words.name(key):<8}" + "  ".join(numbers)
        else:
            number = pointed(format(facts, "8.3f"), words)
            yield f"{words.name(key):>10} {number} {'#' * round(60 * facts / most if most > 0 else 0)}"


def _label(name: str, words: Words) -> str:
    return words.text(name.replace("_", " "))


UNITS: dict[Unit, str] = {
    "points": N_("expected total"),
    "win chance": N_("chance to win"),
    "turns": N_("expected turns"),
}


def _ranking(advice: Advice[Any], words: Words) -> Iterator[str]:
    unit = words.text(UNITS[advice.unit])
    yield words.say("{unit}, exact", unit=unit) if advice.exact else words.say("{unit}, estimated", unit=unit)
    for one in advice.ranked:
        error = "" if advice.exact else f" ±{one.error:8.4f}"
        numbers = f"{one.value:10.4f}{error} {-advice.loss(one.action):10.4f}"
        yield f"{pointed(numbers, words)}  {one.action}"


def _checked(found: dict[str, Any], words: Words) -> Iterator[str]:
    yield words.say(
        "positions derived from the rules: {checked}, with a difference: {wrong}",
        checked=found["checked"],
        wrong=len(found["wrong"]),
    )
    yield words.say("largest difference {difference}", difference=f"{found['largest_difference']:.2e}")
    for one in found["wrong"]:
        yield words.say("advice {value}, rules {rules}: {state}", **one | {"state": json.dumps(one["state"])})
