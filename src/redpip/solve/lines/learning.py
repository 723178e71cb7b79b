"""Values of lines, learned by playing against oneself: temporal differences, as games of chance have been learned since
backgammon.

Two things are learned, both as sums over lines by the dice in each hand: what a position after a turn is worth to
whoever rolls next, which is what is kept, and what one, two or three dice are worth to roll, so that a turn of a
training game is chosen without looking at all throws.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from redpip.core.effort import Progress
from redpip.solve.lines.grid import FACES, Grid, kind_count, shape_count
from redpip.solve.lines.kernels import best_placings, chance, compiled, put
from redpip.solve.lines.values import HANDS, Learned, Values, values_of

GAMES = 10_000  # between two looks at the values of lines
LONGEST = 200  # turns of a game that are learned from
TRUST = 0.8  # how much of what happened is believed, against what was expected
CURIOUS = 0.1  # how often another number of dice is rolled than seems best
RATE, LAST_RATE = 0.03, 0.001
MOST = 3  # dice rolled at a time while both have some


class Learner(NamedTuple):
    start: Any  # [own dice, the other's]
    kinds: Any  # [own dice, the other's, kind]
    shapes: Any  # [own dice, the other's, shape]
    rolls: Any  # [dice to roll less one, own dice, the other's, kind]; the last kind is that of no line: a constant


def learn(grid: Grid, games: int, seed: int, progress: Progress = lambda _: None) -> Learned:
    """What so many games teach."""
    kinds = kind_count()
    learner = Learner(
        np.zeros((HANDS, HANDS)),
        np.zeros((HANDS, HANDS, kinds)),
        np.zeros((HANDS, HANDS, shape_count(grid))),
        np.zeros((MOST, HANDS, HANDS, kinds + 1)),
    )
    luck = np.random.SeedSequence(seed).generate_state(games // GAMES + 1)
    for done in range(0, games, GAMES):
        rate = RATE * (1 - done / games) ** 1.5 + LAST_RATE
        values = values_of(grid, Learned(learner.start, learner.kinds, learner.shapes))
        _play(grid, values, learner, min(GAMES, games - done), rate, luck[done // GAMES])
        progress(min(1.0, (done + GAMES) / games))
    return Learned(learner.start, learner.kinds, learner.shapes)


@compiled
def _number_of_dice(learner: Learner, grid: Any, codes: Any, seat: int, own: int, others: int) -> Any:
    """How many to roll, and what that is worth."""
    best, most, chosen = -np.inf, 1 if others == 0 else min(MOST, own), 0
    for number in range(most):
        table = learner.rolls[number, own, others]
        total = table[-1]
        for line in range(codes.size):
            total += table[grid.kinds[seat, codes[line]]]
        if total > best:
            best, chosen = total, number
    return chosen, chance(best)


@compiled
def _learn_roll(learner: Learner, kinds: Any, number: int, own: int, others: int, goal: float, rate: float) -> None:
    table = learner.rolls[number, own, others]
    total = table[-1]
    for kind in kinds:
        total += table[kind]
    step = rate * (goal - chance(total))
    table[-1] += step
    for kind in kinds:
        table[kind] += step


@compiled
def _learn_position(learner: Learner, kinds: Any, shapes: Any, own: int, others: int, goal: float, rate: float) -> None:
    by_kind, by_shape = learner.kinds[own, others], learner.shapes[own, others]
    total = learner.start[own, others]
    for line in range(kinds.size):
        total += by_kind[kinds[line]] + by_shape[shapes[line]]
    step = rate * (goal - chance(total))
    learner.start[own, others] += step
    for line in range(kinds.size):
        by_kind[kinds[line]] += step
        by_shape[shapes[line]] += step / 2


@compiled
def _play(grid: Any, values: Values, learner: Learner, games: int, rate: float, seed: int) -> None:
    np.random.seed(seed)
    squares, lines = grid.through.shape[0], grid.shapes.shape[1]
    before, kinds = np.empty((LONGEST, lines), np.int64), np.empty((LONGEST, lines), np.int64)
    shapes = np.empty((LONGEST, lines), np.int64)
    turn = np.empty((LONGEST, 8), np.int64)  # seat, hands before, number rolled, was it curiosity, hands after
    expected, after = np.empty(LONGEST), np.empty(LONGEST)
    dice, where, best = np.empty(FACES, np.int64), np.empty((1, FACES), np.int64), np.empty(1)
    for _ in range(games):
        board, codes = np.zeros(squares, np.int64), np.zeros(lines, np.int64)
        hands, holds, lies = np.full(2, squares // 2), np.zeros((2, FACES), np.bool_), np.zeros(squares, np.int64)
        holds[:, : squares // 2] = True
        seat, count = 0, 0
        while count < LONGEST and hands[0] + hands[1]:
            own, others = hands[seat], hands[1 - seat]
            number, expected[count] = _number_of_dice(learner, grid, codes, seat, own, others)
            likely = number
            if others and np.random.random() < CURIOUS:
                number = np.random.randint(min(MOST, own))
            turn[count, 1], turn[count, 2], turn[count, 3], turn[count, 4] = own, others, number, number != likely
            for line in range(lines):
                before[count, line] = grid.kinds[seat, codes[line]]
            thrown = np.flatnonzero(holds[seat])
            np.random.shuffle(thrown)
            thrown = thrown[: own if others == 0 else number + 1]
            for i in range(thrown.size):
                face = np.random.randint(FACES)
                red = face == thrown[i]
                dice[i] = (-1 if red else 1) * (face + 1 + FACES * seat)
                holds[seat, thrown[i]] = False
            hands[seat] -= thrown.size
            fallen = dice[: thrown.size]
            best_placings(grid, values, board, codes, hands, seat, fallen, where, best)
            after[count] = chance(best[0])
            at = where[0]
            for i in range(thrown.size):
                if board[at[i]]:
                    holds[1 - seat, lies[at[i]]] = True
                    hands[1 - seat] += 1
                put(grid, board, codes, at[i], abs(fallen[i]))
                lies[at[i]] = thrown[i]
            seat = 1 - seat
            turn[count, 5], turn[count, 6] = hands[seat], hands[1 - seat]
            for line in range(lines):
                kinds[count, line] = grid.kinds[seat, codes[line]]
                shapes[count, line] = grid.shapes[seat, line, codes[line]]
            count += 1
        goal = 0.0  # what happened, from the view of the seat that rolled
        for i in range(count - 1, -1, -1):
            own, others, number = turn[i, 1], turn[i, 2], turn[i, 3]
            if i == count - 1:
                goal = after[i]
            else:
                _learn_position(learner, kinds[i], shapes[i], turn[i, 5], turn[i, 6], goal, rate)
                goal = TRUST * (1 - goal) + (1 - TRUST) * after[i]
            _learn_roll(learner, before[i], number, own, others, goal, rate)
            if turn[i, 4]:
                goal = expected[i]
