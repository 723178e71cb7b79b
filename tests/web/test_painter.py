"""Whoever does something is answered first; pictures follow, and those that were overtaken are left out."""

from __future__ import annotations

import asyncio
import gc
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path

from redpip.table.command import Act
from redpip.web.painter import REST, Painter

from .rooms import BEN, MIA, Rooms, heard, reader, rooms

TURN = ("roll 1 2 3 4 5 6", "score SUM")


def test_pictures_follow_the_answer_and_overtaken_ones_are_left_out(tmp_path: Path) -> None:
    async def play(house: Rooms) -> None:
        live = await house.two_people()
        watching = reader(live)
        heard(watching)
        first = live.table.seq + 1
        house.drawing.hold()
        for device, seat in ((MIA, 0), (BEN, 1)):
            for action in TURN:
                last = await live.do(Act(seat, action), device)
        assert heard(watching) == []  # four answers, and nothing drawn yet
        house.drawing.go_on()
        told = heard(watching)
        assert [message["seq"] for message in told] == list(range(first, last + 1))
        assert all(message["event"] for message in told)
        assert [message["seq"] for message in told if message["scene"]] == [last]

    async def test() -> None:
        async with rooms(tmp_path) as house:
            await play(house)

    asyncio.run(test())


def test_a_picture_on_demand_comes_after_what_was_before_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with rooms(tmp_path) as house:
            live = await house.two_people()
            watching = reader(live)
            heard(watching)
            house.drawing.hold()
            seq = await live.do(Act(0, TURN[0]), MIA)
            live.snapshot(watching)
            assert [message["seq"] for message in heard(watching)] == [seq - 1, seq]
            house.drawing.go_on()
            assert heard(watching) == []

    asyncio.run(test())


def test_while_answers_are_awaited_others_have_most_of_the_time() -> None:
    async def test() -> list[float]:
        loop, now, drawn = asyncio.get_running_loop(), 0.0, []

        def clock() -> float:
            return now

        def draw() -> None:
            nonlocal now
            drawn.append(loop.time())
            now += 0.01  # what a drawing takes

        painter = Painter(clock)
        with painter.awaited:
            for _ in range(3):
                painter.ask(draw)
            while len(drawn) < 3:
                await asyncio.sleep(0)
        return [later - earlier for earlier, later in pairwise(drawn)]

    assert all(gap >= REST * 0.01 for gap in asyncio.run(test()))


def test_whoever_comes_while_many_pictures_are_due_is_noticed_soon() -> None:
    async def test() -> list[str]:
        happened: list[str] = []
        painter = Painter()
        for _ in range(8):
            painter.ask(lambda: happened.append("drawn"))
        while happened.count("drawn") < 8:
            happened.append("others")
            await asyncio.sleep(0)
        return happened

    in_a_row = [len([*some]) for who, some in groupby(asyncio.run(test())) if who == "drawn"]
    assert max(in_a_row) == 1


def test_nobody_rests_once_the_last_answer_was_given() -> None:
    async def test() -> list[str]:
        now, happened = 0.0, []

        def draw() -> None:
            nonlocal now
            happened.append("drawn")
            now += 1000.0  # while an answer is awaited, hours of rest

        painter = Painter(lambda: now)
        with painter.awaited, painter.awaited:
            for _ in range(3):
                painter.ask(draw)
            while not happened:
                await asyncio.sleep(0)
        happened.append("answered")
        while happened.count("drawn") < 3:
            await asyncio.sleep(0)
        return happened

    assert asyncio.run(test()) == ["drawn", "answered", "drawn", "drawn"]


def test_what_pictures_leave_is_looked_through_bit_by_bit() -> None:
    """One takes the place of the other, so there are never more; yet all of them are new in the end."""
    pictures: dict[int, list[list[int]]] = {}

    def draw(table: int) -> None:
        pictures[table] = [[table] for _ in range(1000)]

    for table in range(50):
        draw(table)
    gc.collect()

    async def test() -> None:
        painter, done = Painter(), asyncio.Event()
        for table in pictures:
            painter.ask(partial(draw, table))
        painter.ask(done.set)
        await done.wait()

    asyncio.run(test())
    assert len(gc.get_objects(generation=0)) + len(gc.get_objects(generation=1)) < 25_000


def test_a_drawing_that_fails_keeps_nobody_else_from_theirs() -> None:
    async def test() -> list[str]:
        faults: list[str] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, facts: faults.append(str(facts["exception"])))
        painter, drawn = Painter(), asyncio.Event()
        painter.ask(_broken)
        painter.ask(drawn.set)
        await drawn.wait()
        return faults

    assert asyncio.run(test()) == ["a bug in a picture"]


def _broken() -> None:
    raise ZeroDivisionError("a bug in a picture")
