"""A match of several games, itself a Rules: first to so many games won.

A game with more than one winner brings nobody a point. The start moves on by one seat from game to game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from redpip.core.advice import Bot
from redpip.core.codec import from_json
from redpip.core.dice import Faces
from redpip.core.game import Choose, Event, Next, Over, Roll, Rules, Seat
from redpip.core.problem import Problem, Refusal

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class MatchState(Generic[S]):
    game: S  # the game being played; the last one when the match is over
    first: Seat
    points: tuple[int, ...]
    results: tuple[tuple[int, ...], ...]  # the scores of the games that are over


@dataclass(frozen=True, slots=True)
class MatchRules(Generic[S, A]):
    rules: Rules[S, A]
    games: int  # so many games won win the match

    def __post_init__(self) -> None:
        if self.games < 1:
            raise Problem("bad_match", "A match is to 1 game or more.")

    @property
    def version(self) -> int:
        return self.rules.version

    def start(self, seats: int, first: Seat) -> MatchState[S]:
        if seats < 2:
            raise Problem("bad_match", "A match needs two players or more.")
        return MatchState(self.rules.start(seats, first), first, (0,) * seats, ())

    def next(self, state: MatchState[S]) -> Next[A]:
        if max(state.points) < self.games:
            return self.rules.next(state.game)
        winners = tuple(seat for seat, points in enumerate(state.points) if points >= self.games)
        return Over(state.points, tuple(map(float, state.points)), winners)

    def rolled(self, state: MatchState[S], faces: Faces) -> MatchState[S]:
        return self._after(state, self.rules.rolled(state.game, faces))

    def play(self, state: MatchState[S], seat: Seat, action: A) -> MatchState[S]:
        return self._after(state, self.rules.play(state.game, seat, action))

    def why_not(self, state: MatchState[S], seat: Seat, action: A) -> Refusal:
        return self.rules.why_not(state.game, seat, action)

    def out_of_turn(self, state: MatchState[S], seat: Seat, action: A) -> Refusal | None:
        return self.rules.out_of_turn(state.game, seat, action)

    def reveals(self, before: MatchState[S], after: MatchState[S]) -> bool:
        return self.rules.reveals(before.game, after.game)

    def view(self, state: MatchState[S], seat: Seat | None) -> MatchState[Any]:
        return replace(state, game=self.rules.view(state.game, seat))

    def seen(self, event: Event[A], seat: Seat | None) -> Event[A]:
        return self.rules.seen(event, seat)

    def parse(self, text: str) -> A:
        return self.rules.parse(text)

    def read_state(self, data: object) -> MatchState[S]:
        if not isinstance(data, dict) or data.keys() != {"game", "first", "points", "results"}:
            raise Problem("bad_value", "Expected a match: an object with game, first, points, results.")
        return MatchState(
            self.rules.read_state(data["game"]),
            from_json(int, data["first"]),
            from_json(tuple[int, ...], data["points"]),
            from_json(tuple[tuple[int, ...], ...], data["results"]),
        )

    def _after(self, state: MatchState[S], game: S) -> MatchState[S]:
        match self.rules.next(game):
            case Over(scores=scores, winners=winners):
                lone = winners[0] if len(winners) == 1 else None
                points = tuple(p + (seat == lone) for seat, p in enumerate(state.points))
                ended = MatchState(game, state.first, points, (*state.results, scores))
                return ended if max(points) >= self.games else self._next_game(ended)
            case Roll() | Choose():
                return replace(state, game=game)

    def _next_game(self, state: MatchState[S]) -> MatchState[S]:
        seats = len(state.points)
        first = (state.first + 1) % seats
        return replace(state, game=self.rules.start(seats, first), first=first)


class MatchBot(Generic[A]):
    """Plays each game of a match as if it were a single one."""

    def __init__(self, bot: Bot[A]) -> None:
        self._bot = bot

    def choose(self, view: MatchState[Any], options: Sequence[A]) -> A:
        return self._bot.choose(view.game, options)
