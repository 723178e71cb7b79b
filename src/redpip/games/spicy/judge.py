"""What somebody with a good eye thinks of each option: points over what its box brings in an ordinary game.

For each open box there is one way to go on: keep what fits and roll the rest, up to three times. Rolling other dice
than those costs something for each die. A roll costs its bonus, and more where few are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from redpip.core.advice import Advice, Point, Valued
from redpip.core.dice import Faces, shown, turn_die, without
from redpip.core.game import Seat
from redpip.core.level import Judge
from redpip.games.spicy.bots import PAR, ROLLS_A_BOX, kept_for
from redpip.games.spicy.notation import Action, Flip, Hold, RollDice, Score
from redpip.games.spicy.rules import SpicyRules, State
from redpip.games.spicy.scoring import NUMBERS, value

MOST_AHEAD = 3  # rolls
SCARCE = 4.0  # points that a roll costs more for each roll that a box is short of the usual three
WRONG = 0.6  # of what a die brings in a box, lost if it fits and is rolled, or is kept and does not


class Plan(NamedTuple):
    """Going for a box: the dice to roll, the points after one, two and three rolls, and what a die matters."""

    dice: frozenset[int]
    points: tuple[float, ...]
    die: float


@dataclass(frozen=True, slots=True)
class Prospect:
    """Dice on the table, the boxes to fill, how often one may roll and what a roll costs."""

    faces: Faces
    boxes: tuple[str, ...]
    ahead: int
    price: float

    @property
    def plans(self) -> list[tuple[Plan, float]]:
        """Each with what it promises."""
        made = [(box, plan_for(self.faces, box)) for box in self.boxes] if self.ahead else []
        return [(plan, self._best_of(plan) - PAR[box]) for box, plan in made if plan.dice]

    def _best_of(self, plan: Plan) -> float:
        return max(plan.points[rolls] - self.price * (rolls + 1) for rolls in range(self.ahead))

    @property
    def best(self) -> float:
        now = max(value(self.faces, box) - PAR[box] for box in self.boxes)
        return max([now, *(promise for _, promise in self.plans)])

    def turned(self, die: int, face: int) -> Prospect:
        return Prospect(turn_die(self.faces, die, face), self.boxes, self.ahead, self.price)


class SpicyJudge:
    def __init__(self, rules: SpicyRules, seat: Seat) -> None:
        self._rules, self._seat = rules, seat

    def advise(self, point: Point, options: Sequence[Action]) -> Advice[Action]:
        prospect = self._prospect(point.view)
        plans = prospect.plans
        return Advice.of((Valued(one, self._weigh(prospect, plans, one)) for one in options), "points", exact=False)

    def _prospect(self, view: State) -> Prospect:
        rules, sheet = self._rules, view.sheet
        boxes = rules.open_boxes(sheet)
        later, left = len(boxes) - 1, rules.rolls - sheet.used
        price = rules.bonus + SCARCE * max(0.0, ROLLS_A_BOX - left / later if later else 0.0)
        return Prospect(sheet.dice, boxes, min(MOST_AHEAD, rules.rolls_allowed(sheet, self._seat)), price)

    def _weigh(self, prospect: Prospect, plans: Sequence[tuple[Plan, float]], action: Action) -> float:
        match action:
            case RollDice(dice=dice):
                return _rolling(plans, frozenset(dice))
            case Hold(dice=dice):
                return _rolling(plans, frozenset(without(self._rules.all_dice, dice)))
            case Flip(die=die, face=face):
                return prospect.turned(die, face).best
            case Score(box=box, used=used):
                return self._rules.score_used(prospect.faces, box, used)[0] - PAR[box]
        return -float(PAR[action.box])


def judge(rules: SpicyRules, seat: Seat) -> Judge[Action]:
    return SpicyJudge(rules, seat)


def _rolling(plans: Sequence[tuple[Plan, float]], dice: frozenset[int]) -> float:
    """The best plan for which these are nearly the dice to roll."""
    return max((promise - WRONG * plan.die * len(plan.dice ^ dice) for plan, promise in plans), default=0.0)


@lru_cache(maxsize=50_000)
def plan_for(faces: Faces, box: str) -> Plan:
    kept = kept_for(faces, box)
    loose = without(shown(faces), kept)
    ahead = range(1, MOST_AHEAD + 1)
    if box in NUMBERS:
        number = int(box)
        points = tuple(_of_number(number, kept, loose, rolls) for rolls in ahead)
        return Plan(frozenset(loose), points, number * 1.5)
    total = sum(faces[die - 1] for die in kept)
    if box == "RED":
        return Plan(frozenset(loose), tuple(10 * (len(kept) + len(loose) * _hit(1, r)) for r in ahead), 8.0)
    if box == "SUM":
        return Plan(frozenset(loose), tuple(total + len(loose) * mean for mean in (3.9, 4.5, 4.8)), 2.0)
    fits = 2 if box == "RUN" else 1 + len({faces[die - 1] for die in kept})
    whole = 21.0 if box == "RUN" else total + 3.5 * len(loose)
    return Plan(frozenset(loose), tuple(whole * _hit(fits, rolls) ** len(loose) for rolls in ahead), 7.0)


def _of_number(number: int, kept: Sequence[int], loose: Sequence[int], rolls: int) -> float:
    """A red can be turned to the number, and the number's own die doubles it."""
    red = 1.0 if number in kept else _hit(1, rolls)
    others = sum(die != number for die in kept) + sum(die != number for die in loose) * _hit(2, rolls)
    return number * (others + red) * (1 + red)


def _hit(fits: int, rolls: int) -> float:
    """That a die shows one of so many faces within these rolls."""
    return 1.0 - (1 - fits / 6) ** rolls
