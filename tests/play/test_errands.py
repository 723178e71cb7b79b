"""Errands: long work in a worker process, which tells how far it is and never harms the others."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE
from redpip.core.catalog import find_game
from redpip.core.coaching import LONGEST
from redpip.core.history import History, begin
from redpip.core.problem import Problem
from redpip.core.setup import Player, Setup
from redpip.play.errands import counsel_errand
from redpip.play.thinking import Errand, Limits, Thinkers

WORK = """
import os
import signal

from redpip.core.codec import from_json


def halfway(word, progress):
    for part in (0.0, 0.5, 0.501, 1.0):
        progress(part)
    match word:
        case "wrong":
            from_json(float, "word")
        case "broken":
            raise LookupError("no idea")
        case "dies":
            os.kill(os.getpid(), signal.SIGKILL)
    return {"said": word}
"""


@pytest.fixture
def errand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Errand]:
    (tmp_path / "some_work.py").write_text(WORK)
    monkeypatch.syspath_prepend(tmp_path)
    work = import_module("some_work").halfway
    return lambda word: Errand("halfway", "rules", work, (word,), "de", Limits(seconds=PATIENCE))


def with_thinkers(work: Callable[[Thinkers], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE), Thinkers(1) as thinkers:
            await work(thinkers)

    asyncio.run(run())


def rolled(match: int | None = None) -> History:
    spicy, _ = find_game("spicy")
    play = begin(Setup(spicy, "classic", {}, (Player("Mia"), Player("Jo")), 0, "7", match))
    return play.acted(0, play.rules.parse("roll 1 2 3 4 5 6")).shaken()


async def problem_of(asking: Awaitable[Any]) -> Problem:
    with pytest.raises(Problem) as caught:
        await asking
    return caught.value


def test_an_errand_tells_how_far_it_is_and_what_came_of_it(errand: Callable[[str], Errand]) -> None:
    parts: list[float] = []

    async def work(thinkers: Thinkers) -> None:
        assert await thinkers.run(errand("well"), parts.append) == {"said": "well"}

    with_thinkers(work)
    assert parts == [0.5, 1.0]


def test_what_goes_wrong_with_an_errand_is_told(errand: Callable[[str], Errand]) -> None:
    async def work(thinkers: Thinkers) -> None:
        wrong = await problem_of(thinkers.run(errand("wrong")))
        assert (wrong.code, wrong.message[:19]) == ("bad_value", "Erwartet: eine Zahl")
        for word in ("broken", "dies"):
            assert (await problem_of(thinkers.run(errand(word)))).code == "work_failed"
        assert await thinkers.run(errand("well")) == {"said": "well"}

    with_thinkers(work)


def test_the_coach_counsels_in_a_worker() -> None:
    async def work(thinkers: Thinkers) -> None:
        told = await thinkers.run(counsel_errand(rolled(), 0, ["flip 2>3"], "en"))
        assert told["best"]["actions"] == ["flip 2>1", "flip 3>6", "score RUN"]
        assert told["best"]["value"] == pytest.approx(356.13, abs=0.005)
        assert told["lean"]["cost"] == pytest.approx(4.13, abs=0.005)
        assert 0 < len(told["reason"]) <= LONGEST
        assert told["beyond"] is None
        in_match = await thinkers.run(counsel_errand(rolled(match=2), 0, [], "en"))
        assert in_match["best"]["actions"] == told["best"]["actions"]
        assert in_match["beyond"].startswith("The coach looks at this game alone;")
        assert (await problem_of(thinkers.run(counsel_errand(rolled(), 0, ["flip 1>3"], "en")))).code == "not_red"

    with_thinkers(work)
