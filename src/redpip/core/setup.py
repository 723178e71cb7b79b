"""Who plays what: all that is fixed before the first throw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from redpip.core.advice import Bot
from redpip.core.catalog import Game, ruleset_hash
from redpip.core.fair import Fair
from redpip.core.game import Seat
from redpip.core.match import MatchBot, MatchRules
from redpip.core.options import make_rules
from redpip.core.problem import Problem


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    bot: str | None = None


@dataclass(frozen=True)
class Setup:
    game: Game
    preset: str  # whose words and seat limit hold; its options are among ``options``
    options: Mapping[str, Any]
    players: tuple[Player, ...]
    first: Seat
    seed: str | None = None  # where the dice come from; None: from outside
    match: int | None = None  # points to win, for a match
    fair: Fair | None = None  # how the seed was agreed on, where nobody was to choose it
    given: int = 0  # so many events were taken over from another game; the seed begins after them
    coach: bool = False  # everybody agreed before the start that the coach may be asked
    own_dice: bool = False  # people throw real dice and tell what they see; bots have none
    game_rules: Any = field(init=False)  # the rules of one game
    rules: Any = field(init=False)  # the same, or the rules of the match

    def __post_init__(self) -> None:
        seats = len(self.players)
        self.game.check_seats(self.preset, seats)
        self.game.check_options(self.preset, self.options)
        if not 0 <= self.first < seats:
            raise Problem("bad_first", "There is no seat {seat} to start.", seat=self.first)
        with self.game.concerned(self.preset):
            self._make_rules(seats)

    def _make_rules(self, seats: int) -> None:
        rules = make_rules(self.game.rules, self.options, seats)
        if self.own_dice:
            rules = rules.with_real_dice(tuple(seat for seat, player in enumerate(self.players) if not player.bot))
        if self.match is None:
            object.__setattr__(self, "game_rules", rules)
            object.__setattr__(self, "rules", rules)
        else:
            course = self.game.course
            object.__setattr__(self, "game_rules", course.inside(rules))
            object.__setattr__(self, "rules", MatchRules(self.game_rules, self.match, course))
        self.rules.start(seats, self.first)  # options can need a certain number of players

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def hash(self) -> str:
        return ruleset_hash(self.game.id, self.game_rules)

    def seat_bot(self, name: str, seat: Seat, luck: Random) -> Bot[Any]:
        bot = self.game.bot(name).seat(self.game_rules, seat, luck)
        return bot if self.match is None else MatchBot(bot, self.game.course, self.match)
