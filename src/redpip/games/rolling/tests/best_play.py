"""Best play through the rules, quick enough for a hundred thousand turns: a turn is solved once and then looked up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

import numpy as np

from redpip.core.dice import DICE, Faces
from redpip.core.game import Choose, Roll
from redpip.games.rolling.classes import shelf_of
from redpip.games.rolling.notation import Action, RollDice, Stop
from redpip.games.rolling.rules import RollingRules, State
from redpip.games.rolling.scoring import asides
from redpip.solve.aside.facts import OPEN, Floats, Ids
from redpip.solve.aside.turn import Turn


class BestTurn:
    """Ends a turn as well as can be for these uses of its score, which ``turn`` was solved for."""

    def __init__(self, rules: RollingRules, turn: Turn, uses: Floats) -> None:
        self._rules, self._turn, self._uses = rules, turn, uses

    def play(self, state: State, luck: Random) -> State:
        """From the start of the turn until it has ended."""
        ended = state.turns
        while state.turns == ended:
            match self._rules.next(state):
                case Roll(dice=dice):
                    faces = tuple(luck.randint(1, 6) if die in dice else 0 for die in DICE)
                    state = self._rules.rolled(state, faces)
                case Choose(options):
                    state = self._rules.play(state, state.seat, self.best(state, options[state.seat]))
        return state

    def best(self, state: State, options: Sequence[Action]) -> Action:
        if len(options) == 1:
            return options[0]
        level = self._turn.level(state.turn.carried)
        if state.phase == "rolled":
            known = _classes(self._rules.dice, state.turn.aside, state.turn.loose)
            return options[int(level[known].argmax())]
        score = min(self._rules.score(state.turn), len(self._uses) - 1)
        worth = level[_class(self._rules.dice, state.turn.aside)]
        return Stop() if self._uses[score] >= worth else RollDice()


def played_out(
    rules: RollingRules, games: int, best_turn: Callable[[tuple[int, ...], int], BestTurn], luck: Random
) -> int:
    """How many of these games between two the first one wins. Games with the same totals take the next turn together,
    lowest totals first, so that hardly any turn has to be solved twice."""
    waiting: dict[tuple[tuple[int, ...], int], list[State]] = {((0, 0), 0): [rules.start(2, 0)] * games}
    won = 0
    while waiting:
        totals, seat = begun = min(waiting, key=lambda key: sum(key[0]))
        best = best_turn(totals, seat)
        for state in waiting.pop(begun):
            after = best.play(state, luck)
            if after.phase == "over":
                won += rules.survivors(after) == (0,)
            else:
                waiting.setdefault((after.totals, after.seat), []).append(after)
    return won


def _class(dice: int, aside: Faces) -> int:
    return int(shelf_of(dice).lattice[_place(dice, aside)])


def _place(dice: int, aside: Faces) -> int:
    place = 0
    for face in aside[:dice]:
        place = 7 * place + (face - 1 if face else OPEN)
    return place


@cache
def _classes(dice: int, aside: Faces, loose: Faces) -> Ids:
    """What lies aside after each of the options."""
    begun, steps = _place(dice, aside), {die: (loose[die - 1] - 1 - OPEN) * 7 ** (dice - die) for die in DICE[:dice]}
    places = [begun + sum(map(steps.__getitem__, group)) for group in asides(aside, loose)]
    found: Ids = shelf_of(dice).lattice[np.array(places)]
    return found
