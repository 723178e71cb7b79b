"""The coach of one game: what a seat can expect, which line is best, what another one costs, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from redpip.core.advice import Advice, Advisor, Point, Unit, Worth, no_advice
from redpip.core.coaching import Case, Coaching, Line, Reason, given_away
from redpip.core.effort import QUIET, Effort
from redpip.core.game import Choose, Event, Seat, act
from redpip.core.match import MatchState
from redpip.core.playing import Play
from redpip.core.problem import Problem, Refused
from redpip.core.setup import Setup
from redpip.core.words import N_, Words
from redpip.play.reasons import coaching_of, reason_for

LONGEST_LINE = 60  # actions; no seat of ours chooses so often before dice fall
RIVALS = 12  # so many of the actions ranked next are looked at for one that leads elsewhere
ONE_GAME = N_("The coach looks at this game alone; what it means for the match is not in its numbers.")


@dataclass(frozen=True, slots=True)
class Counsel:
    """What to do now, what else could be done, and why it is worth less."""

    unit: Unit
    exact: bool
    best: Line
    runner_up: Line | None  # the best that leads elsewhere and reads otherwise
    lean: Line | None  # what the seat had in mind, if it said
    reason: Reason

    def cost(self, line: Line) -> float:
        return given_away(self.best, line)


class Coach:
    """Knows no more than the seat that asks. Its advisors live as long as it does, so turns share work."""

    def __init__(self, setup: Setup, effort: Effort = QUIET) -> None:
        if setup.game.advisor is None:
            raise no_advice(setup.game.name)
        self.setup, self.rules = setup, setup.game_rules
        self._make, self.effort = setup.game.advisor, effort
        self._advisors: dict[Seat, Advisor[Any]] = {}
        self._scale = self.advisor(0).scale(self.rules.view(self.rules.start(len(setup.players), setup.first), 0))
        self.coaching: Coaching = coaching_of(setup.game, self.rules, self.unit)
        self._words = setup.game.words(setup.preset, "en").aloud()  # what reads alike in one language does in the other

    @property
    def unit(self) -> Unit:
        return self._scale.unit

    @property
    def exact(self) -> bool:
        return self._scale.exact

    def advisor(self, seat: Seat) -> Advisor[Any]:
        if seat not in self._advisors:
            self._advisors[seat] = self._make(self.rules, seat, self.effort)
        return self._advisors[seat]

    def point(self, state: Any, seat: Seat, heard: Sequence[Event[Any]] = ()) -> Point:
        """``state`` is one of a single game, also inside a match; ``heard`` matters where there are secrets."""
        if not self.setup.game.secrets:
            return Point(state)
        return Point(self.rules.view(state, seat), tuple(self.rules.seen(event, seat) for event in heard))

    def value(self, state: Any, seat: Seat, heard: Sequence[Event[Any]] = ()) -> Worth:
        worth = self.advisor(seat).value(self.point(state, seat, heard))
        return Worth(float(worth.value), float(worth.error))  # an advisor may count in whole numbers

    def advise(self, state: Any, seat: Seat, heard: Sequence[Event[Any]] = ()) -> Advice[Any]:
        return self.advisor(seat).advise(self.point(state, seat, heard), self._options(state, seat))

    def counsel(self, play: Play, seat: Seat, lean: Sequence[Any] = ()) -> Counsel:
        """For a seat that is to choose. ``lean`` are actions that it has in mind, in order."""
        state = game_state(play.state)
        if isinstance(play.state, MatchState) and play.state.choosing:
            raise Problem("no_counsel", "The coach knows games, not who should start one.")
        return self.counsel_at(state, seat, play.events, lean)

    def counsel_at(self, state: Any, seat: Seat, heard: Sequence[Event[Any]] = (), lean: Sequence[Any] = ()) -> Counsel:
        advice = self.advise(state, seat, heard)
        best = self.line(state, seat, heard, (advice.best,))
        rivals = self._rivals(state, seat, heard, advice, best)
        runner_up = next(rivals, None)
        leaning = self.line(state, seat, heard, lean) if lean else None
        other = leaning if leaning and leaning.view != best.view else runner_up
        reason = reason_for(self.coaching, self.case(state, seat, best, other))
        return Counsel(self.unit, self.exact, best, runner_up, leaning, reason)

    def case(self, state: Any, seat: Seat, best: Line, other: Line | None) -> Case:
        def worth(view: Any) -> float:
            return self.advisor(seat).value(Point(view)).value

        return Case(self.rules, self.point(state, seat).view, seat, self.unit, self.exact, best, other, worth)

    def line(self, state: Any, seat: Seat, heard: Sequence[Event[Any]], first: Sequence[Any] = ()) -> Line:
        """What these actions and the best after them come to, until dice fall or another seat is to choose. One that
        is forced may be named or left out. Where there are secrets nobody can tell what follows an action, so the line
        is that action alone."""
        ahead, actions = list(first), []
        for _ in range(LONGEST_LINE):
            options = self._options(state, seat)
            forced = len(options) == 1
            action = options[0] if forced else ahead[0] if ahead else self.advise(state, seat).best
            if ahead and ahead[0] == action:
                del ahead[0]
            if not forced:
                actions.append(action)
            if self.setup.game.secrets:
                return self._valued(state, seat, heard, action)
            state = act(self.rules, state, seat, action, self.rules.next(state))
            if not self._options(state, seat):
                break
        worth = self.value(state, seat)
        return Line(tuple(actions), state, worth.value, worth.error)

    def _valued(self, state: Any, seat: Seat, heard: Sequence[Event[Any]], action: Any) -> Line:
        ranked = self.advise(state, seat, heard).ranked
        valued = next((one for one in ranked if one.action == action), None)
        if valued is None:
            raise Refused(self.rules.why_not(state, seat, action))
        return Line((action,), action, valued.value, valued.error)

    def _rivals(
        self, state: Any, seat: Seat, heard: Sequence[Event[Any]], advice: Advice[Any], best: Line
    ) -> Iterator[Line]:
        """Lines that lead elsewhere than the best and read otherwise, by their first action's rank: dice are named by
        what they show, so the same with other dice would tell nothing."""
        told = self._told(state, seat, best)
        for valued in islice(advice.ranked, 1, 1 + RIVALS):
            line = self.line(state, seat, heard, (valued.action,))
            if line.view != best.view and self._told(state, seat, line) != told:
                yield line

    def _told(self, state: Any, seat: Seat, line: Line) -> str:
        return self.coaching.line(self.rules, self.point(state, seat).view, seat, line.actions, self._words)

    def _options(self, state: Any, seat: Seat) -> Sequence[Any]:
        due = self.rules.next(state)
        return due.options.get(seat, ()) if isinstance(due, Choose) else ()


def game_state(state: Any) -> Any:
    """The state of the single game, also inside a match."""
    return state.game if isinstance(state, MatchState) else state


def beyond(setup: Setup, words: Words) -> str | None:
    """What the coach leaves out, where games make a match."""
    return words.say(ONE_GAME) if setup.match is not None else None
