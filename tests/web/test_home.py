"""Home: what one plays is there at once, does not push the rest about, and is never old."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect

from .album import states
from .browser import Person, launch
from .conftest import NewPerson, Service

ME = {"kind": "me", "name": "Mia"}
BOT = {"kind": "bot", "bot": "greedy"}
MOST_SHIFT = 0.05
# what the browser itself counts as moved, from the first paint on
SHIFTS = """() => new Promise((done) => {
  let moved = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { moved += value; }))
    .observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => done(moved), 100));
})"""


@pytest.fixture
def remembering(playwright: Playwright) -> Iterator[Browser]:
    """A browser that keeps pages as people's browsers do, to show them again on *Back*."""
    chromium = launch(playwright, ignore_default_args=["--disable-back-forward-cache"])
    yield chromium
    chromium.close()


def play(one: Person, games: int) -> None:
    for _ in range(games):
        one.open(ME, BOT)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 860)])
def test_nothing_moves_while_home_is_laid_out(person: NewPerson, width: int, height: int) -> None:
    mia = person(viewport={"width": width, "height": height})
    play(mia, 5)
    mia.page.goto(mia.url, wait_until="networkidle")
    expect(mia.page.get_by_role("link", name="Go on")).not_to_have_count(0)
    assert mia.page.evaluate(SHIFTS) < MOST_SHIFT


def test_a_few_running_games_leave_room_for_the_catalogue(person: NewPerson) -> None:
    mia = person(viewport={"width": 390, "height": 844})
    play(mia, 5)
    mia.page.goto(mia.url)
    running = mia.page.get_by_role("region", name="My running games").get_by_role("link", name="Go on")
    expect(running).to_have_count(3)
    mia.page.get_by_text("2 more open games").click()
    expect(running).to_have_count(5)
    mia.check_access()


@pytest.mark.parametrize("kept", [False, True], ids=["read again", "kept in memory"])
def test_back_from_a_new_game_shows_it(kept: bool, browser: Browser, remembering: Browser, service: Service) -> None:
    mia = Person(remembering if kept else browser, service.url)
    mia.page.goto(mia.url)
    mia.page.get_by_role("button", name="Play Spicy Dice", exact=True).click()
    mia.page.wait_for_url(re.compile("/t/"))
    mia.page.go_back()
    expect(mia.page.get_by_role("link", name="Go on: Spicy Dice with Novice")).to_have_count(1)
    expect(mia.page.get_by_role("button", name="Play Spicy Dice", exact=True)).to_be_enabled()
    assert mia.troubles == []
    mia.close()


@pytest.mark.parametrize(("page", "last"), [("/", '[data-do="now"]'), ("/keep", ".pads button")], ids=["home", "pad"])
def test_what_goes_wrong_is_said_where_it_was_pressed(page: str, last: str, person: NewPerson) -> None:
    mia = person(viewport={"width": 390, "height": 844})
    mia.expected = ("503",)
    full = {"code": "house_full", "detail": "There is no room."}
    mia.page.route("**/api/v1/tables", lambda route: route.fulfill(status=503, json=full))
    mia.page.goto(mia.url + page)
    mia.page.locator(last).last.click()
    expect(mia.page.get_by_role("alert")).to_be_in_viewport()
    expect(mia.page.get_by_role("alert")).to_have_text("There is no room.")


def test_an_english_evening_has_the_day_before_its_month(person: NewPerson) -> None:
    mia = person()
    next(state for state in states() if state.name == "keep-evenings").open(mia)
    expect(mia.page.locator("#evenings summary b")).to_have_text(re.compile("14 November$"))


def test_who_is_invited_is_not_told_to_invite(person: NewPerson) -> None:
    mia = person()
    next(state for state in states() if state.name == "invited").open(mia)
    expect(mia.page.locator("#main-content")).not_to_contain_text("Send each friend a link")
