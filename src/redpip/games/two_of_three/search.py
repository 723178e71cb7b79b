"""How good a turn is: every throw of it, every way to lay the dice, and the other's reply.

What follows a turn is valued by what was learned; of the best ways to lay dice the reply is looked at too, again with
every throw. Endings with one or two empty squares are bounded instead (``solve.lines.endings``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

import numpy as np

from redpip.core.advice import Worth
from redpip.core.dice import is_red, shown
from redpip.core.game import Choose, Seat
from redpip.games.two_of_three.learned import grid, values
from redpip.games.two_of_three.notation import RollDice
from redpip.games.two_of_three.position import bits, position
from redpip.games.two_of_three.rules import Hand, State, TwoOfThreeRules, laid_down
from redpip.games.two_of_three.scoring import Board, score
from redpip.solve.lines.endings import MOST_EMPTY, ending
from redpip.solve.lines.grid import FACES, Ints
from redpip.solve.lines.kernels import best_placings, chance, outlook
from redpip.solve.lines.turn import rolls
from redpip.solve.lines.values import Floats

ERROR: Final = 0.02  # of a chance that was not looked at to the end
PUSHES: Final = 2  # that are followed in an ending
CANDIDATES: Final = 8  # ways to lay dice of which the reply is looked at
WIDE: Final = 8  # with more empty squares than this a reply has too many ways to be looked at
KEPT: Final = 4096  # turns remembered: a game has some dozens


class Laid(NamedTuple):
    """A way to lay all dice that fell, and what that is worth to the seat that lays them."""

    squares: Mapping[int, int]  # die -> square, from 0
    worth: Worth
    at_sight: float  # without a look at the reply


class Search:
    def __init__(self, rules: TwoOfThreeRules) -> None:
        self._rules = rules
        self._grid, self._values = grid(rules.dice), values(rules.dice)
        self._turn = lru_cache(KEPT)(self._look)

    # ---- to roll

    def to_roll(self, state: State) -> Worth:
        """To the seat that is about to choose its dice."""
        if _wide(state) and any(state.board):  # nobody learns what a board is worth before the first turn
            here = position(state)
            return Worth(float(chance(outlook(self._values, here.codes, state.seat, here.hands))), ERROR)
        return max(self._sizes(state).values(), key=attrgetter("value"))

    def rolls(self, state: State) -> Mapping[Hand, Worth]:
        """Every group of dice that it may roll."""
        groups = self._groups(state)
        if _wide(state):
            return {group: self._sizes(state)[len(group)] for group in groups}
        return dict(zip(groups, self._turn(state.board, state.hands, state.seat, groups), strict=True))

    def _sizes(self, state: State) -> Mapping[int, Worth]:
        """A group of each size: which dice they are hardly matters."""
        sizes = {len(group): group for group in reversed(self._groups(state))}
        return dict(zip(sizes, self._turn(state.board, state.hands, state.seat, (*sizes.values(),)), strict=True))

    def _groups(self, state: State) -> tuple[Hand, ...]:
        due = self._rules.next(replace(state, phase="roll"))
        assert isinstance(due, Choose)
        return tuple(action.dice for action in due.options[state.seat] if isinstance(action, RollDice))

    def _look(self, board: Board, hands: tuple[Hand, ...], seat: Seat, groups: tuple[Hand, ...]) -> Sequence[Worth]:
        state = State(board, hands, seat, seat, "roll")
        here = position(state)
        if sum(here.hands) <= MOST_EMPTY:
            low, high = self.bounds(state)
            return [Worth((low + high) / 2, (high - low) / 2)]
        found = np.empty(len(groups))
        rolled = np.array([*map(bits, groups)])
        rolls(self._grid, self._values, here.board, here.codes, here.hands, seat, rolled, found)
        return [Worth(float(value), ERROR) for value in found]

    def bounds(self, state: State, pushes: int = PUSHES) -> tuple[float, float]:
        """Proved, where at most two squares are empty: what the seat to roll can expect, a tie counting half."""
        here = position(state)
        low, high = ending(self._grid, here.board, here.codes, here.lies, here.holds, state.seat, pushes)
        return float(low), float(high)

    # ---- to lay

    def to_lay(self, state: State) -> Sequence[Laid]:
        """The best ways to lay what has fallen, best first."""
        dice = _fallen(state)
        squares, sums = self._best(state, dice, CANDIDATES)
        ways = [dict(zip(dice, map(int, row), strict=True)) for row in squares]
        found = [
            Laid(way, self._after(state, way), float(chance(total))) for way, total in zip(ways, sums, strict=True)
        ]
        return sorted(found, key=lambda one: -one.worth.value)

    def at_sight(self, state: State) -> float:
        """What the dice that have fallen are worth without a look at the reply."""
        return float(chance(self._best(state, _fallen(state), 1)[1][0]))

    def _best(self, state: State, dice: Sequence[int], most: int) -> tuple[Ints, Floats]:
        here, seat = position(state), state.seat
        squares, sums = np.empty((most, len(dice)), np.int64), np.empty(most)
        numbers = np.array([_number(state, die) for die in dice])
        found = best_placings(
            self._grid, self._values, here.board, here.codes, here.hands, seat, numbers, squares, sums
        )
        return squares[:found], sums[:found]

    def _after(self, state: State, squares: Mapping[int, int]) -> Worth:
        for die, square in squares.items():
            state = laid_down(state, die, square)
        return self.handed_on(state)

    def handed_on(self, state: State) -> Worth:
        """To a seat that has laid its last die."""
        if all(state.board):
            return Worth(full(score(state.board), state.seat))
        reply = self.to_roll(replace(state, seat=1 - state.seat))
        return Worth(1 - reply.value, reply.error)


def _wide(state: State) -> bool:
    return state.board.count(None) > WIDE


def full(lines: Sequence[int], seat: Seat) -> float:
    """What a game that ended so is worth: a tie is half a win, since the next game is anybody's."""
    mine, others = lines[seat], lines[1 - seat]
    return 0.5 if mine == others else float(mine > others)


def _fallen(state: State) -> Sequence[int]:
    """The dice to lay, equal ones together."""
    return sorted(shown(state.faces), key=lambda die: (_number(state, die), die))


def _number(state: State, die: int) -> int:
    """As kernels count dice that have fallen: a red one below zero."""
    face = state.faces[die - 1]
    return (-1 if is_red(die, face) else 1) * (face + FACES * state.seat)
