"""What to do now, asked of the strongest that a game has: its advisor, or else its strongest bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_args

from redpip.core.advice import Advice, Advisor, Point, Strength
from redpip.core.catalog import Game
from redpip.core.effort import Effort, Progress
from redpip.core.game import Seat
from redpip.core.luck import luck_key
from redpip.core.match import MatchState
from redpip.core.playing import Play
from redpip.core.problem import Problem
from redpip.core.seated import SeatedBot

THREADS = 2


@dataclass(frozen=True, slots=True)
class Hint:
    action: Any
    bot: str | None = None  # who would play it; nobody is asked where it is the only move
    advice: Advice[Any] | None = None  # what the moves are worth, where that is known


def strongest(game: Game) -> str:
    """The bot that says most of itself; the house's own among equals."""
    rank = {strength: number for number, strength in enumerate(get_args(Strength))}
    known = {name: rank[bot.strength] if bot.strength else -1 for name, bot in game.bots.items()}
    return max(game.bots, key=lambda name: (known[name], name == game.house_bot))


class Adviser:
    """Knows no more than the seat that asks."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._advisors: dict[Seat, Advisor[Any]] = {}

    def hint(self, seat: Seat, options: Sequence[Any], progress: Progress) -> Hint:
        if len(options) == 1:
            return Hint(options[0])
        view, game = self._play.rules.view(self._play.state, seat), self._play.setup.game
        name = strongest(game)
        try:
            advice = self._advice(view, seat, options, progress)
        except Problem:  # too little memory or room for this variant, or a table that is damaged
            advice, name = None, game.house_bot
        if advice:
            return Hint(advice.best, advice=advice)
        bot = SeatedBot(self._play.setup, name, seat, luck_key(self._play.setup.seed, seat))
        for event in self._play.events:
            bot.heard(self._play.rules.seen(event, seat))
        return Hint(bot.choose(view, options), bot=name)

    def _advice(self, view: Any, seat: Seat, options: Sequence[Any], progress: Progress) -> Advice[Any] | None:
        setup = self._play.setup
        if setup.game.advisor is None or (isinstance(view, MatchState) and view.choosing):
            return None
        if seat not in self._advisors:
            self._advisors[seat] = setup.game.advisor(setup.game_rules, seat, Effort(progress, THREADS))
        return self._advisors[seat].advise(self._point(view, seat), options)

    def _point(self, view: Any, seat: Seat) -> Point:
        if isinstance(view, MatchState):
            return Point(view.game)
        return Point(view, tuple(self._play.rules.seen(event, seat) for event in self._play.events))
