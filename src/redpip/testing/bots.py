"""Every game has the bot that does anything, and every bot of a game names an action that is legal; seated anew in the
middle of a game, it goes on as it would have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from redpip.core.catalog import Game
from redpip.core.game import Choose, Event, Over, Roll, Seat, legal
from redpip.core.luck import luck_key
from redpip.core.playing import Play
from redpip.core.seated import SeatedBot
from redpip.core.setup import Setup
from redpip.testing.suite import Suite
from redpip.testing.tables import ends_of, tables_of

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

    def test_levels_answer_at_the_ends_of_options(self, game: Game) -> None:
        """At once; the best may have to solve such rules first, or refuses them when it is chosen."""
        for table in ends_of(game):
            setup = table.setup(seed=1)
            for name in game.ladder:
                if name != "best":
                    game.check_bot(name, setup.game_rules)
                    play_by(name, setup, DECISIONS)

    def test_bots_go_on_after_a_break_as_they_would_have(self, game: Game) -> None:
        setup = next(tables_of(game)).setup(seed=1)
        for name in game.bots:
            whole = play_by(name, setup, DECISIONS)
            broken = BotGame(setup, name)
            for _ in range(DECISIONS):
                broken.go_on(1)
                broken = BotGame(setup, name, broken.play.events)
            assert broken.play.events == whole.events, f"bot:{name} chose otherwise after a break"


def play_by(name: str, setup: Setup, decisions: int) -> Play:
    """A game among bots of one kind, until it is over or so many decisions are made."""
    game = BotGame(setup, name)
    game.go_on(decisions)
    return game.play


class BotGame:
    """A game among bots of one kind, or how it goes on after these events."""

    def __init__(self, setup: Setup, name: str, events: Sequence[Event[Any]] = ()) -> None:
        self.play = Play(setup)
        self._name = name
        seats = range(len(setup.players))
        self._bots = {seat: SeatedBot(setup, name, seat, luck_key(setup.seed, seat)) for seat in seats}
        for event in events:
            self._happened(self.play.again(event))

    def go_on(self, decisions: int) -> None:
        while decisions:
            match self.play.next:
                case Roll():
                    self._happened(self.play.shake())
                case Choose() as due:
                    seat = min(due.options)
                    self._happened(self.play.act(seat, self._choice(seat, legal(due, seat))))
                    decisions -= 1
                case Over():
                    return

    def _choice(self, seat: Seat, options: Sequence[Any]) -> Any:
        action = self._bots[seat].choose(self.play.rules.view(self.play.state, seat), options)
        assert action in options, f"bot:{self._name} chose {action}"
        return action

    def _happened(self, event: Event[Any]) -> None:
        for seat, bot in self._bots.items():
            bot.heard(self.play.rules.seen(event, seat))
