"""What best play looks like, against the rules: the spread of shrunken games, and figures that must fit together."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from redpip.core.effort import Effort
from redpip.core.game import Choose, Over, Roll
from redpip.core.problem import Problem
from redpip.games.spicy.figures import SpicyFigures
from redpip.games.spicy.rules import SpicyRules, State
from redpip.solve.oracle import Oracle, throws

from .conftest import solved

SHRUNKEN: list[dict[str, Any]] = [
    {"boxes": ("2", "RED"), "dice": 2, "rolls": 3},
    {"boxes": ("1", "RED"), "dice": 2, "rolls": 2, "zero_roll_turns": True, "bonus": 9},
    {"boxes": ("1", "2"), "dice": 2, "rolls": 4, "junior": (True,)},
    {"extra": True, "boxes": ("1", "2", "RED"), "dice": 2, "rolls": 2},
    {"extra": True, "boxes": ("SUM", "RED"), "dice": 2, "rolls": 3},
    {"extra": True, "boxes": ("1", "SUM"), "dice": 2, "rolls": 2, "zero_frees_dice": False},
    {"extra": True, "boxes": ("2", "RUN"), "dice": 2, "rolls": 4, "junior": (True,), "flips": False},
]


def stats_of(rules: SpicyRules) -> Any:
    return SpicyFigures(rules).find(again=False)


def variances(rules: SpicyRules, oracle: Oracle) -> tuple[float, float]:
    """The least and the largest variance that best play can have: actions that are worth the same leave a choice."""

    @cache
    def between(state: State) -> tuple[float, float]:
        match rules.next(state):
            case Over():
                return 0.0, 0.0
            case Roll(dice=dice):
                fallen = [rules.rolled(state, faces) for faces in throws(dice)]
                low, high = np.mean([between(one) for one in fallen], axis=0)
                added = np.var([oracle.value(one) for one in fallen])
                return low + added, high + added
            case Choose(options):
                after = [rules.play(state, 0, action) for action in options[0]]
                best = [between(one) for one in after if oracle.value(one) > oracle.value(state) - 1e-9]
                return min(low for low, _ in best), max(high for _, high in best)

    return between(rules.start(1, 0))


@pytest.mark.parametrize("options", SHRUNKEN, ids=str)
def test_mean_and_spread_agree_with_the_oracle(options: dict[str, Any]) -> None:
    rules = SpicyRules(**options)
    oracle = Oracle(rules)
    stats, (low, high) = stats_of(rules), variances(rules, oracle)
    assert stats["mean"] == pytest.approx(oracle.value(rules.start(1, 0)), abs=1e-9)
    assert low - 1e-9 <= stats["standard_deviation"] ** 2 <= high + 1e-9


@pytest.mark.parametrize("extra", [False, True])
def test_figures_of_six_dice_fit_together(extra: bool) -> None:
    rules = SpicyRules(boxes=("2", "6", "SUM", "RED"), rolls=6, extra=extra)
    stats = stats_of(rules)
    assert stats == SpicyFigures(rules, Effort(lambda _: pytest.fail("found again"))).find(again=False)
    assert stats["mean"] == pytest.approx(solved(rules).summary()["value"], abs=1e-9)
    brought = sum(box["written"] * box["points_when_written"] for box in stats["boxes"].values())
    assert brought + stats["bonus"] == pytest.approx(stats["mean"], abs=1e-9)
    assert all(box["written"] < 1 + 1e-9 for box in stats["boxes"].values())


@pytest.mark.parametrize("extra", [False, True])
def test_figures_that_were_stopped_go_on(extra: bool) -> None:
    rules = SpicyRules(boxes=("1", "2", "SUM"), rolls=10, extra=extra)

    def stop(part: float) -> None:
        if part > 0.85:
            raise KeyboardInterrupt

    solved(rules)
    stopped = SpicyFigures(rules, Effort(stop))
    with pytest.raises(KeyboardInterrupt):
        stopped.find(again=False)
    parts: list[float] = []
    again = SpicyFigures(rules, Effort(parts.append))
    figures = again.find(again=False)
    assert not any(0.5 < part < 0.6 for part in parts)
    assert not again.unfinished.path.exists()
    assert figures == SpicyFigures(rules).find(again=True)


def test_a_turn_without_a_roll_has_no_stats_in_extra_spicy() -> None:
    with pytest.raises(Problem) as refused:
        SpicyFigures(SpicyRules(extra=True, hold_all=True)).check()
    assert refused.value.code == "no_stats"


@pytest.mark.slow
@pytest.mark.parametrize("junior", [(), (True,)], ids=["extra", "extra-junior"])
def test_the_games_of_extra_spicy_come_to_its_value(junior: tuple[bool, ...]) -> None:
    rules = SpicyRules(extra=True, junior=junior)
    stats = SpicyFigures(rules).find(again=True)
    assert stats["mean"] == pytest.approx(solved(rules).summary()["value"], abs=1e-9)
    for pepper in stats["peppers"].values():
        assert pepper["a_game"] / 10 < pepper["chance"] < pepper["a_game"]
