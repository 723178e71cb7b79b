"""Each game that is played in matches: a whole match in the browser, by pressing whatever can be pressed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from redpip.core.catalog import Game, all_games

from .browser import opponents, playout_options, short_game, usual_game
from .conftest import NewPerson

LENGTH = 2  # points of a short match
MATCHES = [(game, name) for game in all_games().values() for name, preset in game.presets.items() if preset.match]

NOTE_ENDS = """() => {
  window.ends = [];
  const notice = document.querySelector('[data-part="notice"]');
  new MutationObserver(() => window.ends.push(notice.querySelector(".between")?.textContent ?? ""))
    .observe(notice, {childList: true});
}"""


def plays() -> Iterator[Any]:
    """A game that is also played with fewer turns has its usual length among the slow tests."""
    for game, preset in MATCHES:
        yield pytest.param(game, preset, short_game(game), id=f"{game.id}-{preset}")
        if short_game(game) != usual_game(game):
            yield pytest.param(game, preset, usual_game(game), id=f"{game.id}-{preset}-usual", marks=pytest.mark.slow)


@pytest.mark.parametrize(("game", "preset", "length"), list(plays()))
def test_whole_match(game: Game, preset: str, length: dict[str, Any], person: NewPerson) -> None:
    mia = person(hurried=True, viewport={"width": 390, "height": 844})
    seats = [{"kind": "me", "name": "Mia"}, *opponents(game)]
    mia.open(*seats, game=game.id, preset=preset, match=LENGTH, **length)
    mia.page.evaluate(NOTE_ENDS)
    mia.play_by_chance(1)
    assert mia.over, mia.headline
    assert re.search(r"[Gg]ame 1\b.*Match to 2: ", " ".join(mia.page.evaluate("window.ends")))
    mia.page.reload()
    points = mia.page.locator("rp-seats .match .sr")
    expect(points).to_have_count(len(seats))
    won = [int((text or "").split()[0]) for text in points.all_text_contents()]
    assert max(won) >= LENGTH > min(won)
    assert mia.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(
    "game", {game.id: game for game, _ in MATCHES if not game.secrets}.values(), ids=lambda game: game.id
)
def test_one_device_for_all(game: Game, person: NewPerson) -> None:
    """Whoever has the device, their dice fall and come to rest."""
    mia = person(hurried=True)
    others = [{"kind": "here", "name": f"P{seat}"} for seat in range(1, game.least_seats)]
    mia.open({"kind": "me", "name": "Mia"}, *others, game=game.id, options=playout_options(game))
    for seed in range(30):
        mia.play_by_chance(seed, presses=2)
        if mia.my_turn:
            expect(mia.page.locator("rp-die[rolling]")).to_have_count(0)
