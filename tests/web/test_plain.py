"""The plain page, for games that bring no view of their own: played to the end, on a phone and a desk, by keyboard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from plugins import install, register
from redpip.term.new_game import new_game

from .browser import Person
from .conftest import Service

# a game in which any dice may be rolled, and that brings neither view nor picture
LOOSE = """
from dataclasses import replace
from pathlib import Path
from redpip.core.plain import plain_scene
from redpip.games.catch6 import GAME as CATCH

def scene(rules, view, seat, words, options):
    return plain_scene(seat=view.seat, scores=view.scores, options=options, label=str, words=words, faces=view.hand,
                       say="Any dice.", lines=((("Nothing is caught yet.", "plain"),),))

GAME = replace(CATCH, id="loose", name="Loose", folder=Path(__file__).parent, scene=scene)
"""
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 860}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with a game as ``redpip new-game`` makes it, and one with many choices."""
    folder = tmp_path_factory.mktemp("plain")
    new_game("dash", folder, house=False)
    register(folder / "site", "dash")
    install(folder / "site", "loose", LOOSE)
    path = f"{folder / 'site'}:{folder / 'dash' / 'src'}"
    running = Service(folder / "tables.sqlite", environ={"PYTHONPATH": path})
    yield running
    running.stop()


def sit_down(
    browser: Browser, plain: Service, game: str, bot: str, options: dict[str, int] | None = None, **device: object
) -> Person:
    mia = Person(browser, plain.url, hurried=True, **device)
    mia.open({"kind": "me", "name": "Mia"}, {"kind": "bot", "bot": bot}, game=game, first=0, options=options or {})
    mia.page.wait_for_selector("#main")
    return mia


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_new_game_is_played_to_its_end(size: dict[str, int], browser: Browser, plain: Service) -> None:
    mia = sit_down(browser, plain, "dash", "careful", viewport=size)
    for presses in (3, 20_000):
        mia.play_by_chance(presses, presses)
        mia.check_access()
        assert mia.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert mia.over, mia.headline
    assert mia.troubles == []
    mia.close()


def test_choices_by_keyboard_in_german(browser: Browser, plain: Service) -> None:
    # long enough for the bot not to win before
    mia = sit_down(browser, plain, "dash", "careful", {"target": 500}, locale="de-DE")
    stop, log = mia.page.get_by_role("button", name="aufhören"), mia.page.locator("rp-log")
    while not stop.count():  # a red face ends the turn, and the bot's turn follows
        expect(mia.page.get_by_role("button", name="Drei Würfel werfen")).to_be_visible()
        told = log.inner_text()
        mia.page.keyboard.press("1")
        expect(log).not_to_have_text(told, use_inner_text=True)
    expect(mia.page.get_by_text("stehen auf dem Spiel")).to_be_visible()
    stop.focus()
    mia.page.keyboard.press("Enter")
    expect(log).to_contain_text("Mia hört mit")
    assert mia.troubles == []
    mia.close()


def test_many_choices_are_put_together(browser: Browser, plain: Service) -> None:
    mia = sit_down(browser, plain, "loose", "random", viewport=PHONE)
    expect(mia.page.get_by_text("Nothing is caught yet.")).to_be_visible()
    mia.press_main()  # the first roll takes all the dice
    passes = mia.page.get_by_role("button", name="pass")
    expect(passes).to_be_visible()
    passes.click()
    roll = mia.page.get_by_role("group", name="roll").get_by_role("button", name="roll")
    expect(roll).to_have_attribute("aria-disabled", "true")
    mia.check_access()
    for die in "25":
        mia.page.get_by_role("group", name="roll").get_by_role("button", name=die, exact=True).click()
    expect(roll).to_have_accessible_name("roll 2 5")
    roll.click()
    expect(passes).to_be_visible()
    last = mia.page.locator("rp-log li", has_text="Mia").first
    expect(last).to_be_visible()
    assert mia.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert mia.troubles == []
    mia.close()


def test_game_without_a_picture_has_the_plain_one(browser: Browser, plain: Service) -> None:
    mia = Person(browser, plain.url)
    mia.page.goto(plain.url)
    picture = mia.page.locator("img[src*='/games/loose/art/loose.svg']")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    assert mia.troubles == []
    mia.close()
