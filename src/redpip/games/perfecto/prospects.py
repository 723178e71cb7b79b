"""What lives are worth: the chance to win the game from here, if each round is lost by any side as likely."""

from __future__ import annotations

from functools import cache

from redpip.core.game import Seat
from redpip.games.perfecto.scoring import Lives, lose, lose_in_team, partner_of


@cache
def win_chance(lives: Lives, seat: Seat, teams: bool) -> float:
    if teams:
        own, theirs = (lives[at] + lives[partner_of(at)] - 1 for at in (seat, partner_of(seat) ^ 1))
        return _race(own, theirs)
    if not lives[seat]:
        return 0.0
    active = [at for at, left in enumerate(lives) if left]
    if len(active) == 1:
        return 1.0
    return sum(win_chance(lose(lives, loser, 1), seat, False) for loser in active) / len(active)


@cache
def _race(own: int, theirs: int) -> float:
    """Two sides that can lose so many rounds."""
    if own <= 0 or theirs <= 0:
        return float(own > 0)
    return (_race(own - 1, theirs) + _race(own, theirs - 1)) / 2


def after_loss(lives: Lives, loser: Seat, units: int, seat: Seat, teams: bool) -> float:
    """The seat's chance once somebody has lost so many lives."""
    if not teams:
        return win_chance(lose(lives, loser, units), seat, teams)
    left, beaten = lose_in_team(lives, loser, units)
    if beaten:
        return float(loser % 2 != seat % 2)
    return win_chance(left, seat, teams)
