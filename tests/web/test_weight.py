"""What home and a table cost over the wire, and that nothing on them jumps, by the browser's own figures."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import NewPerson

MOST_BYTES = 150_000
MOST_SHIFT = 0.05
# what moved although nobody had just pressed anything, summed up as browsers do it
SHIFTS = """window.shift = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value;
}).observe({ type: "layout-shift", buffered: true });"""
SETTLED = "() => document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => done(true))))"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 860)])
def test_home_and_a_table_are_light_and_stand_still(width: int, height: int, person: NewPerson) -> None:
    mia = person(viewport={"width": width, "height": height}, reduced_motion="no-preference", hurried=True)
    page = mia.page
    page.add_init_script(SHIFTS)
    sizes: dict[str, int] = {}

    def finished(facts: dict[str, Any]) -> None:
        sizes[facts["requestId"]] = int(facts["encodedDataLength"])

    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", finished)

    page.goto(mia.url, wait_until="networkidle")
    page.evaluate(SETTLED)
    assert page.evaluate("shift") <= MOST_SHIFT
    page.get_by_role("button", name="Play Spicy Dice", exact=True).click()
    expect(page.locator('#main[aria-disabled="false"]')).to_be_visible()
    page.evaluate(SETTLED)
    assert page.evaluate("shift") <= MOST_SHIFT
    page.locator("#main").click()
    expect(page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()
    page.evaluate(SETTLED)
    assert page.evaluate("shift") <= MOST_SHIFT
    assert len(sizes) > 20
    assert sum(sizes.values()) < MOST_BYTES, f"{sum(sizes.values())} bytes"
