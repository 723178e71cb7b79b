"""Every roll without a connection, in games where more is seen than dice: places, markers, dice that are nobody's."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, Page, expect

from .browser import Person, try_now
from .conftest import Service

SEATS = [{"kind": "me", "name": "Anton"}, {"kind": "here", "name": "Luise"}]


def tell(page: Page, dice: str) -> None:
    for die in dice.split():
        page.locator(f'.panel [data-key="{die}"]').click()
    write(page)


def write(page: Page) -> None:
    page.locator('.panel [data-part="write"]').click()


def pick(page: Page, die: str) -> None:
    page.locator(f'.lying [aria-label="{die}"]:not([aria-pressed="true"])').first.click()


def put(page: Page, die: str, place: int) -> None:
    if page.locator(".places").is_hidden():  # the only one there is taken already
        pick(page, die)
    page.locator(f'[data-place="{place}"]').click()


def pass_on(page: Page, seat: int) -> None:
    page.locator(f'.lines [data-line="next-{seat}"]').click()
    write(page)
    expect(page.locator(f'.strip.me[data-seat="{seat - 1}"]')).to_be_visible()


def poobah(page: Page) -> None:
    tell(page, "1 2 3 4 5 6")
    pass_on(page, 2)
    tell(page, "4r 1 2 2 3 3")
    pick(page, "red 4")
    page.locator('.panel [data-key="6"]').click()
    page.locator('[data-part="turned"]').click()
    pass_on(page, 1)
    page.locator('[data-part="nobodys"]').click()
    tell(page, "6 6 5 1 2r 3")
    pass_on(page, 2)  # a turn without a roll
    page.locator('[data-part="nobodys"]').click()
    tell(page, "1 1 1 2 2 2")
    pick(page, "white 6")
    tell(page, "5")


def squares(page: Page) -> None:
    tell(page, "4 5")
    put(page, "white 4", 7)
    put(page, "white 5", 8)
    pass_on(page, 2)
    tell(page, "3r")
    put(page, "red 3", 8)
    pass_on(page, 1)
    tell(page, "1 2 6")
    put(page, "white 6", 12)


def mountain(page: Page) -> None:
    tell(page, "1r 2 2 4 5 6r")
    page.locator(".lying .cap button").click()  # all of them again
    tell(page, "1r 2 2 4 4 5")
    put(page, "red 1", 1)
    put(page, "white 2", 2)
    put(page, "white 2", 2)
    page.locator('[data-move="advance 2"]').click()
    put(page, "white 4", 2)
    pass_on(page, 2)
    tell(page, "2 3 4 5 6 2r")
    put(page, "red 2", 2)
    pass_on(page, 1)
    page.locator(".lying .cap button").click()  # all but the one that lies in its row
    tell(page, "3 3r 1 1 2")


def test_whoever_waits_for_a_bot_without_a_connection_is_not_told_to_roll(
    browser: Browser, own_service: Service
) -> None:
    mia = Person(browser, own_service.url, locale="en-GB", viewport={"width": 390, "height": 844})
    mia.expected = ("ERR_", "WebSocket", "Failed to fetch")
    page = mia.page
    mia.open(SEATS[0], {"kind": "bot", "bot": "random"}, game="poobah", dice="people", keep="every", first=0)
    expect(page.locator('#table[data-phase="playing"]')).to_be_visible()
    own_service.kill()
    expect(page.locator("#banner")).to_be_visible()
    tell(page, "1 2 3 4 5 6")
    pass_on(page, 2)
    expect(page.get_by_role("heading", level=1)).to_have_text("Random rolls")
    expect(page.locator("#main")).to_be_hidden()
    expect(page.locator(".waiting")).to_be_visible()
    own_service.start()
    assert not mia.troubles


def told(record: str) -> list[str]:
    """What stands, without the names of dice."""
    found: list[str] = []
    for event in map(json.loads, record.splitlines()[1:]):
        if "back" in event:
            found = found[: event["back"]]
        else:
            found.append("throw" if "throw" in event else str(event.get("do")))
    return found


def test_places_markers_and_scoring_dice_are_told_without_a_connection(browser: Browser, own_service: Service) -> None:
    mia = Person(browser, own_service.url, locale="en-GB", viewport={"width": 390, "height": 844})
    mia.expected = ("ERR_", "WebSocket", "Failed to fetch")
    games: list[tuple[Any, str, dict[str, Any]]] = [
        (poobah, "poobah", {"opening_turns": 1}),
        (squares, "two_of_three", {}),
        (mountain, "diangle", {}),
    ]
    open_pages = []
    for play, game, options in games:
        page = mia.page.context.new_page()
        facts = {"game": game, "dice": "people", "keep": "every", "first": 0, "options": options, "seats": SEATS}
        table = page.request.post(f"{mia.url}/api/v1/tables", data=facts).json()["table"]
        page.goto(f"{mia.url}/t/{table}")
        expect(page.locator('#table[data-phase="playing"]')).to_be_visible()
        open_pages.append((play, table, page))

    own_service.kill()
    for play, _, page in open_pages:
        expect(page.locator("#banner")).to_be_visible()
        play(page)

    own_service.start()
    records = []
    for _, table, page in open_pages:
        try_now(page)
        page.wait_for_function("id => localStorage.getItem(`redpip.pad.${id}.unsent`) === '[]'", arg=table)
        expect(page.locator(".fixbar")).to_be_hidden()
        records.append(told(page.evaluate("id => fetch(`/api/v1/tables/${id}/record`).then(x => x.text())", table)))
    first, second, third = records
    assert [one.split()[0] for one in first] == [
        *("roll", "throw", "done", "roll", "throw", "change", "done", "throw"),
        *("roll", "done", "throw", "roll", "throw"),
    ]
    assert "roll none" in first
    assert [one.split()[0] for one in second] == [
        *("roll", "throw", "place", "place", "roll", "throw", "place", "roll", "throw", "place"),
    ]
    assert [one.split()[0] for one in third] == [
        *("select", "throw", "reroll", "throw", "place", "place", "place", "advance", "place", "end"),
        *("select", "throw", "accept", "place", "end", "select", "throw"),
    ]
    assert not mia.troubles
