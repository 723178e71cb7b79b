"""Of our games, each has a better bot for a newcomer than the one that does anything."""

from __future__ import annotations

import pytest

from redpip.core.catalog import Game, all_games

every_game = pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.id)


@every_game
def test_house_bot_is_a_sensible_one(game: Game) -> None:
    assert game.house_bot != "random"
