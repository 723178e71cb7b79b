"""A line of Spicy Dice taken apart: which reds are turned, and what is done then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from redpip.core.coaching import Case, Line
from redpip.core.dice import Faces, without
from redpip.core.game import Choose, Seat
from redpip.games.spicy.notation import Action, Flip, Hold, RollDice, Score, Waive
from redpip.games.spicy.rules import SpicyRules, State


@dataclass(frozen=True, slots=True)
class Plan:
    flips: tuple[Flip, ...]
    end: RollDice | Hold | Score | Waive | None  # None where somebody stopped half way
    faces: Faces  # on the table once the reds are turned
    thrown: tuple[int, ...]  # the dice about to be thrown
    kept: tuple[int, ...]
    after: State
    rest: tuple[Action, ...]  # Extra Spicy: who plays alone writes and holds before dice fall again

    @property
    def box(self) -> str | None:
        return self.end.box if isinstance(self.end, Score | Waive) else None

    def turned(self, dice: Sequence[int]) -> tuple[Flip, ...]:
        """Those of these dice that were turned."""
        return tuple(flip for flip in self.flips if flip.die in dice)


def plan_of(rules: SpicyRules, view: State, seat: Seat, actions: Sequence[Action]) -> Plan:
    """What is left open by the actions but not to choose belongs to the plan as well."""
    flips: list[Flip] = []
    state, ahead = view, list(actions)
    while action := ahead.pop(0) if ahead else _forced(rules, state, seat):
        after = rules.play(state, seat, action)
        if not isinstance(action, Flip):
            thrown = _thrown(rules, action)
            kept = without(rules.all_dice, thrown)
            return Plan(tuple(flips), action, state.sheet.dice, thrown, kept, after, tuple(ahead))
        flips.append(action)
        state = after
    return Plan(tuple(flips), None, state.sheet.dice, (), rules.all_dice, state, ())


def _forced(rules: SpicyRules, state: State, seat: Seat) -> Action | None:
    due = rules.next(state)
    options = due.options.get(seat, ()) if isinstance(due, Choose) else ()
    return options[0] if len(options) == 1 else None


def _thrown(rules: SpicyRules, action: Action) -> tuple[int, ...]:
    match action:
        case RollDice(dice=dice):
            return dice
        case Hold(dice=dice):
            return without(rules.all_dice, dice)
    return ()


def narrowed(case: Case) -> Case:
    """The same for the first plan alone in which the lines part."""
    assert case.other
    best, other = (plan_of(case.rules, case.view, case.seat, line.actions) for line in (case.best, case.other))
    if not (best.rest or other.rest):
        return case
    if best.after == other.after:
        lines = (replace(case.best, actions=best.rest), replace(case.other, actions=other.rest))
        return narrowed(replace(case, view=best.after, best=lines[0], other=lines[1]))
    return replace(case, best=_first(case, case.best, best), other=_first(case, case.other, other))


def _first(case: Case, line: Line, plan: Plan) -> Line:
    done = line.actions[: len(line.actions) - len(plan.rest)]
    return Line(done, plan.after, case.worth(plan.after))


def with_roll_spent(view: State) -> State:
    """The same position with one roll less."""
    sheet = replace(view.sheet, used=view.sheet.used + 1)
    return replace(view, sheets=(*view.sheets[: view.seat], sheet, *view.sheets[view.seat + 1 :]))
