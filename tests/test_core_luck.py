"""A bot's luck is a function of seed, seat and question; a bot that listens hears what its seat may hear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from contract.hidden_game import HIDDEN
from redpip.core.advice import BotKind
from redpip.core.catalog import all_games
from redpip.core.game import Acted, Event, Over, Roll, Thrown
from redpip.core.luck import Luck, luck_key
from redpip.core.playing import Play
from redpip.core.setup import Player, Setup
from redpip.core.shaker import SeededShaker
from redpip.play.playout import play_out
from redpip.play.seating import seat_bots


def drawn(luck: Luck, question: int) -> tuple[object, ...]:
    luck.renew(question)
    return luck.random(), luck.choice("abcdef"), luck.sample(range(50), 20), luck.getrandbits(200), luck.gauss()


def test_luck_begins_anew_with_each_question() -> None:
    luck, other = Luck(luck_key("1", 0)), Luck(luck_key("1", 0))
    first = [drawn(luck, question) for question in range(5)]
    assert [drawn(other, question) for question in reversed(range(5))] == first[::-1]
    assert len(set(map(str, first))) == 5


def test_luck_differs_by_seed_and_seat_and_tells_neither() -> None:
    keys = {luck_key(seed, seat) for seed in ("1", "2", None) for seat in (0, 1)}
    assert len(keys) == len({drawn(Luck(key), 0)[0] for key in keys}) == 6
    assert not any("2026" in luck_key("2026", seat) for seat in range(9))


def test_luck_is_even() -> None:
    luck = Luck(luck_key("even", 0))
    throws = [luck.randrange(6) for _ in range(6000)]
    assert all(900 < throws.count(face) < 1100 for face in range(6))
    luck.renew(1)
    numbers = [luck.random() for _ in range(6000)]
    assert 0 <= min(numbers) < 0.01
    assert 0.99 < max(numbers) < 1
    assert 0.48 < sum(numbers) / len(numbers) < 0.52


def test_simulated_games_are_those_of_a_table() -> None:
    """The same seed and the same bots lead to the same end, whoever deals out events and questions."""
    for game in all_games().values():
        options = {**game.playout_options, **next(iter(game.presets.values())).options}
        players = (Player("One", "random"), Player("Two", game.house_bot))
        setup = Setup(game, next(iter(game.presets)), options, players, first=0, seed="7")
        simulated = play_out(setup.rules, setup.rules.start(2, 0), seat_bots(setup, "7"), SeededShaker("7"))
        assert simulated == played(setup).next


def played(setup: Setup) -> Play:
    play, bots = Play(setup), seat_bots(setup, setup.seed)
    while not isinstance(due := play.next, Over):
        if isinstance(due, Roll):
            event = play.shake()
        else:
            seat = min(due.options)
            event = play.act(seat, bots[seat].choose(play.rules.view(play.state, seat), due.options[seat]))
        for seat, bot in bots.items():
            bot.heard(play.rules.seen(event, seat))
    return play


class Ear:
    """Takes the first option, and keeps what it heard."""

    heard_by: ClassVar[dict[int, list[Event[Any]]]] = {}

    def __init__(self, _rules: Any, seat: int, _luck: Any) -> None:
        self._heard = self.heard_by[seat] = []

    def heard(self, event: Event[Any]) -> None:
        self._heard.append(event)

    def choose(self, _view: Any, options: Sequence[Any]) -> Any:
        return options[0]


def test_bots_hear_what_their_seat_may_hear() -> None:
    game = replace(HIDDEN, bots={**HIDDEN.bots, "ear": BotKind("listens", Ear)})
    for match in (None, 2):
        players = (Player("One", "ear"), Player("Two", "random"), Player("Three", "ear"))
        setup = Setup(game, "usual", {}, players, first=0, seed="1", match=match)
        play_out(setup.rules, setup.rules.start(3, 0), seat_bots(setup, "1"), SeededShaker("1"))
        told = {seat: list(heard) for seat, heard in Ear.heard_by.items()}
        events = played(setup).events
        assert told == {seat: [setup.rules.seen(event, seat) for event in events] for seat in (0, 2)}
        assert all(event.faces for event in told[0] if isinstance(event, Thrown) and event.seat == 0)
        assert not any(event.faces for event in told[0] if isinstance(event, Thrown) and event.seat == 1)
        assert not any(event.action for event in told[0] if isinstance(event, Acted) and event.seat == 1)
