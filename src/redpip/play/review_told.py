"""A review in words: what each of its views says, on a terminal, on a page and on paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Literal

from redpip.core.coaching import MARK_NAMES, MARKS, Mark
from redpip.core.dice import DICE, Faces
from redpip.core.game import Event, Over, Seat, Thrown
from redpip.core.history import History
from redpip.core.match import MatchState
from redpip.core.telling import measure_of, tell, verdict
from redpip.core.words import Line, Words
from redpip.play.amounts import figure, scaled, signed, size
from redpip.play.coach import ONE_GAME, game_state
from redpip.play.reasons import coaching_of
from redpip.play.review import Decision, Review, SeatReview, Throw

FEW = 3  # throws and decisions that are told first
EQUAL = 0.05  # sums that look the same in print

TermKind = Literal["start", "luck", "others", "cost", "result"]


@dataclass(frozen=True, slots=True)
class Term:
    """A part of the sum that makes a result."""

    kind: TermKind
    sign: str
    amount: str
    label: str


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """A throw or a decision, and the dice that lay there."""

    event: int
    last: int
    seat: Seat
    name: str
    where: str  # turn 4 of 10
    dice: Faces
    state: Any  # of the single game: before a decision, after a throw
    told: str  # what happened
    amount: str  # +12.3 of luck, −4.5 given away; empty where nothing was
    error: str = ""  # how far off that may be; empty where it is exact
    mark: Mark | None = None
    mark_name: str = ""
    better: str = ""
    why: str = ""
    is_throw: bool = False
    good: bool = False  # a throw that brought more than the mean of all throws


class Retelling:
    """``history`` is that of the record, as far as it can be played again; ``recorded`` is how it ended, where the
    record alone knows."""

    def __init__(self, review: Review, history: History, words: Words, recorded: Over | None = None) -> None:
        self.review, self.history, self.words = review, history, words
        self._recorded = recorded
        self._setup, self._unit = review.setup, review.unit
        self._coaching = coaching_of(self._setup.game, self._setup.game_rules, review.unit)

    # ---- all in all

    @property
    def title(self) -> str:
        """Who won, and by how much."""
        over, names = self._over, self._setup.names
        if over is None:
            return self._setup.game.title(self._setup.preset)
        if len(names) == 2 and len(over.winners) == 1:
            winner = over.winners[0]
            scores = {"best": over.scores[winner], "other": over.scores[1 - winner]}
            return self.words.say("{name} wins, {best} to {other}", name=names[winner], **scores)
        measure = measure_of(self._setup.game, self._setup.match is not None)
        if len(names) == 1:
            return measure.told(over.scores[0], 1, self.words)
        return verdict(names, over, self.words, measure).removesuffix(".")

    @property
    def about(self) -> str:
        """Spicy Dice · Classic · Mia, Jonas"""
        setup = self._setup
        preset = setup.game.presets[setup.preset]
        variant = [] if preset.edition else [self.words.name(preset.name)]
        return " · ".join([setup.game.title(setup.preset), *variant, ", ".join(setup.names)])

    @property
    def sentence(self) -> str:
        """One honest sentence: who decided well, and whom the dice liked."""
        known = [(seat, sums) for seat, one in enumerate(self.review.seats) if (sums := one.sums)]
        if not known:
            return ""
        if len(known) == 1:
            return self._alone(known[0][1].luck, known[0][1].cost)
        costs, lucks = {seat: sums.cost for seat, sums in known}, {seat: sums.luck for seat, sums in known}
        thrifty, lucky = min(costs, key=costs.__getitem__), max(lucks, key=lucks.__getitem__)
        even = abs(self._scale(max(costs.values()) - costs[thrifty])) < EQUAL
        return self._compared(self._setup.names[thrifty], self._setup.names[lucky], even, len(known))

    def _alone(self, luck: float, cost: float) -> str:
        facts = {"luck": self._size(luck), "cost": self._size(cost)}
        if abs(self._scale(cost)) < EQUAL:
            facts.pop("cost")
            if luck >= 0:
                return self.words.say(
                    "The dice brought {luck} more than usual, and no decision cost anything.", **facts
                )
            return self.words.say("The dice brought {luck} less than usual, and no decision cost anything.", **facts)
        if luck >= 0:
            return self.words.say("The dice brought {luck} more than usual; decisions gave {cost} away.", **facts)
        return self.words.say("The dice brought {luck} less than usual; decisions gave {cost} away.", **facts)

    def _compared(self, thrifty: str, lucky: str, even: bool, players: int) -> str:
        say = self.words.say
        if even and players == 2:
            return say("Both decided equally well, {lucky} rolled better.", lucky=lucky)
        if even:
            return say("All decided equally well, {lucky} rolled best.", lucky=lucky)
        if thrifty == lucky and players == 2:
            return say("{name} decided better and rolled better.", name=thrifty)
        if thrifty == lucky:
            return say("{name} decided best and rolled best.", name=thrifty)
        if players == 2:
            return say("{thrifty} decided better, {lucky} rolled better.", thrifty=thrifty, lucky=lucky)
        return say("{thrifty} decided best, {lucky} rolled best.", thrifty=thrifty, lucky=lucky)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What must be known to read the numbers, and what could not be looked at."""
        return (*(self.words.problem(remark) for remark in self.review.remarks), *self._about_numbers())

    def _about_numbers(self) -> Iterator[str]:
        if not any(seat.sums for seat in self.review.seats):
            return
        if self._unit == "points" and len(self.review.seats) > 1:
            yield self.words.say("Costs are in expected points, not in chances to win.")
        if self._unit == "win chance":
            yield self.words.say("Values are chances to win, in per cent.")
        if not self.review.exact:
            yield self.words.say("Values are estimates; ± is their standard error.")
        if self._setup.match is not None:
            yield self.words.say(ONE_GAME)

    def terms(self, seat: Seat) -> tuple[Term, ...]:
        """Expected + luck - given away = result."""
        one = self.review.seats[seat]
        return tuple(self._terms(one, seat)) if one.sums else ()

    def _terms(self, one: SeatReview, seat: Seat) -> Iterator[Term]:
        sums, say = one.sums, self.words.say
        assert sums
        throws = sum(throw.seat == seat for throw in self.review.throws)
        decisions = len(self.review.of(seat))
        yield Term("start", "", self._figure(sums.start), say("expected at the start"))
        yield self._added("luck", sums.luck, self._luck_in(throws, bad=self._scale(sums.luck) < 0))
        if self._unit == "win chance":
            yield self._added("others", sums.others, say("what the others did"))
        cost = self.words.count("given away in {number} decision", "given away in {number} decisions", decisions)
        yield self._added("cost", -sums.cost, cost)
        if one.result is not None:
            yield Term("result", "=", self._whole(one.result), say("result"))

    def _luck_in(self, throws: int, *, bad: bool) -> str:
        if bad:
            return self.words.count("bad luck in {number} throw", "bad luck in {number} throws", throws)
        return self.words.count("luck in {number} throw", "luck in {number} throws", throws)

    def _added(self, kind: TermKind, value: float, label: str) -> Term:
        shown = self._scale(value)
        sign = "−" if shown < 0 or (kind == "cost" and not shown) else "+"
        return Term(kind, sign, self._size(value), label)

    def rows(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """Luck and skill of all players side by side."""
        seats = range(len(self.review.seats))
        if not all(seat.sums for seat in self.review.seats):
            return
        say = self.words.say
        yield say("Expected at the start"), tuple(Cell(self._figure(self._sums(seat).start)) for seat in seats)
        yield say("Luck of the throws"), tuple(Cell(self._signed(self._sums(seat).luck)) for seat in seats)
        if self._unit == "win chance":
            yield say("What the others did"), tuple(Cell(self._signed(self._sums(seat).others)) for seat in seats)
        yield say("Given away"), tuple(self._cost(seat) for seat in seats)
        yield say("Mean cost of a decision"), tuple(self._mean(seat) for seat in seats)
        yield say("Inaccuracies, mistakes, blunders"), tuple(self._marks(seat) for seat in seats)
        results = [seat.result for seat in self.review.seats]
        if all(result is not None for result in results):
            yield say("Result"), tuple(Cell(self._whole(result)) for result in results if result is not None)
            without = (result - self._sums(seat).luck for seat, result in enumerate(results) if result is not None)
            yield say("Result without the luck"), tuple(Cell(self._figure(value)) for value in without)

    def _sums(self, seat: Seat) -> Any:
        return self.review.seats[seat].sums

    def _cost(self, seat: Seat) -> Cell:
        error = sum(decision.error**2 for decision in self.review.of(seat)) ** 0.5
        return Cell(self._size(self._sums(seat).cost), self._error(error))

    def _mean(self, seat: Seat) -> Cell:
        number = len(self.review.of(seat))
        note = self.words.count("of {number} decision", "of {number} decisions", number)
        return Cell(self._size(self._sums(seat).cost / max(number, 1), 2), note)

    def _marks(self, seat: Seat) -> Cell:
        counts = Counter(decision.mark for decision in self.review.of(seat))
        return Cell(" · ".join(str(counts[mark]) for mark in MARKS))

    # ---- moments

    def dearest(self, seat: Seat, count: int = FEW) -> tuple[Moment, ...]:
        return tuple(self.decision(decision) for decision in self.review.dearest(seat, count))

    def luckiest(self, count: int = FEW, *, worst: bool = False) -> tuple[Moment, ...]:
        """The throws with the most luck, or with the least."""
        sign = -1 if worst else 1
        told = [throw for throw in self.review.throws if sign * throw.luck > 0]
        best = sorted(told, key=lambda throw: -sign * throw.luck)[:count]
        return tuple(self.throw(throw) for throw in best)

    def moments(self) -> tuple[Moment, ...]:
        """Every throw and every decision, as they came."""
        throws, decisions = map(self.throw, self.review.throws), map(self.decision, self.review.decisions)
        return tuple(sorted((*throws, *decisions), key=lambda moment: (moment.event, moment.seat)))

    def decision(self, decision: Decision) -> Moment:
        state = game_state(self._states[decision.event - 1])
        costly = decision.cost > 0 and decision.played != decision.best
        return Moment(
            decision.event,
            decision.last,
            decision.seat,
            self._setup.names[decision.seat],
            *self._where(decision.event, state, decision.seat),
            state,
            self._line(state, decision.seat, decision.played),
            self._signed(-decision.cost) if costly else "",
            self._error(decision.error) if costly else "",
            decision.mark,
            self.words.say(MARK_NAMES[decision.mark]) if decision.mark else "",
            self._line(state, decision.seat, decision.best) if costly else "",
            decision.reason.say(self.words) if decision.reason else "",
        )

    def throw(self, throw: Throw) -> Moment:
        event, after = self.history.events[throw.event - 1], self._states[throw.event]
        state = after.shown if isinstance(after, MatchState) else after
        return Moment(
            throw.event,
            throw.event,
            throw.seat,
            self._setup.names[throw.seat],
            *self._where(throw.event, state, throw.seat),
            state,
            tell(self._setup, event, after, self.words),
            self._signed(throw.luck),
            is_throw=True,
            good=throw.luck > 0,
        )

    def screen(self, moment: Moment) -> Sequence[Line]:
        """The position in lines of text."""
        game, rules = self._setup.game, self._setup.game_rules
        return game.screen(rules, rules.view(moment.state, moment.seat), self._setup.names, self.words)

    @property
    def _states(self) -> Sequence[Any]:
        return self.history.states

    def _line(self, state: Any, seat: Seat, text: str) -> str:
        rules = self._setup.game_rules
        actions = [rules.parse(part) for part in text.split("; ")]
        return self._coaching.line(rules, rules.view(state, seat), seat, actions, self.words)

    def _where(self, event: int, state: Any, seat: Seat) -> tuple[str, Faces]:
        """Where the game stood, and the dice on the table."""
        rules, before = self._setup.game_rules, self._states[event - 1]
        scene = self._setup.game.scene(rules, rules.view(state, seat), seat, self.words, ())
        where = (
            [str(scene["about"])]
            if self._about_tells
            else [self.words.say("turn {turn}", turn=self._turn(event, seat))]
        )
        if isinstance(before, MatchState):
            where.insert(0, self.words.say("game {number}", number=len(before.results) + 1))
        return ", ".join(where), own_dice(scene, self.history.events[:event], seat)

    @cached_property
    def _about_tells(self) -> bool:
        """Does what stands above the table change in a game, as *turn 4 of 10* does and *to 250* does not?"""
        moments: list[Decision | Throw] = [*self.review.decisions, *self.review.throws]
        moments.sort(key=lambda one: one.event)
        return len({self._about(one.event, one.seat) for one in (moments[0], moments[-1])}) > 1

    def _about(self, event: int, seat: Seat) -> str:
        rules, state = self._setup.game_rules, game_state(self._states[event - 1])
        return str(self._setup.game.scene(rules, rules.view(state, seat), seat, self.words, ())["about"])

    def _turn(self, event: int, seat: Seat) -> int:
        """Which turn of this seat in this game it is: all that it does until others do something is one."""
        games = [len(getattr(state, "results", ())) for state in self._states[:event]]
        seats = [getattr(one, "seat", None) for one in self.history.events[games.index(games[-1]) : event]]
        return sum(other == seat for other, _ in groupby(other for other in seats if other is not None))

    # ---- numbers

    @property
    def _over(self) -> Over | None:
        due = self.history.next
        return due if isinstance(due, Over) else self._recorded

    def _scale(self, value: float) -> float:
        return scaled(value, self._unit)

    def _figure(self, value: float) -> str:
        return figure(value, self._unit, self.words)

    def _size(self, value: float, places: int = 1) -> str:
        return size(value, self._unit, self.words, places)

    def _signed(self, value: float) -> str:
        return signed(value, self._unit, self.words)

    def _whole(self, value: float) -> str:
        return figure(value, self._unit, self.words, 0 if float(self._scale(value)).is_integer() else 1)

    def _error(self, error: float) -> str:
        return f"±{self._size(error, 2)}" if error else ""


def own_dice(scene: Mapping[str, Any], events: Sequence[Event[Any]], seat: Seat) -> Faces:
    """The dice of this seat: as its scene draws them by their numbers, or as they fell if nobody has thrown since."""
    hands = scene.get("hands")
    drawn = hands[seat] if hands else scene.get("cup") or scene.get("dice")
    if isinstance(drawn, list) and all(isinstance(die, Mapping) and "face" in die for die in drawn):
        faces = {die.get("die"): die["face"] for die in drawn}
        return tuple(faces.get(die) or 0 for die in DICE)
    last = next((one for one in reversed(events) if isinstance(one, Thrown) and one.faces), None)
    return last.faces or () if last and last.seat == seat else ()
