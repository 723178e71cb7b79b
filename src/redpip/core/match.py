"""A match of several games, itself a Rules around a Rules.

The rules of the match know points, stakes, and whose choice the start is. How game follows game is a ``Course``: the
plain one here is good for every game, and a game that prints match rules brings its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from redpip.core.advice import Bot, ear_of
from redpip.core.codec import from_json
from redpip.core.dice import Faces
from redpip.core.game import Acted, Choose, Event, Next, Over, Rules, Seat
from redpip.core.notation import bad_action
from redpip.core.problem import Problem, Refusal

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Begin:
    """Whose choice it is says who starts the next game."""

    seat: Seat

    def __str__(self) -> str:
        return f"first {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class MatchState(Generic[S]):
    game: S  # the game being played; the last one while somebody chooses, and when the match is over
    first: Seat
    points: tuple[int, ...]
    results: tuple[Over, ...]  # of the games that are over
    stake: int  # what this game is worth
    chooser: Seat  # who may say, or last might have said, who starts
    choosing: bool = False
    ended: S | None = None  # how the game before stood at its end, until something happens in this one

    @property
    def between(self) -> bool:
        """A game is just over and the match goes on."""
        return self.choosing or self.ended is not None

    @property
    def shown(self) -> S:
        """The game in which something has happened last."""
        return self.game if self.ended is None else self.ended


class Course(Generic[S]):
    """How game follows game. The plain way: a point for each game that one side wins, and the start moves on."""

    good_to_start = True  # bots who may choose then start themselves

    def usual(self, sides: int) -> int:
        """What a match among so many sides is to where nobody says."""
        return 3

    def inside(self, rules: Any) -> Any:
        """The rules of the game as they hold inside a match."""
        return rules

    def side(self, rules: Any, seat: Seat) -> int:
        """Seats of one side win together."""
        return seat

    def gains(self, rules: Any, before: S, after: S, over: Over | None, stake: int) -> Mapping[Seat, int]:
        """The points that a step of a game brings; ``over`` is its result, if that was the last step."""
        if over is None or len({self.side(rules, seat) for seat in over.winners}) > 1:
            return {}
        return dict.fromkeys(over.winners, stake)

    def following(self, rules: Any, state: MatchState[S]) -> MatchState[S]:
        """What comes after a game that is over: the next one, or somebody's choice."""
        return next_game(rules, state, (state.first + 1) % len(state.points))

    def sensible(self, state: MatchState[S], target: int, options: Sequence[Any]) -> Sequence[Any]:
        """What a bot that looks at one game alone may choose from, where the score of the match matters."""
        return options


def next_game(rules: Rules[S, Any], state: MatchState[S], first: Seat) -> MatchState[S]:
    ended = None if state.choosing else state.game
    return replace(state, game=rules.start(len(state.points), first), first=first, choosing=False, ended=ended)


PLAIN: Course[Any] = Course()


