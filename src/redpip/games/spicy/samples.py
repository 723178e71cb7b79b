"""Positions of a lone player, drawn at random, for checks of the solver."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from redpip.core.dice import DICE
from redpip.core.game import Choose
from redpip.games.spicy.rules import Sheet, SpicyRules, State
from redpip.solve.pool.facts import Pool

MANY = 7  # with so many boxes open Extra Spicy takes seconds to solve


def samples(rules: SpicyRules, pool: Pool, luck: Random, count: int) -> list[State]:
    """Starts, throws and dice on the table, with any boxes open and any number of rolls left. In Extra Spicy one set
    of boxes stands for all of its size where many are open. Positions with the same boxes stand together."""
    size = len(rules.boxes)
    fixed = {many: luck.sample(range(size), many) for many in range(MANY, size + 1)} if rules.extra else {}
    numbers = [number for number in range(1, size + 1) if pool.tops(number) > pool.floors[number]]
    drawn = []
    for _ in range(count):
        number = luck.choice(numbers)
        boxes = fixed.get(number) or luck.sample(range(size), number)
        left = luck.randint(pool.floors[number] + 1, pool.tops(number))
        drawn.append((sorted(boxes), _position(rules, boxes, left, luck)))
    return [state for _, state in sorted(drawn, key=lambda one: one[0])]


def _position(rules: SpicyRules, boxes: list[int], left: int, luck: Random) -> State:
    card = tuple(None if box in boxes else 0 for box in range(len(rules.boxes)))
    sheet = Sheet(card, card, rules.rolls - left)
    if rules.extra and len(boxes) < len(rules.boxes):
        faces = tuple(luck.randint(1, 6) if die in rules.all_dice else 0 for die in DICE)
        sheet = replace(sheet, dice=faces, unused=tuple(die for die in rules.all_dice if luck.random() < 0.5))
    state = State((sheet,), 0, "start")
    for _ in range(luck.randint(0, 3)):
        state = _any_step(rules, state, luck)
    return state


def _any_step(rules: SpicyRules, state: State, luck: Random) -> State:
    match rules.next(state):
        case Choose(options):
            rolls = [action for action in options[0] if str(action).startswith(("roll", "flip", "hold"))]
            return rules.play(state, 0, luck.choice(rolls)) if rolls else state
        case due:
            dice = getattr(due, "dice", ())
            return rules.rolled(state, tuple(luck.randint(1, 6) if die in dice else 0 for die in DICE))
