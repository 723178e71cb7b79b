"""Every game of the catalog keeps the contract, and so does a small one with secrets. None is known here by name."""

from __future__ import annotations

from contract.hidden_game import HIDDEN
from redpip.core.catalog import all_games
from redpip.core.game import Back
from redpip.testing import GameContract
from redpip.testing.replay import play_with_undos
from redpip.testing.tables import Table


class TestContract(GameContract):
    games = (*all_games().values(), HIDDEN)

    def test_there_are_undos_to_test(self, table: Table) -> None:
        games = [play_with_undos(table, seed) for seed in range(2)]
        assert any(isinstance(event, Back) for game in games for event in game.events)
