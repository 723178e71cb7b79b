"""Where a game has no advice, its table has no coach and says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from redpip.core.problem import Problem
from redpip.table.asking import may_ask
from redpip.table.command import Caller
from redpip.table.decide import Draft

from .desk import MIA, Desk


def test_a_game_without_advice_has_no_coach() -> None:
    desk = Desk(2, coach=True)
    draft = Draft(desk.table, Caller(MIA), desk.now)
    draft.seat_person(0, "Mia", MIA, agrees=True)
    desk.keep(draft.signed())
    desk.bot(1)
    desk.ready()
    desk.act(MIA, 0, "roll 1 2 3 4 5 6")
    assert may_ask(desk.table, 0, MIA) is desk.table.play
    unadvised = replace(desk.table, game=replace(desk.table.game, advisor=None))
    with pytest.raises(Problem) as caught:
        may_ask(unadvised, 0, MIA)
    assert caught.value.code == "no_advice"
    assert str(caught.value) == "Spicy Dice has no advice yet."
