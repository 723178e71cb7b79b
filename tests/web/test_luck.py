"""Games of pushing one's luck in a real Chromium."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import NewPerson

ME = {"kind": "me", "name": "Mia"}
GAMES: dict[str, dict[str, Any]] = {
    "rolling": {"game": "rolling", "preset": "2004", "options": {"target": 40}},
    "hot": {"game": "hot", "options": {"target": 1000, "opening": 200}},
}


# by how much a label grows while its action is on its way
WIDER = """(button) => {
  const label = button.querySelector(".l");
  const wide = label.offsetWidth;
  button.classList.add("busy");
  const wider = label.offsetWidth - wide;
  button.classList.remove("busy");
  return wider;
}"""


@pytest.mark.parametrize("name", GAMES)
def test_choosing_dice_by_key_and_tap(name: str, person: NewPerson) -> None:
    mia = person()
    mia.open(ME, **GAMES[name])
    mia.press_main()
    expect(mia.page.locator(".pick").first).to_be_visible()
    expect(mia.page.locator(".busy")).to_have_count(0)
    chosen = mia.page.locator('.pick[aria-pressed="true"]')
    if chosen.count():  # unless the very first roll was a bust
        die = chosen.first.get_attribute("data-die")
        before = chosen.count()
        mia.page.keyboard.press(str(die))
        expect(chosen).to_have_count(before - 1)
        mia.page.locator(f'.pick[data-die="{die}"]').click()
        expect(chosen).to_have_count(before)
    assert mia.page.locator("#main").evaluate(WIDER) == 0
    risk, switch = mia.page.locator(".card.risk"), mia.page.locator(".odds-switch")
    expect(risk).to_be_visible()
    switch.click()
    expect(risk).to_be_hidden()
    expect(switch).to_have_attribute("aria-pressed", "false")
    mia.check_access()
