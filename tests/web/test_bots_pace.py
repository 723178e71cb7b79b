"""Bots wait less for whoever plays with them alone; where others follow, nothing changes for them."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from redpip.web.house import SeatPlan
from redpip.web.live import Pace

from .browser import Person
from .conftest import NewPerson
from .rooms import BEN, MIA, move, person, ready, rooms, until

LONG = Pace(after_throw=3600.0, after_choice=3600.0)
BOT = SeatPlan("bot", bot="greedy")
SWITCH = "[name=tempo][value={}]"


async def bot_is_asked(folder: Path, *others: SeatPlan, wishes: float) -> bool:
    """Mia wishes for another pace and ends her turn; does the bot after her answer at once?"""
    async with rooms(folder, LONG) as house:
        live = await house.open(person("Mia", MIA), BOT, *others)
        live.wish_pace(MIA, wishes)
        await ready(live)
        while live.table.bot_seat is None:
            await move(live)
        if wishes == 0.0 and not others:
            await until(lambda: bool(house.bots.asked))
        for _ in range(100):  # whatever is due now
            await asyncio.sleep(0)
        return bool(house.bots.asked)


def test_who_plays_alone_need_not_wait(tmp_path: Path) -> None:
    assert asyncio.run(bot_is_asked(tmp_path, wishes=0.0))


@pytest.mark.parametrize("others", [(), (person("Ben", BEN),)], ids=["as usual", "Ben follows"])
def test_a_bot_waits_for_everybody_else(tmp_path: Path, others: tuple[SeatPlan, ...]) -> None:
    assert not asyncio.run(bot_is_asked(tmp_path, *others, wishes=0.0 if others else 1.0))


def choose(one: Person, pace: str) -> None:
    one.page.locator("#menu").click()
    one.page.locator(SWITCH.format(pace)).check()
    one.page.keyboard.press("Escape")


def test_skipped_turns_are_told_in_one_line_and_remembered(person: NewPerson) -> None:
    mia = person(reduced_motion="no-preference", hurried=True)
    mia.open({"kind": "me", "name": "Mia"}, {"kind": "bot", "bot": "greedy"}, first=0)
    expect(mia.page.locator('#main[aria-disabled="false"]')).to_be_visible()
    choose(mia, "skip")
    mia.page.evaluate(
        """window.shown = []; document.querySelector("#table").addEventListener("drawn",
        () => shown.push(document.querySelector("h1").textContent))"""
    )
    mia.take_turn()
    expect(mia.page.locator(".brief")).to_have_text(re.compile(r"^Greedy\b.+\d"))
    expect(mia.page.get_by_role("heading", level=1)).to_have_text("Your turn, Mia")
    shown = mia.page.evaluate("shown")
    assert shown.count("Greedy is playing") <= 1  # when the turn passed on, and no step after it
    mia.press_main()
    expect(mia.page.locator(".brief")).to_have_count(0)
    mia.page.reload()
    mia.page.locator("#menu").click()
    expect(mia.page.locator(SWITCH.format("skip"))).to_be_checked()


def test_fast_turns_still_move(person: NewPerson) -> None:
    mia = person(reduced_motion="no-preference", hurried=True, viewport={"width": 360, "height": 640})
    mia.open({"kind": "me", "name": "Mia"}, {"kind": "bot", "bot": "greedy"}, first=1)
    choose(mia, "fast")
    expect(mia.page.get_by_role("heading", level=1)).to_have_text("Your turn, Mia")
    mia.take_turn()
    expect(mia.page.get_by_role("heading", level=1)).to_have_text("Your turn, Mia")
    expect(mia.page.locator("rp-die[rolling]")).to_have_count(0)
    assert mia.page.evaluate("window.moved") > 0
