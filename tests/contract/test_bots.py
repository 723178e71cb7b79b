"""Bots of every game: one of them is the house bot, which a newcomer meets."""

from __future__ import annotations

import pytest

from redpip.core.catalog import Game, all_games

every_game = pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.id)


@every_game
def test_house_bot_is_a_sensible_bot_of_the_game(game: Game) -> None:
    assert game.house_bot in game.bots
    assert game.house_bot != "random"
