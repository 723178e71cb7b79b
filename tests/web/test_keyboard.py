"""By keyboard alone: whatever is pressed, the focus stays with a control, or goes to the one that leads on."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .browser import Person
from .conftest import NewPerson

ME = {"kind": "me", "name": "Mia"}


def tab_to(one: Person, name: str) -> None:
    """As often as it takes, and no further than once round the page."""
    wanted = one.page.get_by_role("button", name=re.compile(rf"^{name}\b")).locator("visible=true").first
    expect(wanted).to_be_visible()
    for _ in range(80):
        if wanted.evaluate("(button) => button === document.activeElement"):
            return
        one.page.keyboard.press("Tab")
    raise AssertionError(f"no tab leads to {name}")


def test_a_call_that_is_made_hands_the_focus_to_the_main_button(person: NewPerson) -> None:
    mia = person(hurried=True)
    mia.open(ME, {"kind": "bot", "bot": "novice"}, game="perfecto", first=1)
    tab_to(mia, "Roll first")
    mia.page.keyboard.press("Enter")
    expect(mia.page.locator("#main")).to_be_focused()
    tab_to(mia, "Cancel")
    mia.page.keyboard.press("Enter")
    expect(mia.page.locator("#main")).to_be_focused()
    tab_to(mia, "Challenge")
    mia.page.keyboard.press("Enter")
    expect(mia.page.locator(".showdown")).to_be_visible()
    expect(mia.page.locator("#main")).to_be_focused()


def test_plus_and_minus_keep_the_focus_and_a_slip_gives_it_back(person: NewPerson) -> None:
    mia = person(hurried=True, viewport={"width": 390, "height": 844})
    mia.open(ME, {"kind": "bot", "bot": "novice"}, game="perfecto", first=0)
    for _ in range(2):
        tab_to(mia, "more")
        bid = mia.page.locator(".build [aria-live]").inner_text()
        mia.page.keyboard.press("Enter")
        expect(mia.page.locator(".build [aria-live]")).not_to_have_text(bid)
        expect(mia.page.get_by_role("button", name="more", exact=True)).to_be_focused()
    tab_to(mia, "Menu")
    mia.page.keyboard.press("Enter")
    expect(mia.page.get_by_role("dialog")).to_be_visible()
    mia.page.keyboard.press("Escape")
    expect(mia.page.get_by_role("button", name="Menu")).to_be_focused()
