"""Each game of the catalog is played to its end in the browser, by somebody who presses whatever can be pressed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from redpip.core.catalog import Game, all_games

from .browser import Person, opponents, playout_options
from .conftest import Service


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_whole_game(game: Game, browser: Browser, service: Service) -> None:
    mia = Person(browser, service.url, hurried=True, viewport={"width": 390, "height": 844})
    mia.open({"kind": "me", "name": "Mia"}, *opponents(game), game=game.id, options=playout_options(game))
    for presses in (20, 40, 20_000):
        mia.play_by_chance(presses, presses)
        mia.check_access()
    assert mia.over, mia.headline
    assert mia.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert mia.troubles == []
    mia.close()
