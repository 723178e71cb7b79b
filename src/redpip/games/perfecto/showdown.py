"""The end of a round: who was right, and what it costs."""

from __future__ import annotations

from redpip.core.game import Seat
from redpip.games.perfecto.scoring import Lives, count, lose, lose_in_team, partner_of
from redpip.games.perfecto.state import Showdown, State


def judge(state: State, teams: bool) -> Showdown:
    bid, call = state.bid, state.call
    assert bid is not None
    assert call is not None
    number = count(state.hands, bid.rank)
    right = number >= bid.quantity if call.kind == "challenge" else number != bid.quantity
    bidder_wins = right if call.surrendered is None else call.surrendered == call.seat
    winner, loser = (bid.seat, call.seat) if bidder_wins else (call.seat, bid.seat)
    stake = call.level if call.surrendered is None else 1
    true_side = "bidder" if right else "caller"
    wrong = tuple(seat for seat in state.chosen if state.sides[seat] != true_side)
    lives, out = _after(state, loser, stake, wrong, teams)
    lost = tuple(had - left for had, left in zip(state.lives, lives, strict=True))
    return Showdown(state.hands, bid, call, state.sides, number, right, winner, loser, stake, wrong, lost, out)


def _after(
    state: State, loser: Seat, stake: int, wrong: tuple[Seat, ...], teams: bool
) -> tuple[Lives, tuple[Seat, ...]]:
    """The lives after the round, and who is out."""
    if teams:
        lives, beaten = lose_in_team(state.lives, loser, stake)
        return lives, tuple(sorted((loser, partner_of(loser)))) if beaten else ()
    lives = lose(state.lives, loser, stake)
    for seat in wrong:
        lives = lose(lives, seat, 1)
    return lives, tuple(seat for seat in state.active if not lives[seat])
