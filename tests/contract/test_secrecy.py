"""The search for leaks finds what it should, and finds nothing in many games of ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from contract.hidden_game import HIDDEN, Guess, HiddenRules, State
from redpip.core.catalog import all_games
from redpip.core.dice import Faces
from redpip.core.game import Acted, Event, Roll, Seat, Thrown
from redpip.testing.leaks import Report, look_for_leaks
from redpip.testing.playouts import play_out
from redpip.testing.secrecy import check_games
from redpip.testing.tables import Table, every_mode, tables_of

HIDDEN_TABLE = next(tables_of(HIDDEN))
SECRET_MODES = [mode for game in all_games().values() if game.secrets for mode in every_mode(game)]


@pytest.mark.slow
@pytest.mark.parametrize("table", SECRET_MODES, ids=str)
def test_no_mode_tells_a_secret_in_many_games(table: Table) -> None:
    check_games(table, range(10, 210))


class ShowsAll(HiddenRules):
    def view(self, state: State, seat: Seat | None) -> Any:
        return state


class ShowsNextSeat(HiddenRules):
    """A seat sees one other hand, a spectator none."""

    def view(self, state: State, seat: Seat | None) -> Any:
        if seat is None:
            return super().view(state, seat)
        other = (seat + 1) % len(state.hands)
        return replace(super().view(state, seat), first=sum(state.hands[other] or ()))


class ShowsGuess(HiddenRules):
    """Hands are hidden, but who guesses last knows the other guesses."""

    def view(self, state: State, seat: Seat | None) -> Any:
        return replace(super().view(state, seat), guesses=state.guesses)


class TellsDice(HiddenRules):
    def seen(self, event: Event[Guess], seat: Seat | None) -> Event[Any]:
        return event if isinstance(event, Thrown) else super().seen(event, seat)


class TellsGuess(HiddenRules):
    def seen(self, event: Event[Guess], seat: Seat | None) -> Event[Any]:
        return event if isinstance(event, Acted) else super().seen(event, seat)


class OffersWhatIsPossible(HiddenRules):
    """Everybody's options end at what all the dice make together."""

    def guesses(self, state: State) -> Sequence[Guess]:
        return [
            guess for guess in super().guesses(state) if guess.total <= sum(sum(hand or ()) for hand in state.hands)
        ]


class RollsLessAfterASix(HiddenRules):
    """What is next tells what fell: after a six, the second seat throws one die."""

    def next(self, state: State) -> Any:
        due = super().next(state)
        if isinstance(due, Roll) and any(6 in (hand or ()) for hand in state.hands):
            return replace(due, dice=(1,))
        return due


LEAKY = [ShowsAll, ShowsNextSeat, ShowsGuess, TellsDice, TellsGuess, OffersWhatIsPossible, RollsLessAfterASix]


@pytest.mark.parametrize("rules", LEAKY)
def test_leak_is_found(rules: type[HiddenRules]) -> None:
    reports = reports_on(rules)
    assert any(report.leaks for report in reports)


def test_no_leak_is_found_where_there_is_none() -> None:
    assert not any(report.leaks for report in reports_on(HiddenRules))


def reports_on(rules: type[HiddenRules]) -> list[Report]:
    table = Table(replace(HIDDEN, rules=rules), "usual", HIDDEN_TABLE.seats)
    games = [play_out(table.setup(seed), seed) for seed in range(10)]
    return [look_for_leaks(game, viewer, Random(1)) for game in games for viewer in (None, 0, 1)]


class NeverHides(HiddenRules):
    """Calls its throws secret, but every table deals the same hands: there is no second table to compare with."""

    def rolled(self, state: State, faces: Faces) -> State:
        return super().rolled(state, (1, 1, 0, 0, 0, 0))


def test_pairs_that_never_differ_are_noticed() -> None:
    reports = reports_on(NeverHides)
    assert all(report.differing < 0.9 * report.pairs for report in reports if report.pairs)
