"""Every game has the bot that does anything, and every bot of a game names an action that is legal."""

from __future__ import annotations

from random import Random

from redpip.core.catalog import Game
from redpip.core.game import Choose, Over, legal
from redpip.core.playing import Play
from redpip.core.setup import Setup
from redpip.testing.suite import Suite
from redpip.testing.tables import tables_of

DECISIONS = 5  # of each bot


class Bots(Suite):
    def test_there_is_a_bot_that_does_anything(self, game: Game) -> None:
        assert "random" in game.bots, "give the game bots={'random': BotKind(..., RandomBot)}"

    def test_house_bot_is_a_bot_of_the_game(self, game: Game) -> None:
        assert game.house_bot in game.bots

    def test_bots_choose_what_is_legal(self, game: Game) -> None:
        setup = next(tables_of(game)).setup(seed=1)
        for name in game.bots:
            play_by(name, setup, DECISIONS)


def play_by(name: str, setup: Setup, decisions: int) -> Play:
    """A game among bots of one kind, until it is over or so many decisions are made."""
    play = Play(setup)
    bots = [setup.game.bots[name].seat(setup.rules, seat, Random(seat)) for seat in range(len(setup.players))]
    while decisions and not isinstance(play.next, Over):
        if not isinstance(play.next, Choose):
            play.shake()
            continue
        seat = min(play.next.options)
        options = legal(play.next, seat)
        action = bots[seat].choose(setup.rules.view(play.state, seat), options)
        assert action in options, f"bot:{name} chose {action}"
        play.act(seat, action)
        decisions -= 1
    return play
