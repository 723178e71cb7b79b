"""Dice that a reader of the rules turns, and what the game's own scoring says of them.

A game brings an ``Example`` (``GAME.example``): which dice lie there, what else can be set, and a function that
tells what they come to. It asks the game's rules and scoring; nothing is worked out anywhere else.

What lies there has one text, in the rules (`` `55355- 1313-- 6 5` ``), in addresses and in requests: a throw for each
group, six characters in die order, then a word for each setting. What is left out at the end is as at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from redpip.core.dice import DICE, Faces, faces_text, parse_faces, turn_die
from redpip.core.problem import Problem
from redpip.core.showing import face_name
from redpip.core.words import Words


@dataclass(frozen=True, slots=True)
class Group:
    """Six dice of one set, side by side."""

    name: str  # whose they are, or which
    gaps: bool = False  # some of them may be missing
    dress: str = ""  # the look of the set, where it is not the reader's own: far, honey


@dataclass(frozen=True, slots=True)
class Setting:
    """Something else that matters: a bid, a level."""

    name: str
    values: tuple[str, ...]
    told: Callable[[str, Words], str]  # a value in words


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies there."""

    throws: tuple[Faces, ...]
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([*map(faces_text, self.throws), *self.values])


@dataclass(frozen=True, slots=True)
class Box:
    """One thing that the dice come to, and why in one sentence."""

    key: str
    name: str
    value: str
    say: str
    tag: str = ""
    good: bool = True  # otherwise it is worth nothing
    wide: bool = False  # stands in the second row


@dataclass(frozen=True, slots=True)
class Example:
    groups: tuple[Group, ...]
    start: str  # what lies there first
    after: str  # the section of the rules that it follows on a narrow page
    score: Callable[[Any, Laid, Words], Sequence[Box]]  # (rules, what lies there, words)
    best: Callable[[Sequence[Box]], str]  # the key of the box that is spoken of first
    settings: tuple[Setting, ...] = ()
    one_place: bool = False  # all groups share one set of dice, so each die lies in one of them
    reds: bool = True  # colours matter

    def read(self, text: str) -> Laid:
        """What a text means; the rest is as at the start."""
        words = text.split()
        throws = [parse_faces(word) for word in words[: len(self.groups)]]
        values = words[len(self.groups) :]
        usual = self.start.split()
        throws += [self._left_out(word) for word in usual[len(throws) : len(self.groups)]]
        values += usual[len(self.groups) + len(values) :]
        laid = Laid(tuple(throws), tuple(values))
        self._check(laid, text)
        return laid

    def _left_out(self, usual: str) -> Faces:
        """Dice that lie in one place only are not in another by themselves."""
        return parse_faces("------" if self.one_place else usual)

    def _check(self, laid: Laid, text: str) -> None:
        if not text.strip() or len(laid.values) != len(self.settings):
            raise self._bad(text)
        for value, setting in zip(laid.values, self.settings, strict=True):
            if value not in setting.values:
                raise self._bad(text)
        for faces, group in zip(laid.throws, self.groups, strict=True):
            if 0 in faces and not group.gaps:
                raise Problem("bad_example", "No die is missing here: six numbers, such as {start}.", start=self.start)
        if self.one_place and any(sum(map(bool, places)) > 1 for places in zip(*laid.throws, strict=True)):
            raise Problem("bad_example", "A die lies in one place only; here one lies in two: {given!r}.", given=text)

    def _bad(self, text: str) -> Problem:
        return Problem(
            "bad_example",
            "An example of this game is written like {start!r}; got {given!r}.",
            start=self.start,
            given=text[:40],
        )

    def after_tap(self, laid: Laid, group: int, die: int) -> Laid | None:
        """A die shows its next face, and where it may be missing, nothing after the 6. None: it lies elsewhere."""
        if self.one_place and any(faces[die - 1] for faces in laid.throws[:group]):
            return None
        face = laid.throws[group][die - 1]
        turned = (face + 1) % 7 if self.groups[group].gaps else face % 6 + 1
        throws = list(laid.throws)
        if self.one_place:
            throws = [turn_die(faces, die, 0) for faces in throws]
        throws[group] = turn_die(laid.throws[group], die, turned)
        return Laid(tuple(throws), laid.values)

    def after_setting(self, laid: Laid, at: int, value: str) -> Laid:
        return Laid(laid.throws, (*laid.values[:at], value, *laid.values[at + 1 :]))

    def rolled(self, laid: Laid, roll: Callable[[], int]) -> Laid:
        """Every die that lies there is thrown."""
        throws = tuple(tuple(face and roll() for face in faces) for faces in laid.throws)
        return Laid(throws, laid.values)


def shown(example: Example, rules: Any, laid: Laid, words: Words) -> dict[str, Any]:
    """All that a page draws: dice with what a tap on them leads to, settings, boxes with their sentences."""
    boxes = example.score(rules, laid, words)
    return {
        "dice": str(laid),
        "reds": example.reds,
        "groups": [_group(example, laid, at, words) for at in range(len(example.groups))],
        "settings": [_setting(example, laid, at, words) for at in range(len(example.settings))],
        "boxes": [
            {
                "key": box.key,
                "name": box.name,
                "value": box.value,
                "say": box.say,
                "tag": box.tag,
                "good": box.good,
                "wide": box.wide,
            }
            for box in boxes
        ],
        "best": example.best(boxes),
    }


def _group(example: Example, laid: Laid, at: int, words: Words) -> dict[str, Any]:
    group = example.groups[at]
    return {
        "name": words.say(group.name),
        "dress": group.dress,
        "dice": list(_dice(example, laid, at, words)),
    }


def _dice(example: Example, laid: Laid, at: int, words: Words) -> Iterator[dict[str, Any]]:
    for die in DICE:
        face = laid.throws[at][die - 1]
        turned = example.after_tap(laid, at, die)
        yield {
            "die": die,
            "face": face,
            "red": example.reds and face == die,
            "name": _face(example, die, face, words),
            "next": str(turned) if turned else None,
        }


def _face(example: Example, die: int, face: int, words: Words) -> str:
    if not face:
        return words.say("no die")
    return face_name(die, face, words) if example.reds else str(face)


def _setting(example: Example, laid: Laid, at: int, words: Words) -> dict[str, Any]:
    setting, value = example.settings[at], laid.values[at]
    return {
        "name": words.say(setting.name),
        "choices": [
            {"text": setting.told(choice, words), "dice": str(example.after_setting(laid, at, choice))}
            for choice in setting.values
        ],
        "chosen": setting.values.index(value),
    }


def first_of(*keys: str) -> Callable[[Sequence[Box]], str]:
    """The first of these boxes that is there."""
    return lambda boxes: next(key for key in keys if key in {box.key for box in boxes})
