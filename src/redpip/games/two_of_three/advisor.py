"""What positions of 2 Out of 3 are worth: the chance to win, a tie counting half."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from redpip.core.advice import Advice, OpenAdvisor, Point, Unit, Valued, Worth
from redpip.core.effort import QUIET, Effort
from redpip.core.game import Seat
from redpip.games.two_of_three.notation import Action, Place
from redpip.games.two_of_three.rules import State, TwoOfThreeRules, laid_down, lines_won
from redpip.games.two_of_three.search import ERROR, Laid, Search, full


class TwoOfThreeAdvisor(OpenAdvisor[Action]):
    unit: Unit = "win chance"
    exact = False

    def __init__(self, rules: TwoOfThreeRules, seat: Seat, effort: Effort = QUIET) -> None:
        super().__init__(rules, seat)
        self.search = Search(rules)

    def value(self, point: Point) -> Worth:
        state: State = point.view
        if state.phase == "over":
            return Worth(full(lines_won(state), self._seat))
        worth = self._movers(state)
        return worth if state.seat == self._seat else Worth(1 - worth.value, worth.error)

    def _movers(self, state: State) -> Worth:
        """To the seat whose turn it is."""
        match state.phase:
            case "rolling":
                hand = tuple(sorted((*state.hand, *state.cast)))
                hands = tuple(hand if seat == state.seat else other for seat, other in enumerate(state.hands))
                return self.search.rolls(replace(state, phase="roll", hands=hands, cast=()))[state.cast]
            case "place":
                return self.search.to_lay(state)[0].worth
        return self.search.to_roll(state)

    def advise(self, point: Point, options: Sequence[Action]) -> Advice[Action]:
        state: State = point.view
        if state.phase != "place":
            return super().advise(point, options)
        laid = self.search.to_lay(state)
        return Advice.of((self._laying(state, action, laid) for action in options), self.unit, self.exact)

    def _laying(self, state: State, action: Action, laid: Sequence[Laid]) -> Valued[Action]:
        assert isinstance(action, Place)
        die, square = action.die, action.square - 1
        worth = next((one.worth for one in laid if one.squares[die] == square), None)
        worth = worth or self._not_among(laid, laid_down(state, die, square))
        return Valued(action, worth.value, worth.error)

    def _not_among(self, laid: Sequence[Laid], after: State) -> Worth:
        """Of a die that none of the best ways lays there; with others still to lay, what is seen at a glance, set
        right by as much as the best ways are."""
        if not any(after.faces):
            return self.search.handed_on(after)
        off = sum(one.worth.value - one.at_sight for one in laid) / len(laid)
        return Worth(max(0.0, min(self.search.at_sight(after) + off, laid[-1].worth.value)), ERROR)
