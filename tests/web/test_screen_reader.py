"""What people hear who cannot see the page: its live regions and its accessibility tree."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import NewPerson

ME = {"kind": "me", "name": "Mia"}
BOT = {"kind": "bot", "bot": "greedy"}
SHORT = {"boxes": ["RUN", "SUM"], "rolls": 4}
LANGUAGES = [("en-GB", "Waiting", "writes"), ("de-DE", "Wartet", "schreibt")]
PHONE = {"width": 390, "height": 844}

# keeps all that the live regions of the say line are told, in `window.heard`
LISTEN = """window.heard = [];
new MutationObserver((changes) => {
  const regions = changes.map(({ target }) => target).filter((target) => target.matches?.("rp-say [aria-live]"));
  for (const region of new Set(regions)) if (region.textContent) window.heard.push(region.textContent);
}).observe(document, {childList: true, subtree: true});"""


@pytest.mark.parametrize(("locale", "waits", "writes"), LANGUAGES)
def test_a_game_against_a_bot(person: NewPerson, locale: str, waits: str, writes: str) -> None:
    mia = person(hurried=True, locale=locale)
    mia.page.add_init_script(LISTEN)
    mia.open(ME, BOT, first=0, options=SHORT)
    mia.play_by_chance(1)
    heard: list[str] = mia.page.evaluate("heard")
    assert not [told for told in heard if waits in told or ".." in told]
    assert [told for told in heard if told.startswith(f"Greedy {writes} ")]
    assert heard[-1].endswith(mia.headline)  # after what led to it
    expect(mia.page.locator("rp-say [role=alert]")).to_be_empty()


def test_the_sheet_of_a_phone(person: NewPerson) -> None:
    mia = person(viewport=PHONE)
    mia.open(ME, options=SHORT)
    sheet = mia.page.get_by_role("region", name="Score sheet")
    expect(sheet).to_match_aria_snapshot("""
        - heading "Your sheet" [level=2]
        - text: "Total: 0"
        - list "Your sheet":
          - listitem: "RUN: empty"
          - listitem: "SUM: empty"
    """)
    mia.press_main()
    expect(sheet).to_match_aria_snapshot("""
        - list "Your sheet":
          - listitem:
            - button /^Write \\d+ in RUN \\(all different\\)/
          - listitem:
            - button /^Write \\d+ in SUM \\(all six\\)/
    """)
    sheet.get_by_role("button", name="SUM").click()
    mia.press_main()
    expect(sheet).to_match_aria_snapshot("""
        - list "Your sheet":
          - listitem: "RUN: empty"
          - listitem: "/^SUM: [0-9]+$/"
    """)


def test_a_question_is_asked_once(person: NewPerson) -> None:
    mia, ben = person(), person()
    mia.open(ME, {"kind": "open"}, first=0)
    ben.accept(mia.page.get_by_role("textbox").first.input_value(), "Ben")
    mia.take_turn()
    expect(ben.page.locator('#main[aria-disabled="false"]')).to_be_visible()
    mia.page.keyboard.press("u")
    question = ben.page.get_by_role("alert").filter(has_text="take back")
    expect(question).to_be_visible()
    asked = question.element_handle()
    mia.page.locator(".react").click()
    mia.page.get_by_role("dialog").locator(".reactions button").first.click()
    expect(ben.page.locator("rp-seats .bubble")).to_be_visible()
    assert asked is not None
    assert asked.evaluate("element => element.isConnected")
