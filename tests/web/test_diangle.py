"""Diangle in a real browser: what a house may agree on can be pressed."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from .browser import Person
from .conftest import Service

# two rows of one square, so that a row is soon filled
SMALL = {"rows": [1, 1], "top": 3, "advance_anytime": True}


def test_advancing_before_the_roll(browser: Browser, service: Service) -> None:
    mia = Person(browser, service.url, hurried=True)
    mia.open({"kind": "me", "name": "Mia"}, game="diangle", options=SMALL)
    button = mia.page.get_by_role("button")
    main, advance = mia.page.locator("#main"), button.filter(has_text="Advance 1 level")
    roll = mia.page.locator('#main[aria-disabled="false"]').filter(has_text="Roll")
    expect(roll).to_be_visible()
    while not advance.count():  # a turn fills the bottom row about every second time
        roll.click()
        main.filter(has_text="Keep this roll").click()
        expect(button.filter(has_text="End turn")).to_be_visible()
        for die in mia.page.locator("button.one").filter(has_text="bottom").all()[:1]:
            die.click()
            expect(mia.page.locator("button.slot.has")).to_have_count(1)
        button.filter(has_text="End turn").click()
        expect(roll).to_be_visible()
    expect(main).to_contain_text("Roll 1 die")
    advance.click()
    expect(advance).to_have_count(0)
    expect(mia.page.locator(".mountain")).to_contain_text("Mia: level 2")
    # a die that fits the new level is placed first, if one likes; rolling is offered beside that
    mia.page.locator('[data-part="stage"] button').filter(has_text="Roll").first.click()
    expect(main).to_contain_text("Keep this roll")
    mia.check_access()
    assert mia.troubles == []
    mia.close()
