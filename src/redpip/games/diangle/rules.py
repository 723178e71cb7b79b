"""The rules of Diangle; the options are the fields of ``DiangleRules``.

A turn runs select -> rolling -> decide (-> rerolling) -> arrange -> the next seat, or the same one after a Diangle.
Where advancing is free at any time, select (-> advanced) comes before the roll.
Levels are counted from 0 along the track 1 2 3 4 5 6 5 4 3 2 1, rows from 0 at the bottom of the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import ClassVar, Literal

from redpip.core.dice import DICE, NO_FACES, Faces, lay, without
from redpip.core.game import Choose, Next, OpenRules, Over, Roll, Seat
from redpip.core.options import option
from redpip.core.problem import Problem, Refusal
from redpip.games.diangle import notation
from redpip.games.diangle.notation import Accept, Action, Advance, EndTurn, Lift, Place, Reroll, Select

Phase = Literal["select", "advanced", "rolling", "decide", "rerolling", "arrange", "over"]
Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Climber:
    """One player's marker, dice and rows."""

    level: int  # completed so far; the level being worked on
    rows: tuple[Row, ...]  # the dice in each row, the bottom one first
    faces: Faces = NO_FACES
    turns: int = 0
    resting: Row = ()  # dice that an advance took off in the last turn, where that still matters

    @property
    def placed(self) -> Row:
        return tuple(sorted(die for row in self.rows for die in row))


@dataclass(frozen=True, slots=True)
class State:
    climbers: tuple[Climber, ...]
    seat: Seat
    phase: Phase
    cast: tuple[int, ...] = ()  # the dice of this turn
    spent: tuple[int, ...] = ()  # those that an advance took off the board since they were rolled
    extra: int = 0  # extra turns still to come
    is_extra: bool = False

    @property
    def climber(self) -> Climber:
        return self.climbers[self.seat]

    @property
    def before_roll(self) -> bool:
        return self.phase in ("select", "advanced")

    @property
    def placing(self) -> bool:
        """Loose dice may go onto the board: after the last roll, and as the last step of an advance before it."""
        return self.phase in ("arrange", "advanced")


