"""One timer for many: it rings at the earliest time for which it was set."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from weakref import ref

import pytest

from redpip.web.alarm import Alarm


class Clock:
    """Timers that wait until the test says that their time has come."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self._waiting: list[tuple[asyncio.Handle, Callable[[], None]]] = []

    def call_at(self, at: float, callback: Callable[[], None]) -> asyncio.Handle:
        self.times.append(at)
        handle = asyncio.Handle(callback, (), asyncio.get_running_loop())
        self._waiting.append((handle, callback))
        return handle

    def rings(self) -> None:
        [due] = [callback for handle, callback in self._waiting if not handle.cancelled()]
        self._waiting.clear()
        due()


class Sleeper:
    def __init__(self) -> None:
        self.woken = 0

    def wake(self) -> None:
        self.woken += 1


def with_clock(test: Callable[[Alarm, Clock], None]) -> int:
    """How often the alarm rang."""
    sleeper = Sleeper()

    async def run() -> None:
        clock = Clock()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio.get_running_loop(), "call_at", clock.call_at)
            test(Alarm(sleeper.wake), clock)

    asyncio.run(run())
    return sleeper.woken


def test_a_later_time_changes_nothing_and_an_earlier_one_takes_its_place() -> None:
    def test(alarm: Alarm, clock: Clock) -> None:
        for at in (50.0, 60.0, 50.0, 40.0, 45.0):
            alarm.set(at)
        assert clock.times == [50.0, 40.0]
        clock.rings()
        alarm.set(60.0)
        assert clock.times == [50.0, 40.0, 60.0]

    assert with_clock(test) == 1


def test_it_can_be_stopped_and_set_again() -> None:
    def test(alarm: Alarm, clock: Clock) -> None:
        alarm.set(50.0)
        alarm.stop()
        alarm.set(60.0)
        assert clock.times == [50.0, 60.0]
        clock.rings()

    assert with_clock(test) == 1


def test_nobody_is_kept_for_their_alarm() -> None:
    """Nor does it ring for those who are gone."""

    async def run() -> None:
        clock, sleeper = Clock(), Sleeper()
        gone = ref(sleeper)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio.get_running_loop(), "call_at", clock.call_at)
            alarm = Alarm(sleeper.wake)
            alarm.set(50.0)
        del sleeper
        assert gone() is None
        clock.rings()

    asyncio.run(run())
