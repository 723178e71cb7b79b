"""Why one way to play 2 Out of 3 is better than another, in facts that the board shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from redpip.core.coaching import Case, Told
from redpip.core.dice import is_red
from redpip.core.game import Seat
from redpip.core.words import N_, Words
from redpip.games.two_of_three.lines import whole
from redpip.games.two_of_three.notation import Action, Place, RollDice
from redpip.games.two_of_three.rules import State
from redpip.games.two_of_three.scoring import Board, score


@dataclass(frozen=True, slots=True)
class Empties:
    """A hand that is empty leaves the other no choice of what to roll."""

    kind: ClassVar[str] = "empties"

    theirs: int  # dice in the other's hand

    def say(self, words: Words) -> str:
        return words.count(
            "It empties your hand, so the other must roll {number} die now.",
            "It empties your hand, so the other must roll all {number} dice at once.",
            self.theirs,
        )


@dataclass(frozen=True, slots=True)
class Waits:
    """Fewer dice now leave more to be placed when the board is known."""

    kind: ClassVar[str] = "waits"

    kept: int

    def say(self, words: Words) -> str:
        return words.count(
            "It keeps {number} die in your hand for when more of the board is known.",
            "It keeps {number} dice in your hand for when more of the board is known.",
            self.kept,
        )


@dataclass(frozen=True, slots=True)
class Pushes:
    """A red takes a die off the board, and what it held there."""

    kind: ClassVar[str] = "pushes"

    square: int
    lines: int  # how much further ahead one is in lines that are full

    def say(self, words: Words) -> str:
        if self.lines > 0:
            return words.count(
                "The red pushes the die off square {square}: {number} line gained, and that die is rolled again.",
                "The red pushes the die off square {square}: {number} lines gained, and that die is rolled again.",
                self.lines,
                square=self.square,
            )
        return words.say("The red pushes the die off square {square}; it is to be rolled again.", square=self.square)


@dataclass(frozen=True, slots=True)
class FullLines(Told):
    """What is decided on the board, as long as nobody is pushed off it."""

    kind: ClassVar[str] = "full_lines"
    text: ClassVar[str] = N_(
        "With it the full lines stand {mine} to {theirs}; with the other, {other_mine} to {other_theirs}."
    )

    mine: int
    theirs: int
    other_mine: int
    other_theirs: int


KINDS: Final = (Empties, Waits, Pushes, FullLines)
MISTAKES: Final[Mapping[str, str]] = {
    "too_few": N_("Rolled too few dice"),
    "too_many": N_("Rolled too many dice"),
    "other_dice": N_("Rolled the wrong dice"),
    "no_push": N_("Let a red push nobody"),
    "wrong_push": N_("Pushed where it did not pay"),
    "wrong_square": N_("Put a die on the wrong square"),
}


def reasons(case: Case) -> Iterator[Empties | Waits | Pushes | FullLines]:
    if case.other is None:
        return
    best, other = (_actions(case, line.actions) for line in (case.best, case.other))
    state: State = case.view
    if isinstance(best[0], RollDice) and isinstance(other[0], RollDice):
        yield from _of_rolling(state, case.seat, best[0], other[0])
        return
    mine, others = (_standing(line.view.board, case.seat) for line in (case.best, case.other))
    pushed = _pushed(state, best) - _pushed(state, other)
    if pushed:
        yield Pushes(min(pushed), mine[0] - mine[1] - others[0] + others[1])
    if mine[0] - mine[1] > others[0] - others[1]:
        yield FullLines(*mine, *others)


def _of_rolling(state: State, seat: Seat, best: RollDice, other: RollDice) -> Iterator[Empties | Waits]:
    kept = len(state.hands[seat]) - len(best.dice)
    if not kept and len(other.dice) < len(best.dice):
        yield Empties(len(state.hands[1 - seat]))
    if len(best.dice) < len(other.dice):
        yield Waits(kept)


def mistake(case: Case) -> str:
    assert case.other
    best, other = (_actions(case, line.actions) for line in (case.best, case.other))
    if isinstance(best[0], RollDice) and isinstance(other[0], RollDice):
        more = len(best[0].dice) - len(other[0].dice)
        return "too_few" if more > 0 else "too_many" if more else "other_dice"
    wanted, done = _pushed(case.view, best), _pushed(case.view, other)
    if len(wanted) > len(done):
        return "no_push"
    return "wrong_square" if wanted == done else "wrong_push"


def _actions(case: Case, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    return tuple(whole(case.rules, case.view, case.seat, actions))


def _pushed(state: State, actions: tuple[Action, ...]) -> set[int]:
    """The squares, as people count, that reds take from the other."""
    laid = [action for action in actions if isinstance(action, Place)]
    return {one.square for one in laid if is_red(one.die, state.faces[one.die - 1]) and state.board[one.square - 1]}


def _standing(board: Board, seat: Seat) -> tuple[int, int]:
    won = score(board)
    return won[seat], won[1 - seat]
