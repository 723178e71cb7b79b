"""What Perfecto's positions are worth to a seat: estimates, by practice in basic rounds of two, and elsewhere by
sketches that are solved from what all can know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from redpip.core.advice import Advice, Point, Scale, Valued, Worth
from redpip.core.dice import Faces
from redpip.core.effort import QUIET, Effort
from redpip.core.game import Choose, Over, Seat
from redpip.games.perfecto.notation import (
    Action,
    MakeBid,
    MakeCall,
    Pass,
    RollDice,
    Rolling,
    Sidestep,
    TakeSide,
)
from redpip.games.perfecto.prospects import after_loss, win_chance
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.state import Call, State

if TYPE_CHECKING:
    from redpip.games.perfecto.experience import Learned
    from redpip.games.perfecto.mind import Scene
    from redpip.games.perfecto.sketch import Answer

ROUGH = 0.1  # the error of what no sketch has reckoned with, in rounds
ASTRAY = 0.2  # what a die costs that is rolled for no number, or kept for none
FROZEN = 0.1  # what it costs to have a die frozen


@dataclass(frozen=True, slots=True)
class Rated:
    action: Action
    value: float  # chance to win the game
    error: float
    often: float = 0.0  # how often an equilibrium does it


class PerfectoAdvisor:
    """Asks the view alone: it has all that was said in the round, and what came before changes nothing."""

    def __init__(self, rules: PerfectoRules, seat: Seat, effort: Effort = QUIET) -> None:
        self._rules, self._seat = rules, seat

    def scale(self, view: State) -> Scale:
        return Scale("win chance", exact=False)

    def ready(self, *points: Point) -> None:
        """Every position is looked at when it is asked about."""

    def value(self, point: Point) -> Worth:
        view: State = point.view
        due = self._rules.next(view)
        if isinstance(due, Over):
            return Worth(due.returns[self._seat])
        if not view.lives[self._seat]:
            return Worth(0.0)
        if isinstance(due, Choose) and self._seat in due.options:
            best = max(self.rated(view, due.options[self._seat]), key=lambda one: one.value)
            return Worth(best.value, best.error)
        return self._waiting(view)

    def advise(self, point: Point, options: Sequence[Action]) -> Advice[Action]:
        rated = self.rated(point.view, options)
        return Advice.of((Valued(one.action, one.value, one.error) for one in rated), "win chance", exact=False)

    def rated(self, view: State, options: Sequence[Action]) -> list[Rated]:
        """Every option with its value and how often an equilibrium takes it."""
        rating = _Rating(self._rules, view, self._seat)
        return [rating.of(option) for option in options]

    def _waiting(self, view: State) -> Worth:
        """Dice are about to fall, or somebody else speaks."""
        rating = _Rating(self._rules, view, self._seat)
        if view.call is not None:
            return rating.called()
        return rating.spoken_to() if view.phase != "sides" else rating.neutral()


class _Rating:
    """The options of one view. What is solved for one of them serves the others."""

    def __init__(self, rules: PerfectoRules, view: State, seat: Seat) -> None:
        from redpip.games.perfecto.mind import Scene

        self.rules, self.view, self.seat = rules, view, seat
        self.scene: Scene = Scene.of(rules, view)

    # ---- each kind of option

    def of(self, option: Action) -> Rated:
        match option:
            case TakeSide(party=party):
                return self._side(option, party)
            case Pass():
                worth = self.called()
                return Rated(option, worth.value, worth.error)
            case MakeCall(name="double" | "redouble" | "surrender"):
                return self._raise(option)
            case MakeCall(name=name):
                return self._spoken(option, name)
            case MakeBid():
                return self._spoken(option, option)
            case Sidestep(quantity=quantity, rank=rank):
                bid = self._spoken(option, MakeBid(quantity, rank), less=FROZEN)
                return Rated(option, bid.value, bid.error)
            case RollDice(dice=dice):
                return self._roll(option, dice)
            case Rolling(count=number):
                return self._roll_unseen(option, number)

    # ---- the round as a chance to win the game

    def _in_game(self, value: float, error: float = 0.0) -> Worth:
        """A round won is a life of whoever is next, a round lost one's own."""
        rival = self.scene.after(self.seat)
        lost = after_loss(self.view.lives, self.seat, 1, self.seat, self.rules.teams)
        won = after_loss(self.view.lives, rival, 1, self.seat, self.rules.teams)
        part = min(1.0, max(0.0, (value + 1) / 2))
        return Worth(
            lost + (won - lost) * part, (won - lost) * max(0.0, error) / 2
        )  # rounding may leave less than none

    def neutral(self) -> Worth:
        return Worth(win_chance(self.view.lives, self.seat, self.rules.teams), self._in_game(0, ROUGH).error)

    def spoken_to(self) -> Worth:
        """Somebody else is about to speak."""
        from redpip.games.perfecto.mind import listening, speaking

        scene, announced = self.scene, self._announced
        if self.seat == scene.speaker:  # whose dice are in the air
            answer = speaking(scene, self._hand, 0, self.seat)
            mean = sum(value * often for _, value, often in answer.choices(_number(self._hand)))
            return self._in_game(mean, answer.found.nash_conv)
        if self.seat != scene.after(scene.speaker):
            return self.neutral()
        answer = listening(scene, self._hand, announced)
        return self._in_game(answer.heard_by(_number(self._hand)), answer.found.nash_conv)

    @property
    def _hand(self) -> Faces | None:
        hand = self.view.hands[self.seat][: self.scene.dice(self.seat)]
        return hand if all(hand) and self.view.phase != "rolling" else None

    @property
    def _announced(self) -> int:
        return self.view.announced if self.view.phase == "rolled" else 0

    # ---- bids, rolls and first calls

    @cached_property
    def answer(self) -> Answer:
        from redpip.games.perfecto.mind import speaking

        return speaking(self.scene, self._hand, self._announced, self.seat)

    def _spoken(self, option: Action, name: MakeBid | str, less: float = 0.0) -> Rated:
        for one in self._choices:
            if one.choice == name:
                worth = self._in_game(one.value - less, one.error)
                return Rated(option, worth.value, worth.error, one.often)
        assert isinstance(name, MakeBid)
        return self._bid_aside(option, name, less)

    def _bid_aside(self, option: Action, bid: MakeBid, less: float) -> Rated:
        """A bid that no sketch has: no better than those, and no better than being called."""
        holds = self._at_least(bid)
        known = [one.value for one in self._choices if isinstance(one.choice, MakeBid)]
        worth = self._in_game(min([2 * holds - 1, *known[:1], max(known, default=1.0)]) - less, ROUGH)
        return Rated(option, worth.value, worth.error)

    @cached_property
    def _choices(self) -> list[Learned]:
        """By practice, or as the sketch has them, with what best responses would still gain in it as their error."""
        from redpip.games.perfecto.experience import Learned, learned

        known = learned(self.rules, self.view, self.seat)
        if known:
            return known
        gap = self.answer.found.nash_conv
        return [Learned(choice, value, gap, often) for choice, value, often in self.answer.choices(_number(self._hand))]

    def _roll(self, option: Action, dice: tuple[int, ...]) -> Rated:
        from redpip.games.perfecto.beliefs import idle, number_of

        assert self._hand is not None
        chosen, best = sum(1 << (die - 1) for die in dice), Rated(option, -1.0, 0.0)
        for one in self._choices:
            if isinstance(one.choice, int):
                wanted = int(idle(len(self._hand), one.choice)[number_of(self._hand)]) & self.scene.loose(self.seat)
                astray = (wanted ^ chosen).bit_count()
                worth = self._in_game(one.value - ASTRAY * astray, one.error + ROUGH * (astray > 0))
                if worth.value > best.value or not astray:
                    often = one.often + best.often if not astray else 0.0
                    best = Rated(option, worth.value, worth.error, 0.0 if astray else often)
        return best

    def _roll_unseen(self, option: Action, number: int) -> Rated:
        """Nobody but who holds the cup knows what is under it."""
        rolls = [one.value for one in self._choices if isinstance(one.choice, int)]
        worth = self._in_game(max(rolls, default=0.0), ROUGH)
        return Rated(option, worth.value, worth.error)

    # ---- once a call stands

    def _at_least(self, bid: MakeBid) -> float:
        from redpip.games.perfecto.mind import chances

        return float(chances(self.scene, self.seat, self._hand, bid.rank)[bid.quantity :].sum())

    def _bidder_right(self) -> float:
        from redpip.games.perfecto.mind import chances

        bid, call = self.view.bid, self.view.call
        assert bid is not None
        assert call is not None
        if call.kind == "challenge":
            return self._at_least(MakeBid(*bid.order))
        spread = chances(self.scene, self.seat, self._hand, bid.rank)
        return 1.0 - float(spread[bid.quantity]) if bid.quantity < len(spread) else 1.0

    def called(self) -> Worth:
        """The call as it stands is judged."""
        assert self.view.call is not None
        return self._judged(self.view.call, self.view.call.level)

    def _judged(self, call: Call, level: int) -> Worth:
        bid = self.view.bid
        assert bid is not None
        right = self._bidder_right()
        if call.surrendered is not None:
            right, level = float(call.surrendered == call.seat), 1
        lost = [self._after(call.seat, level), self._after(bid.seat, level)]
        value = right * lost[0] + (1 - right) * lost[1]
        return Worth(value, abs(lost[0] - lost[1]) * ROUGH / 2)

    def _after(self, loser: Seat, units: int) -> float:
        return after_loss(self.view.lives, loser, units, self.seat, self.rules.teams)

    def _raise(self, option: MakeCall) -> Rated:
        bid, call = self.view.bid, self.view.call
        assert bid is not None
        if call is None:  # a challenge that is doubled at once
            worth = self._judged_as(Call("challenge", self.seat, 2))
        elif option.name == "surrender":
            principal = bid.seat if call.raiser == call.seat else call.seat
            worth = Worth(self._after(principal, 1))
        else:
            worth = self._judged(call, call.level + 1)
        return Rated(option, worth.value, worth.error)

    def _judged_as(self, call: Call) -> Worth:
        from dataclasses import replace

        return _Rating(self.rules, replace(self.view, call=call), self.seat)._judged(call, call.level)

    def _side(self, option: Action, party: str) -> Rated:
        right = self._bidder_right()
        wrong = 1 - right if party == "bidder" else right
        stay, pay = win_chance(self.view.lives, self.seat, False), self._after(self.seat, 1)
        return Rated(option, stay + (pay - stay) * wrong, (stay - pay) * ROUGH / 2)


def _number(hand: Faces | None) -> int | None:
    from redpip.games.perfecto.beliefs import number_of

    return None if hand is None else number_of(hand)
