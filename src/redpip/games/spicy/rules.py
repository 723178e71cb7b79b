"""The rules of Spicy Dice in all its variants; the options are the fields of ``SpicyRules``.

A turn runs start -> (held ->) rolling -> rolled -> ... -> score. Rolls are drawn from one pool for the whole game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations
from typing import ClassVar, Literal

from redpip.core.dice import DICE, NO_FACES, Faces, lay, turn_die, without
from redpip.core.game import Choose, Next, OpenRules, Over, Roll, Seat
from redpip.core.menu import Menu
from redpip.core.options import option
from redpip.core.problem import Problem, Refusal
from redpip.core.words import N_
from redpip.games.spicy import notation
from redpip.games.spicy.notation import Action, Flip, Hold, RollDice, Score, Waive
from redpip.games.spicy.scoring import BOXES, default_use, uses, value

TIED = (N_("all together"), N_("whoever made fewer rolls"))


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's card, pool and dice."""

    card: tuple[int | None, ...]  # what is written, in the order of the rules' boxes
    marks: tuple[int | None, ...]  # rolls spent on each box
    used: int = 0  # rolls spent in the whole game
    dice: Faces = NO_FACES  # what lies on the table; between turns only in Extra Spicy
    unused: tuple[int, ...] = ()  # Extra Spicy: dice that may be held

    @property
    def finished(self) -> bool:
        return None not in self.card

    @property
    def turn(self) -> int:
        """The number of this player's turn, from 1: every turn fills one box."""
        return len(self.card) - self.card.count(None) + 1

    @property
    def turn_rolls(self) -> int:
        return self.used - sum(mark or 0 for mark in self.marks)


@dataclass(frozen=True, slots=True)
class State:
    sheets: tuple[Sheet, ...]
    seat: Seat
    phase: Literal["start", "held", "rolling", "rolled", "over"]
    cast: tuple[int, ...] = ()  # the dice thrown last, in the air, or (held) to be thrown

    @property
    def sheet(self) -> Sheet:
        return self.sheets[self.seat]


