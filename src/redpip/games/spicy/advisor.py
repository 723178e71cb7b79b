"""What positions of Spicy Dice are worth to a seat that plays for its expected score, whatever others do."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.advice import OpenAdvisor, Point, Unit, Worth
from redpip.core.dice import Faces
from redpip.core.effort import QUIET, Effort
from redpip.core.game import Choose, Seat
from redpip.games.spicy.notation import Action
from redpip.games.spicy.rules import Sheet, SpicyRules, State
from redpip.games.spicy.solver import solver
from redpip.solve.pool.turn import OPEN


class SpicyAdvisor(OpenAdvisor[Action]):
    unit: Unit = "points"

    def __init__(self, rules: SpicyRules, seat: Seat, effort: Effort = QUIET) -> None:
        super().__init__(rules, seat)
        self._solver = solver(rules, effort, seat)
        self._alone = self._solver.rules

    def ready(self, *points: Point) -> None:
        self._solver.ready(*dict.fromkeys(open_set(point.view.sheets[self._seat]) for point in points))

    def value(self, point: Point) -> Worth:
        """The total that the seat can expect."""
        state = self._lone(point.view)
        return Worth(sum(points or 0 for points in state.sheet.card) + self._to_come(state))

    def _lone(self, state: State) -> State:
        """The same for this seat at a table of its own: while others play, its next turn is about to begin."""
        sheet = state.sheets[self._seat]
        if sheet.finished:
            return State((sheet,), 0, "over")
        mine = state.seat == self._seat
        return State((sheet,), 0, state.phase if mine else "start", state.cast if mine else ())

    def _to_come(self, state: State) -> float:
        sheet = state.sheet
        boxes, left = open_set(sheet), self._alone.rolls - sheet.used
        match state.phase:
            case "over":
                return float(self._alone.bonus_of(sheet))
            case "start" if self._alone.extra:
                return self._held_start(state)
            case "start":
                return self._solver.start_value(boxes, left)
            case "rolling" if sheet.turn_rolls == 0 and not self._alone.extra:  # the first throw, which is forced
                return self._solver.start_value(boxes, left)
            case "held" | "rolling":
                return self._solver.turn(boxes, left).kept(_digits(sheet.dice, state.cast), left)
            case "rolled":
                flippable = [die - 1 for die in self._alone.flippable(state)]
                return self._solver.turn(boxes, left).settled(_digits(sheet.dice), flippable, left)

    def _held_start(self, state: State) -> float:
        """Extra Spicy: the best of what the rules allow at the start of a turn."""
        due = self._alone.next(state)
        assert isinstance(due, Choose)
        return max(self._to_come(self._alone.play(state, 0, action)) for action in due.options[0])


def open_set(sheet: Sheet) -> int:
    return sum(1 << box for box, points in enumerate(sheet.card) if points is None)


def _digits(faces: Faces, rolled: Sequence[int] = ()) -> tuple[int, ...]:
    """Digits of the lattice; a die that is not in the game counts as any face."""
    return tuple(OPEN if die in rolled else max(face - 1, 0) for die, face in enumerate(faces, 1))
