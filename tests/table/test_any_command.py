"""Anything at all is asked of tables of every kind, by anybody, in any order.

A refused command changes nothing: not the table, not its log, not what anybody sees. The table read back from its log
is the table. Numbers have no gaps, and the same key is never done twice.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from redpip.core.catalog import all_games
from redpip.core.dice import faces_text
from redpip.core.game import Choose, Roll
from redpip.core.problem import Problem
from redpip.core.shaker import SeededShaker
from redpip.table.command import (
    Abandon,
    Act,
    AnswerAsk,
    BeReady,
    BotAnswer,
    Command,
    Follow,
    Join,
    Presence,
    React,
    RemoveDevice,
    Return,
    SeatBot,
    ShowCode,
    Start,
    ThrowDice,
    TimeUp,
    Undo,
    Withdraw,
)
from redpip.table.events import from_data, to_data

from .desk import ADA, BEN, MIA, SECRETS, Desk

DEVICES = (MIA, BEN, ADA, "mia's phone")
MODES = [(game.id, preset) for game in all_games().values() for preset in game.presets]
seats = st.integers(-1, 4)
devices = st.sampled_from([*DEVICES, None])


class AnyCommand(RuleBasedStateMachine):
    @initialize(
        mode=st.sampled_from(MODES),
        extra=st.integers(0, 1),
        match=st.sampled_from([None, None, 2]),
        clock=st.sampled_from([None, 60]),
        dice=st.sampled_from(["committed", "committed", "people"]),
        people=st.integers(1, 3),
        bots=st.integers(0, 2),
        shared=st.booleans(),
    )
    def sit_down(self, mode: tuple[str, str], extra: int, people: int, bots: int, shared: bool, **facts: Any) -> None:
        game = all_games()[mode[0]]
        least, most = game.seats(mode[1])
        count = min(max(least, people) + extra, most or 4)
        short = {"options": game.playout_options}
        self.desk = Desk(count, *mode, first=None, **short, **facts)
        self.luck = Random(f"{mode}/{count}")
        for seat in range(count):
            if seat < people:
                self.desk.sit(seat, f"Player {seat}", MIA if shared else DEVICES[seat])
            elif seat < people + bots:
                self.desk.bot(seat, "random")

    def ask(self, device: str | None, command: Command, key: str | None = None) -> None:
        """Does it, and finds everything as it was where it is refused."""
        desk = self.desk
        before, log = desk.table, list(desk.log)
        seen = {device: desk.seen(device) for device in (*DEVICES, None)}
        try:
            steps = desk.do(device, command, key)
        except Problem:
            assert desk.table is before
            assert desk.log == log
            assert {device: desk.seen(device) for device in (*DEVICES, None)} == seen
            return
        assert desk.table.seq == before.seq + len(steps)
        assert desk.log[: len(log)] == log
        if key is not None and steps:
            assert desk.table.keys[key] == desk.table.seq
            assert desk.do(device, command, key) == ()

    # ---- what players do

    @precondition(lambda self: isinstance(self.due, Choose))
    @rule(known=st.booleans(), key=st.sampled_from([None, "key-one", "key-two"]))
    def act(self, known: bool, key: str | None) -> None:
        assert isinstance(self.due, Choose)
        seat = self.luck.choice(list(self.due.options))
        action = str(self.luck.choice(list(self.due.options[seat])))
        self.ask(self.device_of(seat) if known else self.luck.choice(DEVICES), Act(seat, action), key)

    @precondition(lambda self: isinstance(self.due, Choose))
    @rule(stale=st.integers(0, 1), falters=st.booleans())
    def bot_answers(self, stale: int, falters: bool) -> None:
        assert isinstance(self.due, Choose)
        seat = self.luck.choice(list(self.due.options))
        action = str(self.luck.choice(list(self.due.options[seat])))
        failed = ("random", "bot_failed") if falters else (None, None)
        self.ask(None, BotAnswer(seat, self.desk.table.position - stale, action, *failed))

    @precondition(lambda self: isinstance(self.due, Roll))
    @rule(seed=st.integers(0, 99))
    def throw(self, seed: int) -> None:
        assert isinstance(self.due, Roll)
        seat = self.luck.choice(self.desk.table.turn or (0,))
        self.ask(self.device_of(seat), ThrowDice(seat, faces_text(SeededShaker(seed).throw(self.due))))

    @rule(device=devices, seat=seats, text=st.sampled_from(["roll", "score RUN", "bid 1x1", "", "first 1", "throw"]))
    def act_oddly(self, device: str | None, seat: int, text: str) -> None:
        self.ask(device, Act(seat, text))
        self.ask(device, ThrowDice(seat, text))

    @precondition(lambda self: self.desk.table.phase == "waiting")
    @rule(known=st.booleans())
    def get_ready(self, known: bool) -> None:
        for seat in self.desk.table.unready:
            self.ask(self.device_of(seat) if known else BEN, BeReady(seat, "nonce123"))

    @rule(device=devices)
    def start(self, device: str | None) -> None:
        self.ask(device, Start())

    @rule(device=devices, seat=seats)
    def undo(self, device: str | None, seat: int) -> None:
        self.ask(device, Undo(seat))

    @rule(yes=st.booleans(), seat=seats)
    def answer(self, yes: bool, seat: int) -> None:
        waiting = sorted(self.desk.table.ask.waiting) if self.desk.table.ask else []
        seat = waiting[0] if waiting else seat
        self.ask(self.device_of(seat), AnswerAsk(seat, yes))

    @rule(device=devices, seat=seats, reaction=st.sampled_from(["nice", "rude"]))
    def react(self, device: str | None, seat: int, reaction: str) -> None:
        self.ask(device, React(seat, reaction))

    @rule(device=devices, seat=seats, bot=st.sampled_from([None, "random", "nobody"]))
    def seat_bot(self, device: str | None, seat: int, bot: str | None) -> None:
        self.ask(device, SeatBot(seat, bot))

    @rule(device=devices, seat=seats)
    def come_back(self, device: str | None, seat: int) -> None:
        self.ask(device, Return(seat))

    @rule(
        device=st.sampled_from(DEVICES), chair=st.integers(0, 4), age=st.integers(0, 2), seat=seats, code=st.booleans()
    )
    def join(self, device: str, chair: int, age: int, seat: int, code: bool) -> None:
        token = SECRETS.code(chair, age) if code else SECRETS.invitation(chair, age)
        self.ask(device, Join(token, "Guest", seat if seat >= 0 else None))

    @rule(device=devices, seat=seats)
    def links(self, device: str | None, seat: int) -> None:
        self.ask(device, ShowCode(seat))
        self.ask(device, Withdraw(seat))

    @rule(device=devices, seat=seats, label=st.sampled_from([one[:8] for one in DEVICES]))
    def remove(self, device: str | None, seat: int, label: str) -> None:
        self.ask(device, RemoveDevice(seat, label))

    @rule(device=devices, sure=st.integers(0, 4))
    def abandon(self, device: str | None, sure: int) -> None:
        if sure == 4:  # a game that has ended tries little else
            self.ask(device, Abandon())

    @rule()
    def follow(self) -> None:
        self.ask(None, Follow("othertable"))

    @rule(seconds=st.sampled_from([1.0, 70.0]), here=st.sets(st.sampled_from(DEVICES)))
    def time_passes(self, seconds: float, here: set[str]) -> None:
        self.desk.now += seconds
        self.desk.presence = Presence(frozenset(here))
        self.ask(None, TimeUp())

    # ---- what always holds

    @invariant()
    def the_log_is_the_table(self) -> None:
        if hasattr(self, "desk"):
            desk = self.desk
            again = desk.again()
            assert again == desk.table
            assert len(desk.log) == desk.table.seq
            for device in (*DEVICES, None):
                assert desk.seen(device, again) == desk.seen(device)

    @invariant()
    def events_survive_being_written(self) -> None:
        if hasattr(self, "desk"):
            last = self.desk.log[-1].event
            setup = self.desk.table.play.setup if self.desk.table.play else None
            assert from_data(to_data(last), setup) == last

    @property
    def due(self) -> Any:
        table = self.desk.table if hasattr(self, "desk") else None
        return table.play.next if table and table.play and table.phase == "playing" else None

    def device_of(self, seat: int) -> str | None:
        chairs = self.desk.table.chairs
        devices = chairs[seat].devices if 0 <= seat < len(chairs) else ()
        return devices[0].id if devices else MIA


TestAnyCommand = AnyCommand.TestCase
TestAnyCommand.settings = settings(max_examples=50, stateful_step_count=30, deadline=None)
