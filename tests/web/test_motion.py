"""Each game is played to its end with motion as people have it, each starting seat in turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from redpip.core.catalog import Game, all_games

from .browser import Person, opponents, playout_options
from .conftest import Service


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_whole_game(game: Game, first: int, browser: Browser, service: Service) -> None:
    mia = Person(browser, service.url, hurried=True, reduced_motion="no-preference")
    session = mia.page.context.new_cdp_session(mia.page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 20})
    mia.open({"kind": "me", "name": "Mia"}, *opponents(game), game=game.id, first=first, options=playout_options(game))
    mia.play_by_chance(1)
    assert mia.troubles == []
    assert mia.over, mia.headline
    mia.close()
