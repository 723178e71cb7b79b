"""A game looked at afterwards: what could be expected, how lucky each throw was and what each decision cost.

For a seat the luck of a throw is the value after it less the mean of the value over all throws; the cost of a decision
is the value of the best line less that of the chosen one. So

    result = value at the start + own luck - own costs + what others did to it

where the last is 0 as long as a seat plays for points or turns that nobody else can change. A match is the sum of its
games. What is wrong with a record, or unknown, is a remark; the review is of what comes before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from redpip.core.advice import Unit, Worth, loss
from redpip.core.coaching import SAME, Bands, Line, Mark, Reason
from redpip.core.effort import QUIET, Effort
from redpip.core.game import Acted, Choose, Event, Noted, Over, Seat, Thrown
from redpip.core.history import History
from redpip.core.match import Begin, MatchState
from redpip.core.problem import Problem
from redpip.core.record import Record, replay_some
from redpip.core.setup import Setup
from redpip.play.coach import Coach
from redpip.play.reasons import reason_for

_MISSING = ("unfinished", "partly_unknown", "no_advice")


@dataclass(frozen=True, slots=True)
class Decision:
    """All that a seat chose between two throws or changes of seat, less what was forced."""

    event: int  # the number of its first event, from 1
    last: int  # and of its last
    seat: Seat
    played: str
    best: str
    value: float  # of the best
    cost: float
    error: float  # of the cost; 0 where it is exact
    mark: Mark | None = None
    mistake: str | None = None  # which kind of mistake, where it is marked
    reason: Reason | None = None  # why the best is better, where it is marked


@dataclass(frozen=True, slots=True)
class Throw:
    event: int
    seat: Seat  # neutral dice are a throw for each seat
    luck: float


@dataclass(frozen=True, slots=True)
class Sums:
    start: float
    luck: float
    cost: float
    others: float  # what others' throws and choices did to this seat


@dataclass(frozen=True, slots=True)
class SeatReview:
    name: str
    bot: str | None
    sums: Sums | None  # None where nothing can be worked out
    result: float | None  # None while the game is not over
    values: tuple[tuple[int, float], ...] = ()  # what it could expect after which event; 0 is the start


@dataclass(frozen=True, slots=True)
class Review:
    setup: Setup
    unit: Unit
    exact: bool
    bands: Bands | None
    seats: tuple[SeatReview, ...]
    decisions: tuple[Decision, ...] = ()
    throws: tuple[Throw, ...] = ()
    remarks: tuple[Problem, ...] = ()  # what could not be looked at, and why

    @property
    def sound(self) -> bool:
        """Is nothing wrong with the record? What is merely missing is not wrong."""
        return all(remark.code in _MISSING for remark in self.remarks)

    def of(self, seat: Seat) -> tuple[Decision, ...]:
        return tuple(decision for decision in self.decisions if decision.seat == seat)

    def dearest(self, seat: Seat, count: int = 3) -> tuple[Decision, ...]:
        """Its marked decisions that cost most."""
        marked = [decision for decision in self.of(seat) if decision.mark]
        return tuple(sorted(marked, key=lambda decision: -decision.cost)[:count])


# ---- what there is to look at


@dataclass(frozen=True, slots=True)
class _Step:
    """An event of a single game that was not taken back."""

    number: int
    event: Event[Any]
    before: Any
    after: Any
    heard: tuple[Event[Any], ...]  # all until then


def review(record: Record, wrong: Problem | None = None, effort: Effort = QUIET) -> Review:
    """``wrong`` is what stopped the record from being read to its end, if anything did."""
    if wrong and wrong.code == "other_rules":  # its events could mean something else by ours
        return _untold(record, wrong)
    play, stopped = replay_some(record)
    remarks = [problem for problem in (wrong, stopped, _unknown(record)) if problem]
    if not remarks and not isinstance(play.next, Over):
        remarks.append(Problem("unfinished", "The game is not over; this is what can be said so far."))
    return review_of(play.history, remarks, effort)


def review_of(history: History, remarks: Sequence[Problem] = (), effort: Effort = QUIET) -> Review:
    """Of a game at hand."""
    try:
        coach = Coach(history.setup, effort)
    except Problem as problem:
        over = history.next if isinstance(history.next, Over) else None
        return _untold(Record(history.setup, (), over), *remarks, problem)
    return _Reviewing(coach, history).review([*remarks, *_noted(history)])


def looks_at(history: History, effort: Effort = QUIET) -> list[Callable[[], Decision]]:
    """Every decision of a game, for whoever wants to look at some of them alone."""
    return _Reviewing(Coach(history.setup, effort), history).looks()


def _unknown(record: Record) -> Problem | None:
    if not record.secrets:
        return None
    return Problem("partly_unknown", "The record keeps secrets; only what is before the first can be looked at.")


def _noted(history: History) -> Iterator[Problem]:
    if count := sum(isinstance(history.events[number], Noted) for number in history.standing):
        yield Problem(
            "noted_turns",
            "Of {count} turns the result alone is known; what was luck in them and what was chosen cannot be told.",
            count=count,
        )


def _untold(record: Record, *remarks: Problem) -> Review:
    """Who played, and how it ended; that is all."""
    results = record.result.returns if record.result else (None,) * len(record.setup.players)
    seats = (SeatReview(p.name, p.bot, None, r) for p, r in zip(record.setup.players, results, strict=False))
    return Review(record.setup, "points", False, None, tuple(seats), remarks=remarks)


# ---- looking


class _Reviewing:
    def __init__(self, coach: Coach, history: History) -> None:
        self._coach, self._history = coach, history
        self._seats = range(len(history.setup.players))
        self._shared = coach.unit == "win chance"  # what one wins others lose
        self._games = list(_games(history))
        self._worths: dict[tuple[Seat, Any], float] = {}

    def review(self, remarks: Sequence[Problem]) -> Review:
        for seat in self._seats:
            mine = [step for steps in self._games for step in steps if getattr(step.event, "seat", None) == seat]
            self._coach.advisor(seat).ready(*(self._coach.point(step.before, seat, step.heard) for step in mine))
        found = [one for steps in self._games for one in self._in_order(steps)]
        decisions = tuple(one for one in found if isinstance(one, Decision))
        throws = tuple(one for one in found if isinstance(one, Throw))
        seats = tuple(self._seat(seat, decisions, throws) for seat in self._seats)
        coach = self._coach
        return Review(
            coach.setup, coach.unit, coach.exact, coach.coaching.bands, seats, decisions, throws, tuple(remarks)
        )

    def _seat(self, seat: Seat, decisions: Sequence[Decision], throws: Sequence[Throw]) -> SeatReview:
        games = [self._values(seat, steps) for steps in self._games] or [self._values(seat, [])]
        sums = Sums(
            sum(values[0][1] for values in games),
            sum(throw.luck for throw in throws if throw.seat == seat),
            sum(decision.cost for decision in decisions if decision.seat == seat),
            sum((self._others(seat, steps) for steps in self._games), 0.0),
        )
        player = self._history.setup.players[seat]
        over = isinstance(self._history.next, Over)
        result = sum(values[-1][1] for values in games) if over else None
        return SeatReview(player.name, player.bot, sums, result, tuple(_joined(games)))

    def _values(self, seat: Seat, steps: Sequence[_Step]) -> list[tuple[int, float]]:
        """What the seat could expect at the start of a game and after each event that concerns it."""
        first = steps[0] if steps else None
        state = first.before if first else self._coach.rules.start(len(self._seats), self._history.setup.first)
        begun = (first.number - 1 if first else 0, self._worth(state, seat))
        mine = [step for step in steps if self._shared or getattr(step.event, "seat", None) in (seat, None)]
        return [begun, *((step.number, self._worth(step.after, seat, step)) for step in mine)]

    def _others(self, seat: Seat, steps: Sequence[_Step]) -> float:
        """What others did to it where that counts, and what turns brought of which the result alone is known."""
        theirs = [step for step in steps if getattr(step.event, "seat", None) not in (seat, None) and self._shared]
        theirs += [step for step in steps if isinstance(step.event, Noted) and step.event.seat == seat]
        return sum(self._worth(step.after, seat, step) - self._worth(step.before, seat, step) for step in theirs)

    def _in_order(self, steps: Sequence[_Step]) -> Iterator[Decision | Throw]:
        """As it was played, since an advisor remembers what it worked out last; so also what only the course needs."""
        for group in _together(steps):
            first = group[0]
            for step in group:
                self._worth(step.after, getattr(step.event, "seat", None) or 0, step)
            if isinstance(first.event, Thrown):
                yield from self._throws(first, first.event)
            elif free := self._free(group):
                yield self._decision(free)
            self._coach.effort.progress(group[-1].number / self._games[-1][-1].number)

    def looks(self) -> list[Callable[[], Decision]]:
        """Every decision, looked at when it is called for."""
        groups = [self._free(group) for steps in self._games for group in _together(steps)]
        return [partial(self._decision, free) for free in groups if free]

    def _free(self, group: Sequence[_Step]) -> list[_Step]:
        """What was chosen there and not forced."""
        return [step for step in group if isinstance(step.event, Acted) and len(self._options(step)) > 1]

    def _throws(self, step: _Step, thrown: Thrown) -> Iterator[Throw]:
        for seat in self._seats if thrown.seat is None else (thrown.seat,):
            after, mean = self._worth(step.after, seat, step), self._worth(step.before, seat, step)
            yield Throw(step.number, seat, after - mean)

    def _decision(self, steps: Sequence[_Step]) -> Decision:
        first, last = steps[0], steps[-1]
        seat, actions = _choice(first)[0], tuple(_choice(step)[1] for step in steps)
        value, cost, error = self._cost(seat, steps)
        played = Line(actions, last.after, value - cost)
        if cost <= SAME:
            return Decision(first.number, last.number, seat, played.text, played.text, value, 0.0, error)
        best = self._coach.line(first.before, seat, first.heard)
        mark = self._coach.coaching.bands.mark(cost, error)
        decision = Decision(first.number, last.number, seat, played.text, best.text, value, cost, error, mark)
        return self._explained(decision, first, best, played) if mark else decision

    def _explained(self, decision: Decision, first: _Step, best: Line, played: Line) -> Decision:
        coaching = self._coach.coaching
        case = self._coach.case(first.before, decision.seat, best, played)
        return replace(decision, mistake=coaching.mistake(case), reason=reason_for(coaching, case))

    def _cost(self, seat: Seat, steps: Sequence[_Step]) -> tuple[float, float, float]:
        """What the best was worth, what was given away, and how far off that may be."""
        if self._coach.exact:
            best, after = self._worth(steps[0].before, seat, steps[0]), self._worth(steps[-1].after, seat, steps[-1])
            return best, loss(Worth(best), Worth(after)), 0.0
        cost = variance = 0.0
        advices = [self._coach.advise(step.before, seat, step.heard) for step in steps]
        for advice, step in zip(advices, steps, strict=True):
            chosen = next(valued for valued in advice.ranked if valued.action == _choice(step)[1])
            cost += loss(advice.ranked[0], chosen)
            variance += advice.ranked[0].error ** 2 + chosen.error**2
        return float(advices[0].ranked[0].value), cost, variance**0.5

    def _options(self, step: _Step) -> Sequence[Any]:
        due = self._coach.rules.next(step.before)
        return due.options[_choice(step)[0]] if isinstance(due, Choose) else ()

    def _worth(self, state: Any, seat: Seat, step: _Step | None = None) -> float:
        if (seat, state) not in self._worths:
            self._worths[seat, state] = self._coach.value(state, seat, step.heard if step else ()).value
        return self._worths[seat, state]


def _choice(step: _Step) -> tuple[Seat, Any]:
    assert isinstance(step.event, Acted)
    return step.event.seat, step.event.action


def _together(steps: Sequence[_Step]) -> Iterator[list[_Step]]:
    """Choices in groups, between two throws and of one seat; a throw or a noted turn is alone."""
    group: list[_Step] = []
    for step in steps:
        alone = not isinstance(step.event, Acted) or (group and not isinstance(group[0].event, Acted))
        if group and (alone or _choice(step)[0] != _choice(group[0])[0]):
            yield group
            group = []
        group.append(step)
    if group:
        yield group


def _games(history: History) -> Iterator[list[_Step]]:
    """The steps of each game that were not taken back; a match has several games."""
    steps: list[_Step] = []
    for number in history.standing:
        event, before, after = history.events[number], *history.states[number : number + 2]
        if isinstance(event, Acted) and isinstance(event.action, Begin):
            continue
        ends = False
        if isinstance(before, MatchState):
            ends = len(after.results) > len(before.results)
            before, after = before.game, after.shown
        steps.append(_Step(number + 1, event, before, after, history.events[:number]))
        if ends:
            yield steps
            steps = []
    if steps:
        yield steps


def _joined(games: Sequence[Sequence[tuple[int, float]]]) -> Iterator[tuple[int, float]]:
    """One course through all games of a match: what the games before brought, and those after were worth."""
    for at, values in enumerate(games):
        around = sum(before[-1][1] for before in games[:at]) + sum(after[0][1] for after in games[at + 1 :])
        yield from ((event, value + around) for event, value in (values if at == 0 else values[1:]))
