"""How a showdown is told."""

from __future__ import annotations

import pytest

from redpip.games.perfecto import GAME
from redpip.games.perfecto.names import count_text
from redpip.games.perfecto.state import Bid, Call, Showdown

SHOWN = Showdown(
    hands=(),
    bid=Bid(3, 4, seat=0),
    call=Call("perfecto", seat=1),
    sides=(),
    count=3,
    bidder_right=False,
    winner=1,
    loser=0,
    stake=1,
    wrong=(),
    lost=(1, 0),
    out=(),
)


SAID = [("en", "exactly three 4s: Perfecto"), ("de", "genau drei Vieren: Perfecto")]


@pytest.mark.parametrize(("language", "said"), SAID)
def test_what_the_dice_count_leaves_the_end_of_the_sentence_to_others(language: str, said: str) -> None:
    assert count_text(SHOWN, GAME.words(None, language)).endswith(said)
