"""Games played to the end by chance. A game that has no end is found once, and each test of it then fails at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from redpip.core.game import Choose, Event, Over, Roll, Seat
from redpip.core.playing import Play
from redpip.core.setup import Setup
from redpip.testing.tables import Table

MOST_EVENTS = 10_000  # no game is near this long unless it never ends


@dataclass(frozen=True)
class Playout:
    play: Play
    states: Sequence[Any]  # states[n] is the position after n events

    @property
    def rules(self) -> Any:
        return self.play.rules

    @property
    def events(self) -> Sequence[Event[Any]]:
        return self.play.events


_played: dict[tuple[type[Any], str, int], Playout] = {}  # by rules, table and seed
_endless: dict[type[Any], str] = {}  # by rules: what to say of a game without an end


def whole_game(table: Table, seed: int) -> Playout:
    """A game to its end, played once for all tests that look at it."""
    rules = table.game.rules
    if rules not in _endless and (rules, str(table), seed) not in _played:
        playout = play_out(table.setup(seed), seed)
        if isinstance(playout.play.next, Over):
            _played[rules, str(table), seed] = playout
        else:
            _endless[rules] = endless(table)
    if rules in _endless:
        pytest.fail(_endless[rules], pytrace=False)
    return _played[rules, str(table), seed]


def endless(table: Table) -> str:
    return (
        f"{table} has not ended after {MOST_EVENTS} events of play by chance. Every game must come to an end; one that "
        "chance ends late is kept short by options of its rules, named in the game's playout_options."
    )


def play_out(setup: Setup, seed: int, most_events: int = MOST_EVENTS) -> Playout:
    play = Play(setup)
    luck = Random(seed)
    states = [play.state]
    while not isinstance(play.next, Over) and len(play.events) < most_events:
        step(play, luck)
        states.append(play.state)
    return Playout(play, states)


def step(play: Play, luck: Random) -> None:
    match play.next:
        case Roll():
            play.shake()
        case Choose(options):
            play.act(*choose(options, luck))


def choose(options: Any, luck: Random) -> tuple[Seat, Any]:
    """Each kind of action as likely: otherwise the kind with the most options would be nearly all we ever see."""
    seat = luck.choice(sorted(options))
    kinds = sorted({type(action).__name__ for action in options[seat]})
    kind = luck.choice(kinds)
    return seat, luck.choice([action for action in options[seat] if type(action).__name__ == kind])


def some_states(playout: Playout, luck: Random, number: int) -> list[Any]:
    """A few positions of the game, its last among them."""
    earlier = playout.states[:-1]
    return [*luck.sample(earlier, min(number, len(earlier))), playout.states[-1]]
