"""What a device has trained is read once, long readings beside the event loop, and it is always what is there."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from redpip.core.codec import to_json
from redpip.play.daily import daily_set
from redpip.play.progress import Progress, card_entry
from redpip.play.schedule import Answer
from redpip.play.thinking import Thinkers
from redpip.store.log import Conflict, Log
from redpip.store.training import Entries
from redpip.web.notebook import AT_ONCE, Notebook
from redpip.web.training import Training

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
MIA = "mia's device"
CARD = next(iter(daily_set(NOON.date())))


def answers(first: int, many: int) -> list[dict[str, Any]]:
    times = [(NOON + timedelta(hours=number)).isoformat() for number in range(first, first + many)]
    return [{"answer": to_json(Answer(CARD.id, at, "roll 1", 0.5, None))} for at in times]


class CountingLog(Log):
    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.read = 0

    async def training_of(self, device: str, after: int = 0) -> list[dict[str, Any]]:
        found = await super().training_of(device, after)
        self.read += len(found)
        return found


def with_log(
    folder: Path, test: Callable[[CountingLog], Awaitable[None]], kind: type[CountingLog] = CountingLog
) -> None:
    async def run() -> None:
        async with kind(folder / "tables.sqlite") as log:
            await log.add_training(MIA, 0, [card_entry(CARD), *answers(0, 9)])
            await test(log)

    asyncio.run(run())


def test_later_only_what_is_new_is_read(tmp_path: Path) -> None:
    async def test(log: CountingLog) -> None:
        notebook = Notebook(log, MIA)
        assert (await notebook.read()).number == log.read == 10
        log.read = 0
        await log.add_training(MIA, 10, answers(9, 2))
        assert (await notebook.read()).number == 12
        assert log.read == 3, "the last known and two more"
        assert len((await notebook.read()).progress.answers[CARD.id]) == 11

    with_log(tmp_path, test)


def test_two_who_look_at_once_add_nothing_twice(tmp_path: Path) -> None:
    async def test(log: CountingLog) -> None:
        notebook = Notebook(log, MIA)
        await asyncio.gather(*(notebook.read() for _ in range(3)))
        assert len((await notebook.read()).progress.answers[CARD.id]) == 9

    with_log(tmp_path, test)


def test_many_entries_are_never_added_on_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    adding = set()

    def add(progress: Progress, entry: Any) -> None:
        adding.add(threading.get_ident())
        added(progress, entry)

    added = Progress.add
    monkeypatch.setattr(Progress, "add", add)

    async def test(log: CountingLog) -> None:
        notebook = Notebook(log, MIA)
        before = (await notebook.read()).progress
        adding.clear()
        await log.add_training(MIA, 10, answers(9, AT_ONCE + 1))
        assert (await notebook.read()).number == 11 + AT_ONCE
        assert adding
        assert threading.get_ident() not in adding
        assert len(before.answers[CARD.id]) == 9, "who looks at it meanwhile sees nothing half done"

    with_log(tmp_path, test)


@pytest.mark.parametrize("again", [0, 3, 10, 20])
def test_nothing_is_remembered_of_a_device_that_was_forgotten(tmp_path: Path, again: int) -> None:
    async def test(log: CountingLog) -> None:
        notebook = Notebook(log, MIA)
        await notebook.read()
        await log.forgotten(MIA)
        if again:
            await log.add_training(MIA, 0, [card_entry(CARD), *answers(100, again - 1)])
        page = await notebook.read()
        assert page.number == again
        assert len(page.progress.answers.get(CARD.id, [])) == max(again - 1, 0)

    with_log(tmp_path, test)


def test_an_entry_that_comes_after_its_device_was_forgotten_leaves_no_gap(tmp_path: Path) -> None:
    async def test(log: CountingLog) -> None:
        page = await Notebook(log, MIA).read()
        await log.forgotten(MIA)
        with pytest.raises(Conflict):
            await log.add_training(MIA, page.number, answers(9, 1))
        assert await log.training_of(MIA) == []

    with_log(tmp_path, test)


class Judges(Thinkers):
    """Finds every answer good."""

    async def run(self, errand: Any) -> Any:
        return {"line": "roll 1", "cost": 0.0, "mark": None}


def test_an_answer_whose_device_is_forgotten_at_once_is_told_all_the_same(tmp_path: Path) -> None:
    class ForgetfulLog(CountingLog):
        async def add_training(self, device: str, after: int, entries: Entries) -> None:
            await super().add_training(device, after, entries)
            if after:
                await self.forgotten(device)

    async def test(log: CountingLog) -> None:
        nobody: Any = None  # is asked for tables or reviews
        training = Training(log, Judges(), nobody, nobody, lambda: NOON + timedelta(days=1))
        verdict, days = await training.answer(MIA, CARD, "roll 1", "en")
        assert (verdict["cost"], days > 0) == (0.0, True)
        assert await log.training_of(MIA) == []

    with_log(tmp_path, test, ForgetfulLog)
