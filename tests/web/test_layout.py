"""Where there is little room, the dice can be seen and the main action can be reached."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Playwright, expect

from .browser import LARGE_TEXT, Person, launch
from .conftest import NewPerson, Service

ME = {"kind": "me", "name": "Mia"}
BOT = {"kind": "bot", "bot": "greedy"}
SEEN = """(element) => {
  const box = element.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return box.top >= 0 && box.bottom <= innerHeight && element.contains(document.elementFromPoint(x, y));
}"""
# of a picture's middle, the part that is dark and the part that is bright, white or red
SHADES = """async (address) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const paper = document.createElement("canvas").getContext("2d");
  const { width, height } = Object.assign(paper.canvas, { width: picture.width, height: picture.height });
  paper.drawImage(picture, 0, 0);
  const { data } = paper.getImageData(width * 0.15, height * 0.15, width * 0.7, height * 0.7);
  const bright = Array.from({ length: data.length / 4 }, (_, i) => Math.max(...data.slice(4 * i, 4 * i + 3)));
  const part = (which) => bright.filter(which).length / bright.length;
  return [part((shade) => shade < 90), part((shade) => shade > 190)];
}"""


@pytest.fixture(scope="module")
def large(playwright: Playwright) -> Iterator[Browser]:
    chromium = launch(playwright, LARGE_TEXT)
    yield chromium
    chromium.close()


# a desk at 200 %: half as wide and high, or the text alone twice as large
@pytest.mark.parametrize("text_alone", [False, True], ids=["everything", "text alone"])
def test_a_desk_twice_as_large_covers_no_dice(
    text_alone: bool, browser: Browser, large: Browser, service: Service
) -> None:
    size = {"width": 1280, "height": 860} if text_alone else {"width": 640, "height": 430}
    mia = Person(large if text_alone else browser, service.url, viewport=size)
    mia.open(ME, BOT, first=0)
    mia.press_main()
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()
    assert all(die.evaluate(SEEN) for die in mia.page.locator(".tray .lane").all())
    assert mia.page.locator("#main").evaluate(SEEN)
    assert mia.troubles == []
    mia.close()


@pytest.mark.parametrize("text_alone", [False, True], ids=["everything", "text alone"])
def test_a_phone_twice_as_large_can_show_all_dice_above_the_actions(
    text_alone: bool, browser: Browser, large: Browser, service: Service
) -> None:
    size = {"width": 390, "height": 844} if text_alone else {"width": 195, "height": 422}
    mia = Person(large if text_alone else browser, service.url, viewport=size)
    mia.open(ME, BOT, first=0)
    mia.press_main()
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()
    mia.page.locator(".tray").evaluate("(tray) => tray.scrollIntoView({ block: 'start' })")
    assert all(die.evaluate(SEEN) for die in mia.page.locator(".tray .lane").all())
    assert mia.page.locator("#main").evaluate(SEEN)
    assert mia.troubles == []
    mia.close()


def test_forced_colours_leave_the_pips(person: NewPerson) -> None:
    mia = person(forced_colors="active", viewport={"width": 390, "height": 844})
    mia.open(ME, BOT, first=0)
    mia.press_main()
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()
    for die in mia.page.locator(".tray rp-die").all():
        assert min(shades(die)) > 0.02  # a body, and pips on it


def shades(die: Locator) -> list[float]:
    picture = b64encode(die.screenshot(animations="disabled")).decode()
    return list(die.page.evaluate(SHADES, f"data:image/png;base64,{picture}"))
