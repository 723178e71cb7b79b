"""Whatever goes wrong is answered, the table goes on, and nobody else notices."""

from __future__ import annotations

import asyncio
import gc
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from weakref import ref

import httpx
import pytest

from patience import PATIENCE
from redpip.core.catalog import Game, find_game
from redpip.core.problem import Problem
from redpip.play.thinking import Question
from redpip.table.command import Abandon, Act, Join, React, RemoveDevice, Return, SeatBot, ShowCode, Start
from redpip.web import jobs as jobs_module
from redpip.web import live as live_module
from redpip.web.app import create_app
from redpip.web.deputy import Deputy
from redpip.web.house import SeatPlan, TablePlan
from redpip.web.identity import hashed
from redpip.web.live import Live, Pace

from .rooms import ADA, BEN, MIA, ROLL, Rooms, code, heard, move, person, reader, ready, rooms, seen, until

Test = Callable[[Rooms], Awaitable[None]]


def with_rooms(path: Path, test: Test, pace: Pace | None = None) -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE), rooms(path, pace) as opened:
            await test(opened)

    asyncio.run(run())


async def kept(house: Rooms, live: Live) -> None:
    """The table in memory is the one on the disk."""
    assert await house.log.load(live.table.id) == live.table


async def full_disk() -> None:
    raise Problem("cannot_save", "The move could not be saved: {reason}.", reason="disk is full")


# ---- a refused start


@pytest.mark.parametrize(
    ("game", "facts"),
    [
        ("spicy", {"match": 3}),
        ("perfecto", {"preset": "match"}),
        ("catch6", {}),
    ],
)
def test_a_refused_start_changes_nothing(tmp_path: Path, game: str, facts: dict[str, Any]) -> None:
    async def test(house: Rooms) -> None:
        live = await house.open(person("Mia", MIA), SeatPlan("open"), game=game, **facts)
        await ready(live)
        before, watcher = live.table, reader(live)
        heard(watcher)
        assert await code(live.do(Start(), MIA))
        assert live.table is before
        assert heard(watcher) == []
        await kept(house, live)
        token = before.secrets.invitation(1, before.chairs[1].links)
        await live.do(Join(token, "Ben"), BEN)
        await ready(live)
        assert live.table.phase == "playing"
        await move(live)
        await kept(house, live)

    with_rooms(tmp_path, test)


