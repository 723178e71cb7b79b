"""What the tests of the solver share."""

from pathlib import Path

import pytest

from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.solver import SpicySolver


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDPIP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("REDPIP_STATE_DIR", str(tmp_path / "state"))


def solved(rules: SpicyRules) -> SpicySolver:
    solver = SpicySolver(rules)
    solver.solve(lambda _: None, 2)
    return solver
