"""A guided first game, as data: ``lesson.toml`` in a game's folder says which dice fall, what the others do, what the
learner is asked to do, and what is said. ``guide`` plays it through the contract, so rules and lesson cannot disagree.

What happens is written a turn a line, ``Ada: roll 1 2; 41----; score 4``: whose choices these are, and between them the
dice as they fall. ``you`` is the learner, who always sits first.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from redpip.core.catalog import Game
from redpip.core.codec import from_json
from redpip.core.dice import Faces, parse_faces
from redpip.core.game import Seat
from redpip.core.problem import Phrase, Problem
from redpip.core.words import Words

FILE = "lesson.toml"
LEARNER: Seat = 0
YOU = "you"
_DICE = re.compile(r"[0-6-]{6}")


@dataclass(frozen=True, slots=True)
class Other:
    """What is said of another choice than the one that is asked for."""

    when: str  # a pattern for the action's text, as for file names: "score *"
    say: str


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the learner is asked to do, or only to look at."""

    title: str  # in the list of steps, and on the main button while something else is chosen
    ask: str
    why: str = ""
    before: tuple[str, ...] = ()  # what happens first
    jump: bool = False  # nobody wants to watch that: only where it led is shown
    chapter: bool = False  # whoever went another way may be picked up here
    do: tuple[str, ...] = ()  # the actions, in order; none: the learner looks
    mark: tuple[str, ...] = ()  # what the pencil rings until it is chosen, "die 4", "key RUN", or is not, "die 5 off"
    other: tuple[Other, ...] = ()

    def about(self, action: str) -> str:
        """What the script has to say of another choice."""
        return next((other.say for other in self.other if fnmatchcase(action, other.when)), "")


@dataclass(frozen=True, slots=True)
class Ending:
    title: str
    say: str
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    others: tuple[str, ...]  # the names of those who sit after the learner
    step: tuple[Step, ...]
    end: Ending
    first: Seat = 0
    preset: str = ""  # the usual one
    options: dict[str, Any] | None = None

    @property
    def texts(self) -> Iterator[str]:
        """All that is said."""
        for step in self.step:
            yield from (step.title, step.ask, step.why, *(other.say for other in step.other))
        yield from (self.end.title, self.end.say)

    def seat(self, name: str) -> Seat:
        return (YOU, *self.others).index(name)


@dataclass(frozen=True, slots=True)
class Move:
    seat: Seat
    action: str


def moves(lesson: Lesson, line: str) -> Iterator[Move | Faces]:
    """What a line of the script says: choices and dice, in order."""
    who, colon, what = line.partition(": ")
    if not colon:
        who, what = YOU, line
    if who not in (YOU, *lesson.others):
        raise Problem("bad_lesson", "Nobody called {name!r} sits at the table of this lesson.", name=who)
    for part in what.split(";"):
        text = part.strip()
        yield parse_faces(text) if _DICE.fullmatch(text) else Move(lesson.seat(who), text)


def lesson_of(game: Game) -> Lesson | None:
    """A game's guided first game, if it brings one."""
    return _read(game.folder / FILE)


@cache
def _read(file: Path) -> Lesson | None:
    return read_lesson(file.read_text("utf-8")) if file.is_file() else None


def read_lesson(text: str) -> Lesson:
    """Strictly: what a lesson does not know, or lacks, is named."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Problem("bad_lesson", "A lesson is a TOML file: {fault}", fault=str(error)) from None
    steps = [_whole(Step, step, Phrase("Step {number}", number=at)) for at, step in enumerate(_tables(data), 1)]
    ending = _whole(Ending, data.get("end", {}), "[end]")
    lesson: Lesson = _strict(_whole(Lesson, {**data, "step": steps, "end": ending}, Phrase("The head")))
    if not lesson.step:
        raise Problem("bad_lesson", "A lesson has at least one [[step]].")
    return lesson


def _tables(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    steps = data.get("step", [])
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise Problem("bad_lesson", "Each step of a lesson begins with [[step]].")
    return steps


def _whole(kind: Any, given: Mapping[str, Any], at: object) -> dict[str, Any]:
    """With what nobody wrote because it is usual."""
    known = {one.name: one.default for one in fields(kind)}
    if strange := sorted(given.keys() - known.keys()):
        raise Problem("bad_lesson", "{at} of a lesson has no {name!r}.", at=at, name=strange[0])
    if missing := [name for name, usual in known.items() if usual is MISSING and name not in given]:
        raise Problem("bad_lesson", "{at} of a lesson lacks {name!r}.", at=at, name=missing[0])
    usual = {name: list(value) if isinstance(value, tuple) else value for name, value in known.items()}
    return {**usual, **given}


def _strict(data: Any) -> Any:
    try:
        return from_json(Lesson, data)
    except Problem as fault:
        raise Problem("bad_lesson", "This is no lesson. {fault}", fault=fault) from None


def said(text: str, words: Words) -> str:
    """A sentence of a lesson. In braces stand the game's own words, which an edition may call otherwise."""
    text = words.text(text) if text else ""
    names = {name for _, name, _, _ in Formatter().parse(text) if name}
    return text.format(**{name: words.name(name) for name in names})
