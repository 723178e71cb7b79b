"""Where dice come from.

A seeded throw is a function of (seed, seat, that seat's n-th throw, die) and of nothing else: what others do never
changes your dice, and the same dice can serve two tables.

Block k of a throw is HMAC-SHA-256(seed, "throw/SEAT/N/k"). Die i owns its bytes 5(i-1) to 5i-1; the first of them
below 252 gives the face byte % 6 + 1. Should all five be 252 or more, the die looks in block k+1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hmac import digest
from typing import Protocol

from redpip.core.dice import NO_FACES, Faces
from redpip.core.game import Roll, Seat
from redpip.core.problem import Problem


class Shaker(Protocol):
    def throw(self, roll: Roll) -> Faces:
        """Faces for the dice of ``roll``, 0 for the others."""

    def first(self, seats: int) -> Seat:
        """The seat that starts."""


class SeededShaker:
    """The same seed gives the same dice, on every machine and in every process."""

    def __init__(self, seed: int | str) -> None:
        self._key = str(seed).encode()
        self._thrown: Counter[Seat | None] = Counter()

    def throw(self, roll: Roll) -> Faces:
        number = self._thrown[roll.seat]
        self._thrown[roll.seat] = number + 1
        return seeded_faces(self._key, roll.seat, number, roll.dice)

    def first(self, seats: int) -> Seat:
        return _below(self._key, "first", 0, 32, seats)


def seeded_faces(key: bytes, seat: Seat | None, number: int, dice: Iterable[int]) -> Faces:
    name = f"throw/{'-' if seat is None else seat}/{number}"
    block = digest(key, f"{name}/0".encode(), "sha256")
    faces = list(NO_FACES)
    for die in dice:
        byte = block[5 * die - 5]
        faces[die - 1] = byte % 6 + 1 if byte < 252 else _below(key, name, 5 * die - 5, 5, 6) + 1
    return tuple(faces)


def _below(key: bytes, name: str, start: int, length: int, limit: int) -> int:
    """A number from 0 to limit-1, each exactly as likely: bytes that would favour some are passed over."""
    fair = 256 - 256 % limit
    for block in range(256):
        for byte in digest(key, f"{name}/{block}".encode(), "sha256")[start : start + length]:
            if byte < fair:
                return byte % limit
    raise AssertionError("256 blocks without one usable byte")


class ScriptedShaker:
    """Dice from a list, in order: for tests, examples and replays."""

    def __init__(self, throws: Iterable[Faces], first: Seat = 0) -> None:
        self._throws = iter(throws)
        self._first = first

    def throw(self, roll: Roll) -> Faces:
        try:
            return next(self._throws)
        except StopIteration:
            raise Problem("script_ended", "The scripted dice are used up.") from None

    def first(self, seats: int) -> Seat:
        return self._first
