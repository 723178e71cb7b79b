"""The coach of 2 Out of 3 says why, in facts that the board shows."""

from __future__ import annotations

import pytest

from moves import moved
from redpip.core.coaching import LONGEST
from redpip.core.setup import Player, Setup
from redpip.games.two_of_three import GAME
from redpip.games.two_of_three.rules import State, TwoOfThreeRules
from redpip.games.two_of_three.scoring import Board, Piece
from redpip.play.coach import Coach

RULES = TwoOfThreeRules()
TWO_LEFT = "0:12 0:22 1:16 1:21 0:33 1:36 1:44 0:46 1:54 . 1:61 ."
ONE_EACH = "1:22 1:52 . 1:62 1:13 0:46 0:64 . 1:32 0:55 0:26 0:15"


def position(text: str) -> State:
    """Square by square ``.`` or seat, die and face."""
    board: Board = tuple(
        None if cell == "." else Piece(int(cell[0]), int(cell[2]), int(cell[3])) for cell in text.split()
    )
    gone = {(piece.seat, piece.die) for piece in board if piece}
    hands = tuple(tuple(die for die in range(1, 7) if (seat, die) not in gone) for seat in (0, 1))
    return State(board, hands, 0, 0, "roll")


@pytest.mark.parametrize(
    ("start", "moves", "lean", "kind", "mistake"),
    [
        (TWO_LEFT, ["roll 5 6", "----16"], "place 6 12", "full_lines", "wrong_square"),
        (ONE_EACH, ["roll 3", "--3---"], "place 3 8", "pushes", "no_push"),
        ("0:12 1:22 0:33 1:41 0:26 1:13 . . . . . .", [], "roll 4", None, None),
    ],
)
def test_the_coach_says_why(
    start: str, moves: list[str], lean: str | None, kind: str | None, mistake: str | None
) -> None:
    state = moved(RULES, position(start), *moves)
    coach = Coach(Setup(GAME, "usual", {}, (Player("Mia"), Player("Ben")), 0))
    counsel = coach.counsel_at(state, 0, (), [RULES.parse(lean)] if lean else [])
    other = counsel.lean or counsel.runner_up
    assert kind in (None, counsel.reason.kind)
    found = coach.coaching.mistake(coach.case(state, 0, counsel.best, other))
    assert found in coach.coaching.mistakes
    assert mistake in (None, found)
    for language in ("en", "de"):
        words = GAME.words("usual", language)
        assert 0 < len(counsel.reason.say(words)) <= LONGEST
        assert coach.coaching.line(RULES, state, 0, counsel.best.actions, words)
