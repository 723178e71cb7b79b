"""Each game of the catalog is played to its end in the browser, by somebody who presses whatever can be pressed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, sync_playwright

from redpip.core.catalog import Game, all_games

from .browser import Person, launch
from .conftest import Service

MOST_PRESSES = 4000
BUTTONS = """() => [...document.querySelectorAll('[data-part="stage"] button, [data-part="pad"] button')].filter(
  (button) => button.offsetParent && button.ariaDisabled !== "true" && button.id !== "main"
  && !button.matches(".side-btn"))"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


def opponents(game: Game) -> list[dict[str, str]]:
    """As many of the game's own bots as it needs; the one named last before chance answers at once."""
    bot = [name for name in game.bots if name != "random"][-1]
    return [{"kind": "bot", "bot": bot}] * max(1, game.least_seats - 1)


def press_something(mia: Person, luck: Random) -> None:
    buttons = mia.page.evaluate(f"({BUTTONS})().length")
    if buttons and luck.random() < 0.5:
        mia.page.evaluate(f"({BUTTONS})()[{luck.randrange(buttons)}]?.click()")
    elif mia.my_turn:
        mia.page.evaluate("document.getElementById('main').click()")


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_whole_game(game: Game, browser: Browser, service: Service) -> None:
    mia, luck = Person(browser, service.url, viewport={"width": 390, "height": 844}), Random(game.id)
    options = {name: list(v) if isinstance(v, tuple) else v for name, v in game.playout_options.items()}
    mia.open({"kind": "me", "name": "Mia"}, *opponents(game), game=game.id, options=options)
    mia.page.wait_for_selector("#main")
    for _ in range(MOST_PRESSES):
        if mia.over:
            break
        press_something(mia, luck)
        mia.page.wait_for_timeout(30)
    assert mia.over, mia.headline
    assert mia.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert mia.troubles == []
    mia.close()