@dataclass(frozen=True, slots=True)
class DiangleRules(OpenRules[State, Action]):
    reuse_removed: bool = option(False, "dice that an advance took off may be placed again in the same turn")
    advance_anytime: bool = option(False, "a player may also advance before the first roll of a turn")
    count_extra_turns: bool = option(False, "extra turns count as turns in the result of a solo game")
    top: int = option(6, "the highest level of the track", least=1, most=6, lab=True)
    rows: tuple[int, ...] = option((3, 2, 1), "squares in each row; as many dice are used", least=1, most=6, lab=True)

    version: ClassVar[int] = 1
    state_type: ClassVar[type[State]] = State

    def __post_init__(self) -> None:
        narrowing = list(self.rows) == sorted(self.rows, reverse=True)
        if not (narrowing and 1 <= len(self.rows) <= 3 and sum(self.rows) <= 6):
            raise Problem(
                "bad_option", "Option rows takes up to three rows, 6 squares in all, none wider than the one below."
            )

    # ---- the contract

    def start(self, seats: int, first: Seat) -> State:
        return State((Climber(0, ((),) * len(self.rows)),) * seats, first, "select")

    def next(self, state: State) -> Next[Action]:
        match state.phase:
            case "over":
                return self._result(state)
            case "rolling" | "rerolling":
                return Roll(state.seat, state.cast)
            case "select" | "advanced":
                return Choose({state.seat: tuple(self._openings(state))})
            case "decide":
                return Choose({state.seat: (Accept(), Reroll())})
            case "arrange":
                return Choose({state.seat: tuple(self._arrangements(state))})

    def rolled(self, state: State, faces: Faces) -> State:
        after = self._with(state, replace(state.climber, faces=lay(state.climber.faces, faces)))
        return replace(after, phase="decide" if state.phase == "rolling" else "arrange")

    def play(self, state: State, seat: Seat, action: Action) -> State:
        climber = state.climber
        match action:
            case Select(dice=dice):
                return self._selected(state, dice)
            case Accept():
                return replace(state, phase="arrange")
            case Reroll():
                return replace(state, phase="rerolling")
            case Place(die=die, row=row):
                return self._with(state, _placed(climber, die, row - 1))
            case Lift(die=die):
                return self._with(state, _lifted(climber, (die,)))
            case Advance(rows=rows):
                return self._advanced(state, rows)
            case EndTurn():
                return self._end_turn(state)

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    # ---- what others ask of the rules

    @property
    def all_dice(self) -> tuple[int, ...]:
        return DICE[: sum(self.rows)]

    @property
    def track(self) -> tuple[int, ...]:
        """The number of each level, up and down again."""
        return _track(self.top)

    def row_values(self, level: int) -> tuple[int | None, ...]:
        """The number that each row takes on this level; None for a row past the end of the track."""
        ahead = self.track[level : level + len(self.rows)]
        return (*ahead, *(None,) * (len(self.rows) - len(ahead)))

    def filled(self, climber: Climber) -> tuple[bool, ...]:
        """A row is full, or its red die fills it alone."""
        facts = zip(self.row_values(climber.level), climber.rows, self.rows, strict=True)
        return tuple(value is not None and (len(row) == size or value in row) for value, row, size in facts)

    def most_rows(self, climber: Climber) -> int:
        """How many rows, counted from the bottom, are filled without a gap."""
        filled = self.filled(climber)
        return filled.index(False) if False in filled else len(filled)

    def is_diangle(self, climber: Climber) -> bool:
        return all(self.filled(climber))

    def must_roll(self, climber: Climber) -> tuple[int, ...]:
        return without(self.all_dice, climber.placed)

    def loose(self, state: State) -> tuple[int, ...]:
        """The dice that lie beside the board and may go onto it."""
        return without(self.all_dice, (*state.climber.placed, *state.spent))

    def rows_for(self, climber: Climber, die: int) -> tuple[int, ...]:
        """The rows that have room for a loose die."""
        facts = zip(self.row_values(climber.level), climber.rows, self.rows, strict=True)
        face = climber.faces[die - 1]
        return tuple(at for at, (value, row, size) in enumerate(facts) if value == face and len(row) < size)

    def finished(self, climber: Climber) -> bool:
        return climber.level >= len(self.track)

    def advances(self, state: State) -> range:
        """How many rows the player may pass now; a Diangle is passed as a whole."""
        if not (state.phase == "arrange" or (state.before_roll and self.advance_anytime)):
            return range(0)
        most = self.most_rows(state.climber)
        return range(most if self.is_diangle(state.climber) else 1, most + 1)

    def climbed(self, state: State, levels: int, *, diangle: bool) -> State:
        """The position after a turn of which nothing but this is known; its dice are taken up again."""
        counts = not state.is_extra or self.count_extra_turns
        climber = state.climber
        after = Climber(climber.level + levels, ((),) * len(self.rows), turns=climber.turns + counts)
        there = self._with(state, after)
        if self.finished(after):
            return State(there.climbers, state.seat, "over")
        return self._end_turn(replace(there, spent=(), extra=state.extra + diangle))

    # ---- options, and why an action is not among them

    def _openings(self, state: State) -> Iterator[Action]:
        """Before the roll: to roll the fewest dice comes first, unless a Diangle has to be taken."""
        climber = state.climber
        if not self.is_diangle(climber):
            yield from _selections(self.must_roll(climber), climber.placed)
        yield from map(Advance, self.advances(state))
        yield from self._placings(state)

    def _arrangements(self, state: State) -> Iterator[Action]:
        yield from self._placings(state)
        yield from map(Lift, state.climber.placed)
        yield from map(Advance, self.advances(state))
        if not self.is_diangle(state.climber):
            yield EndTurn()

    def _placings(self, state: State) -> Iterator[Action]:
        dice = self.loose(state) if state.placing else ()
        return (Place(die, row + 1) for die in dice for row in self.rows_for(state.climber, die))

    def why_not(self, state: State, seat: Seat, action: Action) -> Refusal:
        match state.phase, action:
            case (("select" | "advanced"), Select(dice=dice)):
                return self._why_not_select(state.climber, dice)
            case (("select" | "advanced"), Advance(rows=rows)) if self.advance_anytime:
                return self._why_not_advance(state.climber, rows)
            case "decide", Reroll():
                return Refusal("same_dice_only", {"dice": state.cast})
            case (("arrange" | "advanced"), Place(die=die, row=row)):
                return self._why_not_place(state, die, row - 1)
            case "arrange", Lift(die=die):
                known = die in self.all_dice
                return Refusal("not_on_board", {"die": die}) if known else Refusal("bad_die", {"given": (die,)})
            case "arrange", Advance(rows=rows):
                return self._why_not_advance(state.climber, rows)
            case "arrange", EndTurn():
                return Refusal("diangle_mandatory", {"rows": len(self.rows)})
        return Refusal("wrong_phase")

    def _why_not_select(self, climber: Climber, dice: tuple[int, ...]) -> Refusal:
        if dice != tuple(die for die in self.all_dice if die in dice):
            return Refusal("bad_die", {"given": dice})
        if not climber.turns:
            return Refusal("first_turn_all", {"dice": self.all_dice})
        if self.is_diangle(climber):
            return Refusal("diangle_mandatory", {"rows": len(self.rows)})
        return Refusal("must_roll_unplaced", {"dice": self.must_roll(climber)})

    def _why_not_place(self, state: State, die: int, row: int) -> Refusal:
        climber = state.climber
        if die not in self.all_dice:
            return Refusal("bad_die", {"given": (die,)})
        values = self.row_values(climber.level)
        value = values[row] if 0 <= row < len(values) else None
        if value is None:
            return Refusal("no_such_row", {"row": row + 1})
        if die in climber.placed:
            return Refusal("die_placed", {"die": die})
        if die in state.spent:
            return Refusal("die_spent", {"die": die})
        if climber.faces[die - 1] != value:
            return Refusal("wrong_row", {"row": row + 1, "number": value})
        return Refusal("row_overfull", {"row": row + 1, "size": self.rows[row]})

    def _why_not_advance(self, climber: Climber, rows: int) -> Refusal:
        if not 1 <= rows <= len(self.rows):
            return Refusal("bad_count", {"most": len(self.rows)})
        if self.is_diangle(climber):
            return Refusal("diangle_mandatory", {"rows": len(self.rows)})
        return Refusal("row_not_filled", {"row": self.most_rows(climber) + 1})

    # ---- effects

    def _with(self, state: State, climber: Climber) -> State:
        return replace(state, climbers=(*state.climbers[: state.seat], climber, *state.climbers[state.seat + 1 :]))

    def _selected(self, state: State, dice: tuple[int, ...]) -> State:
        counts = not state.is_extra or self.count_extra_turns
        climber = _lifted(state.climber, dice)
        return replace(
            self._with(state, replace(climber, turns=climber.turns + counts, resting=())),
            phase="rolling",
            cast=dice,
            spent=(),
        )

    def _advanced(self, state: State, rows: int) -> State:
        climber = state.climber
        gone = tuple(die for row in climber.rows[:rows] for die in row)
        moved = (*climber.rows[rows:], *((),) * rows)
        after = self._with(state, replace(climber, level=climber.level + rows, rows=moved))
        if self.finished(after.climber):
            return State(after.climbers, state.seat, "over")
        spent = state.spent if self.reuse_removed else tuple(sorted((*state.spent, *gone)))
        phase: Phase = "advanced" if state.before_roll else "arrange"
        return replace(after, phase=phase, spent=spent, extra=state.extra + (rows == len(self.rows)))

    def _end_turn(self, state: State) -> State:
        # what rests until it is rolled cannot come back by an advance before that roll
        resting = state.spent if self.advance_anytime else ()
        climbers = self._with(state, replace(state.climber, resting=resting)).climbers
        if state.extra:
            return State(climbers, state.seat, "select", spent=resting, extra=state.extra - 1, is_extra=True)
        seat = (state.seat + 1) % len(climbers)
        return State(climbers, seat, "select", spent=climbers[seat].resting)

    def _result(self, state: State) -> Over:
        """Alone you count turns, and fewer are better; a race counts the levels that each has completed."""
        if len(state.climbers) == 1:
            turns = state.climber.turns
            return Over((turns,), (float(-turns),), (state.seat,))
        levels = tuple(climber.level for climber in state.climbers)
        return Over(levels, tuple(map(float, levels)), (state.seat,))


def _placed(climber: Climber, die: int, row: int) -> Climber:
    dice = tuple(sorted((*climber.rows[row], die)))
    return replace(climber, rows=(*climber.rows[:row], dice, *climber.rows[row + 1 :]))


def _lifted(climber: Climber, dice: tuple[int, ...]) -> Climber:
    return replace(climber, rows=tuple(without(row, dice) for row in climber.rows))


@cache
def _track(top: int) -> tuple[int, ...]:
    return (*range(1, top), *range(top, 0, -1))


@cache
def _selections(must: tuple[int, ...], may: tuple[int, ...]) -> tuple[Action, ...]:
    """All the dice beside the board, and any of those on it."""
    groups = (group for size in range(len(may) + 1) for group in combinations(may, size))
    return tuple(Select(tuple(sorted((*must, *group)))) for group in groups)
