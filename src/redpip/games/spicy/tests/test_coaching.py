"""What the coach calls lines and mistakes."""

from collections.abc import Sequence

import pytest

from redpip.core.coaching import Case, Line
from redpip.games.spicy import GAME
from redpip.games.spicy.coaching import COACHING
from redpip.games.spicy.positions import position
from redpip.games.spicy.rules import SpicyRules

CLASSIC, EXTRA = SpicyRules(), SpicyRules(extra=True)
SIXES, REDS = "626661_20_6.RED", "153432"
HELD = "663256_20_6.SUM_h345"


def said(rules: SpicyRules, where: str, actions: str, preset: str, language: str) -> str:
    chosen = [rules.parse(action) for action in actions.split("; ")]
    return COACHING.line(rules, position(rules, where), 0, chosen, GAME.words(preset, language))


@pytest.mark.parametrize(
    ("rules", "where", "actions", "line"),
    [
        (CLASSIC, SIXES, "flip 2>6; roll 6", "turn the red 2 into a 6, roll the 1"),
        (CLASSIC, SIXES, "score 6", "write 24 in box 6"),
        (CLASSIC, REDS, "score RED", "write 30 in RED"),
        (CLASSIC, REDS, "roll 2 5 6", "keep the three reds, roll the rest"),
        (CLASSIC, SIXES, "roll 2 6", "keep the four 6s, roll the rest"),
        (CLASSIC, REDS, "roll 1 2 3 5 6", "keep the red 4, roll the rest"),
        (CLASSIC, "216543", "roll 3", "roll the 6"),
        (CLASSIC, "662255", "roll 1 2", "roll the two 6s"),
        (CLASSIC, "216543", "roll 3 4 5", "keep the 1, 2 and 3, roll the rest"),
        (CLASSIC, "256116", "roll 1 3 4 5", "keep the 5 and the red 6, roll the rest"),
        (CLASSIC, "222134", "roll 1 3 4 5 6", "keep the red 2, roll the rest"),
        (CLASSIC, "222134", "roll 2 4 5 6", "keep the two white 2s, roll the rest"),
        (CLASSIC, "262134", "roll 2 4 5 6", "keep the two 2s, roll the rest"),
        (CLASSIC, "222134", "roll 3 4 5 6", "keep the first 2 and the red 2, roll the rest"),
        (CLASSIC, "662666", "roll 3 4 5", "keep the first 6, the second 6 and the red 6, roll the rest"),
        (CLASSIC, REDS, "roll 1 2 3 4 5 6", "roll all dice"),
        (
            CLASSIC,
            REDS,
            "flip 1>6; flip 3>6; flip 4>2; score SUM",
            "turn the red 1 and the red 3 into a 6, turn the red 4 into a 2, write 24 in SUM",
        ),
        (CLASSIC, "626661_0_6", "flip 2>6", "turn the red 2 into a 6, write 30 in box 6"),  # nothing else is left
        (EXTRA, HELD, "hold 3 5", "hold the red 3 and the red 5, roll the rest"),
        (EXTRA, HELD, "hold", "hold nothing, roll all dice"),
        (EXTRA, "663256", "score SUM 1 2 4 5 6", "write 25 in SUM with the 2, the red 5 and the three 6s"),
        (EXTRA, "663256", "score 6 1 2 6", "write 36 in box 6"),
        (EXTRA, "663256", "score 6 none", "write 0 in box 6 and use no dice"),
    ],
)
def test_lines(rules: SpicyRules, where: str, actions: str, line: str) -> None:
    assert said(rules, where, actions, "classic", "en") == line


@pytest.mark.parametrize(
    ("rules", "where", "actions", "line"),
    [
        (CLASSIC, SIXES, "flip 2>6; roll 6", "die rote 2 auf 6 drehen, die 1 werfen"),
        (CLASSIC, SIXES, "score 6", "24 in Feld 6 schreiben"),
        (CLASSIC, REDS, "score RED", "30 in ROT schreiben"),
        (CLASSIC, SIXES, "roll 2 6", "die vier Sechsen behalten, den Rest werfen"),
        (CLASSIC, REDS, "roll 1 2 3 4 5 6", "alle Würfel werfen"),
        (EXTRA, HELD, "hold 3 5", "die rote 3 und die rote 5 behalten, den Rest werfen"),
        (EXTRA, HELD, "hold", "nichts behalten, alle Würfel werfen"),
    ],
)
def test_lines_in_german(rules: SpicyRules, where: str, actions: str, line: str) -> None:
    assert said(rules, where, actions, "classic", "de") == line


def test_lines_speak_the_words_of_the_edition() -> None:
    assert said(CLASSIC, "216543", "score RUN", "chili", "en") == "write 21 in Straight"
    assert said(CLASSIC, "216543", "score RUN", "chili", "de") == "21 in Straße schreiben"


@pytest.mark.parametrize(
    ("rules", "where", "best", "other", "mistake"),
    [
        (CLASSIC, SIXES, ["flip 2>6", "roll 6"], ["score 6"], "too_early"),
        (CLASSIC, SIXES, ["score 6"], ["flip 2>6", "roll 6"], "too_often"),
        (CLASSIC, SIXES, ["roll 2 6"], ["roll 2"], "wrong_keep"),
        (CLASSIC, SIXES, ["flip 2>6", "roll 6"], ["roll 6"], "not_turned"),
        (CLASSIC, SIXES, ["flip 2>6", "roll 6"], ["flip 2>1", "roll 6"], "turned"),
        (CLASSIC, SIXES, ["roll 2 6"], ["flip 2>1", "roll 6"], "wrong_keep"),
        (CLASSIC, SIXES, ["flip 2>6", "score 6"], ["score 6"], "not_turned"),
        (CLASSIC, SIXES, ["score RED"], ["flip 2>6", "score RED"], "turned"),
        (CLASSIC, SIXES, ["score RED"], ["score 6"], "wrong_box"),
        (CLASSIC, SIXES, ["roll 2 6"], ["flip 2>1"], "turned"),  # a record may end there
        (EXTRA, "663256", ["score 6", "hold 3"], ["score 6", "hold 3 4"], "wrong_hold"),
        (EXTRA, HELD, ["hold 3"], ["hold 3 5"], "wrong_hold"),
        (EXTRA, "663256", ["score SUM 1 2"], ["score SUM"], "too_many_used"),
        (EXTRA, "663256", ["score SUM"], ["score SUM 1 2"], "too_few_used"),
    ],
)
def test_kinds_of_mistakes(
    rules: SpicyRules, where: str, best: Sequence[str], other: Sequence[str], mistake: str
) -> None:
    def line(actions: Sequence[str]) -> Line:
        return Line(tuple(map(rules.parse, actions)), None, 0.0)

    state = position(rules, where)
    case = Case(rules, state, 0, "points", True, line(best), line(other), lambda _view: 0.0)
    assert COACHING.mistake(case) == mistake
    assert mistake in COACHING.mistakes
