"""The advanced calls on a bid that is called already: who may raise the stake or give up, and in whose name."""

from __future__ import annotations

from redpip.core.game import Seat
from redpip.games.perfecto.notation import CallName
from redpip.games.perfecto.scoring import partner_of
from redpip.games.perfecto.state import State


def stands_for(state: State, teams: bool) -> Seat:
    """The principal for whom the seat to move calls: itself, or in a team its partner."""
    assert state.bid is not None
    assert state.call is not None
    if teams and state.seat not in (state.bid.seat, state.call.seat):
        return partner_of(state.seat)
    return state.seat


def raises(state: State, teams: bool) -> tuple[CallName, ...]:
    """Double, redouble and surrender, where they are open to the seat to move if it has lives enough."""
    seat = stands_for(state, teams)
    if seat == state.seat:
        return _of_principal(state, seat)
    # a partner may speak once the principal and then the seat between them have passed; a Double never gets so far,
    # since the bidder is the last to answer a Challenge
    return tuple(name for name in _of_principal(state, seat) if name != "double") if state.passes >= 2 else ()


def _of_principal(state: State, seat: Seat) -> tuple[CallName, ...]:
    bid, call = state.bid, state.call
    assert bid is not None
    assert call is not None
    if call.kind == "perfecto" or call.surrendered is not None or seat not in (bid.seat, call.seat):
        return ()
    if call.level == 1:
        return ("double",) if seat == bid.seat else ()
    if call.raiser == seat:
        return ()
    return ("redouble", "surrender") if call.level == 2 else ("surrender",)
