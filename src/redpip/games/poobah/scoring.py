"""What the scoring dice pay. Every number on them goes to whoever has the most of it in hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from redpip.core.dice import DICE, Faces, is_red, shown
from redpip.core.game import Seat

Hands = Sequence[Faces]


def worth(die: int, face: int) -> int:
    """What a scoring die pays: its number, doubled where it is red."""
    return 2 * face if is_red(die, face) else face


def leaders(hands: Hands, active: Iterable[Seat], number: int) -> tuple[Seat, ...]:
    """The seats with the most of this number, if anybody has it at all. Red in a hand is a number like any other."""
    counts = {seat: hands[seat].count(number) for seat in active}
    most = max(counts.values())
    return tuple(seat for seat, count in counts.items() if count == most > 0)


def pot(scoring: Faces, number: int) -> int:
    """What all scoring dice with this number pay together."""
    return sum(worth(die, number) for die in shown(scoring) if scoring[die - 1] == number)


def gains(hands: Hands, active: Iterable[Seat], scoring: Faces) -> tuple[int, ...]:
    """What each seat scores with this throw of the scoring dice."""
    active = tuple(active)
    paid = [0] * len(hands)
    for number in DICE:
        points = pot(scoring, number)
        for seat in leaders(hands, active, number) if points else ():
            paid[seat] += points
    return tuple(paid)
