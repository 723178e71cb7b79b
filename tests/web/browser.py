"""A person at a browser: what they can see, and the few things they do."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from typing import Any, ClassVar

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Browser, Page, Playwright, expect

from patience import PATIENCE
from redpip.core.catalog import Game

MILLISECONDS = 1000 * PATIENCE
expect.set_options(timeout=MILLISECONDS)
# presses whatever can be pressed, inside the page, so that a press costs no message between two programs; whoever meets
# a fault stops there. What is pressed while others move does not count: they may take their time, but not for ever
PRESSES = """async ([seed, most, patience]) => {
  let state = seed;
  const luck = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  const places = ['[data-part="stage"] button', '[data-part="pad"] button', '[data-part="notice"] .between button'];
  const buttons = () => [...document.querySelectorAll(places.join())].filter(
    (button) => button.offsetParent && button.ariaDisabled !== "true" && !button.matches("#main, .side-btn"));
  const table = document.getElementById("table");
  let sound = true;
  for (const fault of ["error", "unhandledrejection"]) addEventListener(fault, () => (sound = false));
  let since = performance.now();
  for (let presses = 0; sound && presses < most && table.dataset.phase !== "over";) {
    const free = buttons();
    const main = document.querySelector('#main[aria-disabled="false"]');
    const pressed = free.length && luck() < 0.5 ? free[Math.floor(luck() * free.length)] : main;
    if (pressed?.offsetParent) pressed.click();
    if (main?.offsetParent) {
      presses++;
      since = performance.now();
    } else if (performance.now() - since > patience) return;
    await new Promise((done) => setTimeout(done, 200));
  }
}"""

# what bursts on the page, and what is heard then
MOMENTS = """window.bursts = 0; window.heard = [];
addEventListener("sound", ({ detail }) => ["rise", "fall"].includes(detail) && window.heard.push(detail));
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      if (node instanceof Element && (node.matches(".burst") || node.querySelector(".burst"))) window.bursts++;
}).observe(document, { childList: true, subtree: true });"""


def launch(playwright: Playwright, *settings: str, **how: Any) -> Browser:
    """The shell is Chromium without windows, menus and an address bar, which take time even where nobody sees them."""
    known = map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))
    program = os.environ.get("CHROMIUM") or next(filter(None, known), None)
    assert program, "Chromium is missing; `make browser` installs it"
    return playwright.chromium.launch(
        executable_path=program, args=["--no-sandbox", *settings], timeout=MILLISECONDS, **how
    )


def opponents(game: Game) -> list[dict[str, str]]:
    """As many of the game's house bot as it needs."""
    return [{"kind": "bot", "bot": game.house_bot}] * max(1, game.least_seats - 1)


def playout_options(game: Game) -> dict[str, Any]:
    """What keeps a game by chance short, as JSON."""
    return {name: list(v) if isinstance(v, tuple) else v for name, v in game.playout_options.items()}


# games with many turns that are all alike on the page: each player still has some of them
FEWER_TURNS: dict[str, dict[str, Any]] = {
    "spicy": {"options": {"boxes": ["4", "RUN", "SET", "RED"], "rolls": 12}},
    "rolling": {"preset": "2004", "options": {"target": 100}},
    "hot": {"options": {"target": 500, "opening": 300}},
    "poobah": {"options": {"target": 40}},
    "perfecto": {"options": {"dice": 3}},
}


def usual_game(game: Game) -> dict[str, Any]:
    """What a table is told for a game by chance."""
    return {"options": playout_options(game)}


def short_game(game: Game) -> dict[str, Any]:
    return FEWER_TURNS.get(game.id, usual_game(game))


# what is in order is not told: that would be much more than what is not
BARRIERS = "(rules) => axe.run({ resultTypes: ['violations'], ...rules }).then((found) => found.violations)"
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}  # all that another theme can break
# what fades in or falls has come to its end; what goes round for ever is not waited for
REST = """() => Promise.all(document.getAnimations()
  .filter((move) => move.effect?.getComputedTiming().endTime !== Infinity)
  .map((move) => move.finished.catch(() => {})))"""
# whoever hears that the screen is another has moved before the next picture
FRAME = "() => new Promise((done) => requestAnimationFrame(() => done(true)))"
# pauses in which people read are shorter by far, and what moves is faster, but it moves; `window.moved` counts what has
# come to its end, `window.begun` what a style sheet moves. How long the page waits for the service stays as it is: a
# busy machine may need that.
HURRY = """const wait = setTimeout;
window.setTimeout = (work, time, ...rest) => wait(work, time < 5000 ? time / 20 : time, ...rest);
const animate = Element.prototype.animate;
window.moved = window.begun = 0;
addEventListener("animationstart", () => window.begun++);
Element.prototype.animate = function (...how) {
  const move = animate.apply(this, how);
  move.playbackRate = 20;
  move.finished.then(() => window.moved++, () => {});
  return move;
};"""
# takes the service for dead as soon as it does not answer
IMPATIENCE = "const wait = setTimeout; window.setTimeout = (work, time, ...rest) => wait(work, time / 20, ...rest);"


