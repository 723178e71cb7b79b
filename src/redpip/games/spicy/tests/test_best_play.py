"""Games of best play fall where the solution says: mean and spread, through the rules and through the kernels."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from redpip.core.dice import faces_text
from redpip.core.game import Roll, act, throw
from redpip.core.shaker import SeededShaker
from redpip.games.spicy.notation import Flip, RollDice, Score
from redpip.games.spicy.rules import SpicyRules, State
from redpip.games.spicy.solver import SpicySolver
from redpip.solve.playing import Games, Turns, decide, turns_of

SMALL = SpicyRules(boxes=("2", "6", "RUN", "RED"), rolls=9)


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDPIP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("REDPIP_STATE_DIR", str(tmp_path / "state"))


def solved(rules: SpicyRules) -> SpicySolver:
    solver = SpicySolver(rules)
    solver.solve(lambda _: None, 2)
    return solver


def agrees(solver: SpicySolver, totals: np.ndarray, deviation: float | None) -> None:
    error = totals.std() / np.sqrt(totals.size)
    assert abs(totals.mean() - solver.summary()["value"]) < 3 * error
    if deviation is not None:
        fourth = ((totals - totals.mean()) ** 4).mean() / totals.std() ** 4
        assert abs(totals.std() - deviation) < 3 * deviation * np.sqrt((fourth - 1) / (4 * totals.size))


def play_by_rules(solver: SpicySolver, games: int) -> np.ndarray:
    """All games side by side, turn by turn: those with the same boxes open share the decisions of that turn."""
    rules = solver.rules
    states: list[State] = [rules.start(1, 0)] * games
    shakers = [SeededShaker(f"best/{game}") for game in range(games)]
    for _ in rules.boxes:
        groups: dict[int, list[int]] = defaultdict(list)
        for game, state in enumerate(states):
            if state.phase != "over":
                groups[solver.open_set(state.sheet)].append(game)
        for open_set, members in groups.items():
            top = max(rules.rolls - states[game].sheet.used for game in members)
            turns = turns_of(solver.backward, open_set, top)  # type: ignore[arg-type]
            for game in members:
                states[game] = play_turn(rules, states[game], shakers[game], turns)
    return np.array([rules.total(state.sheet) for state in states], float)


def play_turn(rules: SpicyRules, state: State, shaker: SeededShaker, turns: Turns) -> State:
    boxes = rules.open_boxes(state.sheet)
    state = act(rules, state, 0, RollDice(rules.all_dice))
    while True:
        due = rules.next(state)
        assert isinstance(due, Roll)
        state = throw(rules, state, shaker.throw(due))
        faces = np.array(state.sheet.dice) - 1
        thrown = sum(1 << die - 1 for die in state.cast)
        at, rolled, box = decide(faces, thrown, rules.rolls - state.sheet.used, turns)
        for die in range(6):
            face = at // 6 ** (5 - die) % 6
            if face != faces[die]:
                state = act(rules, state, 0, Flip(die + 1, int(face) + 1))
        if not rolled:
            return act(rules, state, 0, Score(boxes[box]))
        state = act(rules, state, 0, RollDice(tuple(die for die in rules.all_dice if rolled >> die - 1 & 1)))


def test_mean_and_spread_of_a_small_game() -> None:
    solver = solved(SMALL)
    stats = solver.stats(lambda _: None, 2)
    assert stats["mean"] == pytest.approx(solver.summary()["value"], abs=1e-9)
    agrees(solver, Games(solver.backward, 200_000, 6).play(), stats["standard_deviation"])  # type: ignore[arg-type]
    agrees(solver, play_by_rules(solver, 1_000), stats["standard_deviation"])


def test_a_decision_is_what_advice_ranks_first() -> None:
    solver = solved(SMALL)
    turns = turns_of(solver.backward, solver.pool.full, 9)  # type: ignore[arg-type]
    at, rolled, _ = decide(np.array([5, 5, 0, 5, 1, 2]), 63, 8, turns)
    assert faces_text(tuple(at // 6 ** (5 - die) % 6 + 1 for die in range(6))) == "661623"
    assert rolled == 0b110100


@pytest.mark.slow
@pytest.mark.parametrize("rules", [SpicyRules(), SpicyRules(junior=(True,))], ids=["classic", "junior"])
def test_ten_million_games_through_the_kernels(rules: SpicyRules) -> None:
    solver = solved(rules)
    deviation = solver.stats(lambda _: None, 2)["standard_deviation"]
    batches = [Games(solver.backward, 1_000_000, seed).play() for seed in range(1, 11)]  # type: ignore[arg-type]
    agrees(solver, np.concatenate(batches), deviation)


@pytest.mark.slow
def test_a_hundred_thousand_games_through_the_rules() -> None:
    agrees(solved(SpicyRules()), play_by_rules(solved(SpicyRules()), 100_000), None)