@dataclass(frozen=True, slots=True)
class SpicyRules(OpenRules[State, Action]):
    extra: bool = option(False, "Extra Spicy: own dice; those not used for scoring may be held for the next turn")
    junior: tuple[bool, ...] = option((), "Junior: three rolls a turn plus those saved", per_seat=True, label="Junior")
    zero_roll_turns: bool = option(False, "a turn may write 0 into a box instead of rolling")
    hold_all: bool = option(False, "Extra Spicy: all six dice may be held and scored without a roll")
    zero_frees_dice: bool = option(True, "Extra Spicy: a box scored 0 uses no dice, so all may be held")
    rolls: int = option(30, "rolls for the whole game", least=1, most=99)
    bonus: int = option(5, "points for each unused roll", least=0, most=100)
    tie: str = option("shared", "who wins a tie", choices=("shared", "fewer_rolls"), names=TIED)
    boxes: tuple[str, ...] = option(BOXES, "the boxes on the card", choices=BOXES, lab=True)
    dice: int = option(6, "how many of the dice are used", least=2, most=6, lab=True)
    flips: bool = option(True, "red dice just rolled may be flipped", lab=True)

    version: ClassVar[int] = 1
    state_type: ClassVar[type[State]] = State

    def __post_init__(self) -> None:
        if not self.boxes or list(self.boxes) != [box for box in BOXES if box in self.boxes]:
            raise Problem("bad_option", "Option boxes takes some of {boxes}, in this order.", boxes=",".join(BOXES))
        if any(self.junior) and self.rolls < len(self.boxes):
            raise Problem(
                "bad_option", "Junior needs a roll for each turn: rolls={least} or more.", least=len(self.boxes)
            )

    # ---- the contract

    def start(self, seats: int, first: Seat) -> State:
        blank: tuple[None, ...] = (None,) * len(self.boxes)
        return State((Sheet(blank, blank),) * seats, first, "start")

    def next(self, state: State) -> Next[Action]:
        if state.phase == "over":
            return self._result(state)
        if state.phase == "rolling":
            return Roll(state.seat, state.cast)
        return Choose({state.seat: self._options(state)})

    def rolled(self, state: State, faces: Faces) -> State:
        sheet = state.sheet
        dice = lay(sheet.dice, faces)
        return self._rolled(state, Sheet(sheet.card, sheet.marks, sheet.used + 1, dice, sheet.unused))

    def play(self, state: State, seat: Seat, action: Action) -> State:
        sheet = state.sheet
        match action:
            case RollDice(dice=dice):
                return State(state.sheets, seat, "rolling", dice)
            case Hold(dice=dice):
                rest = without(self.all_dice, dice)
                return State(state.sheets, seat, "held" if rest else "rolled", rest)
            case Flip(die=die, face=face):
                return self._rolled(state, replace(sheet, dice=turn_die(sheet.dice, die, face)))
            case Score(box=box, used=used):
                return self._end_turn(state, self._scored(sheet, box, used))
            case Waive(box=box):
                return self._end_turn(state, self._written(sheet, box, 0, sheet.dice, sheet.unused))

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    # ---- what others ask of the rules

    @property
    def all_dice(self) -> tuple[int, ...]:
        return DICE[: self.dice]

    def open_boxes(self, sheet: Sheet) -> tuple[str, ...]:
        return tuple(box for box, points in zip(self.boxes, sheet.card, strict=True) if points is None)

    def rolls_allowed(self, sheet: Sheet, seat: Seat) -> int:
        """Rolls that this player may still make in this turn."""
        return self._limit(sheet, seat) - sheet.used

    def bonus_of(self, sheet: Sheet) -> int:
        return self.bonus * (self.rolls - sheet.used) if sheet.finished else 0

    def total(self, sheet: Sheet) -> int:
        return sum(points or 0 for points in sheet.card) + self.bonus_of(sheet)

    def flippable(self, state: State) -> tuple[int, ...]:
        if not self.flips or state.phase != "rolled":
            return ()
        return tuple(die for die in state.cast if state.sheet.dice[die - 1] == die)

    def score_used(self, faces: Faces, box: str, used: tuple[int, ...] | None) -> tuple[int, tuple[int, ...]]:
        """Points and dice used; ``used`` None is the best choice."""
        if used is None and not self.extra:
            return value(faces, box), ()
        used = default_use(faces, box) if used is None else used
        return uses(faces, box)[used], used

    def holdable(self, points: int, used: tuple[int, ...]) -> tuple[int, ...]:
        """The dice that may be held after scoring these points with those dice."""
        return () if points == 0 and not self.zero_frees_dice else without(self.all_dice, used)

    def noted(
        self, state: State, box: str, rolls: int, points: int, dice: Faces | None, used: tuple[int, ...]
    ) -> State:
        """The position after a turn of which the result alone is known."""
        sheet = replace(state.sheet, used=state.sheet.used + rolls, dice=dice or NO_FACES)
        unused = self.holdable(points, used) if self.extra and dice else ()
        return self._end_turn(state, self._written(sheet, box, points, sheet.dice, unused))

    def winners(self, totals: Sequence[int], used: Sequence[int]) -> tuple[Seat, ...]:
        ranks = [(total, -spent if self.tie == "fewer_rolls" else 0) for total, spent in zip(totals, used, strict=True)]
        return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))

    # ---- options, and why an action is not among them

    def _options(self, state: State) -> tuple[Action, ...]:
        sheet = state.sheet
        may_roll = self.rolls_allowed(sheet, state.seat) > 0
        if state.phase == "start":
            boxes = self.open_boxes(sheet) if self.zero_roll_turns else ()
            opening = (RollDice(self.all_dice),) if may_roll else ()
            return (*opening, *self._holds(sheet), *map(Waive, boxes))
        if state.phase == "held":
            return (RollDice(state.cast),) if may_roll else ()
        dice, flippable, boxes = self.dice if may_roll else 0, self.flippable(state), self.open_boxes(sheet)
        if self.extra:
            return _all_rolls(dice) + _flips(flippable) + _declared_scores(sheet.dice, boxes)
        return _menu(dice, flippable, boxes)

    def _holds(self, sheet: Sheet) -> Iterator[Hold]:
        if not self._may_hold(sheet):
            return
        most = self.dice if self.hold_all else self.dice - 1
        for size in range(min(len(sheet.unused), most) + 1):
            yield from map(Hold, combinations(sheet.unused, size))

    def _may_hold(self, sheet: Sheet) -> bool:
        return self.extra and sheet.dice != NO_FACES

    def why_not(self, state: State, seat: Seat, action: Action) -> Refusal:
        match action:
            case RollDice(dice=dice):
                return self._why_not_roll(state, dice)
            case Flip(die=die, face=face):
                return self._why_not_flip(state, die, face)
            case Hold(dice=dice):
                return self._why_not_hold(state, dice)
            case Score(box=box):
                if state.phase != "rolled":
                    return Refusal("must_roll")
                return self._why_not_box(state.sheet, box) or Refusal("used_invalid", {"box": box})
            case Waive(box=box):
                if state.phase == "rolled":
                    return Refusal("already_rolled")
                if state.phase == "held" or not self.zero_roll_turns:
                    return Refusal("must_roll")
                return self._why_not_box(state.sheet, box) or Refusal("refused")

    def _why_not_roll(self, state: State, dice: tuple[int, ...]) -> Refusal:
        due = self.all_dice if state.phase == "start" else state.cast
        if not dice:
            return Refusal("empty_roll")
        if not set(dice) <= set(self.all_dice) or dice != tuple(sorted(set(dice))):
            return Refusal("bad_die", {"given": dice})
        if state.phase != "rolled" and dice != due:
            return Refusal("first_roll", {"dice": due})
        if state.sheet.used >= self.rolls:
            return Refusal("no_rolls", {"rolls": self.rolls})
        return Refusal("junior_cap", {"rolls": self._limit(state.sheet, state.seat) // state.sheet.turn})

    def _why_not_flip(self, state: State, die: int, face: int) -> Refusal:
        faces = state.sheet.dice
        if state.phase == "start":
            return Refusal("must_roll")
        if face not in DICE:
            return Refusal("bad_face", {"face": face})
        if die not in self.all_dice:
            return Refusal("bad_die", {"given": (die,)})
        if state.phase == "held" or die not in state.cast:
            return Refusal("not_just_rolled", {"die": die})
        if faces[die - 1] != die:
            return Refusal("not_red", {"die": die})
        return Refusal("same_face", {"die": die}) if face == die else Refusal("no_flip")

    def _why_not_hold(self, state: State, dice: tuple[int, ...]) -> Refusal:
        if state.phase != "start" or not self._may_hold(state.sheet):
            return Refusal("no_hold")
        used = without(dice, state.sheet.unused)
        return Refusal("hold_used", {"dice": used}) if used else Refusal("hold_all")

    def _why_not_box(self, sheet: Sheet, box: str) -> Refusal | None:
        if box not in self.boxes:
            return Refusal("no_box", {"box": box, "boxes": " ".join(self.boxes)})
        return None if box in self.open_boxes(sheet) else Refusal("box_filled", {"box": box})

    # ---- effects

    def _limit(self, sheet: Sheet, seat: Seat) -> int:
        """The rolls this player may have used by the end of this turn."""
        junior = bool(self.junior) and self.junior[seat]
        return min(self.rolls, self.rolls * sheet.turn // len(self.boxes)) if junior else self.rolls

    def _scored(self, sheet: Sheet, box: str, declared: tuple[int, ...] | None) -> Sheet:
        points, used = self.score_used(sheet.dice, box, declared)
        if self.extra:
            return self._written(sheet, box, points, sheet.dice, self.holdable(points, used))
        return self._written(sheet, box, points, NO_FACES, sheet.unused)

    def _written(self, sheet: Sheet, box: str, points: int, dice: Faces, unused: tuple[int, ...]) -> Sheet:
        at = self.boxes.index(box)
        card = (*sheet.card[:at], points, *sheet.card[at + 1 :])
        marks = (*sheet.marks[:at], sheet.turn_rolls, *sheet.marks[at + 1 :])
        if sheet.used >= self.rolls:
            card, marks = tuple(points or 0 for points in card), tuple(mark or 0 for mark in marks)
        return Sheet(card, marks, sheet.used, dice, unused)

    def _end_turn(self, state: State, sheet: Sheet) -> State:
        sheets = _put(state, sheet)
        seat = next_seat(state.seat, [sheet.finished for sheet in sheets])
        return State(sheets, state.seat, "over") if seat is None else State(sheets, seat, "start")

    def _rolled(self, state: State, sheet: Sheet) -> State:
        return State(_put(state, sheet), state.seat, "rolled", state.cast)

    def _result(self, state: State) -> Over:
        totals = tuple(self.total(sheet) for sheet in state.sheets)
        winners = self.winners(totals, [sheet.used for sheet in state.sheets])
        return Over(totals, tuple(map(float, totals)), winners)


def _put(state: State, sheet: Sheet) -> tuple[Sheet, ...]:
    """All sheets, with this one for the seat that moves."""
    return (*state.sheets[: state.seat], sheet, *state.sheets[state.seat + 1 :])


def next_seat(last: Seat, finished: Sequence[bool]) -> Seat | None:
    """Clockwise to the next player who is still playing."""
    seats = len(finished)
    order = [(last + step) % seats for step in range(1, seats + 1)]
    return next((seat for seat in order if not finished[seat]), None)


@lru_cache(maxsize=1_000)
def _menu(dice: int, flippable: tuple[int, ...], boxes: tuple[str, ...]) -> Menu[Action]:
    """After a roll where it does not matter which dice are used."""
    return Menu((*_all_rolls(dice), *_flips(flippable), *map(Score, boxes)))


@cache
def _all_rolls(dice: int) -> tuple[Action, ...]:
    groups = (group for size in range(1, dice + 1) for group in combinations(DICE[:dice], size))
    return tuple(map(RollDice, groups))


@cache
def _flips(dice: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple(Flip(die, face) for die in dice for face in DICE if face != die)


@lru_cache(maxsize=20_000)
def _declared_scores(faces: Faces, boxes: tuple[str, ...]) -> tuple[Action, ...]:
    declared = (Score(box, used) for box in boxes for used in uses(faces, box))
    return (*map(Score, boxes), *declared)
