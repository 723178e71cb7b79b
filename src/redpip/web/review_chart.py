"""What a seat could expect through the game, and the luck of its throws, as places on a picture."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import floor, inf, log10

from redpip.core.game import Seat
from redpip.play.amounts import scaled
from redpip.play.review import Review
from redpip.play.review_told import Retelling

TOP, FLOOR = 36.0, 216.0  # of the lines
MIDDLE, REACH = 262.0, 24.0  # of the luck bars: where they stand, how far the longest goes
GRID = 5  # lines at most
LABEL = (50.0, 17.0)  # room that an amount at a diamond takes
DIAMOND = 10.0  # from its middle to its corners
# how far from its diamond the foot of an amount may stand, best place first
LABELS = [*product((0.0, 34.0, -34.0), (28.0, -15.0, 46.0, -33.0)), (40.0, 5.0), (-40.0, 5.0)]

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Course:
    name: str
    mine: bool
    path: str


@dataclass(frozen=True, slots=True)
class Diamond:
    x: float
    y: float
    label: Place
    event: int
    amount: str


@dataclass(frozen=True, slots=True)
class Bar:
    x: float
    y: float
    height: float
    up: bool


class Chart:
    """The picture as one seat has it; ``width`` is that of the drawing, ``left`` the room for the numbers."""

    def __init__(self, told: Retelling, seat: Seat, width: int, left: int) -> None:
        self._told, self._review, self._seat = told, told.review, seat
        self.width, self.left, self.right = width, left, width - 12
        self._places = [list(_course(told.review, number)) for number in range(len(told.review.seats))]
        values = [value for course in self._places for _, value in course]
        self._low, self._high = min(values), max(max(values), min(values) + 1)
        self._last = max(at for course in self._places for at, _ in course) or 1.0

    @property
    def grid(self) -> Iterator[tuple[float, str]]:
        step = _step((self._high - self._low) / GRID)
        value = floor(self._low / step + 1) * step
        while value <= self._high:
            yield self._y(value), f"{value:g}"
            value += step

    @property
    def courses(self) -> list[Course]:
        """The others first, so that one's own lies on top."""
        names = self._review.setup.names
        order = sorted(range(len(names)), key=lambda number: number == self._seat)
        return [Course(names[number], number == self._seat, self._path(self._places[number])) for number in order]

    @property
    def area(self) -> str:
        mine = self._places[self._seat]
        return f"{self._path(mine)} L{self._x(mine[-1][0]):.1f} {FLOOR} L{self._x(0):.1f} {FLOOR}Z"

    @property
    def diamonds(self) -> Iterator[Diamond]:
        """The decisions that cost most; each amount goes below, or elsewhere where there is no room."""
        values = dict(self._places[self._seat])
        dearest = self._told.dearest(self._seat)
        marks = [(at, values[at]) for at in (_place(self._review, self._seat, moment.last) for moment in dearest)]
        places = [(self._x(at), self._y(value)) for at, value in marks]
        lines = [[(self._x(at), self._y(value)) for at, value in course] for course in self._places]
        feet = label_feet(places, lines, (self.left, self.right))
        for moment, (x, y), foot in zip(dearest, places, feet, strict=True):
            yield Diamond(x, y, foot, moment.event, moment.amount)

    @property
    def bars(self) -> Iterator[Bar]:
        throws = [throw for throw in self._review.throws if throw.seat == self._seat]
        most = max((abs(throw.luck) for throw in throws), default=0) or 1.0
        for throw in throws:
            height = max(abs(throw.luck) / most * REACH, 1.0)
            up = throw.luck > 0
            x = self._x(_place(self._review, self._seat, throw.event))
            yield Bar(x - self.bar_width / 2, MIDDLE - height if up else MIDDLE, height, up)

    @property
    def bar_width(self) -> float:
        return max(2.0, min(14.0, 0.66 * (self.right - self.left) / self._last))

    @property
    def end(self) -> Place:
        at, value = self._places[self._seat][-1]
        return self._x(at), self._y(value)

    def _path(self, course: Sequence[Place]) -> str:
        places = [f"{self._x(at):.1f} {self._y(value):.1f}" for at, value in course]
        return "M" + " L".join(places)

    def _x(self, at: float) -> float:
        return self.left + at / self._last * (self.right - self.left)

    def _y(self, value: float) -> float:
        return FLOOR - (value - self._low) / (self._high - self._low) * (FLOOR - TOP)


def label_feet(
    diamonds: Sequence[Place], lines: Sequence[Sequence[Place]] = (), sides: Place = (0.0, inf)
) -> list[Place]:
    """The foot of the amount at each diamond: it covers neither another nor a diamond, nor a line, if there is room."""
    taken: list[Place] = []
    for x, y in diamonds:
        feet = [(x + across, y + down) for across, down in LABELS]
        free = [foot for foot in feet if _is_free(foot, taken, diamonds, sides)]
        clear = [foot for foot in free if not any(_is_crossed(foot, line) for line in lines)]
        taken.append(next(iter(clear or free), feet[y > FLOOR - 30]))
    return taken


def _is_free(foot: Place, labels: Sequence[Place], diamonds: Sequence[Place], sides: Place) -> bool:
    wide, high = LABEL
    x, bottom = foot
    middle = bottom - high / 3
    return (
        TOP - 2 * high < bottom < FLOOR
        and sides[0] + wide / 2 <= x <= sides[1] - wide / 2 + DIAMOND
        and all(abs(x - at) >= wide or abs(bottom - other) >= high for at, other in labels)
        and all(abs(x - at) >= wide / 2 + DIAMOND or abs(middle - y) >= high for at, y in diamonds)
    )


def _is_crossed(foot: Place, line: Sequence[Place]) -> bool:
    """A line goes through the amount, followed in small steps."""
    wide, high = LABEL
    middle = foot[1] - high / 3
    return any(
        abs(foot[0] - x) < wide / 2 and abs(middle - y) < high / 2
        for (left, start), (right, end) in pairwise(line)
        for x, y in _steps(left, start, right, end)
    )


def _steps(left: float, start: float, right: float, end: float) -> Iterator[Place]:
    count = 1 + int(max(abs(right - left), abs(end - start)) / 3)
    return ((left + (right - left) * i / count, start + (end - start) * i / count) for i in range(count + 1))


def _course(review: Review, seat: Seat) -> Iterator[Place]:
    """Where the values change by a throw or a whole decision; steps inside a decision are left out."""
    mine = {throw.event for throw in review.throws if throw.seat == seat} | {d.last for d in review.of(seat)}
    shared = review.unit == "win chance"
    for event, value in review.seats[seat].values:
        if event == 0 or shared or event in mine:
            yield _place(review, seat, event), scaled(value, review.unit)


def _place(review: Review, seat: Seat, event: int) -> float:
    """How far along: by one's own throws, and half a step on for what was decided after one. Where others' moves count
    as well, by all that happened."""
    if review.unit == "win chance":
        return float(event)
    throws = [throw.event for throw in review.throws if throw.seat == seat]
    before = bisect_right(throws, event)
    return float(before) if event == 0 or event in throws else before + 0.5


def _step(rough: float) -> float:
    """The next of 1, 2, 5, 10, 20, …"""
    unit = 10.0 ** floor(log10(rough))
    return next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
