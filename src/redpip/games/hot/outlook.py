"""What the end of a turn is worth to the player whose turn it was, for every total that it can bring."""

from __future__ import annotations

from math import exp, log, prod

import numpy as np

from redpip.core.game import Over, Seat
from redpip.games.hot.goals import STEP
from redpip.games.hot.rules import State
from redpip.games.hot.solver import HotSolver
from redpip.solve.push.turn import UNBANKED
from redpip.solve.push.ways import Floats

SURE = 1e-12  # chances are kept so far from 0 and 1 where odds are taken
BEYOND = 150  # steps beyond the target that are looked at among three and more


class Outlook:
    """Exact alone and for two. Among three and more a player's share is estimated from its chances against each of the
    others alone: if p is the chance of one against another, the product of all its p / (1 - p), to the power of one by
    the number of players, is its weight."""

    def __init__(self, solver: HotSolver) -> None:
        self._solver, self._rules = solver, solver.rules
        self.furthest = solver.goal + 1500  # from there on more of a total changes nothing
        self._goal, self._least = solver.goal, solver.least

    def banked(self, begun: State) -> tuple[Floats, float, int]:
        """[total] what banking it is worth, what a lost turn is worth, and from where on more is never worth less."""
        first = 1 if begun.totals[begun.seat] else self._least
        need = self._goal - begun.totals[begun.seat] // STEP
        if len(begun.totals) == 1:
            bank, lost, passing = *self._alone(begun, need), need
        elif begun.trigger is not None and len(begun.totals) == 2:
            bank, lost, passing = self._last_turn(begun), 0.0, 1
        elif len(begun.totals) == 2:
            bank, lost, passing = *self._against_one(begun, need), need
        else:
            bank, lost, passing = *self._among_many(begun, need), need + BEYOND
        bank[:first] = lost if self._rules.opening_stop == "zero" else UNBANKED
        bank[0] = UNBANKED
        return bank, lost, max(passing, first)

    # ---- alone

    def _alone(self, begun: State, need: int) -> tuple[Floats, float]:
        alone = self._solver.arrays["alone"]
        left = need - np.arange(self.furthest + 1)
        bank = np.where(left > 0, alone[np.clip(left, 0, self._goal - 1)], 0.0) - 1.0
        return bank, float(alone[self._index(begun.totals[0])]) - 1.0

    # ---- against one

    def _against_one(self, begun: State, need: int) -> tuple[Floats, float]:
        table = self._solver.arrays["table"]
        mine, theirs = begun.totals[begun.seat], begun.totals[1 - begun.seat]
        left = need - np.arange(self.furthest + 1)
        behind = self._goal - left - theirs // STEP  # the other, once we have passed
        passed = 1.0 - self._replies(theirs)[np.clip(behind, 0, None).clip(max=len(self._replies(theirs)) - 1)]
        going = 1.0 - table[self._index(theirs), np.clip(left, 0, self._goal - 1)]
        return np.where(left > 0, going, passed), 1.0 - float(table[self._index(theirs), self._index(mine)])

    def _last_turn(self, begun: State) -> Floats:
        behind = (begun.totals[1 - begun.seat] - begun.totals[begun.seat]) // STEP
        tie = 0.5 if self._rules.final_tie == "shared" else 0.0
        totals = np.arange(self.furthest + 1)
        return np.where(totals > behind, 1.0, np.where(totals == behind, tie, 0.0))

    def _index(self, total: int) -> int:
        """Where a player with this total stands in the tables: what it needs, and 0 where it has not opened."""
        return self._goal - total // STEP if total else 0

    def _replies(self, total: int) -> Floats:
        """[steps behind] the chance of a last turn."""
        return self._solver.replies(fresh=total == 0)

    # ---- among several

    def _among_many(self, begun: State, need: int) -> tuple[Floats, float]:
        seat = begun.seat
        ended = (self._rules.ended(begun, STEP * total, "banked") for total in range(1, need + BEYOND + 1))
        worth = [0.0, *(self.share(state, seat) for state in ended)]
        lost = self.share(self._rules.ended(begun, 0, "bust"), seat)
        return np.concatenate([worth, np.full(self.furthest + 1 - len(worth), worth[-1])]), lost

    def share(self, begun: State, seat: Seat) -> float:
        """An estimate of the seat's chance to win when a turn begins."""
        due = self._rules.next(begun)
        if isinstance(due, Over):
            return due.returns[seat]
        return self._last_round(begun, seat) if begun.trigger is not None else self._odds(begun, seat)

    def _odds(self, begun: State, seat: Seat) -> float:
        count = len(begun.totals)
        order = [(begun.seat + step) % count for step in range(count)]
        weights = {}
        for place, one in enumerate(order):
            others = ((other, place < after) for after, other in enumerate(order) if other != one)
            weights[one] = exp(sum(self._log_odds(begun, one, other, before) for other, before in others) / count)
        return weights[seat] / sum(weights.values())

    def _log_odds(self, begun: State, one: Seat, other: Seat, before: bool) -> float:
        """Of one seat against another, the one that comes first being to move."""
        table = self._solver.arrays["table"]
        mine, theirs = self._index(begun.totals[one]), self._index(begun.totals[other])
        chance = float(table[mine, theirs] if before else 1.0 - table[theirs, mine])
        return log(max(chance, SURE) / max(1.0 - chance, SURE))

    def _last_round(self, begun: State, seat: Seat) -> float:
        """As if all who are still to come had to beat the best total of now."""
        assert begun.trigger is not None
        count, best = len(begun.totals), max(begun.totals)
        ahead = [(begun.seat + step) % count for step in range((begun.trigger - begun.seat) % count)]
        beats = {one: self._beats(begun.totals[one], best) for one in ahead}
        if seat in beats:
            after = ahead[ahead.index(seat) + 1 :]
            return beats[seat] * prod(1 - beats[one] for one in after)
        holders = [one for one in self._rules.winners(begun) if one not in beats]
        return prod(1 - chance for chance in beats.values()) / len(holders) if seat in holders else 0.0

    def _beats(self, total: int, best: int) -> float:
        replies = self._replies(total)
        return float(replies[min((best - total) // STEP, len(replies) - 1)])
