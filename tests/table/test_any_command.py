"""Anything at all is asked of tables of every kind, by anybody, in any order.

A refused command changes nothing: not the table, not its log, not what anybody sees. The table read back from its log
is the table. Numbers have no gaps, and the same key is never done twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import getsource
from random import Random
from typing import Any, ClassVar, get_args

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from redpip.core.catalog import all_games
from redpip.core.dice import faces_text
from redpip.core.game import Choose, Next, Over, Roll, Seat
from redpip.core.noting import WAYS, NoteLine
from redpip.core.problem import Problem
from redpip.core.referee import entry_text
from redpip.core.shaker import SeededShaker
from redpip.table.command import (
    REACTIONS,
    Abandon,
    Act,
    AnswerAsk,
    BeReady,
    BotAnswer,
    ChangeKeeping,
    Command,
    Correct,
    End,
    Follow,
    Join,
    Leave,
    NoteTurn,
    Presence,
    React,
    Redo,
    RemoveDevice,
    Return,
    Reveal,
    Saw,
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
seeds = st.integers(0, 2**32)


class AnyCommand(RuleBasedStateMachine):
    """What is asked is drawn by our own chance: hypothesis draws simple things, of which nearly all is refused."""

    mode: ClassVar[tuple[str, str]]  # the game and its preset

    @initialize(seed=seeds)
    def sit_down(self, seed: int) -> None:
        luck = self.luck = Random(seed)
        game_id, preset = self.mode
        game = all_games()[game_id]
        least, most = game.seats(preset)
        people, bots, shared = luck.randint(1, 3), luck.randint(0, 2), luck.random() < 0.3
        count = min(max(least, people) + luck.randint(0, 1), most or 4)
        self.desk = Desk(
            count,
            game_id,
            preset,
            options=game.playout_options,
            first=None,
            match=luck.choice([None, None, 2]),
            clock=luck.choice([None, 60]),
            dice=luck.choice(["committed", "people"]),
            sealed=luck.choice([None, None, 1200.0]),
        )
        for seat in range(count):
            if seat < people:
                self.desk.sit(seat, f"Player {seat}", MIA if shared else DEVICES[seat])
            elif seat < people + bots:
                self.desk.bot(seat, "random")
        self.look()
        if luck.random() < 0.8:  # the game begins, or waits for open seats alone
            self.get_ready()

    @rule(seed=seeds)
    def ask_anything(self, seed: int) -> None:
        self.luck = Random(f"{seed} {self.luck.random()}")
        self.luck.choice(self.usual if self.luck.random() < 0.5 else self.odd)()

    def ask(self, device: str | None, command: Command, key: str | None = None) -> None:
        """Does it, and finds everything as it was where it is refused."""
        desk, before, log = self.desk, self.desk.table, [*self.desk.log]
        try:
            steps = desk.do(device, command, key)
        except Problem:
            steps = ()
        assert desk.table.seq == before.seq + len(steps)
        assert desk.log[: len(log)] == log
        if steps:
            self.look()
        else:
            assert desk.table is before
            assert desk.table == desk.again()
            assert self.pictures() == self.seen
        if key is not None and steps:
            assert desk.table.keys[key] == desk.table.seq
            assert desk.do(device, command, key) == ()

    def look(self) -> None:
        """What everybody sees is what the log alone tells."""
        desk, again = self.desk, self.desk.again()
        assert again == desk.table
        assert len(desk.log) == desk.table.seq
        self.seen = self.pictures()
        assert {device: desk.seen(device, again) for device in self.seen} == self.seen
        setup = desk.table.play.setup if desk.table.play else None
        assert from_data(to_data(desk.log[-1].event), setup) == desk.log[-1].event

    def pictures(self) -> dict[str | None, Any]:
        return {device: self.desk.seen(device) for device in (*DEVICES, None)}

    # ---- the game as it is meant to be played

    def get_ready(self) -> None:
        for seat in self.desk.table.unready:
            self.ask(self.theirs(seat), BeReady(seat, "nonce123"))

    def move(self) -> None:
        due, bot = self.due, self.desk.table.bot_seat
        if isinstance(due, Roll):
            self.throw(due)
        elif isinstance(due, Choose) and bot is not None:
            self.bot_answers(due, bot)
        elif isinstance(due, Choose):
            seat = self.luck.choice(list(due.options))
            self.ask(self.theirs(seat), Act(seat, self.action(due, seat), self.position_seen()), self.key())

    def position_seen(self) -> int | None:
        """The position that a page shows may be an old one; programs need not say which it is."""
        return self.luck.choice([None, self.desk.table.position, max(0, self.desk.table.position - 2)])

    def throw(self, due: Roll) -> None:
        faces = faces_text(SeededShaker(self.luck.randrange(1000)).throw(due))
        seat = self.luck.choice(self.desk.table.turn)
        self.ask(self.theirs(seat), ThrowDice(seat, faces))

    def bot_answers(self, due: Choose[Any], seat: Seat) -> None:
        failed = self.luck.choice([(None, None), ("random", "bot_failed")])
        stale = self.luck.random() < 0.2
        self.ask(None, BotAnswer(seat, self.desk.table.position - stale, self.action(due, seat), *failed))

    def action(self, due: Choose[Any], seat: Seat) -> str:
        return str(self.luck.choice(list(due.options[seat])))

    def undo(self) -> None:
        seat = next(filter(self.desk.table.can_undo, self.desk.table.people), 0)
        self.ask(self.theirs(seat), Undo(seat, self.position_seen()))

    # ---- what people with real dice tell

    def note(self) -> None:
        seat = self.luck.choice(self.desk.table.turn or (0,))
        lines = self.desk.table.turn_to_note(seat).lines if self.desk.table.play else ()
        self.ask(self.theirs(seat), NoteTurn(seat, self.noted(self.luck.choice(lines)) if lines else "RUN 21 rolls 2"))

    def noted(self, line: NoteLine) -> str:
        """The result of a turn as somebody would write it, right or wrong."""
        points = [self.luck.randint(0, 12) for _ in (self.desk.table.chairs if line.each else (0,))]
        if line.points:
            points = [self.luck.choice(line.points)]
        told = f" {','.join(map(str, points))}" if line.each or line.points != () else ""
        rolls = f" rolls {self.luck.randint(*line.rolls)}" if line.rolls else ""
        return line.what + told + rolls + (f" dice {self.faces(line.dice)}" if line.needs_dice else "")

    def see(self) -> None:
        seat = self.luck.choice(self.desk.table.turn or (0,))
        told = [
            f"rolled: {self.faces(6)}",
            f"rolled {self.faces(1)}: {self.faces(1)}",
            f"fell: {self.faces(6)}",
            "put 4: 7",
        ]
        self.ask(self.theirs(seat), Saw(seat, self.luck.choice([*told, "ended RUN 21", "ended next-1"])))

    def faces(self, number: int) -> str:
        return " ".join(str(self.luck.randint(1, 6)) for _ in range(number))

    def put_right(self) -> None:
        events = self.desk.table.play.events if self.desk.table.play else ()
        number, seat = self.luck.randint(-1, len(events)), self.seat()
        alike = [entry_text(one) for one in events if number > 0 and type(one) is type(events[number - 1])]
        self.ask(self.device(seat), Correct(seat, number, self.luck.choice([*alike, self.faces(6)])), self.key())

    def back_and_forth(self) -> None:
        for _ in range(3):
            seat, back = self.seat(), self.luck.random() < 0.5
            self.ask(self.device(seat), Undo(seat) if back else Redo(seat))

    def keep_otherwise(self) -> None:
        seat = self.seat()
        self.ask(self.device(seat), ChangeKeeping(seat, self.luck.choice([*WAYS, "never"])))

    # ---- what people do at any table

    def act_oddly(self) -> None:
        seat, text = self.seat(), self.luck.choice(["roll", "score RUN", "bid 1x1", "", "first 1", "throw"])
        thrown = self.luck.random() < 0.5
        self.ask(self.device(seat), ThrowDice(seat, text) if thrown else Act(seat, text), self.key())
        if isinstance(self.due, Choose):
            due = self.luck.choice(list(self.due.options))
            self.ask(self.luck.choice(DEVICES), Act(due, self.action(self.due, due)))

    def start(self) -> None:
        self.ask(self.luck.choice([MIA, MIA, *DEVICES, None]), Start())

    def answer(self) -> None:
        waiting = sorted(self.desk.table.ask.waiting) if self.desk.table.ask else []
        for seat in waiting or [self.seat()]:
            self.ask(self.device(seat), AnswerAsk(seat, self.luck.random() < 0.7))

    def react(self) -> None:
        seat = self.seat()
        self.ask(self.device(seat), React(seat, self.luck.choice([*REACTIONS, "rude"])), self.key())

    def bots_come_and_go(self) -> None:
        seat, away = self.seat(), [seat for seat, chair in enumerate(self.desk.table.chairs) if chair.stand_in]
        by = self.luck.choice([MIA, self.device(seat)])
        self.ask(by, SeatBot(seat, self.luck.choice([None, "random", "nobody"])))
        back = self.luck.choice([*away, self.seat()])
        self.ask(self.device(back), Return(back))

    def join(self) -> None:
        chair, age, code = self.luck.randrange(5), self.luck.randrange(3), self.luck.random() < 0.5
        token = SECRETS.code(chair, age) if code else SECRETS.invitation(chair, age)
        self.ask(self.luck.choice(DEVICES), Join(token, "Guest", self.luck.choice([None, self.seat()])))

    def share_a_seat(self) -> None:
        seat, other = self.seat(), self.luck.choice(DEVICES)
        self.ask(self.device(seat), ShowCode(seat))
        if self.luck.random() < 0.7 and 0 <= seat < len(self.desk.table.chairs):
            chair = self.desk.table.chairs[seat]
            self.ask(other, Join(SECRETS.code(chair.number, chair.codes), "Guest"))
        removed = self.luck.random() < 0.5
        self.ask(self.device(seat), RemoveDevice(seat, other[:8]) if removed else Withdraw(seat))

    def time_passes(self) -> None:
        self.desk.now += self.luck.choice([1.0, 70.0, 300.0])
        self.desk.presence = Presence(frozenset(one for one in DEVICES if self.luck.random() < 0.5))
        self.look()
        self.ask(None, TimeUp())
        self.ask(None, Reveal())

    def end(self) -> None:
        if self.luck.random() < 0.2:  # a game that has ended tries little else
            by = self.luck.choice([MIA, BEN, None])
            self.ask(by, Abandon() if by else End())
        if self.luck.random() < 0.2:
            self.ask(self.luck.choice(DEVICES), Leave())
        self.ask(None, Follow("othertable"))

    @property
    def usual(self) -> list[Callable[[], None]]:
        kept = [self.note, self.see, self.put_right, self.back_and_forth] if self.desk.table.own_dice else []
        if self.desk.table.ask:
            return [self.answer, self.move]
        if self.desk.table.phase in ("over", "abandoned"):
            return [self.time_passes, self.end, *kept]
        return [self.get_ready, *kept] if self.due is None else [self.move, self.move, self.undo, *kept]

    @property
    def odd(self) -> list[Callable[[], None]]:
        told = [self.note, self.see, self.put_right, self.back_and_forth, self.keep_otherwise]
        links = [self.bots_come_and_go, self.join, self.share_a_seat, self.start]
        return [*told, *links, self.act_oddly, self.answer, self.react, self.time_passes, self.end]

    # ---- who and what

    @property
    def due(self) -> Next[Any] | None:
        table = self.desk.table
        due = table.play.next if table.play and table.phase == "playing" else None
        return None if isinstance(due, Over) else due

    def seat(self) -> Seat:
        return self.luck.choice([0, 1, 0, 1, 2, 3, 4, -1])

    def key(self) -> str | None:
        return self.luck.choice([None, "key-one", "key-two"])

    def theirs(self, seat: Seat) -> str | None:
        chairs = self.desk.table.chairs
        devices = chairs[seat].devices if 0 <= seat < len(chairs) else ()
        return devices[0].id if devices else MIA

    def device(self, seat: Seat) -> str | None:
        """Mostly the one that plays from there."""
        return self.theirs(seat) if self.luck.random() < 0.7 else self.luck.choice([*DEVICES, None])


@pytest.mark.parametrize("mode", MODES, ids="-".join)
def test_any_command(mode: tuple[str, str]) -> None:
    machine = type("AnyCommandOf" + "".join(map(str.capitalize, mode)), (AnyCommand,), {"mode": mode})
    run_state_machine_as_test(machine, settings=settings(max_examples=6, stateful_step_count=40, deadline=None))


def test_every_command_is_among_them() -> None:
    asked = getsource(AnyCommand)
    assert [kind.__name__ for kind in get_args(Command) if not re.search(rf"\b{kind.__name__}\b", asked)] == []
