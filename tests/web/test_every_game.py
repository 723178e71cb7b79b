"""Each game of the catalog is played to its end in the browser, by somebody who presses whatever can be pressed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from redpip.core.catalog import Game, all_games

from .browser import Person, launch
from .conftest import Service

# inside the page, so that a press costs no message between two programs
PRESSES = """async ([seed, most]) => {
  let state = seed;
  const luck = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  const buttons = () => [...document.querySelectorAll('[data-part="stage"] button, [data-part="pad"] button')].filter(
    (button) => button.offsetParent && button.ariaDisabled !== "true" && !button.matches("#main, .side-btn"));
  const table = document.getElementById("table");
  for (let presses = 0; presses < most && table.dataset.phase !== "over"; presses++) {
    const free = buttons();
    const main = document.querySelector('#main[aria-disabled="false"]');
    if (free.length && luck() < 0.5) free[Math.floor(luck() * free.length)].click();
    else if (main?.offsetParent) main.click();
    await new Promise((done) => setTimeout(done, 200));
  }
}"""


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


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_whole_game(game: Game, browser: Browser, service: Service) -> None:
    mia = Person(browser, service.url, hurried=True, viewport={"width": 390, "height": 844})
    options = {name: list(v) if isinstance(v, tuple) else v for name, v in game.playout_options.items()}
    mia.open({"kind": "me", "name": "Mia"}, *opponents(game), game=game.id, options=options)
    mia.page.wait_for_selector("#main")
    for presses in (20, 40, 20_000):
        mia.page.evaluate(PRESSES, [presses, presses])
        mia.check_access()
    assert mia.over, mia.headline
    assert mia.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert mia.troubles == []
    mia.close()
