"""The line in pencil that says what to tap: there at first, gone with use, back when it is called."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import NewPerson

ME = {"kind": "me", "name": "Mia"}
ROLL = "Tap the button to roll the dice."
FORBIDDEN = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no storage'); }});"
TRAY = "document.querySelector('.tray').getBoundingClientRect().top + scrollY"


@pytest.mark.parametrize("forbidden", [False, True], ids=["kept", "storage forbidden"])
def test_what_to_tap_is_said_until_it_was_done_twice(forbidden: bool, person: NewPerson) -> None:
    mia = person(reduced_motion="no-preference", hurried=True, viewport={"width": 360, "height": 640})
    page = mia.page
    if forbidden:
        page.add_init_script(FORBIDDEN)
    line, turn, main = page.locator(".say > .pencil"), page.locator("#about"), page.locator("#main")
    heard = page.locator("rp-say [aria-live]:not(:empty)")
    mia.open(ME, first=0)
    expect(line).to_have_text(ROLL)
    expect(heard).to_contain_text(ROLL)
    tray = page.evaluate(TRAY)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")

    mia.take_turn()
    expect(turn).to_contain_text("turn 2 of")
    expect(line).to_have_text(ROLL)
    expect(heard).not_to_contain_text(ROLL)  # nothing is read out twice
    mia.take_turn()
    expect(turn).to_contain_text("turn 3 of")
    expect(main).to_have_attribute("aria-disabled", "false")
    expect(line).to_have_text("")
    assert page.evaluate(TRAY) == tray

    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text(ROLL)
    page.keyboard.press("Escape")
    expect(line).to_have_text(ROLL)
    help_button = page.get_by_role("button", name="What to tap")
    expect(help_button).to_have_attribute("aria-pressed", "true")
    help_button.click()
    expect(line).to_have_text("")
    help_button.click()
    expect(line).to_have_text(ROLL)
    assert page.evaluate(TRAY) == tray

    page.reload()
    expect(main).to_have_attribute("aria-disabled", "false")
    expect(line).to_have_text(ROLL if forbidden else "")
    assert mia.troubles == []


def test_whoever_watches_is_not_told_what_to_tap(person: NewPerson) -> None:
    mia, eve = person(), person()
    table = mia.open(ME, {"kind": "bot", "bot": "greedy"}, first=0)
    expect(mia.page.locator(".say > .pencil")).to_have_text(ROLL)
    eve.page.goto(f"{eve.url}/t/{table}")
    expect(eve.page.locator("#table")).to_have_attribute("data-phase", "playing")
    expect(eve.page.locator(".say > .pencil")).to_be_hidden()
    expect(eve.page.locator("#help")).to_be_hidden()
    assert mia.troubles == eve.troubles == []


def test_the_dice_to_tap_lie_free_while_it_is_said(person: NewPerson) -> None:
    mia = person(viewport={"width": 360, "height": 640})
    mia.open(ME, {"kind": "bot", "bot": "novice"}, game="two_of_three", first=0)
    expect(mia.page.locator(".say > .pencil")).not_to_be_empty()
    hand, main = (mia.page.locator(name).bounding_box() for name in (".stage .lanes >> nth=-1", "#main"))
    assert hand
    assert main
    assert hand["y"] + hand["height"] <= main["y"]