def test_nothing_is_kept_of_a_table_that_could_never_be_played(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        seats = person("Mia", MIA), SeatPlan("open")
        wanted = house.open(*seats, game="rolling", preset="2018", options={"target": 5000})
        assert await code(wanted) == "bad_option"
        assert await code(house.open(person("Mia", MIA), match=3)) == "bad_match"
        assert await house.log.all_tables() == []

    with_rooms(tmp_path, test)


# ---- bugs


def broken(*_: object, **__: object) -> Any:
    raise ZeroDivisionError("a bug in a game")


def test_a_bug_in_the_rules_is_answered_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(house: Rooms) -> None:
        live, other = await house.two_people(), await house.two_people()
        waiting = await house.open(person("Mia", MIA), SeatPlan("open"))
        before = live.table
        with monkeypatch.context() as patch:
            patch.setattr(type(find_game("spicy")[0].rules()), "play", broken)
            assert await code(move(live)) == "table_failed"
            assert live.table == before
            await live.do(React(0, "ouch"), MIA)
            token = waiting.table.secrets.invitation(1)
            await waiting.do(Join(token, "Ben"), BEN)
        assert "ZeroDivisionError" in caplog.text
        await move(live)
        await move(other)
        await live.do(Abandon(), MIA)
        await kept(house, live)

    with_rooms(tmp_path, test)


def test_a_bug_after_the_write_hides_nothing_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is on the disk has happened: everybody sees it, and the key tells whoever asked."""
    good, bugs = Deputy.mind, [broken]

    def mind(deputy: Deputy, *facts: Any) -> None:
        (bugs.pop() if bugs else good)(deputy, *facts)

    async def test(house: Rooms) -> None:
        live = await house.two_people()
        watcher = reader(live)
        monkeypatch.setattr(Deputy, "mind", mind)
        assert await code(live.do(React(0, "ouch"), MIA, "key-1")) == "table_failed"
        await until(lambda: live._at is None)
        seq = live.table.seq
        assert [one["seq"] for one in heard(watcher) if one["type"] != "presence"] == [seq, seq], "the event, the table"
        assert await live.do(React(0, "ouch"), MIA, "key-1") == seq
        await kept(house, live)

    with_rooms(tmp_path, test)


def test_a_picture_that_cannot_be_drawn_fails_no_command_and_nobody_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The command is on the disk, so it must not look as if it had failed."""
    game = find_game("spicy")[0]
    good = game.scene

    def scene(rules: Any, view: Any, seat: Any, words: Any, options: Any) -> Any:
        return broken() if words.language == "de" else good(rules, view, seat, words, options)

    async def test(house: Rooms) -> None:
        live = await house.two_people()
        unlucky, lucky = reader(live, BEN, "de"), reader(live, None)
        heard(unlucky)
        heard(lucky)
        with drawn_by(game, scene):
            first = live.table.seq + 1
            seq = await move(live)
            events = [message for message in heard(lucky) if message["type"] == "event"]
            assert [message["seq"] for message in events] == list(range(first, seq + 1))
            assert all(message["scene"] for message in events)
            bare = heard(unlucky)
            assert [message["seq"] for message in bare] == list(range(first, seq + 1))
            assert all(message["scene"] is None and message["event"] for message in bare)
            late = reader(live, MIA, "de")  # comes in spite of it, and all are told
            with pytest.raises(Problem) as problem:
                live.snapshot(late)
            assert problem.value.code == "cannot_draw"
            await live.do(React(1, "nice"), BEN)
        assert "a bug in a game" in caplog.text
        assert not live.closed
        await move(live)
        assert heard(unlucky)[-1]["scene"]
        await kept(house, live)

    with_rooms(tmp_path, test)


@contextmanager
def drawn_by(game: Game, scene: Any) -> Iterator[None]:
    """A game is frozen, and a bug in it is not."""
    good = game.scene
    object.__setattr__(game, "scene", scene)
    try:
        yield
    finally:
        object.__setattr__(game, "scene", good)


def test_a_bot_that_fails_is_replaced_and_one_that_always_does_stops_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(house: Rooms) -> None:
        house.bots.fault = broken
        live = await house.open(SeatPlan("bot", bot="greedy"), person("Mia", MIA))
        await ready(live)
        await until(lambda: live.table.turn == (1,))
        assert any("failed" in line["text"] for line in seen(live)["table"]["log"])
        assert [question.bot for question in house.bots.asked][:2] == ["greedy", live.table.game.house_bot]
        assert "a bug in a game" in caplog.text

    with_rooms(tmp_path, test)


def test_where_nobody_can_choose_for_a_bot_it_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(house: Rooms) -> None:
        pauses = hurried(monkeypatch)
        with monkeypatch.context() as patch:
            patch.setattr("redpip.web.deputy._anything", broken)
            patch.setattr(house.bots, "fault", broken)
            live = await house.open(SeatPlan("bot", bot="greedy"), person("Mia", MIA))
            await ready(live)
            await until(lambda: len(pauses) >= 3)
            await live.do(React(1, "thinking"), MIA)
        await until(lambda: live.table.turn == (1,))
        assert "nobody could choose" in caplog.text

    with_rooms(tmp_path, test)


def hurried(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses after which a table tries again what failed by itself; each is over at once."""
    pauses: list[float] = []
    loop = asyncio.get_running_loop()
    later = loop.call_later

    def call_later(delay: float, callback: Callable[..., Any], *args: Any, **facts: Any) -> asyncio.TimerHandle:
        if getattr(callback, "__func__", None) is Live._again:
            pauses.append(delay)
            delay = 0.0
        return later(delay, callback, *args, **facts)

    monkeypatch.setattr(loop, "call_later", call_later)
    return pauses


# ---- a log that fails


def test_while_a_bot_s_move_cannot_be_saved_people_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: Rooms) -> None:
        live = await house.open(SeatPlan("bot", bot="greedy"), person("Mia", MIA))
        pauses = hurried(monkeypatch)
        await ready(live)
        house.log.fault = full_disk
        await until(lambda: len(pauses) >= 12)
        seq = live.table.seq
        assert await code(live.do(React(1, "ouch"), MIA)) == "cannot_save"
        assert live.table.seq == seq
        assert pauses[:8] == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]
        assert house.log.attempts < 3 * len(pauses) + 10, "each pause is worth one attempt"
        house.log.fault = None
        await until(lambda: live.table.turn == (1,))
        await move(live)
        await kept(house, live)

    with_rooms(tmp_path, test)


def test_a_fault_that_lasts_a_day_leaves_the_owner_alive(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.against_a_bot()
        live._failures = 100_000
        house.log.fault = full_disk
        live._rest()
        assert await code(move(live)) == "cannot_save"
        house.log.fault = None
        await move(live)

    with_rooms(tmp_path, test)


def test_what_is_tried_again_is_what_the_table_needs_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's move for Mia is not saved; she plays on herself, and the retry must not disturb the next bot."""

    async def test(house: Rooms) -> None:
        live = await house.against_a_bot()
        again = retries(monkeypatch)

        def disk_fills_up(_: Question) -> None:
            house.log.fault = full_disk

        house.bots.fault = disk_fills_up
        await live.do(SeatBot(0, None), MIA)
        await until(lambda: bool(again))
        house.bots.fault, house.log.fault = (lambda _: None), None
        house.bots.pause = asyncio.Event()
        await live.do(Return(0), MIA)
        while live.table.turn == (0,):
            await move(live)
        await until(lambda: house.bots.asked[-1].seat == 1)
        again[0]()
        house.bots.pause.set()
        await until(lambda: live.table.turn == (0,))

    with_rooms(tmp_path, test)


def retries(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], Any]]:
    """What a table puts off until later; it happens when the test says so."""
    found: list[Callable[[], Any]] = []
    loop = asyncio.get_running_loop()
    later = loop.call_later

    def call_later(delay: float, callback: Callable[..., Any], *args: Any, **facts: Any) -> asyncio.TimerHandle:
        mine = isinstance(getattr(callback, "__self__", None), Live | Deputy)
        if mine and callback.__name__ != "_takes_long":
            found.append(partial(callback, *args))
            return later(3600, broken)
        return later(delay, callback, *args, **facts)

    monkeypatch.setattr(loop, "call_later", call_later)
    return found


