"""What to do now, asked of the strongest that a game has: its coach, or else its strongest bot."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from redpip.core.advice import Strength
from redpip.core.catalog import Game
from redpip.core.effort import Effort, Progress
from redpip.core.game import Seat
from redpip.core.luck import luck_key
from redpip.core.match import MatchState
from redpip.core.playing import Play
from redpip.core.problem import Problem, Refused
from redpip.core.seated import SeatedBot
from redpip.play.coach import Coach, Counsel

THREADS = 2


@dataclass(frozen=True, slots=True)
class Hint:
    action: Any
    bot: str | None = None  # who would play it; nobody is asked where it is the only move


def strongest(game: Game, *, but: Collection[str] = ()) -> str:
    """The bot that says most of itself. Levels below the best err on purpose, so they come last."""
    rank = {strength: number for number, strength in enumerate(get_args(Strength))}
    known = {name: rank[bot.strength] if bot.strength else -1 for name, bot in game.bots.items() if name not in but}
    return max(known, key=lambda name: (name == "best", name not in game.ladder, known[name], name == game.house_bot))


class Adviser:
    """Knows no more than the seat that asks."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._coach: Coach | None = None
        self._progress: Progress = lambda _: None

    def ask(self, seat: Seat, options: Sequence[Any], progress: Progress, lean: Sequence[Any] = ()) -> Counsel | Hint:
        """``lean`` is what the seat has in mind, or ``Refused``. Without a coach nobody can say what that is worth."""
        if len(options) == 1:
            return Hint(options[0])
        game, name = self._play.setup.game, strongest(self._play.setup.game)
        if game.advisor and not self._choosing:
            try:
                return self._counsel(seat, progress, lean)
            except Refused:
                raise
            except Problem:  # too little memory or room for this variant, or a table that is damaged
                name = strongest(game, but=game.ladder)
        return self._bots_choice(name, seat, options)

    @property
    def _choosing(self) -> bool:
        state = self._play.state
        return isinstance(state, MatchState) and state.choosing

    def _counsel(self, seat: Seat, progress: Progress, lean: Sequence[Any]) -> Counsel:
        self._progress = progress
        self._coach = self._coach or Coach(self._play.setup, Effort(lambda part: self._progress(part), THREADS))
        return self._coach.counsel(self._play, seat, lean)

    def _bots_choice(self, name: str, seat: Seat, options: Sequence[Any]) -> Hint:
        setup, rules = self._play.setup, self._play.rules
        bot = SeatedBot(setup, name, seat, luck_key(setup.seed, seat))
        for event in self._play.events:
            bot.heard(rules.seen(event, seat))
        return Hint(bot.choose(rules.view(self._play.state, seat), options), bot=name)