def try_now(page: Page) -> None:
    """Whoever has no connection does not wait for the page's own next try, unless that comes first."""
    page.evaluate("document.querySelector('#banner button').click()")


class Person:
    """A fresh device, and everything that went wrong on it. A hurried one takes no time to read."""

    present: ClassVar[list[Person]] = []  # whoever has not left yet

    def __init__(self, browser: Browser, url: str, *, hurried: bool = False, **device: Any) -> None:
        self.present.append(self)
        self.url = url
        self.troubles: list[str] = []
        self.expected: tuple[str, ...] = ()  # words of troubles that belong to the test
        # nothing is kept for later but where that is what is tested: a worker would fetch every file for each person
        settings = {
            "reduced_motion": "reduce",
            "viewport": {"width": 1280, "height": 860},
            "locale": "en-GB",
            "service_workers": "block",
            **device,
        }
        self._context = browser.new_context(**settings)
        self._context.set_default_timeout(MILLISECONDS)  # also of what is asked beside its pages
        if hurried:
            self._context.add_init_script(HURRY)
        self.page: Page = self._context.new_page()
        self.page.on("console", lambda said: self._note(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self._note(str(error)))
        self.page.on("request", lambda request: self._note_foreign(request.url))

    def _note(self, trouble: str) -> None:
        if not any(word in trouble for word in self.expected):
            self.troubles.append(trouble)

    def _note_foreign(self, address: str) -> None:
        if not address.startswith((self.url, self.url.replace("http", "ws"), "data:")):
            self._note(f"a request to {address}")

    def open(self, *seats: dict[str, Any], **facts: Any) -> str:
        """Opens a table from this device and goes there."""
        return self.go_to_table("tables", {"game": "spicy", "seats": list(seats), **facts})

    def go_to_table(self, made_by: str, wanted: dict[str, Any]) -> str:
        table: str = self.page.request.post(f"{self.url}/api/v1/{made_by}", data=wanted).json()["table"]
        self.page.goto(f"{self.url}/t/{table}")
        return table

    def enlarge_text(self, times: float = 2) -> None:
        """As the browser's settings do, on the page that is open and on later ones."""
        settings = self.page.context.new_cdp_session(self.page)
        settings.send("Page.setFontSizes", {"fontSizes": {"standard": int(16 * times)}})

    def resize(self, width: int, height: int) -> None:
        """Another screen, on which everything is where it belongs."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(FRAME)

    def accept(self, invitation: str, name: str) -> None:
        self.page.goto(invitation)
        self.page.get_by_label("Your name").fill(name)
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def check_access(self, rules: Mapping[str, Any] | None = None) -> None:
        """Finds no barrier that a program can find, by all its rules or by these, once nothing is on its way."""
        self.page.evaluate(REST)
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        found = AxeResults({"violations": self.page.evaluate(BARRIERS, dict(rules or {}))})
        assert found.violations_count == 0, f"{self.page.url}: {found.generate_report()}"

    @property
    def headline(self) -> str:
        return self.page.get_by_role("heading", level=1).inner_text()

    @property
    def over(self) -> bool:
        return self.page.locator("#table").get_attribute("data-phase") == "over"

    @property
    def my_turn(self) -> bool:
        ready = self.page.locator("#main")
        return ready.count() == 1 and ready.is_visible() and ready.get_attribute("aria-disabled") == "false"

    def press_main(self) -> None:
        self.page.locator('#main[aria-disabled="false"]').click()

    def take_turn(self) -> None:
        """One roll, then the box that pays best now."""
        self.press_main()
        box = self.page.locator("rp-sheet button[data-key]:visible").first
        expect(box).to_be_visible()
        best = self.page.locator("rp-sheet .top button[data-key]:visible, rp-sheet button.top[data-key]:visible")
        (best.first if best.count() else box).click()
        expect(self.page.locator("#main")).to_have_text(re.compile("Write|schreiben"))
        self.press_main()

    def play_by_chance(self, seed: int, presses: int = 20_000) -> None:
        """Presses whatever can be pressed, so many times or until the game or match is over."""
        self.page.wait_for_selector("#main", state="attached")
        self.page.evaluate(PRESSES, [seed, presses, MILLISECONDS])

    def close(self) -> list[str]:
        """Puts the device away; what went wrong on it."""
        self.present.remove(self)
        self._context.close()
        return self.troubles
