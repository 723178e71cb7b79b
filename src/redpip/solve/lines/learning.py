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


class Board(NamedTuple):
    """A training game."""

    squares: Any
    codes: Any  # [line]
    hands: Any  # [seat] how many dice
    holds: Any  # [seat, die] which
    lies: Any  # [square] which die


class Memory(NamedTuple):
    """Its turns, one a row."""

    own: Any  # dice of whoever rolled, before
    others: Any
    number: Any  # dice rolled, less one
    curious: Any  # was it another number than seemed best
    expected: Any  # what the roll was thought to be worth
    before: Any  # [line] kinds, for whoever rolled
    after: Any  # what the position then was worth to whoever rolled
    next_own: Any  # dice of whoever rolls next
    next_others: Any
    kinds: Any  # [line], for whoever rolls next
    shapes: Any


@compiled
def _empty_memory(lines: int) -> Memory:
    own, others, number = np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64)
    next_own, next_others = np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64)
    curious, expected, after = np.empty(LONGEST, np.bool_), np.empty(LONGEST), np.empty(LONGEST)
    before, kinds = np.empty((LONGEST, lines), np.int64), np.empty((LONGEST, lines), np.int64)
    shapes = np.empty((LONGEST, lines), np.int64)
    return Memory(own, others, number, curious, expected, before, after, next_own, next_others, kinds, shapes)


@compiled
def _new_board(squares: int, lines: int) -> Board:
    hands, holds = np.full(2, squares // 2), np.zeros((2, FACES), np.bool_)
    holds[:, : squares // 2] = True
    return Board(np.zeros(squares, np.int64), np.zeros(lines, np.int64), hands, holds, np.zeros(squares, np.int64))


@compiled
def _decide(learner: Learner, grid: Any, board: Board, seat: int, memory: Memory, at: int) -> Any:
    """Dice to roll, at times out of curiosity, and what is remembered of it."""
    own, others = board.hands[seat], board.hands[1 - seat]
    number, memory.expected[at] = _number_of_dice(learner, grid, board.codes, seat, own, others)
    likely = number
    if others and np.random.random() < CURIOUS:
        number = np.random.randint(min(MOST, own))
    memory.own[at], memory.others[at], memory.number[at] = own, others, number
    memory.curious[at] = number != likely
    for line in range(board.codes.size):
        memory.before[at, line] = grid.kinds[seat, board.codes[line]]
    return own if others == 0 else number + 1


@compiled
def _throw(board: Board, seat: int, count: int, dice: Any) -> Any:
    """Which dice leave the hand; ``dice`` take what they show, reds as negative numbers."""
    thrown = np.flatnonzero(board.holds[seat])
    np.random.shuffle(thrown)
    thrown = thrown[:count]
    for i in range(thrown.size):
        face = np.random.randint(FACES)
        dice[i] = (-1 if face == thrown[i] else 1) * (face + 1 + FACES * seat)
        board.holds[seat, thrown[i]] = False
    board.hands[seat] -= thrown.size
    return thrown


@compiled
def _place(grid: Any, board: Board, seat: int, thrown: Any, dice: Any, where: Any) -> None:
    """A die that is covered goes back to the other's hand."""
    for i in range(thrown.size):
        if board.squares[where[i]]:
            board.holds[1 - seat, board.lies[where[i]]] = True
            board.hands[1 - seat] += 1
        put(grid, board.squares, board.codes, where[i], abs(dice[i]))
        board.lies[where[i]] = thrown[i]


@compiled
def _remember(grid: Any, board: Board, roller: int, memory: Memory, at: int) -> None:
    """The position that a turn leaves to whoever rolls next."""
    memory.next_own[at], memory.next_others[at] = board.hands[roller], board.hands[1 - roller]
    for line in range(board.codes.size):
        memory.kinds[at, line] = grid.kinds[roller, board.codes[line]]
        memory.shapes[at, line] = grid.shapes[roller, line, board.codes[line]]


@compiled
def _look_back(learner: Learner, memory: Memory, count: int, rate: float) -> None:
    goal = 0.0  # what happened, from the view of the seat that rolled
    for i in range(count - 1, -1, -1):
        if i == count - 1:
            goal = memory.after[i]
        else:
            own, others = memory.next_own[i], memory.next_others[i]
            _learn_position(learner, memory.kinds[i], memory.shapes[i], own, others, goal, rate)
            goal = TRUST * (1 - goal) + (1 - TRUST) * memory.after[i]
        _learn_roll(learner, memory.before[i], memory.number[i], memory.own[i], memory.others[i], goal, rate)
        if memory.curious[i]:
            goal = memory.expected[i]


@compiled
def _play(grid: Any, values: Values, learner: Learner, games: int, rate: float, seed: int) -> None:
    np.random.seed(seed)
    squares, lines = grid.through.shape[0], grid.shapes.shape[1]
    memory = _empty_memory(lines)
    dice, where, best = np.empty(FACES, np.int64), np.empty((1, FACES), np.int64), np.empty(1)
    for _ in range(games):
        board = _new_board(squares, lines)
        seat, count = 0, 0
        while count < LONGEST and board.hands[0] + board.hands[1]:
            thrown = _throw(board, seat, _decide(learner, grid, board, seat, memory, count), dice)
            fallen = dice[: thrown.size]
            best_placings(grid, values, board.squares, board.codes, board.hands, seat, fallen, where, best)
            memory.after[count] = chance(best[0])
            _place(grid, board, seat, thrown, fallen, where[0])
            seat = 1 - seat
            _remember(grid, board, seat, memory, count)
            count += 1
        _look_back(learner, memory, count, rate)
