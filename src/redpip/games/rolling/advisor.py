"""What positions of Keep on Rolling are worth: two count their chance to win, one alone counts turns."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from redpip.core.advice import OpenAdvisor, Point, Scale, Worth
from redpip.core.dice import Faces
from redpip.core.effort import QUIET, Effort
from redpip.core.game import Choose, Over, Seat
from redpip.games.rolling.chances import MANY_ERROR, TURNS_ERROR
from redpip.games.rolling.notation import Action
from redpip.games.rolling.rules import RollingRules, State
from redpip.games.rolling.solver import RollingSolver
from redpip.solve.aside.facts import OPEN, Floats
from redpip.solve.aside.plain import rolls
from redpip.solve.aside.turn import Turn

TURNS_KEPT = 16  # 1 MB each, and 0.1 MB for each level that is asked for


class RollingAdvisor(OpenAdvisor[Action]):
    def __init__(self, rules: RollingRules, seat: Seat, effort: Effort = QUIET) -> None:
        super().__init__(rules, seat)
        self.rules = rules
        self._solver = RollingSolver(rules, effort)
        self._turn = lru_cache(TURNS_KEPT)(self._new_turn)

    def scale(self, view: State) -> Scale:
        if len(view.totals) == 1:
            return Scale("turns", len(self._solver.chances.turns) > self.rules.target)
        return Scale("win chance", len(view.totals) == 2 and not self._error(view))

    def ready(self, *points: Point) -> None:
        for point in points:
            state = point.view
            if state.phase != "over":
                self.turn_of(state).level(state.turn.carried)

    def value(self, point: Point) -> Worth:
        state: State = point.view
        due = self.rules.next(state)
        if isinstance(due, Over):
            return Worth(due.returns[self._seat])
        mover = self._in_turn(state)
        if len(state.totals) == 1:
            return Worth(mover - state.turns, 0.0 if self.scale(state).exact else TURNS_ERROR)
        if len(state.totals) == 2:
            return Worth(mover if state.seat == self._seat else 1 - mover, self._error(state))
        return Worth(mover if state.seat == self._seat else (1 - mover) * self._share(state), MANY_ERROR)

    def _error(self, state: State) -> float:
        """Between two, once the end is on nothing is estimated, and before that nothing that is solved."""
        target = self.rules.target
        return self._solver.error(target - min(state.totals)) if max(state.totals) < target else 0.0

    # ---- within a turn: what it is worth to the player whose turn it is

    def _in_turn(self, state: State) -> float:
        if state.phase == "start" and len(state.totals) <= 2:
            return self._begun(state)
        turn, table = self.turn_of(state), state.turn
        match state.phase:
            case "rolling" if any(table.aside):
                return self._rolled(turn.level(table.carried), table.aside)
            case "start" | "rolling":
                return turn.start(table.carried)
            case "rolled":
                due = self.rules.next(state)
                assert isinstance(due, Choose)
                return max(self._set_aside(state, action) for action in due.options[state.seat])
        return float(turn.level(table.carried)[self._class(table.aside)])

    def _begun(self, state: State) -> float:
        """The tables know it, so nobody has to solve the turn."""
        chances, target, mine = self._solver.chances, self.rules.target, state.totals[state.seat]
        if len(state.totals) == 1:
            return -float(chances.turns_for(np.array([target - mine]))[0])
        other = state.totals[1 - state.seat]
        if self.rules.to_beat(state, state.seat) is not None:
            return float(chances.overtake(np.array([other - mine]))[0])
        return float(chances.win(np.array([target - mine]), np.array([target - other]))[0])

    def _set_aside(self, state: State, action: Action) -> float:
        after = self.rules.play(state, state.seat, action)
        table = after.last.turn if after.last else after.turn  # the last dice aside end the turn
        return float(self.turn_of(state).level(table.carried)[self._class(table.aside)])

    def _class(self, aside: Faces) -> int:
        digits = [face - 1 if face else OPEN for face in aside[: self.rules.dice]]
        return int(self._solver.shelf.lattice[np.ravel_multi_index(digits, (7,) * self.rules.dice)])

    def _rolled(self, level: Floats, aside: Faces) -> float:
        """What rolling is worth, whether or not it is best."""
        known = self._class(aside)
        stage = next(one for one in self._solver.shelf.stages if 0 <= known - one.first < len(one.leaves))
        row = known - stage.first
        return float(rolls(stage.columns[:, row : row + 1], level)[0])

    def turn_of(self, state: State) -> Turn:
        """Turns from the same totals are one, whatever lies on the table."""
        return self._turn(state.totals, state.seat, state.out)

    def _new_turn(self, totals: tuple[int, ...], seat: Seat, out: tuple[Seat, ...]) -> Turn:
        uses = self.uses(State(totals, seat, "start", out=out))
        return self._solver.turn(uses, float(uses[0]))

    def uses(self, state: State) -> Floats:
        """What each score of a turn is worth to whoever begins one here."""
        chances, target, mine = self._solver.chances, self.rules.target, state.totals[state.seat]
        if len(state.totals) == 1:
            return chances.solo_uses(target - mine)
        if len(state.totals) > 2:
            return self._among(state)[:, state.seat]
        other = state.totals[1 - state.seat]
        on = self.rules.to_beat(state, state.seat) is not None
        return chances.end_uses(other - mine) if on else chances.race_uses(target - mine, target - other)

    # ---- three and more

    def _among(self, state: State) -> Floats:
        """[score, seat]: estimates after each score of the turn; the last holds for all higher ones."""
        chances, target = self._solver.chances, self.rules.target
        left, seat = self.rules.survivors(state), state.seat
        order = [*(other for other in left if other > seat), *(other for other in left if other <= seat)]
        most = max(target, *state.totals) - state.totals[seat] + len(chances.behind)
        totals = np.repeat(np.array(state.totals)[None], most + 1, 0)
        totals[:, seat] += np.arange(most + 1)
        best_other = max(state.totals[other] for other in left if other != seat)
        gone = (totals.max(1) >= target) & (totals[:, seat] <= best_other)
        stays = chances.among(totals, order, target)
        leaves = chances.among(totals, [other for other in order if other != seat], target)
        return np.where(gone[:, None], leaves, stays)

    def _share(self, state: State) -> float:
        """Of what the player to move does not win, this seat's part."""
        after: Any = self._among(state)[0]
        return float(after[self._seat] / max(1 - after[state.seat], 1e-300))
