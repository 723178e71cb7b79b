"""One reader, who takes all that has come at once and loses nothing."""

from __future__ import annotations

import asyncio

import pytest

from redpip.core.inbox import Inbox


def test_all_that_came_is_taken_at_once() -> None:
    async def read() -> None:
        inbox: Inbox[int] = Inbox()
        reader = asyncio.create_task(inbox.wait())
        await asyncio.sleep(0)
        for thing in (1, 2, 3):
            inbox.put(thing)
        assert (await reader, len(inbox)) == ([1, 2, 3], 0)
        inbox.put(5)
        inbox.give_back([4])
        assert await inbox.wait() == [4, 5]

    asyncio.run(read())


def test_nothing_is_lost_with_a_reader_who_leaves() -> None:
    async def read() -> None:
        inbox: Inbox[int] = Inbox()
        for when in ("before it comes", "after it came"):
            reader = asyncio.create_task(inbox.wait())
            await asyncio.sleep(0)
            if when == "after it came":
                inbox.put(1)
            reader.cancel()
            with pytest.raises(asyncio.CancelledError):
                await reader
        inbox.put(2)
        assert await inbox.wait() == [1, 2]

    asyncio.run(read())
