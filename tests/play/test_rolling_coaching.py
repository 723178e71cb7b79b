"""Why a line of Keep on Rolling is better, in both languages."""

import pytest

from redpip.core.coaching import LONGEST
from redpip.core.setup import Player, Setup
from redpip.games.rolling import GAME
from redpip.games.rolling.positions import at_table
from redpip.games.rolling.rules import RollingRules
from redpip.play.coach import Coach

TWO = Setup(GAME, "2018", GAME.presets["2018"].options, (Player("1"), Player("2")), 0, "1")


@pytest.mark.parametrize(
    ("text", "kind", "facts"),
    [
        ("-_11----_120.133", "roll_pays", ("4 ", "9 %")),  # two 1s, one red; 120 of 1296 throws bust
        ("-_112233_150.160_34", "double_pays", ("96", "48")),
        ("-_66-66-_100.260", "must_overtake", ("161", "24")),
        ("551234", "safer_shelf", ("9 %", "11 %")),
    ],
)
def test_reasons_name_what_decides(text: str, kind: str, facts: tuple[str, ...]) -> None:
    _, state = at_table(lambda _: RollingRules(), text, None)
    reason = Coach(TWO).counsel_at(state, 0).reason
    assert reason.kind == kind
    for language in ("en", "de"):
        told = reason.say(GAME.words("2018", language))
        assert len(told) <= LONGEST
        assert all(fact in told for fact in facts)
