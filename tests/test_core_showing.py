"""Numbers for people."""

from __future__ import annotations

import pytest

from redpip.core.showing import percent


@pytest.mark.parametrize(
    ("chance", "told"),
    [(0, "0"), (1e-9, "<1"), (5 / 324, "2"), (1 / 3, "33"), (0.994, "99"), (1 - 1e-9, ">99"), (1, "100")],
)
def test_only_what_is_certain_is_0_or_100(chance: float, told: str) -> None:
    assert percent(chance) == told
