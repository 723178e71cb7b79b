"""A table by itself: commands in, events out, the same table again from its log."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redpip.core.catalog import find_game
from redpip.core.fair import check_fair
from redpip.core.game import Choose
from redpip.core.problem import Refused
from redpip.core.transcript import to_jsonl
from redpip.play.fairness import check_dice
from redpip.table.chair import Secrets
from redpip.table.command import AWAY, Command, Presence
from redpip.table.events import Opened, TableEvent, from_data, to_data
from redpip.table.picture import Moment, Viewer, heard, table_words
from redpip.table.table import Table, open_table

SECRETS = Secrets("5eed" * 16, "1417e" * 8)
MIA, BEN, ADA = "mia's device", "ben's device", "ada's device"


class Desk:
    """A table, its log, and a clock that tests turn."""

    def __init__(self, seats: int, preset: str = "classic", clock: int | None = None, **options: Any) -> None:
        game, _ = find_game("spicy")
        self.table = open_table("abcdefghij", SECRETS, game, preset, options, seats, MIA, clock=clock, first=0)
        self.log: list[tuple[TableEvent, float, str | None]] = []
        self.now = 1000.0
        self.presence = Presence(frozenset({MIA, BEN, ADA}))
        self._keys = 0

    def keep(self, events: list[TableEvent], key: str | None = None) -> list[TableEvent]:
        self.log += [(event, self.now, key if event is events[-1] else None) for event in events]
        return events

    def sit(self, seat: int, name: str, device: str) -> None:
        self.keep(self.table.sit(seat, name, device, self.now))

    def bot(self, seat: int, bot: str = "greedy") -> None:
        self.keep(self.table.sit_bot(seat, bot, self.now))

    def do(self, device: str, do: Any, seat: int = 0, key: str | None = None, **facts: Any) -> list[TableEvent]:
        self._keys += 1
        command = Command(key or f"key-{self._keys}", do, seat, **facts)
        return self.keep(self.table.do(command, device, self.now, self.presence), command.key)

    def ready(self) -> None:
        for seat in self.table.unready:
            self.do(next(iter(self.table.chairs[seat].devices)), "ready", seat, nonce=f"nonce0000{seat}")

    def act(self, device: str, seat: int, action: str) -> list[TableEvent]:
        return self.do(device, "act", seat, action=action)

    def bots_move(self, most: int = 10_000) -> None:
        while most and (events := self.table.bot_step(self.now)):
            self.keep(events)
            most -= 1

    def again(self) -> Table:
        """The table that a restarted service would have."""
        opened = from_data(json.loads(json.dumps(to_data(self.table.opened))))
        assert isinstance(opened, Opened)
        table = Table(self.table.id, SECRETS, opened)
        table.fold((from_data(json.loads(json.dumps(to_data(event)))), at, key) for event, at, key in self.log)
        return table

    def seen(self, device: str | None, table: Table | None = None) -> str:
        table = table or self.table
        seen = Moment(table, self.presence, self.now).sight(Viewer(device), table_words(table, "en"))
        return json.dumps(seen, sort_keys=True)


def two_people() -> Desk:
    desk = Desk(2)
    desk.sit(0, "Mia", MIA)
    desk.sit(1, "Ben", BEN)
    desk.ready()
    return desk


def against_a_bot(**facts: Any) -> Desk:
    desk = Desk(2, **facts)
    desk.sit(0, "Mia", MIA)
    desk.bot(1)
    desk.ready()
    return desk


def refusal(work: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        work()
    return caught.value.code


def test_a_game_starts_when_all_sit_and_have_added_a_nonce() -> None:
    desk = Desk(2)
    desk.sit(0, "Mia", MIA)
    assert refusal(lambda: desk.do(MIA, "start")) == "too_few"
    desk.do(MIA, "ready", 0, nonce="mia0nonce0")
    assert desk.table.phase == "waiting"
    desk.sit(1, "Ben", BEN)
    assert desk.table.unready == (1,)
    desk.do(BEN, "ready", 1, nonce="ben0nonce0")
    assert desk.table.phase == "playing"
    assert desk.table.turn == (0,)


def test_two_of_one_name_can_be_told_apart() -> None:
    desk = Desk(2)
    desk.sit(0, "Mia", MIA)
    desk.sit(1, "Mia", BEN)
    assert [chair.name for chair in desk.table.chairs] == ["Mia", "Mia 2"]


def test_only_the_seat_s_own_device_moves_and_only_in_turn() -> None:
    desk = two_people()
    assert refusal(lambda: desk.act(BEN, 0, "roll 1 2 3 4 5 6")) == "not_your_seat"
    assert refusal(lambda: desk.act(BEN, 1, "roll 1 2 3 4 5 6")) == "not_your_turn"
    assert refusal(lambda: desk.act(MIA, 0, "score RUN")) == "must_roll"
    assert refusal(lambda: desk.act(MIA, 0, "dance")) == "bad_action"
    assert refusal(lambda: desk.act(MIA, 7, "roll")) == "no_seat"
    before = desk.table.seq
    desk.act(MIA, 0, "roll 1 2 3 4 5 6")
    assert desk.table.seq == before + 2, "the choice and the dice"


def test_the_same_key_is_never_done_twice() -> None:
    desk = two_people()
    assert desk.do(MIA, "act", 0, key="once-only", action="roll 1 2 3 4 5 6")
    assert desk.do(MIA, "act", 0, key="once-only", action="roll 1 2 3 4 5 6") == []
    assert desk.table.keys["once-only"] == desk.table.seq
    restarted = desk.again()
    again = Command("once-only", "act", 0, "roll 1 2 3 4 5 6")
    assert restarted.do(again, MIA, desk.now, desk.presence) == [], "not even after a restart"


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["classic", "extra", "junior", "chili"]))
def test_the_log_is_the_table(seed: int, preset: str) -> None:
    luck = Random(seed)
    game, _ = find_game("spicy")
    options = {name: [True] * 3 if name == "junior" else value for name, value in game.presets[preset].options.items()}
    desk = Desk(3, preset, **options)
    desk.sit(0, "Mia", MIA)
    desk.sit(1, "Ben", BEN)
    desk.bot(2, "random")
    desk.ready()
    for _ in range(luck.randrange(80)):
        desk.bots_move(luck.randrange(4))
        seat = next((seat for seat in desk.table.turn if not desk.table.chairs[seat].bot), None)
        assert desk.table.play is not None
        due = desk.table.play.next
        if seat is not None and isinstance(due, Choose):
            device = (MIA, BEN)[seat]
            if luck.random() < 0.2 and desk.table.can_undo(seat):
                desk.do(device, "undo", seat)
                desk.do((BEN, MIA)[seat], "answer", 1 - seat, yes=luck.random() < 0.5)
            else:
                desk.act(device, seat, str(luck.choice(due.options[seat])))
    again = desk.again()
    assert again.seq == desk.table.seq
    for device in (MIA, BEN, None):
        assert desk.seen(device, again) == desk.seen(device)
    assert to_jsonl(again.record()) == to_jsonl(desk.table.record())


def test_undo_alone_with_bots_is_done_at_once_but_never_across_a_throw() -> None:
    desk = against_a_bot()
    desk.act(MIA, 0, "roll 1 2 3 4 5 6")
    assert refusal(lambda: desk.do(MIA, "undo")) == "cannot_undo"
    assert desk.table.play is not None
    before = desk.table.play.state
    desk.act(MIA, 0, "score SUM")
    desk.do(MIA, "undo")
    assert desk.table.play.state == before
    desk.act(MIA, 0, "score RED")
    desk.bots_move()
    assert refusal(lambda: desk.do(MIA, "undo")) == "cannot_undo"


@pytest.mark.parametrize("yes", [True, False])
def test_undo_among_people_needs_their_consent(yes: bool) -> None:
    desk = two_people()
    desk.act(MIA, 0, "roll 1 2 3 4 5 6")
    desk.act(MIA, 0, "score SUM")
    desk.do(MIA, "undo")
    assert desk.table.turn == (1,), "not before Ben has answered"
    assert refusal(lambda: desk.do(MIA, "answer", 0, yes=True)) == "nothing_asked"
    desk.do(BEN, "answer", 1, yes=yes)
    assert desk.table.turn == ((0,) if yes else (1,))
    assert desk.table.ask is None


def test_a_bot_may_stand_in_for_somebody_long_away_and_gives_the_seat_back() -> None:
    desk = Desk(3)
    for seat, (name, device) in enumerate([("Mia", MIA), ("Ben", BEN), ("Ada", ADA)]):
        desk.sit(seat, name, device)
    desk.ready()
    assert refusal(lambda: desk.do(BEN, "bot", 0)) == "not_away"
    desk.presence = Presence(frozenset({BEN, ADA}), ((MIA, desk.now - AWAY),))
    desk.do(BEN, "bot", 0)
    assert desk.table.bot_seat is None, "Ada has a say"
    desk.do(ADA, "answer", 2, yes=True)
    assert desk.table.bot_seat == 0
    desk.bots_move()
    assert desk.table.turn == (1,)
    desk.do(MIA, "back", 0)
    assert desk.table.chairs[0].stand_in is None


def test_when_the_time_is_up_a_bot_plays_the_rest_of_the_turn() -> None:
    desk = two_people()
    assert desk.table.deadline is None
    desk = Desk(2, clock=60)
    desk.sit(0, "Mia", MIA)
    desk.sit(1, "Ben", BEN)
    desk.ready()
    desk.act(MIA, 0, "roll 1 2 3 4 5 6")
    desk.now += 59
    assert desk.keep(desk.table.tick(desk.now)) == []
    desk.now += 1
    assert desk.keep(desk.table.tick(desk.now))
    shown: list[float | None] = []
    desk.table.watch = lambda *_: shown.append(desk.table.deadline)
    desk.bots_move()
    assert desk.table.turn == (1,)
    assert desk.table.deadline == desk.now + 60
    assert shown[-1] == desk.table.deadline, "whoever is shown the new turn is shown its time"
    assert desk.seen(MIA, desk.again()) == desk.seen(MIA)


def test_the_seed_is_nobody_s_business_before_the_end() -> None:
    desk = against_a_bot()
    hidden = [SECRETS.server_seed, SECRETS.invite_key]
    assert desk.table.play is not None
    hidden.append(str(desk.table.play.setup.seed))

    def everything() -> str:
        told = [heard(desk.table, event, Viewer(None)) for event, _, _ in desk.log]
        return json.dumps(told) + desk.seen(MIA) + desk.seen(None) + to_jsonl(desk.table.record())

    while desk.table.phase == "playing":
        assert not [secret for secret in hidden if secret in everything()]
        desk.bots_move(1)
        if desk.table.turn == (0,):
            due = desk.table.play.next
            assert isinstance(due, Choose)
            desk.act(MIA, 0, str(Random(desk.table.seq).choice(due.options[0])))
    record = desk.table.record()
    assert record.setup.fair is not None
    check_fair(record.setup.fair, record.setup.seed)
    assert check_dice(record) == sum("throw" in line for line in to_jsonl(record).splitlines())
    assert SECRETS.invite_key not in everything()


def test_an_abandoned_table_reveals_its_seed() -> None:
    desk = against_a_bot()
    assert refusal(lambda: desk.do(BEN, "abandon")) == "host_only"
    desk.do(MIA, "abandon")
    assert desk.table.phase == "abandoned"
    assert check_dice(desk.table.record()) == 0
    assert refusal(lambda: desk.act(MIA, 0, "roll 1 2 3 4 5 6")) == "game_over"


def test_empty_seats_are_put_away_and_links_still_lead_home() -> None:
    desk = Desk(4)
    desk.sit(0, "Mia", MIA)
    desk.sit(3, "Ben", BEN)
    link = SECRETS.invitation(3)
    desk.ready()
    assert refusal(lambda: desk.do(BEN, "start")) == "host_only"
    desk.do(MIA, "start")
    assert [chair.name for chair in desk.table.chairs] == ["Mia", "Ben"]
    assert desk.table.check_invitation(link) == 1
    desk.sit(1, "Ben", ADA)
    assert desk.table.seats_of(ADA) == (1,), "a second device for the same seat"
    assert refusal(lambda: desk.table.check_invitation("x" * 20)) == "wrong_link"


def test_a_shared_device_sees_with_the_eyes_of_whose_turn_it_is() -> None:
    desk = Desk(2)
    desk.sit(0, "Mia", MIA)
    desk.sit(1, "Ben", MIA)
    desk.ready()
    assert json.loads(desk.seen(MIA))["table"]["me"] == 0
    desk.act(MIA, 0, "roll 1 2 3 4 5 6")
    desk.act(MIA, 0, "score SUM")
    assert json.loads(desk.seen(MIA))["table"]["me"] == 1
    assert json.loads(desk.seen(MIA))["table"]["say"]["title"] == "Your turn, Ben"


def test_reactions_are_ready_made() -> None:
    desk = two_people()
    assert desk.do(BEN, "react", 1, reaction="nice")
    assert refusal(lambda: desk.do(BEN, "react", 1, reaction="<b>")) == "bad_reaction"
