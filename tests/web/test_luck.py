"""Whole games of pushing one's luck in a real Chromium."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .browser import PATIENCE, Person
from .test_browser import ME, NewPerson, person  # noqa: F401  fixtures

GAMES = {
    "rolling": {"game": "rolling", "preset": "2004", "options": {"target": 40}, "bot": "steady"},
    "hot": {"game": "hot", "options": {"target": 1000, "opening": 200}, "bot": "cool"},
}


def take_step(one: Person) -> None:
    """Sets aside what the page suggests; stops where it may, otherwise rolls."""
    ready = '[aria-disabled="false"]:visible'
    stop = one.page.locator(f"#stop{ready}")
    (stop if stop.count() else one.page.locator(f"#main{ready}")).first.click()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_against_a_bot(name: str, person: NewPerson) -> None:  # noqa: F811
    facts: dict[str, Any] = dict(GAMES[name])
    bot = {"kind": "bot", "bot": facts.pop("bot")}
    mia = person(hurried=True)
    mia.open(ME, bot, first=0, **facts)
    expect(mia.page.locator('#main[aria-disabled="false"]')).to_be_visible(timeout=PATIENCE)
    mia.page.keyboard.press("r")
    for _ in range(600):
        if mia.over:
            break
        ready = mia.page.locator('#main[aria-disabled="false"]:visible, #stop[aria-disabled="false"]:visible')
        if ready.count():
            take_step(mia)
        mia.page.wait_for_timeout(60)
    assert re.search(r"wins with \d+", mia.headline)


@pytest.mark.parametrize("name", GAMES)
def test_choosing_dice_by_key_and_tap(name: str, person: NewPerson) -> None:  # noqa: F811
    facts: dict[str, Any] = dict(GAMES[name])
    facts.pop("bot")
    mia = person()
    mia.open(ME, **facts)
    mia.press_main()
    expect(mia.page.locator(".pick").first).to_be_visible()
    chosen = mia.page.locator('.pick[aria-pressed="true"]')
    if chosen.count():  # unless the very first roll was a bust
        die = chosen.first.get_attribute("data-die")
        before = chosen.count()
        mia.page.keyboard.press(str(die))
        expect(chosen).to_have_count(before - 1)
        mia.page.locator(f'.pick[data-die="{die}"]').click()
        expect(chosen).to_have_count(before)
    mia.check_access()
