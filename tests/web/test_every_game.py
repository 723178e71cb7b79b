"""Each game of the catalog is played to its end in the browser, with motion as people have it.

Each player starts in turn, on a phone and on a desk, in English and in German, and presses whatever can be pressed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from redpip.core.catalog import Game, all_games

from .browser import Person, opponents, short_game, usual_game
from .conftest import NewPerson

DEVICES: list[dict[str, Any]] = [
    {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    {"viewport": {"width": 1280, "height": 860}},
]
LOCALES = ["en-GB", "de-DE"]


WAYS = list(product((0, 1), DEVICES, LOCALES))


def plays() -> Iterator[Any]:
    """Every way to play is some game's, and each game has two of them, which differ in all: its second one is slow, and
    of the usual length."""
    for number, game in enumerate(all_games().values()):
        ways = (number % 8, short_game(game), ()), (7 - number % 8, usual_game(game), pytest.mark.slow)
        for way, length, marks in ways:
            first, device, locale = WAYS[way]
            name = f"{game.id}-{first}-{device['viewport']['width']}-{locale}"
            yield pytest.param(game, length, first, {**device, "locale": locale}, id=name, marks=marks)


@pytest.mark.parametrize(("game", "length", "first", "device"), list(plays()))
def test_whole_game(game: Game, length: dict[str, Any], first: int, device: dict[str, Any], person: NewPerson) -> None:
    mia = person(hurried=True, reduced_motion="no-preference", **device)
    mia.open({"kind": "me", "name": "Mia"}, *opponents(game), game=game.id, first=first, **length)
    mia.play_by_chance(first)
    assert mia.troubles == []
    assert mia.over, mia.headline
    # where dice are hidden none may ever have fallen in sight, but cups are lifted in any case
    assert mia.page.evaluate("window.begun" if game.secrets else "window.moved") > 0


class Cut:
    """A network that breaks as soon as the dice have left the hand, before the page hears how they fell."""

    def __init__(self, person: Person) -> None:
        self.is_over = False
        person.page.route_web_socket("**/stream*", self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        service = page.connect_to_server()
        service.on_message(lambda message: self._carry(page, message))

    def _carry(self, page: WebSocketRoute, message: str | bytes) -> None:
        if not self.is_over and any(
            "throw" in ((told.get("event") or {}).get("event") or {}) for told in json.loads(message)
        ):
            self.is_over = True
            page.close()
        else:
            page.send(message)


@pytest.mark.parametrize("game", [game for game in all_games().values() if not game.secrets], ids=lambda game: game.id)
def test_dice_come_to_rest_after_a_break(game: Game, person: NewPerson) -> None:
    mia = person(hurried=True, reduced_motion="no-preference")
    cut = Cut(mia)
    others = [{"kind": "here", "name": f"P{seat}"} for seat in range(1, game.least_seats)]
    mia.open({"kind": "me", "name": "Mia"}, *others, game=game.id, first=0)
    for press in range(100):
        mia.play_by_chance(press, presses=1)
        if cut.is_over:
            break
    assert cut.is_over
    expect(mia.page.locator("rp-die[rolling]")).to_have_count(0)
