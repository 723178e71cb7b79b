"""A review is made once for all who ask, tells how far it is, and is kept without names."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from redpip.core.effort import Progress
from redpip.core.problem import Problem, Refused
from redpip.play.review import Review
from redpip.play.thinking import Errand, Thinkers
from redpip.table.table import Table
from redpip.web.reviews import Reviews

from .rooms import Rooms, move, rooms, until

SMALL = {"boxes": ["1", "SUM"], "rolls": 4}


class Coach(Thinkers):
    """Does its errands here, one word on how far it is before each; ``wait`` holds it up, ``fault`` ends it."""

    def __init__(self) -> None:
        super().__init__()
        self.errands = 0
        self.wait: asyncio.Event | None = None
        self.fault: Problem | None = None

    async def run(self, errand: Errand, progress: Progress = lambda _: None) -> Any:
        self.errands += 1
        progress(0.25)
        if self.wait:
            await self.wait.wait()
        if self.fault:
            raise self.fault
        return json.loads(json.dumps(errand.work(*errand.facts, progress)))


Test = Callable[[Rooms, Reviews, Coach, Table], Awaitable[None]]


def after_a_game(tmp_path: Path, test: Test) -> None:
    async def run() -> None:
        async with rooms(tmp_path) as house, Coach() as coach:
            live = await house.two_people(options=SMALL)
            while live.table.over is None:
                await move(live)
            await test(house, Reviews(house.log, coach), coach, live.table)

    asyncio.run(run())


async def whole(reviews: Reviews, table: Table) -> Review:
    found = await reviews.look(table, "en", 60)
    assert isinstance(found, Review)
    return found


def test_all_who_ask_wait_for_the_same_work_and_it_is_kept(tmp_path: Path) -> None:
    async def test(house: Rooms, reviews: Reviews, coach: Coach, table: Table) -> None:
        first, second = await asyncio.gather(whole(reviews, table), whole(reviews, table))
        assert first == second
        assert [seat.name for seat in first.seats] == ["Mia", "Ben"]
        assert await whole(Reviews(house.log, coach), table) == first  # also after a restart
        assert coach.errands == 1

    after_a_game(tmp_path, test)


def test_who_reads_the_log_slowly_does_not_have_it_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: Rooms, reviews: Reviews, coach: Coach, table: Table) -> None:
        kept, read, reads = asyncio.Event(), house.log.review_of, 0

        async def slow_for_the_second(table_id: str) -> Any:
            nonlocal reads
            reads += 1
            second, found = reads == 2, await read(table_id)
            if second:
                await kept.wait()
            return found

        async def quick() -> Review:
            found = await whole(reviews, table)
            kept.set()
            return found

        monkeypatch.setattr(house.log, "review_of", slow_for_the_second)
        first, second = await asyncio.gather(quick(), whole(reviews, table))
        assert first == second
        assert coach.errands == 1

    after_a_game(tmp_path, test)


def test_how_far_it_is_can_be_asked(tmp_path: Path) -> None:
    async def test(_: Rooms, reviews: Reviews, coach: Coach, table: Table) -> None:
        coach.wait = asyncio.Event()
        assert isinstance(await reviews.look(table, "en", 0), float)
        await until(lambda: coach.errands == 1)
        assert await reviews.look(table, "en", 0) == 0.25
        coach.wait.set()
        await whole(reviews, table)
        assert coach.errands == 1

    after_a_game(tmp_path, test)


def test_after_a_fault_it_is_tried_again(tmp_path: Path) -> None:
    async def test(_: Rooms, reviews: Reviews, coach: Coach, table: Table) -> None:
        coach.fault = Problem("work_failed", "This could not be worked out: {reason}", reason="its process ended")
        with pytest.raises(Problem, match="process ended"):
            await whole(reviews, table)
        coach.fault = None
        assert (await whole(reviews, table)).remarks == ()
        assert coach.errands == 2

    after_a_game(tmp_path, test)


def test_what_is_kept_names_nobody_and_may_be_in_an_old_form(tmp_path: Path) -> None:
    async def test(house: Rooms, reviews: Reviews, coach: Coach, table: Table) -> None:
        first = await whole(reviews, table)
        assert "Mia" not in json.dumps(await house.log.review_of(table.id))
        await house.log.keep_review(table.id, {"format": "redpip-review/0"})
        assert await whole(reviews, table) == first
        assert coach.errands == 2

    after_a_game(tmp_path, test)


def test_nobody_looks_before_the_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with rooms(tmp_path) as house, Coach() as coach:
            live = await house.two_people(options=SMALL)
            with pytest.raises(Refused, match="not_over"):
                await Reviews(house.log, coach).look(live.table, "en", 0)

    asyncio.run(run())
