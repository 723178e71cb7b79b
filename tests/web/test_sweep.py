"""Every page and state of the album: no barrier, nothing that sticks out, the main action in sight."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from .album import STAGING, State, states
from .browser import LARGE_TEXT, Person, launch
from .conftest import Service

SIZES = [(320, 640), (360, 640), (390, 844), (768, 1024), (1280, 860), (1920, 1080), (844, 390)]
TWICE = (640, 430)  # a desk at 200 %
LONGEST = ["de", "xx"]  # English is shorter
SEEN = """() => {
  const main = document.querySelector("#main");
  const box = main.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && main.contains(at);
}"""


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    running = Service(tmp_path_factory.mktemp("staged") / "tables.sqlite", begins=STAGING)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def large(playwright: Playwright) -> Iterator[Browser]:
    chromium = launch(playwright, LARGE_TEXT)
    yield chromium
    chromium.close()


def speak(one: Person, language: str) -> None:
    one.page.context.add_cookies([{"name": "redpip_lang", "value": language, "url": one.url}])


def fits(one: Person, state: State, sizes: list[tuple[int, int]]) -> None:
    for width, height in sizes:
        one.page.set_viewport_size({"width": width, "height": height})
        wide = one.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{state} is {wide} wide at {width}"


def dress(one: Person, theme: str) -> None:
    one.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)


@pytest.mark.parametrize("state", list(states()), ids=str)
def test_state(state: State, browser: Browser, staged: Service) -> None:
    mia = Person(browser, staged.url, hurried=True)
    mia.expected = state.expected
    speak(mia, "en")
    state.open(mia)
    mia.check_access()
    if state.acts:
        for width, height in ((360, 640), (844, 390)):
            mia.page.set_viewport_size({"width": width, "height": height})
            for down in (0, 1 / 3):
                mia.page.evaluate("(down) => scrollTo(0, document.documentElement.scrollHeight * down)", down)
                assert mia.page.evaluate(SEEN), f"{state}: the main action is out of sight at {width}x{height}"
    for language in LONGEST:
        if language == "xx":  # workers do not know it, so what they are asked for fails
            mia.expected = (*state.expected, "status of 422")
        speak(mia, language)
        mia.page.reload()
        mia.page.wait_for_selector("#table:not([data-phase=loading]), main:not(#table)", state="attached")
        assert mia.page.locator("html").get_attribute("lang") == language
        fits(mia, state, [*SIZES, TWICE])
        if language == "de":
            dress(mia, "dark")
            mia.check_access()


@pytest.mark.parametrize("state", [state for state in states() if "-" in state.name], ids=str)
def test_text_twice_as_large(state: State, large: Browser, staged: Service) -> None:
    """In a window that has as little room as a narrow phone, and on a desk."""
    mia = Person(large, staged.url, hurried=True, viewport={"width": 640, "height": 1400})
    mia.expected = state.expected
    state.open(mia)
    mia.check_access()
    fits(mia, state, [(640, 1400), (1280, 1400)])