@dataclass(frozen=True, slots=True)
class MatchRules(Generic[S]):
    rules: Rules[S, Any]  # as they hold inside a match
    target: int  # so many points win the match, if one side alone has them
    course: Course[S] = field(default=PLAIN, compare=False)

    def __post_init__(self) -> None:
        if self.target < 1:
            raise Problem("bad_match", "A match is to 1 point or more.")

    @property
    def version(self) -> int:
        return self.rules.version

    @property
    def all_dice(self) -> tuple[int, ...]:
        return self.rules.all_dice

    def start(self, seats: int, first: Seat) -> MatchState[S]:
        if seats < 2:
            raise Problem("bad_match", "A match needs two players or more.")
        return MatchState(self.rules.start(seats, first), first, (0,) * seats, (), 1, first)

    def next(self, state: MatchState[S]) -> Next[Any]:
        if winners := self._winners(state):
            return Over(state.points, tuple(map(float, state.points)), winners)
        if state.choosing:
            return Choose({state.chooser: [Begin(seat) for seat in range(len(state.points))]})
        return self.rules.next(state.game)

    def rolled(self, state: MatchState[S], faces: Faces) -> MatchState[S]:
        return self.after(state, self.rules.rolled(state.game, faces))

    def play(self, state: MatchState[S], seat: Seat, action: Any) -> MatchState[S]:
        if isinstance(action, Begin):
            return next_game(self.rules, state, action.seat)
        return self.after(state, self.rules.play(state.game, seat, action))

    def why_not(self, state: MatchState[S], seat: Seat, action: Any) -> Refusal:
        if state.choosing and isinstance(action, Begin):
            return bad_action(str(action)).refusal
        if state.choosing or isinstance(action, Begin):
            return Refusal("wrong_phase")
        return self.rules.why_not(state.game, seat, action)

    def out_of_turn(self, state: MatchState[S], seat: Seat, action: Any) -> Refusal | None:
        return None if state.choosing else self.rules.out_of_turn(state.game, seat, action)

    def reveals(self, before: MatchState[S], after: MatchState[S]) -> bool:
        return self.rules.reveals(before.game, after.shown)

    def view(self, state: MatchState[S], seat: Seat | None) -> MatchState[Any]:
        ended = None if state.ended is None else self.rules.view(state.ended, seat)
        return replace(state, game=self.rules.view(state.game, seat), ended=ended)

    def seen(self, event: Event[Any], seat: Seat | None) -> Event[Any]:
        choice = isinstance(event, Acted) and isinstance(event.action, Begin)
        return event if choice else self.rules.seen(event, seat)

    def parse(self, text: str) -> Any:
        verb, *words = text.split()[:3] or [""]
        if verb.lower() != "first":
            return self.rules.parse(text)
        if len(words) != 1 or not words[0].isdecimal() or words[0] == "0":
            raise bad_action(text)
        return Begin(int(words[0]) - 1)

    def read_state(self, data: object) -> MatchState[S]:
        names = MatchState.__dataclass_fields__.keys()
        if not isinstance(data, dict) or data.keys() != names:
            raise Problem("bad_value", "Expected a match: an object with {fields}.", fields=", ".join(names))
        return MatchState(
            self.rules.read_state(data["game"]),
            from_json(int, data["first"]),
            from_json(tuple[int, ...], data["points"]),
            from_json(tuple[Over, ...], data["results"]),
            from_json(int, data["stake"]),
            from_json(int, data["chooser"]),
            from_json(bool, data["choosing"]),
            None if data["ended"] is None else self.rules.read_state(data["ended"]),
        )

    def _winners(self, state: MatchState[S]) -> tuple[Seat, ...]:
        """Those who have the points alone; nobody yet while two sides are level at the top."""
        top = max(state.points)
        leaders = tuple(seat for seat, points in enumerate(state.points) if points == top)
        alone = len({self.course.side(self.rules, seat) for seat in leaders}) == 1
        return leaders if top >= self.target and alone else ()

    def after(self, state: MatchState[S], game: S) -> MatchState[S]:
        """The match after a step that led its game there."""
        outcome = self.rules.next(game)
        over = outcome if isinstance(outcome, Over) else None
        gains = self.course.gains(self.rules, state.game, game, over, state.stake)
        points = tuple(points + gains.get(seat, 0) for seat, points in enumerate(state.points))
        reached = replace(state, game=game, points=points, ended=None)
        if over is None:
            return reached
        ended = replace(reached, results=(*state.results, over))
        return ended if self._winners(ended) else self.course.following(self.rules, ended)


class MatchBot:
    """Plays each game of a match as if it were a single one, unless the bot can ``choose_in_match``."""

    def __init__(self, bot: Bot[Any], course: Course[Any], target: int) -> None:
        self._bot = bot
        self._course = course
        self._target = target
        self._tell = ear_of(bot)

    def heard(self, event: Event[Any]) -> None:
        """Whatever happens in the match, since a step back counts events from the first game on."""
        if self._tell:
            self._tell(event)

    def choose(self, view: MatchState[Any], options: Sequence[Any]) -> Any:
        if view.choosing:
            other = (view.chooser + 1) % len(view.points)
            return Begin(view.chooser if self._course.good_to_start else other)
        options = self._course.sensible(view, self._target, options)
        in_match = getattr(self._bot, "choose_in_match", None)
        return in_match(view, self._target, options) if in_match else self._bot.choose(view.game, options)
