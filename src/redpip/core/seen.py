"""Dice as people see them: faces in any order, some of them red. A white face does not tell which die it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, permutations

from redpip.core.dice import DICE, Faces, shown
from redpip.core.problem import Problem

_IN_DIE_ORDER = re.compile(r"[1-6-]{6}")
_ONE = re.compile(r"([1-6])(?:\s*(red|rot|r))?[\s,]*", re.IGNORECASE)  # reads no text in two ways, so none takes long
_ALL = re.compile(f"(?:{_ONE.pattern})+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class SeenDie:
    face: int
    red: bool = False

    def __str__(self) -> str:
        return f"{self.face}r" if self.red else str(self.face)


Seen = tuple[SeenDie, ...]


def in_die_order(text: str) -> bool:
    """Six characters without a space say which die shows what."""
    return _IN_DIE_ORDER.fullmatch(text.strip()) is not None


def parse_seen(text: str) -> Seen:
    """Faces in any order, ``r`` for red: ``4 2r 4 4r 2 5``."""
    found = tuple(SeenDie(int(face), bool(red)) for face, red in _ONE.findall(text))
    if not is_seen(text) or len(found) > len(DICE):
        raise Problem(
            "bad_dice",
            "Type what the dice show in any order, r for red, such as 4 2r 4 4r 2 5; got {given!r}.",
            given=text.strip()[:40],
        )
    return found


def is_seen(text: str) -> bool:
    """Does this tell dice, however many?"""
    return _ALL.fullmatch(text.strip()) is not None


def seen_of(faces: Faces) -> Seen:
    """What people see of these dice."""
    return tuple(SeenDie(faces[die - 1], faces[die - 1] == die) for die in shown(faces))


def seen_text(seen: Iterable[SeenDie]) -> str:
    return " ".join(map(str, seen))


def laid_on(dice: Iterable[int], seen: Seen, before: Faces = ()) -> Faces | None:
    """These dice showing that, one way of several; as many as can be show what they showed ``before``. None where no
    way fits: die *i* shows a red *i* and never a white one."""
    free = list(dice)
    faces = [0] * len(DICE)
    whites: list[int] = []
    for one in seen:
        if not one.red:
            whites.append(one.face)
        elif one.face in free:
            free.remove(one.face)
            faces[one.face - 1] = one.face
        else:
            return None
    for die in [die for die in free if before and before[die - 1] in whites and before[die - 1] != die]:
        if before[die - 1] in whites:
            rest = [face for face in whites if face != before[die - 1]]
            rest += [before[die - 1]] * (whites.count(before[die - 1]) - 1)
            if _whites(tuple(other for other in free if other != die), tuple(sorted(rest))) is not None:
                free.remove(die)
                whites.remove(before[die - 1])
                faces[die - 1] = before[die - 1]
    laid = _whites(tuple(free), tuple(sorted(whites)))
    if laid is None:
        return None
    for die, face in zip(free, laid, strict=True):
        faces[die - 1] = face
    return tuple(faces)


@cache
def _whites(dice: tuple[int, ...], faces: tuple[int, ...]) -> tuple[int, ...] | None:
    """The faces in an order in which none of the dice shows its red one."""
    if len(dice) != len(faces):
        return None
    return next((order for order in permutations(faces) if all(map(int.__ne__, dice, order))), None)


@cache
def all_showings(number: int = 6) -> tuple[Faces, ...]:
    """All that people can tell apart of so many dice, each once."""
    return tuple(_showings(DICE[:number]))


def _showings(dice: tuple[int, ...]) -> Iterator[Faces]:
    for faces in combinations_with_replacement(DICE, len(dice)):
        there = sorted(set(faces) & set(dice))
        for reds in chain.from_iterable(combinations(there, size) for size in range(len(there) + 1)):
            whites = Counter(faces) - Counter(reds)
            seen = (*(SeenDie(face, True) for face in reds), *map(SeenDie, whites.elements()))
            laid = laid_on(dice, seen)
            if laid is not None:
                yield laid
