"""How long the event loop is held by somebody who has answered 45,000 positions: ``python benchmarks/notebook.py``."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from redpip.core.codec import to_json
from redpip.core.memory import rarely_look_for_cycles
from redpip.play.daily import daily_set
from redpip.play.progress import card_entry
from redpip.play.schedule import Answer
from redpip.store.log import Log
from redpip.web.notebook import Notebook
from redpip.web.profile import FORMAT, read_profile
from redpip.web.training import Training

ENTRIES = 45_000
BEGUN = datetime(2025, 1, 1, tzinfo=UTC)
NOW = BEGUN + timedelta(days=400)
LOOKS = 0.002  # seconds between two looks at the loop


async def held(what: str, work: Awaitable[Any]) -> Any:
    """How long it took, and the longest time in which nobody else had a turn."""
    longest, ended = 0.0, False

    async def look() -> None:
        nonlocal longest
        last = perf_counter()
        while not ended:
            await asyncio.sleep(LOOKS)
            now = perf_counter()
            longest, last = max(longest, now - last - LOOKS), now

    looking = asyncio.create_task(look())
    await asyncio.sleep(2 * LOOKS)
    begun = perf_counter()
    found = await work
    taken, _ = perf_counter() - begun, await asyncio.sleep(2 * LOOKS)
    ended = True
    await looking
    print(f"{what:28} {1000 * taken:6.0f} ms, loop held {1000 * longest:4.0f} ms")
    return found


async def today(notebook: Notebook) -> None:
    progress = (await notebook.read()).progress
    progress.answered_on(NOW)
    progress.waiting(NOW)


async def measure(folder: Path) -> None:
    cards = list(daily_set(date(2026, 1, 1)))
    entries = [card_entry(card) for card in cards]
    for number in range(ENTRIES - len(cards)):
        at = BEGUN + number * timedelta(minutes=12)
        answer = Answer(cards[number % len(cards)].id, at.isoformat(), "roll 1", 0.5, None)
        entries.append({"answer": to_json(answer)})
    file = json.dumps({"format": FORMAT, "name": "", "dice": "", "days": [], "training": entries}).encode()
    async with Log(folder / "tables.sqlite") as log:
        training: Any = Training(log, None, None, None)  # type: ignore[arg-type]
        notebook = Notebook(log, "device")
        await held("a file is read", asyncio.to_thread(read_profile, file, NOW.date()))
        await held("and added", training.merge("device", entries))
        await held("and added once more", training.merge("device", entries))
        await held("first look", today(notebook))
        await held("each later look", today(notebook))
        found = await held("all is read", log.training_of("device"))
        await held("and written as a file", asyncio.to_thread(json.dumps, found, indent=1))


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        rarely_look_for_cycles()  # as the service does
        asyncio.run(measure(Path(made)))
