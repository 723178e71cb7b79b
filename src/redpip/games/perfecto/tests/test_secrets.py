"""What §4.3 keeps from others stays from them, and the search for leaks would notice if it did not."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from redpip.core.game import Acted, Event, Seat, Thrown
from redpip.games.perfecto import GAME
from redpip.games.perfecto.notation import RollDice, Rolling, SideTaken, TakeSide
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.state import State
from redpip.testing.leaks import look_for_leaks
from redpip.testing.playouts import play_out
from redpip.testing.tables import Table

RULES = PerfectoRules()


class ShowsWhichDice(PerfectoRules):
    def view(self, state: State, seat: Seat | None) -> State:
        return replace(super().view(state, seat), cast=state.cast)


class TellsWhichDice(PerfectoRules):
    def seen(self, event: Event[Any], seat: Seat | None) -> Event[Any]:
        return event if isinstance(event, Acted) else super().seen(event, seat)


class ShowsPartner(PerfectoRules):
    def view(self, state: State, seat: Seat | None) -> State:
        partner = None if seat is None else (seat + 2) % len(state.hands)
        hands = [state.hands[at] if at == partner else hand for at, hand in enumerate(super().view(state, seat).hands)]
        return replace(super().view(state, seat), hands=tuple(hands))


class ShowsSides(PerfectoRules):
    def view(self, state: State, seat: Seat | None) -> State:
        return replace(super().view(state, seat), sides=state.sides)


@pytest.mark.parametrize("rules", [ShowsWhichDice, TellsWhichDice, ShowsPartner, ShowsSides])
def test_leak_would_be_found(rules: type[PerfectoRules]) -> None:
    table = Table(replace(GAME, rules=rules), "basic", 4)
    games = [play_out(table.setup(seed), seed) for seed in range(3)]
    assert any(look_for_leaks(game, 0, Random(1)).leaks for game in games)


def test_others_hear_how_many_and_that_a_side_was_taken() -> None:
    roll: Event[Any] = Acted(1, RollDice((2, 5)))
    side: Event[Any] = Acted(1, TakeSide("caller"))
    for other in (None, 0, 3):
        assert RULES.seen(roll, other) == Acted(1, Rolling(2))
        assert RULES.seen(side, other) == Acted(1, SideTaken())
        assert RULES.seen(Thrown(1, (0, 3, 0, 0, 1, 0), 2), other) == Thrown(1, None, 2)
    assert (RULES.seen(roll, 1), RULES.seen(side, 1)) == (roll, side)
