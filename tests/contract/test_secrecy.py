"""Nobody learns what is hidden from them; in an open game nothing is hidden from anybody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from contract.hidden_game import HIDDEN, Guess, HiddenRules, State
from contract.playouts import Playout, play_out
from contract.secrecy import Report, look_for_leaks
from contract.tables import Table, by_chance, every_mode, every_table, tables_of
from redpip.core.catalog import all_games
from redpip.core.dice import Faces
from redpip.core.game import Acted, Choose, Event, Roll, Seat, Thrown

HIDDEN_TABLE = next(tables_of(HIDDEN))


def is_open(playout: Playout) -> bool:
    """No throw is secret, and nobody chooses while another does."""
    for due in map(playout.rules.next, playout.states):
        if (isinstance(due, Roll) and due.secret) or (isinstance(due, Choose) and len(due.options) > 1):
            return False
    return True


@every_table
@by_chance
def test_nobody_learns_what_is_hidden(table: Table, seed: int) -> None:
    playout = play_out(table.setup(seed), seed)
    viewers = (None, *range(table.seats))
    if is_open(playout):
        check_open(playout, viewers)
        return
    check_secrets(playout, viewers)


def check_secrets(playout: Playout, viewers: Sequence[Seat | None]) -> None:
    for viewer in viewers:
        report = look_for_leaks(playout, viewer, Random(playout.play.setup.seed))
        assert report.leaks == []
        assert report.pairs > 0
        assert report.differing >= 0.9 * report.pairs
    check_thrower_sees_own_dice(playout)
    assert playout.play.setup.game.secrets, "the game's facts must say that it has secrets"


SECRET_MODES = [mode for game in all_games().values() if game.secrets for mode in every_mode(game)]
every_secret_mode = pytest.mark.parametrize("table", SECRET_MODES, ids=str)


@every_secret_mode
def test_no_mode_tells_a_secret(table: Table) -> None:
    check_games(table, range(10))


@pytest.mark.slow
@every_secret_mode
def test_no_mode_tells_a_secret_in_many_games(table: Table) -> None:
    check_games(table, range(10, 210))


def check_games(table: Table, seeds: Iterable[int]) -> None:
    """Each game is looked at with other eyes."""
    viewers = (None, *range(table.seats))
    for seed in seeds:
        check_secrets(play_out(table.setup(seed), seed), [viewers[seed % len(viewers)]])


def check_open(playout: Playout, viewers: Sequence[Seat | None]) -> None:
    for viewer in viewers:
        assert all(playout.rules.view(state, viewer) == state for state in playout.states)
        assert all(playout.rules.seen(event, viewer) == event for event in playout.events)


def check_thrower_sees_own_dice(playout: Playout) -> None:
    for event in playout.events:
        if isinstance(event, Thrown):
            assert playout.rules.seen(event, event.seat) == event


# ---- the search finds what it should


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
