"""From a game to its review, to a mistake played again, and to the training where it comes back: by keyboard alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .browser import Person
from .conftest import NewPerson

ME = {"kind": "me", "name": "Mia"}
BOT = {"kind": "bot", "bot": "random"}
# many rolls that nobody needs to save: to write at once is a mistake but for the rarest throws
HASTY: dict[str, Any] = {"boxes": ["1", "2", "RED"], "dice": 3, "rolls": 12, "bonus": 0}
DEVICES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "locale": "de-DE", "has_touch": True},
    "desk": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "light", "locale": "en-GB"},
}


def press(target: Locator) -> None:
    """By keyboard."""
    expect(target).to_be_visible()
    target.focus()
    target.page.keyboard.press("Enter")


def write_at_once(page: Page) -> None:
    """Rolls, and writes whatever fell into the first box that is open."""
    ready = page.locator('#main[aria-disabled="false"]')
    expect(ready).to_have_text(re.compile("Roll the dice|Würfel werfen"))
    page.keyboard.press("r")
    expect(page.locator("rp-sheet button[data-key]:visible").first).to_be_enabled()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_have_text(re.compile("Write|schreiben"))
    press(page.locator("#main"))


def check(mia: Person, width: int) -> None:
    mia.check_access()
    assert mia.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("device", DEVICES)
def test_a_mistake_is_found_played_again_and_met_in_training(device: str, person: NewPerson) -> None:
    mia = person(hurried=True, **DEVICES[device])
    page, width = mia.page, DEVICES[device]["viewport"]["width"]
    mia.open(ME, BOT, first=0, options=HASTY)
    for _ in HASTY["boxes"]:
        write_at_once(page)
    page.wait_for_selector('#table[data-phase="over"]')

    press(page.get_by_role("link", name=re.compile("Look at the game|Spiel ansehen")))
    expect(page.locator(".eq")).to_be_visible()
    check(mia, width)
    review = page.url
    press(page.get_by_role("button", name=re.compile("Play on from here|Von hier weiterspielen")).first)
    page.wait_for_selector('#table[data-phase="playing"]')
    expect(page.get_by_role("heading", level=1)).to_contain_text("Mia")

    page.goto(review)
    press(page.get_by_role("link", name=re.compile("Train your mistakes|Fehler üben|üben")).first)
    expect(page.locator("#about")).to_contain_text(re.compile("From your game|Aus deinem Spiel"))
    expect(page.locator("#choices button").first).to_be_visible()
    check(mia, width)
    page.keyboard.press("1")
    expect(page.locator("#slip .hint")).to_be_visible()
    check(mia, width)
