"""What the tests of the solver share."""

from pathlib import Path

import pytest

from redpip.core.advice import Point
from redpip.games.spicy.advisor import SpicyAdvisor
from redpip.games.spicy.rules import SpicyRules, State
from redpip.games.spicy.solver import SpicySolver, solver


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDPIP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("REDPIP_STATE_DIR", str(tmp_path / "state"))


def solved(rules: SpicyRules) -> SpicySolver:
    ready = solver(rules)
    ready.solve()
    return ready


def worth(advisor: SpicyAdvisor, state: State) -> float:
    return advisor.value(Point(state)).value