def test_a_log_that_hangs_keeps_nobody_waiting_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: Rooms) -> None:
        live = await house.two_people()
        release = asyncio.Event()
        monkeypatch.setattr(jobs_module, "LONGEST_ANSWER", 0.05)

        async def hang() -> None:
            await release.wait()

        house.log.fault = hang
        assert await code(live.do(Act(0, ROLL), MIA, "the same key")) == "no_answer"
        assert await code(live.do(React(1, "nice"), BEN)) == "no_answer"
        monkeypatch.setattr(jobs_module, "LONGEST_ANSWER", 60.0)
        release.set()
        seq = await live.do(Act(0, ROLL), MIA, "the same key")
        again = await live.do(Act(0, ROLL), MIA, "the same key")
        assert seq == again, "done once, though nobody heard of it"
        await kept(house, live)

    with_rooms(tmp_path, test)


def test_nobody_sees_what_is_not_on_the_disk(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.two_people()
        watcher, before, listed = reader(live), seen(live), await house.house.tables_of(MIA)
        heard(watcher)
        release, reached = asyncio.Event(), asyncio.Event()

        async def hang() -> None:
            reached.set()
            await release.wait()

        house.log.fault = hang
        moving = asyncio.create_task(move(live))
        await reached.wait()
        assert seen(live) == before
        assert heard(watcher) == []
        assert await house.house.tables_of(MIA) == listed
        release.set()
        seq = await moving
        assert seen(live)["seq"] == seq == heard(watcher)[-1]["seq"]

    with_rooms(tmp_path, test)


# ---- one owner


def test_whoever_comes_while_a_table_leaves_memory_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its patience is over in the same moment in which somebody sends a command or connects."""

    async def test(house: Rooms) -> None:
        table = (await house.two_people()).table
        monkeypatch.setattr(live_module, "IDLE", 0.0)
        for _ in range(50):
            live = await house.house.find(table.id)
            assert await code(live.do(React(0, "nice"), MIA)) in ("", "closing")
            connection = reader(live)
            await asyncio.sleep(0)
            if live.closed:
                live.connect(connection)
                assert connection.messages.take()[0] is None, "the stream ends, and the reader comes back"
            live.disconnect(connection)

    with_rooms(tmp_path, test)


def test_a_table_that_leaves_memory_is_gone_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python hardly ever looks for cycles at a service, so it must not need to: tables would pile up for days."""

    async def test(house: Rooms) -> None:
        live: Live | None = await house.two_people()
        assert live is not None
        table = live.table.id
        connection = reader(live)
        await live.do(SeatBot(0, None), MIA)  # a bot is asked, and answers
        assert await code(live.do(Act(1, "nonsense"), BEN)) == "bad_action"
        house.now += 3600
        await live.do(Abandon(), MIA)
        gone = ref(live)
        live.disconnect(connection)
        monkeypatch.setattr(live_module, "IDLE", 0.0)
        await live.do(React(0, "nice"), MIA)
        live = None
        await until(lambda: gone() is None)
        assert (await house.house.find(table)).table.phase == "abandoned", "it is read from the log again"

    gc.collect()
    gc.disable()
    try:
        with_rooms(tmp_path, test, Pace(0, 0, away=0))
    finally:
        gc.enable()


def test_an_alarm_that_was_set_long_ago_ends_nothing(tmp_path: Path) -> None:
    """It was set for the end of a patience that has begun anew since."""

    async def test(house: Rooms) -> None:
        live = await house.two_people()
        live._due._rings()
        assert await code(live.do(React(0, "nice"), MIA)) == ""
        live._due._rings()
        await asyncio.sleep(0)
        assert await code(live.do(React(0, "nice"), MIA)) == ""
        assert live.unused
        assert not live.closed

    with_rooms(tmp_path, test)


def test_a_table_has_one_owner_however_it_was_found(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        found: list[Live] = []

        async def find_at_once() -> None:
            """By a list, before the one who opens the table has heard that it is there."""
            await until(lambda: bool(listed()))
            found.append(await house.house.find(listed()[0]))

        def listed() -> list[str]:
            with sqlite3.connect(house.log.place) as database:
                rows = database.execute("SELECT id FROM tables").fetchall()
            database.close()
            return [row[0] for row in rows]

        done = house.log.append

        async def slow_answer(*appends: Any) -> None:
            await done(*appends)
            await find_at_once()

        house.log.append = slow_answer  # type: ignore[method-assign]
        live = await house.open(person("Mia", MIA), SeatPlan("open"))
        assert found == [live]

    with_rooms(tmp_path, test)


def test_strangers_are_not_remembered(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.two_people()
        for number in range(100):
            live.met(f"stranger {number}")
        assert set(live.presence.seen) <= {MIA, BEN}

    with_rooms(tmp_path, test)


# ---- being forgotten


def test_forgetting_somebody_while_all_are_playing(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.open(person("Mia", MIA), person("Hildegunst", BEN), person("Ada", ADA))
        await ready(live)
        watcher = reader(live)
        commands = [live.do(React(seat, "nice"), device) for _ in range(20) for seat, device in ((0, MIA), (2, ADA))]
        both = asyncio.gather(*(house.house.forget(BEN) for _ in range(2)))
        answers = await asyncio.gather(*commands)
        await both
        assert len(set(answers)) == 40
        assert live.table.names == ("Mia", "–", "Ada")
        await kept(house, live)
        on_disk = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert b"Hildegunst" not in on_disk
        messages = heard(watcher)
        events = [message["seq"] for message in messages if message["type"] == "event"]
        assert events == list(range(events[0], live.table.seq + 1))
        assert messages[-1]["table"]["seats"][1]["name"] == "–"
        await house.house.forget(BEN)
        assert await house.house.tables_of(BEN) == []

    with_rooms(tmp_path, test)


def test_whoever_is_forgotten_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.open(person("Mia", MIA), person("Ben", BEN), SeatPlan("open"), first=1)
        alone = await house.open(person("Mia", MIA), SeatPlan("open"))
        watcher = reader(live, BEN)
        await house.house.forget(MIA)
        assert [(chair.kind, chair.name) for chair in live.table.chairs] == [
            ("open", ""),
            ("person", "Ben"),
            ("open", ""),
        ]
        assert alone.table.phase == "abandoned"
        assert heard(watcher)[-1]["table"]["host"], "the links are Ben's now"
        await live.do(SeatBot(0, "greedy"), BEN)
        await ready(live)
        await live.do(Start(), BEN)
        assert live.table.names == ("Greedy", "Ben")
        assert await house.house.tables_of(MIA) == []
        await kept(house, live)
        assert MIA.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())

    with_rooms(tmp_path, test)


@pytest.mark.parametrize("host", [MIA, BEN])
@pytest.mark.parametrize("begun", [False, True])
def test_with_the_last_device_in_a_seat_goes_the_name_that_another_gave(tmp_path: Path, begun: bool, host: str) -> None:
    """Whoever gave it has been removed from the seat, and may be lost."""

    async def test(house: Rooms) -> None:
        live = await house.open(person("Ben", BEN), person("Hildegunst", MIA), host=host)
        if begun:
            await ready(live)
        await live.do(ShowCode(1), MIA)
        await live.do(Join(live.table.secrets.code(1, 0), ""), ADA)
        await live.do(RemoveDevice(1, MIA[:8]), ADA)
        await house.house.forget(ADA)
        assert begun or live.table.host == BEN
        assert live.table.names == ("Ben", "–" if begun else "")
        (listed,) = await house.house.tables_of(BEN)
        assert listed.facts is not None
        assert [seat["name"] for seat in listed.facts["seats"]] == [*live.table.names]
        on_disk = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert not [name for name in (b"Hildegunst", MIA.encode(), ADA.encode()) if name in on_disk]
        await kept(house, live)

    with_rooms(tmp_path, test)


def test_a_table_that_could_not_be_left_is_left_when_it_is_asked_again(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.open(person("Mia", MIA), person("Ben", BEN))
        house.log.fault = full_disk
        assert await code(house.house.forget(MIA)) == "cannot_save"
        house.log.fault = None
        assert live.table.names == ("Mia", "Ben"), "nothing is half done"
        await house.house.forget(MIA)
        assert (live.table.names, live.table.host) == (("", "Ben"), BEN)

    with_rooms(tmp_path, test)


def test_forgetting_somebody_whose_table_is_just_being_read(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.two_people()
        live.close()
        house.house._drop(live.table.id)
        read, asked = asyncio.Event(), asyncio.Event()
        load = house.log.load

        async def slow(table_id: str) -> Any:
            table = await load(table_id)
            if not asked.is_set():
                asked.set()
                await read.wait()
            return table

        house.log.load = slow  # type: ignore[method-assign]
        finding = asyncio.create_task(house.house.find(live.table.id))
        await asked.wait()
        forgetting = asyncio.create_task(house.house.forget(BEN))
        await until(lambda: forgotten_rows(house) == 1)
        read.set()
        await forgetting
        assert (await finding).table.names == ("Mia", "–")

    with_rooms(tmp_path, test)


def forgotten_rows(house: Rooms) -> int:
    with sqlite3.connect(house.log.place) as database:
        found = database.execute("SELECT count(*) FROM events WHERE data LIKE '%forgotten%'").fetchone()[0]
    database.close()
    return int(found)


def test_a_table_that_is_not_in_memory_forgets_too(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.two_people()
        live.close()
        house.house._drop(live.table.id)
        await house.house.forget(MIA)
        assert (await house.house.find(live.table.id)).table.names == ("–", "Ben")

    with_rooms(tmp_path, test)


# ---- who is away


def test_whoever_plays_without_a_stream_is_not_away(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.two_people()
        house.now += 59
        live.met(BEN)
        house.now += 59
        assert await code(live.do(SeatBot(1, "random"), MIA)) == "not_away"
        house.now += 2
        await live.do(SeatBot(1, "random"), MIA)
        assert live.table.chairs[1].stand_in == live.table.game.house_bot != "random"

    with_rooms(tmp_path, test)


def test_whoever_looks_by_requests_alone_is_not_away(tmp_path: Path) -> None:
    token = "b" * 40
    ben = hashed(token)

    async def test() -> None:
        app = create_app(tmp_path / "tables.sqlite", Pace(0, 0))
        asking = httpx.AsyncClient(
            transport=httpx.ASGITransport(app),
            base_url="http://localhost",
            headers={"Authorization": f"Bearer {token}"},
        )
        async with app.router.lifespan_context(app), asking as browser:
            plan = TablePlan("spicy", None, {}, (person("Mia", MIA), person("Ben", ben)), MIA)
            live = await app.state.house.find((await app.state.house.open(plan)).id)
            assert (await browser.get(f"/api/v1/tables/{live.table.id}")).status_code == 200
            assert set(live.presence.seen) == {ben}

    asyncio.run(test())


def test_nobody_is_away_right_after_a_restart(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.two_people()
        house.now += 3600
        live.close()
        house.house._drop(live.table.id)
        live = await house.house.find(live.table.id)
        assert not any(seat["away"] for seat in seen(live)["table"]["seats"])
        assert await code(live.do(SeatBot(1, None), MIA)) == "not_away"

    with_rooms(tmp_path, test)


def test_whoever_has_just_joined_by_a_request_is_not_away(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.open(person("Mia", MIA), SeatPlan("open"))
        house.now += 3600
        await live.do(Join(live.table.secrets.invitation(1), "Ben"), BEN)
        assert [seat["away"] for seat in seen(live)["table"]["seats"]] == [True, False]

    with_rooms(tmp_path, test)


# ---- rematches


def test_two_who_want_a_rematch_at_once_get_one(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        for number in range(20):
            live = await house.after_a_game()
            wanted = (house.house.rematch(live.table.id, device) for device in (MIA, BEN, MIA))
            new = set(await asyncio.gather(*wanted))
            assert new == {live.table.rematch}
            assert len(await house.log.all_tables()) == 2 * (number + 1)
            await kept(house, live)

    with_rooms(tmp_path, test)


def test_a_rematch_that_cannot_be_saved_leaves_nothing(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.after_a_game()
        house.log.fault = full_disk
        assert await code(house.house.rematch(live.table.id, MIA)) == "cannot_save"
        assert await house.log.all_tables() == [live.table.id]
        house.log.fault = None
        await house.house.rematch(live.table.id, BEN)
        assert len(await house.log.all_tables()) == 2

    with_rooms(tmp_path, test)


def test_nobody_is_seated_again_who_was_forgotten(tmp_path: Path) -> None:
    async def test(house: Rooms) -> None:
        live = await house.after_a_game()
        await house.house.forget(BEN)
        new = await house.house.find(await house.house.rematch(live.table.id, MIA))
        assert [chair.kind for chair in new.table.chairs] == ["open", "person"]

    with_rooms(tmp_path, test)


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
