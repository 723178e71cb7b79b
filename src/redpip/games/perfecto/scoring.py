"""What dice are in play, what they count for, and what losing costs."""

from __future__ import annotations

from collections.abc import Iterable

from redpip.core.dice import DICE, Faces
from redpip.core.game import Seat

Lives = tuple[int, ...]


def hand_of(lives: int, full: int = 6) -> tuple[int, ...]:
    """The dice that a seat plays with: the highest go first, and the last life takes all of them back."""
    return DICE[: full if lives == 1 else lives]


def counts_for(die: int, face: int, rank: int) -> int:
    """A red counts for every number, and twice for its own."""
    return (face == rank) + (face == die)


def count(hands: Iterable[Faces], rank: int) -> int:
    return sum(counts_for(die, face, rank) for hand in hands for die, face in enumerate(hand, 1) if face)


def partner_of(seat: Seat) -> Seat:
    return (seat + 2) % 4


def lose(lives: Lives, seat: Seat, units: int) -> Lives:
    return (*lives[:seat], max(0, lives[seat] - units), *lives[seat + 1 :])


def lose_in_team(lives: Lives, seat: Seat, units: int) -> tuple[Lives, bool]:
    """One life after the other, at the last chance the partner's; True where none is left to give."""
    for _ in range(units):
        payers = [payer for payer in (seat, partner_of(seat)) if lives[payer] > 1]
        if not payers:
            return lives, True
        lives = lose(lives, payers[0], 1)
    return lives, False
