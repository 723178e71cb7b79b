"""Each game of the catalog is played to its end in the browser, by somebody who presses whatever can be pressed.

Their text is twice as large as usual, on a desk and in a window that has as little room for it as a narrow phone.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from redpip.core.catalog import Game, all_games

from .browser import LARGE_TEXT, Person, launch, opponents, playout_options
from .conftest import Service

DESK, NARROW = 1280, 640


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright, LARGE_TEXT)
        yield chromium
        chromium.close()


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_whole_game(game: Game, browser: Browser, service: Service) -> None:
    mia = Person(browser, service.url, hurried=True, viewport={"width": NARROW, "height": 1400})
    mia.open({"kind": "me", "name": "Mia"}, *opponents(game), game=game.id, options=playout_options(game))
    for presses in (20, 40, 20_000):
        mia.play_by_chance(presses, presses)
        mia.check_access()
        for width in (DESK, NARROW):
            mia.page.set_viewport_size({"width": width, "height": 1400})
            assert mia.page.evaluate("document.documentElement.scrollWidth") <= width
    assert mia.over, mia.headline
    assert mia.troubles == []
    mia.close()
