"""How often one caller may do a thing, by a clock that goes as it is told."""

from __future__ import annotations

import pytest

from redpip.web.limits import Limit, TooMany


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limit(clock: Clock) -> Limit:
    return Limit(rate=0.5, burst=3, clock=clock)


def spend(limit: Limit, caller: str = "mia") -> int:
    """How often a caller is let through at once."""
    for times in range(100):
        try:
            limit.take(caller)
        except TooMany:
            return times
    raise AssertionError("there is no limit")


def test_a_burst_and_then_no_more(limit: Limit) -> None:
    assert spend(limit) == 3
    with pytest.raises(TooMany) as refused:
        limit.take("mia")
    assert refused.value.seconds == 2


def test_callers_do_not_pay_for_each_other(limit: Limit) -> None:
    assert [spend(limit, caller) for caller in ("mia", "ben")] == [3, 3]


def test_time_refills_up_to_the_burst(limit: Limit, clock: Clock) -> None:
    spend(limit)
    clock.now += 2
    assert spend(limit) == 1
    clock.now += 3600
    assert spend(limit) == 3


def test_a_crowd_refills_nobody(limit: Limit) -> None:
    spend(limit)
    for number in range(20_000):
        limit.take(str(number))
    assert spend(limit) == 0
