"""A clock that somebody sets makes no turn longer or shorter."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from redpip.table.command import TimeUp

from .rooms import move, rooms, seen

HOUR = 3600.0


@pytest.mark.parametrize("set_by", [-HOUR, HOUR], ids=["back", "forward"])
def test_a_clock_that_is_set_in_the_middle_of_a_turn(tmp_path: Path, set_by: float) -> None:
    async def test() -> None:
        async with rooms(tmp_path) as house:
            live = await house.two_people(clock=30)
            house.now += set_by
            house.elapsed -= set_by
            assert seen(live)["table"]["clock"]["left"] == 30
            house.elapsed += 29
            await live.do(TimeUp())
            assert live.table.timed_out is None
            house.elapsed += 1
            await live.do(TimeUp())
            assert live.table.timed_out == 0

    asyncio.run(test())


def test_a_clock_that_was_set_back_while_the_service_was_down(tmp_path: Path) -> None:
    async def test() -> None:
        async with rooms(tmp_path) as house:
            live = await house.two_people(clock=30)
            await move(live)
            table = live.table.id
        async with rooms(tmp_path) as house:
            house.now -= HOUR
            live = await house.house.find(table)
            assert seen(live)["table"]["clock"]["left"] <= 30
            house.elapsed += 30
            await live.do(TimeUp())
            assert live.table.timed_out == 0
            assert live.table.deadline is None or live.table.deadline - live.now() <= 30

    asyncio.run(test())
