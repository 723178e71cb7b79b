"""Why an action is not allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redpip.core.dice import DICE
from redpip.core.game import Seat
from redpip.core.problem import Refusal
from redpip.games.perfecto.calls import raises
from redpip.games.perfecto.notation import (
    CALLS,
    PARTIES,
    Action,
    CallName,
    MakeBid,
    MakeCall,
    Pass,
    RollDice,
    Rolling,
    Sidestep,
    TakeSide,
)
from redpip.games.perfecto.state import State

if TYPE_CHECKING:
    from redpip.games.perfecto.rules import PerfectoRules


def why_not(rules: PerfectoRules, state: State, seat: Seat, action: Action) -> Refusal:
    match action:
        case TakeSide(party=party) if party not in PARTIES:
            return Refusal("bad_side", {"given": party})
        case MakeCall(name=name) if name not in CALLS:
            return Refusal("bad_action", {"given": name})
    if isinstance(action, TakeSide) or state.phase == "sides":
        return Refusal("wrong_phase")
    if not rules.advanced and _is_advanced(action):
        return Refusal("advanced_only")
    if state.phase == "rolled" and not isinstance(action, MakeBid):
        return Refusal("must_bid_after_roll")
    return _why_not_now(rules, state, seat, action)


def _why_not_now(rules: PerfectoRules, state: State, seat: Seat, action: Action) -> Refusal:
    match action:
        case MakeBid(quantity=quantity, rank=rank):
            return _why_not_bid(rules, state, seat, quantity, rank)
        case RollDice() if seat in rules.cups:
            return Refusal("roll_unseen")
        case Rolling() if seat not in rules.cups:
            return Refusal("no_dice")
        case Rolling(count=number):
            return _why_not_roll(rules, state, seat, DICE[:number])
        case RollDice(dice=dice):
            return _why_not_roll(rules, state, seat, dice)
        case Sidestep():
            return _why_not_sidestep(rules, state, seat, action)
        case MakeCall(name=name):
            return _why_not_call(rules, state, name)
    return Refusal("cannot_pass_after_bid" if state.bids else "no_bid_yet")


def _why_not_bid(rules: PerfectoRules, state: State, seat: Seat, quantity: int, rank: int) -> Refusal:
    if rules.must_sidestep(state, seat):
        return Refusal("must_sidestep")
    return _why_not_higher(rules, state, quantity, rank)


def _why_not_higher(rules: PerfectoRules, state: State, quantity: int, rank: int) -> Refusal:
    if not rules.higher_bids(state):
        return Refusal("no_higher_bid")
    most = rules.highest(state)
    if not 1 <= quantity <= most or rank not in DICE:
        return Refusal("bid_out_of_range", {"most": most})
    assert state.bid is not None
    return Refusal("bid_not_higher", {"quantity": state.bid.quantity, "rank": state.bid.rank})


def _why_not_roll(rules: PerfectoRules, state: State, seat: Seat, dice: tuple[int, ...]) -> Refusal:
    if not dice:
        return Refusal("no_dice")
    if dice != tuple(die for die in DICE if die in dice):
        return Refusal("bad_die", {"given": dice})
    if rules.must_sidestep(state, seat):
        return Refusal("cannot_roll_to_sidestep")
    if not rules.loose(state, seat):
        return Refusal("no_die_to_roll")
    if not state.bids and not rules.roll_on_opening:
        return Refusal("not_allowed")
    if not rules.higher_bids(state):
        return Refusal("no_higher_bid")
    return _why_not_die(rules, state, seat, next(die for die in dice if die not in rules.loose(state, seat)))


def _why_not_die(rules: PerfectoRules, state: State, seat: Seat, die: int) -> Refusal:
    held = die in rules.hand(state, seat)
    return Refusal("die_frozen" if held else "die_not_in_hand", {"die": die})


def _why_not_sidestep(rules: PerfectoRules, state: State, seat: Seat, action: Sidestep) -> Refusal:
    loose = rules.loose(state, seat)
    if not rules.must_sidestep(state, seat):
        return Refusal("nothing_to_sidestep")
    if not loose:
        return Refusal("no_die_to_freeze")
    if action.die not in DICE:
        return Refusal("bad_die", {"given": (action.die,)})
    if action.die not in loose:
        return _why_not_die(rules, state, seat, action.die)
    return _why_not_higher(rules, state, action.quantity, action.rank)


def _why_not_call(rules: PerfectoRules, state: State, name: CallName) -> Refusal:
    if not state.bids:
        return Refusal("no_bid_yet")
    if name in ("challenge", "perfecto"):
        return Refusal("already_called")
    if name in (raises(state, rules.teams) if state.call else ("double",)):
        return Refusal("not_enough_dice", {"number": rules.price(name)})
    return Refusal("not_allowed")


def _is_advanced(action: Action) -> bool:
    match action:
        case Pass() | Sidestep() | MakeCall("double" | "redouble" | "surrender"):
            return True
    return False
