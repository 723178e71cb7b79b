"""The rules of Perfecto; the options are the fields of ``PerfectoRules``.

A round runs deal -> bidding (-> rolling -> rolled -> bidding) -> sides -> showdown, which is no phase of its own: with
the last word or the last side all dice are seen, lives are lost and the next round is dealt. ``calls.py`` says who may
call what, ``refusals.py`` why something is not allowed, ``showdown.py`` who was right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any, ClassVar

from redpip.core.dice import DICE, NO_FACES, Faces, lay
from redpip.core.game import Acted, BaseRules, Choose, Event, Next, Over, Roll, Seat, Thrown
from redpip.core.options import option
from redpip.core.problem import Problem, Refusal
from redpip.core.words import N_
from redpip.games.perfecto import notation
from redpip.games.perfecto.calls import raises, stands_for
from redpip.games.perfecto.notation import (
    PARTIES,
    Action,
    CallName,
    MakeBid,
    MakeCall,
    Party,
    Pass,
    RollDice,
    Rolling,
    Sidestep,
    SideTaken,
    TakeSide,
)
from redpip.games.perfecto.refusals import why_not
from redpip.games.perfecto.scoring import Lives, hand_of, partner_of
from redpip.games.perfecto.showdown import judge
from redpip.games.perfecto.state import Bid, Call, Showdown, State

SIDES: tuple[Action, ...] = tuple(map(TakeSide, PARTIES))


CALLS = (N_("the basic ones"), N_("the advanced ones too"))


@dataclass(frozen=True, slots=True)
class PerfectoRules(BaseRules[State, Action]):
    calls: str = option("basic", "which calls there are", choices=("basic", "advanced"), names=CALLS)
    teams: bool = option(False, "two against two, partners opposite each other")
    roll_on_opening: bool = option(True, "dice may be rolled again before the first bid of a round")
    sidestep_own_call: bool = option(True, "without teams, a caller who was doubled may bid only by freezing a die")
    sidestep_on_perfecto: bool = option(False, "a bidder called Perfecto may bid only by freezing a die")
    team_sidestep_own_call: bool = option(True, "in teams, a caller who was doubled may bid only by freezing a die")
    team_sidestep_on_perfecto: bool = option(False, "in teams, partners bid against Perfecto only by freezing a die")
    dice: int = option(6, "how many dice and lives a player starts with", least=1, most=6, lab=True)
    bid_cap: int = option(28, "the most dice that a bid may name", least=1, most=28, lab=True)
    cups: tuple[Seat, ...] = ()  # the seats with real cups: what lies under them is told at the showdown alone

    version: ClassVar[int] = 1
    state_type: ClassVar[type[State]] = State

    # ---- the contract

    def start(self, seats: int, first: Seat) -> State:
        if self.teams and seats != 4:
            raise Problem("bad_seats", "Teams are two and two, so four players, not {seats}.", seats=seats)
        state = State((self.dice,) * seats, (NO_FACES,) * seats, ((),) * seats, first, first, (None,) * seats)
        return self._dealt(state)

    def with_real_dice(self, people: tuple[Seat, ...]) -> PerfectoRules:
        return replace(self, cups=people)

    def next(self, state: State) -> Next[Action]:
        match state.phase:
            case "over":
                return self._result(state)
            case "deal":
                seat = self._undealt(state)
                return Roll(seat, self._unthrown(state, seat), secret=True)
            case "show":
                seat = self._covered(state)
                return Roll(seat, self._unthrown(state, seat), numbered=True)
            case "freezing":
                return self._frozen_by_hand(state)
            case "rolling":
                return Roll(state.seat, state.cast, secret=True)
            case "sides":
                return Choose({seat: SIDES for seat in self.side_takers(state) if seat not in state.chosen})
            case "rolled":
                return Choose({state.seat: self.higher_bids(state)})
            case "bidding":
                return Choose({state.seat: self._options(state)})

    def rolled(self, state: State, faces: Faces) -> State:
        seat = self._thrower(state)
        thrown = state.with_hand(seat, lay(state.hands[seat], faces))
        match state.phase:
            case "rolling":
                return replace(thrown, phase="rolled")
            case "freezing":
                return replace(thrown, phase="bidding")
            case "show":
                return self._showdown(thrown)
        return self._dealt(thrown)

    def play(self, state: State, seat: Seat, action: Action) -> State:
        match action:
            case MakeBid(quantity=quantity, rank=rank):
                return self._bid(state, quantity, rank)
            case RollDice(dice=dice):
                return replace(state, phase="rolling", cast=dice, announced=len(dice))
            case Rolling(count=number):
                return replace(state, phase="rolled", announced=number)
            case Sidestep(die=die, quantity=quantity, rank=rank):
                after = self._bid(self._freeze(state, die), quantity, rank)
                return replace(after, phase="freezing") if seat in self.cups else after
            case MakeCall(name=name):
                return self._called(state, name)
            case Pass():
                return self._passed(state)
            case TakeSide(party=party):
                return self._sided(state, seat, party)

    def view(self, state: State, seat: Seat | None) -> State:
        known = {seat, *self.cups}  # whatever real dice are known by, all have seen
        hands = tuple(hand if at in known else _only(hand, state.frozen[at]) for at, hand in enumerate(state.hands))
        sides = tuple(side if at == seat else None for at, side in enumerate(state.sides))
        return replace(state, hands=hands, sides=sides, cast=state.cast if seat == state.seat else ())

    def seen(self, event: Event[Action], seat: Seat | None) -> Event[Any]:
        match event:
            case Thrown(seat=who) if who != seat and who not in self.cups:
                return replace(event, faces=None)
            case Acted(seat=who, action=RollDice(dice=dice)) if who != seat:
                return Acted(who, Rolling(len(dice)))
            case Acted(seat=who, action=TakeSide()) if who != seat:
                return Acted(who, SideTaken())
        return event

    def reveals(self, before: State, after: State) -> bool:
        """Frozen dice and showdowns have been seen by all."""
        return before.frozen != after.frozen or before.last != after.last

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    # ---- what others ask of the rules

    @property
    def all_dice(self) -> tuple[int, ...]:
        return DICE[: self.dice]

    @property
    def advanced(self) -> bool:
        return self.calls == "advanced"

    def hand(self, state: State, seat: Seat) -> tuple[int, ...]:
        """The dice that this seat has in play."""
        return hand_of(state.lives[seat], self.dice)

    def loose(self, state: State, seat: Seat) -> tuple[int, ...]:
        """Those of them that are not frozen."""
        return tuple(die for die in self.hand(state, seat) if die not in state.frozen[seat])

    def dice_in_play(self, state: State) -> int:
        return sum(len(self.hand(state, seat)) for seat in state.active)

    def highest(self, state: State) -> int:
        """No quantity above this can ever be true."""
        return min(self.bid_cap, self.dice_in_play(state) + len(state.active))

    def higher_bids(self, state: State) -> tuple[MakeBid, ...]:
        return _bids_above(self.highest(state), state.bid)

    def must_sidestep(self, state: State, seat: Seat) -> bool:
        """Can this seat bid against the call only by freezing a die?"""
        bid, call = state.bid, state.call
        if bid is None or call is None:
            return False
        if call.kind == "perfecto":
            return self.sidestep_on_perfecto if seat == bid.seat else self.teams and self.team_sidestep_on_perfecto
        if seat == call.seat:
            return self.team_sidestep_own_call if self.teams else self.sidestep_own_call
        return self.teams or seat == bid.seat

    def side_takers(self, state: State) -> tuple[Seat, ...]:
        bid, call = state.bid, state.call
        if self.teams or bid is None or call is None:
            return ()
        return tuple(seat for seat in state.active if seat not in (bid.seat, call.seat))

    def team_lives(self, lives: Lives, seat: Seat) -> int:
        """Lives of this seat's side."""
        return lives[seat] + (lives[partner_of(seat)] if self.teams else 0)

    def winners(self, state: State) -> tuple[Seat, ...]:
        """Whoever won the last round of a game has won the game."""
        if state.phase != "over":
            return ()
        return tuple(sorted((state.leader, partner_of(state.leader)))) if self.teams else (state.leader,)

    # ---- options

    def _options(self, state: State) -> tuple[Action, ...]:
        calls = tuple(map(MakeCall, self.open_calls(state)))
        passes = (Pass(),) if state.call else ()
        return (*self._ways_to_bid(state), *calls, *passes)

    def _ways_to_bid(self, state: State) -> tuple[Action, ...]:
        bids, loose = self.higher_bids(state), self.loose(state, state.seat)
        if self.must_sidestep(state, state.seat):
            return tuple(Sidestep(die, bid.quantity, bid.rank) for die in loose for bid in bids)
        if not bids or not (state.bids or self.roll_on_opening):
            return bids
        return (*bids, *(_rolls_unseen(len(loose)) if state.seat in self.cups else _rolls(loose)))

    def open_calls(self, state: State) -> tuple[CallName, ...]:
        if not state.bids:
            return ()
        if state.call is not None:
            return tuple(name for name in raises(state, self.teams) if self.can_afford(state, state.seat, name))
        return ("challenge", "perfecto", "double") if self._may_double(state) else ("challenge", "perfecto")

    def _may_double(self, state: State) -> bool:
        return self.advanced and self.can_afford(state, state.seat, "double")

    def can_afford(self, state: State, seat: Seat, name: CallName) -> bool:
        return self.team_lives(state.lives, seat) >= self.price(name)

    def price(self, name: CallName) -> int:
        """The lives that one's side must have for this call."""
        return {"double": 3, "redouble": 4}.get(name, 0) + (self.teams and name in ("double", "redouble"))

    # ---- why an action is not among them

    def out_of_turn(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        if state.phase != "sides":
            return None
        if not isinstance(action, TakeSide):
            return Refusal("wrong_phase")
        return Refusal("already_chose" if seat in state.chosen else "not_a_side_taker")

    def why_not(self, state: State, seat: Seat, action: Action) -> Refusal:
        return why_not(self, state, seat, action)

    # ---- effects

    def _thrower(self, state: State) -> Seat:
        """Whose dice are in the air."""
        due = self.next(state)
        assert isinstance(due, Roll)
        assert due.seat is not None
        return due.seat

    def _undealt(self, state: State) -> Seat:
        """The next seat whose dice are to be thrown for the round, the leader first."""
        return next(seat for seat in state.order if seat not in self.cups and self._unthrown(state, seat))

    def _covered(self, state: State) -> Seat:
        """The next seat whose cup is to be lifted at the showdown."""
        return next(seat for seat in state.order if self._unthrown(state, seat))

    def _frozen_by_hand(self, state: State) -> Roll:
        """What a die from under a real cup shows is seen only when it is laid open for all."""
        assert state.bid is not None
        seat = state.bid.seat
        laid_open = tuple(die for die in state.frozen[seat] if not state.hands[seat][die - 1])
        return Roll(seat, laid_open, numbered=True)

    def _unthrown(self, state: State, seat: Seat) -> tuple[int, ...]:
        return tuple(die for die in self.hand(state, seat) if not state.hands[seat][die - 1])

    def _dealt(self, state: State) -> State:
        """Bidding begins when no die is left to be thrown."""
        waiting = any(self._unthrown(state, seat) for seat in state.active if seat not in self.cups)
        return replace(state, phase="deal" if waiting else "bidding")

    def _bid(self, state: State, quantity: int, rank: int) -> State:
        bid = Bid(quantity, rank, state.seat, state.announced)
        return replace(
            state,
            phase="bidding",
            bids=(*state.bids, bid),
            seat=state.after(state.seat),
            call=None,
            passes=0,
            cast=(),
            announced=0,
        )

    def _freeze(self, state: State, die: int) -> State:
        seat = state.seat
        dice = tuple(sorted((*state.frozen[seat], die)))
        return replace(state, frozen=(*state.frozen[:seat], dice, *state.frozen[seat + 1 :]))

    def _called(self, state: State, name: CallName) -> State:
        called = replace(state, call=self._call(state, name), passes=0)
        return replace(called, seat=state.after(state.seat)) if self.advanced else self._end_bidding(called)

    def _call(self, state: State, name: CallName) -> Call:
        match name, state.call:
            case ("challenge" | "perfecto") as kind, _:
                return Call(kind, state.seat)
            case _, None:
                return Call("challenge", state.seat, level=2, raiser=state.seat)
            case "surrender", Call() as call:
                return replace(call, surrendered=stands_for(state, self.teams))
            case _, Call() as call:
                return replace(call, level=call.level + 1, raiser=stands_for(state, self.teams))

    def _passed(self, state: State) -> State:
        passed = replace(state, passes=state.passes + 1)
        if passed.passes == len(state.active) - 1:
            return self._end_bidding(passed)
        return replace(passed, seat=state.after(state.seat))

    def _end_bidding(self, state: State) -> State:
        return replace(state, phase="sides") if self.side_takers(state) else self._showdown(state)

    def _sided(self, state: State, seat: Seat, party: Party) -> State:
        sides = (*state.sides[:seat], party, *state.sides[seat + 1 :])
        sided = replace(state, sides=sides, chosen=tuple(sorted((*state.chosen, seat))))
        return self._showdown(sided) if sided.chosen == self.side_takers(state) else sided

    def _showdown(self, state: State) -> State:
        """Judged as soon as no cup is left to be lifted."""
        if any(self._unthrown(state, seat) for seat in state.active):
            return replace(state, phase="show")
        shown = judge(state, self.teams)
        return self._after_round(state, shown.winner, shown.lost, shown, beaten=self.teams and bool(shown.out))

    def round_told(self, state: State, winner: Seat, lost: Sequence[int], *, beaten: bool = False) -> State:
        """The position after a round of which this alone is known."""
        return self._after_round(state, winner, lost, None, beaten=beaten)

    def _after_round(
        self, state: State, winner: Seat, lost: Sequence[int], shown: Showdown | None, *, beaten: bool
    ) -> State:
        lives = tuple(had - gone for had, gone in zip(state.lives, lost, strict=True))
        frozen = tuple(
            tuple(die for die in dice if not gone or die <= left)
            for dice, gone, left in zip(state.frozen, lost, lives, strict=True)
        )
        cleared = replace(
            self.start(len(lives), winner),
            lives=lives,
            frozen=frozen,
            hands=tuple(map(_only, state.hands, frozen)),
            round=state.round + 1,
            last=shown,
        )
        over = beaten or len(cleared.active) == 1
        return replace(cleared, phase="over", round=state.round) if over else self._dealt(cleared)

    def _result(self, state: State) -> Over:
        """The sheet says how many lives the winning side has left."""
        winners = self.winners(state)
        left = self.team_lives(state.lives, state.leader)
        won = tuple(seat in winners for seat in range(len(state.lives)))
        return Over(tuple(left * win for win in won), tuple(map(float, won)), winners)


def _only(hand: Faces, dice: tuple[int, ...]) -> Faces:
    return tuple(face if die in dice else 0 for die, face in enumerate(hand, 1))


@cache
def _all_bids(highest: int) -> tuple[MakeBid, ...]:
    return tuple(MakeBid(quantity, rank) for quantity in range(1, highest + 1) for rank in DICE)


def _bids_above(highest: int, bid: Bid | None) -> tuple[MakeBid, ...]:
    """Quantity first, then number: so the place of a bid in the list follows from the two."""
    return _all_bids(highest)[6 * (bid.quantity - 1) + bid.rank if bid else 0 :]


@cache
def _rolls_unseen(number: int) -> tuple[Rolling, ...]:
    """Under a real cup nobody sees which dice they are."""
    return tuple(map(Rolling, range(1, number + 1)))


@cache
def _rolls(dice: tuple[int, ...]) -> tuple[RollDice, ...]:
    return tuple(RollDice(group) for size in range(1, len(dice) + 1) for group in combinations(dice, size))
