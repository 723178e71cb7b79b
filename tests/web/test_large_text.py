"""Each game is played to its end by somebody whose text is twice as large as usual and who wants no motion.

They press whatever can be pressed, on a desk and in a window that has as little room as a narrow phone.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from redpip.core.catalog import Game, all_games

from .browser import LARGE_TEXT, launch, opponents, playout_options
from .conftest import NewPerson

DESK, NARROW = 1280, 640


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    chromium = launch(playwright, LARGE_TEXT)
    yield chromium
    chromium.close()


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_whole_game(game: Game, person: NewPerson) -> None:
    mia = person(hurried=True, viewport={"width": NARROW, "height": 1400})
    mia.open({"kind": "me", "name": "Mia"}, *opponents(game), game=game.id, options=playout_options(game))
    for presses in (20, 40, 20_000):
        mia.play_by_chance(presses, presses)
        mia.check_access()
        for width in (DESK, NARROW):
            mia.page.set_viewport_size({"width": width, "height": 1400})
            assert mia.page.evaluate("document.documentElement.scrollWidth") <= width
    assert mia.over, mia.headline
