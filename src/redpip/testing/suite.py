"""How tests are handed their games: pytest asks the class, and the class names its games."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import ClassVar

import pytest

from redpip.core import catalog
from redpip.core.catalog import Game, shelf
from redpip.testing.tables import Table, every_mode, houses_of, tables_of

SEEDS = range(1, 1 + int(os.environ.get("REDPIP_CONTRACT_GAMES", "2")))  # games played in each test at each table


class Suite:
    """Tests of ``games``. A test takes a ``table`` (each way to sit down), a ``plain_table`` (one for each preset), a
    ``single_table`` or a ``match_table`` (one game, several), a ``secret_mode`` (any number of seats, where something
    is hidden), a ``house`` (one for each house rule) or a ``game``; and a ``seed`` if it plays by chance."""

    games: ClassVar[Sequence[Game]] = ()

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        tables = [table for game in self.games for table in tables_of(game)]
        for name, values in {
            "table": tables,
            "plain_table": (table for table in tables if table.is_plain),
            "single_table": (table for table in tables if not table.match),
            "match_table": (table for table in tables if table.match),
            "secret_mode": (mode for game in self.games if game.secrets for mode in every_mode(game)),
            "house": (house for game in self.games for house in houses_of(game)),
            "game": self.games,
            "seed": SEEDS,
        }.items():
            if name in metafunc.fixturenames:
                metafunc.parametrize(name, list(values), ids=_name)

    @pytest.fixture(autouse=True)
    def _on_the_shelf(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Records are read by the catalog, which knows a game only once it is installed."""
        games, left_out = shelf()
        known = {**games, **{game.id: game for game in self.games}}
        monkeypatch.setattr(catalog, "shelf", lambda: (known, left_out))


def _name(value: Table | Game | int) -> str:
    return value.id if isinstance(value, Game) else str(value)
