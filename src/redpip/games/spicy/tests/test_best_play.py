"""Games of best play fall where the solution says: mean and spread, through the rules and through the kernels."""

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import pytest

from redpip.core.advice import Point
from redpip.core.game import Roll, act, throw
from redpip.core.shaker import SeededShaker
from redpip.games.spicy.advisor import SpicyAdvisor, open_set
from redpip.games.spicy.classic import ClassicSolver
from redpip.games.spicy.figures import SpicyFigures
from redpip.games.spicy.notation import Action, Flip, RollDice, Score
from redpip.games.spicy.positions import position
from redpip.games.spicy.rules import SpicyRules, State
from redpip.solve.pool.facts import open_boxes
from redpip.solve.pool.layout import DECIDED, DIGITS, FACES, WIDE, aligned
from redpip.solve.pool.playing import PLACES, Games, Turn, decide, triples

from .conftest import solved

SMALL = SpicyRules(boxes=("2", "6", "RUN", "RED"), rolls=9)


def agrees(solver: ClassicSolver, totals: np.ndarray, deviation: float | None) -> None:
    error = totals.std() / np.sqrt(totals.size)
    assert abs(totals.mean() - solver.summary()["value"]) < 3 * error
    if deviation is not None:
        fourth = ((totals - totals.mean()) ** 4).mean() / totals.std() ** 4
        assert abs(totals.std() - deviation) < 3 * deviation * np.sqrt((fourth - 1) / (4 * totals.size))


def play_by_rules(solver: ClassicSolver, games: int) -> np.ndarray:
    """All games side by side, turn by turn: those with the same boxes open share the decisions of that turn."""
    rules = solver.rules
    states: list[State] = [rules.start(1, 0)] * games
    shakers = [SeededShaker(f"best/{game}") for game in range(games)]
    for _ in rules.boxes:
        groups: dict[int, list[int]] = defaultdict(list)
        for game, state in enumerate(states):
            if state.phase != "over":
                groups[open_set(state.sheet)].append(game)
        for boxes, members in groups.items():
            play_turns(solver, boxes, members, states, shakers)
    return np.array([rules.total(state.sheet) for state in states], float)


def play_turns(
    solver: ClassicSolver, boxes: int, members: list[int], states: list[State], shakers: list[SeededShaker]
) -> None:
    rules = solver.rules
    best = Best(solver, boxes)
    for game in members:
        states[game] = act(rules, states[game], 0, RollDice(rules.all_dice))
    for left in range(rules.rolls, 0, -1):
        now = [
            game
            for game in members
            if states[game].phase == "rolling" and rules.rolls - states[game].sheet.used == left
        ]
        for game in now:
            due = rules.next(states[game])
            assert isinstance(due, Roll)
            states[game] = throw(rules, states[game], shakers[game].throw(due))
        for game, actions in zip(now, best.moves([states[game] for game in now], left - 1), strict=True):
            for action in actions:
                states[game] = act(rules, states[game], 0, action)


class Best:
    """Best play of a turn, by the kernels."""

    def __init__(self, solver: ClassicSolver, open_set: int) -> None:
        self.backward, self.pool, self.rules = solver.filled, solver.pool, solver.rules
        self.boxes = open_boxes(open_set)
        self.after = self.backward.after(open_set)
        top, dtype = self.pool.tops(len(self.boxes)), self.backward.table.dtype
        self.wilds, self.choices = aligned((top, FACES * WIDE), dtype), aligned((top, DECIDED), dtype)
        self.backward.look_into(open_set, top, self.wilds, self.choices)
        self.tables = triples(self.pool.flips)

    def moves(self, states: list[State], left: int) -> Iterator[list[Action]]:
        """Flips, and a roll or a score, for dice just thrown."""
        lying = np.array([self.places(state) for state in states], PLACES).reshape(-1, 2)
        rolled, written = np.zeros(lying.shape, np.uint8), np.zeros(len(lying), np.uint8)
        if states:
            decide(self.turn(left), self.tables, lying, rolled, written)
        for state, places, masks, box in zip(states, lying, rolled, written, strict=True):
            faces = [digit + 1 for place in places for digit in DIGITS[place]]
            dice = [die for die in self.rules.all_dice if masks[(die - 1) // 3] >> (die - 1) % 3 & 1]
            last = RollDice(tuple(dice)) if dice else Score(self.rules.boxes[self.boxes[box]])
            shown = zip(faces, state.sheet.dice, strict=True)
            yield [*(Flip(die, face) for die, (face, was) in enumerate(shown, 1) if face != was), last]

    def places(self, state: State) -> tuple[int, int]:
        """Dice 1, 2, 3 and dice 4, 5, 6, those that may be flipped as wild."""
        wild = self.rules.flippable(state)
        digits = tuple(6 if die in wild else face - 1 for die, face in enumerate(state.sheet.dice, 1))
        return DIGITS.index(digits[:3]), DIGITS.index(digits[3:])

    def turn(self, left: int) -> Turn:
        side = (left - self.pool.floors[len(self.boxes)]) % 2
        scores = self.backward.points, self.pool.kinds, np.array(self.boxes), self.after[left]
        return Turn(side, self.wilds[left], self.choices[left], *scores)


def classic(rules: SpicyRules) -> ClassicSolver:
    solver = solved(rules)
    assert isinstance(solver, ClassicSolver)
    return solver


def test_mean_and_spread_of_a_small_game() -> None:
    solver = classic(SMALL)
    stats = SpicyFigures(SMALL).find(again=False)
    assert stats["mean"] == pytest.approx(solver.summary()["value"], abs=1e-9)
    agrees(solver, Games(solver.filled, 200_000, 6).play(), stats["standard_deviation"])
    agrees(solver, play_by_rules(solver, 1_000), stats["standard_deviation"])


@pytest.mark.parametrize("text", ["661624_8", "166624_8", "123456_8"])
def test_a_decision_is_what_advice_ranks_first(text: str) -> None:
    solver = classic(SMALL)
    state = position(SMALL, text)
    (actions,) = Best(solver, solver.pool.full).moves([state], 8)
    options = SMALL.next(state).options[0]  # type: ignore[union-attr]
    assert SpicyAdvisor(SMALL, 0).advise(Point(state), options).loss(actions[0]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("rules", [SpicyRules(), SpicyRules(junior=(True,))], ids=["classic", "junior"])
def test_ten_million_games_through_the_kernels(rules: SpicyRules) -> None:
    solver = classic(rules)
    deviation = SpicyFigures(rules).find(again=False)["standard_deviation"]
    agrees(solver, Games(solver.filled, 10_000_000, 6).play(), deviation)


@pytest.mark.slow
def test_a_hundred_thousand_games_through_the_rules() -> None:
    agrees(classic(SpicyRules()), play_by_rules(classic(SpicyRules()), 100_000), None)
