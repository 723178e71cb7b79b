"""A clock that somebody sets makes no turn longer or shorter."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from redpip.table.command import React, TimeUp
from redpip.web.live import Live
from redpip.web.neighbours import Alone

from .rooms import MIA, move, rooms, seen

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


class Neighbour(Alone):
    """Has the clocks of all tables until it gives them away."""

    gave = False

    def minds(self, table_id: str) -> bool:
        return self.gave


def test_whoever_takes_over_a_turn_ends_it_in_time(tmp_path: Path) -> None:
    """And not only where it is over already."""

    async def test() -> None:
        async with rooms(tmp_path) as house:
            live = await house.two_people(clock=30)
            neighbour = live._neighbours = Neighbour()
            live.mind()
            await live.do(React(0, "nice"), MIA)
            assert until_due(live) > 30, "somebody else sees to it"
            neighbour.gave = True
            live.mind()
            assert until_due(live) <= 30

    asyncio.run(test())


def until_due(live: Live) -> float:
    """Seconds until the table looks by itself what is due."""
    return live._due_at - asyncio.get_running_loop().time()
