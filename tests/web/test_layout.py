"""Where there is little room, the dice can be seen and the main action can be reached."""

from __future__ import annotations

from base64 import b64encode

import pytest
from playwright.sync_api import Locator, expect

from .browser import Person
from .conftest import NewPerson

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


def zoomed(person: NewPerson, text_alone: bool, width: int, height: int) -> Person:
    """At 200 %: half as wide and high, or the text alone twice as large."""
    if not text_alone:
        return person(viewport={"width": width // 2, "height": height // 2})
    mia = person(viewport={"width": width, "height": height})
    mia.enlarge_text()
    return mia


@pytest.mark.parametrize("text_alone", [False, True], ids=["everything", "text alone"])
def test_a_desk_twice_as_large_covers_no_dice(text_alone: bool, person: NewPerson) -> None:
    mia = zoomed(person, text_alone, 1280, 860)
    mia.open(ME, BOT, first=0)
    mia.press_main()
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()
    assert all(die.evaluate(SEEN) for die in mia.page.locator(".tray .lane").all())
    assert mia.page.locator("#main").evaluate(SEEN)


@pytest.mark.parametrize("text_alone", [False, True], ids=["everything", "text alone"])
def test_a_phone_twice_as_large_can_show_all_dice_above_the_actions(text_alone: bool, person: NewPerson) -> None:
    mia = zoomed(person, text_alone, 390, 844)
    mia.open(ME, BOT, first=0)
    mia.press_main()
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()
    mia.page.locator(".tray").evaluate("(tray) => tray.scrollIntoView({ block: 'start' })")
    assert all(die.evaluate(SEEN) for die in mia.page.locator(".tray .lane").all())
    assert mia.page.locator("#main").evaluate(SEEN)


def test_forced_colours_leave_the_pips(person: NewPerson) -> None:
    mia = person(forced_colors="active", viewport={"width": 390, "height": 844})
    mia.open(ME, BOT, first=0)
    mia.press_main()
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()
    for die in mia.page.locator(".tray rp-die").all():
        assert min(shades(die)) > 0.02  # a body, and pips on it


# all that the action row said, whenever it changed
HEARD = """() => {
  window.heard = [];
  const act = document.querySelector(".stage .act");
  const hear = () => heard.push([...act.querySelectorAll(".btn")].filter((button) => button.offsetParent)
    .map((button) => button.querySelector(".l")?.textContent ?? button.ariaLabel).join());
  new MutationObserver(hear).observe(act, { attributes: true, childList: true, subtree: true });
}"""

LANDED = """(label) => {
  const main = document.querySelector('#main[aria-disabled="false"]');
  return main && main.querySelector(".l").textContent !== label;
}"""


def test_while_dice_fall_the_button_stays_as_it_was_pressed(person: NewPerson) -> None:
    mia = person(hurried=True, reduced_motion="no-preference")
    mia.open(ME, BOT, first=0)
    main = mia.page.locator('#main[aria-disabled="false"]')
    label = main.locator(".l").inner_text()
    mia.page.evaluate(HEARD)
    main.click()
    mia.page.wait_for_function(LANDED, arg=label)
    heard = mia.page.evaluate("heard")
    assert set(heard[:-1]) <= {label, heard[-1]}


def test_a_lost_connection_moves_nothing_and_whoever_acts_sees_their_own_sheet(person: NewPerson) -> None:
    mia = person(hurried=True, viewport={"width": 360, "height": 640})
    mia.expected = ("ERR_INTERNET_DISCONNECTED",)
    mia.open(ME, BOT, first=0)
    sheet, tray = mia.page.locator(".mini-pad h2"), mia.page.locator(".tray")
    own = sheet.inner_text()
    mia.page.locator("button.seat:visible").click()
    expect(sheet).not_to_have_text(own)
    before = tray.bounding_box()
    mia.page.context.set_offline(True)
    expect(mia.page.locator("#banner")).to_be_visible()
    assert tray.bounding_box() == before
    mia.page.context.set_offline(False)
    expect(mia.page.locator("#banner")).to_be_hidden()
    mia.press_main()
    expect(sheet).to_have_text(own)


def shades(die: Locator) -> list[float]:
    picture = b64encode(die.screenshot(animations="disabled")).decode()
    return list(die.page.evaluate(SHADES, f"data:image/png;base64,{picture}"))


def test_a_phone_shows_the_whole_log_from_the_menu(person: NewPerson) -> None:
    mia = person(hurried=True, viewport={"width": 360, "height": 640})
    mia.open(ME, {"kind": "bot", "bot": "novice"}, game="perfecto", first=1)
    expect(mia.page.get_by_role("button", name="Challenge")).to_be_visible()
    expect(mia.page.locator(".side .log")).to_be_hidden()
    mia.page.get_by_role("button", name="Menu").click()
    mia.page.get_by_role("button", name="So far").click()
    log = mia.page.get_by_role("dialog").get_by_role("list")
    expect(log.get_by_text("Novice bids")).to_be_visible()
    mia.check_access()


# the whole label, and beside it the switch
LABELLED = """() => {
  const [label, button] = [".cup .tag", ".odds-switch"].map((part) => document.querySelector(part));
  return label.scrollWidth <= label.clientWidth
    && label.getBoundingClientRect().right < button.getBoundingClientRect().left;
}"""


def test_the_label_of_a_cup_keeps_its_distance_from_the_switch_beside_it(person: NewPerson) -> None:
    mia = person(hurried=True, viewport={"width": 360, "height": 640})
    mia.open(ME, {"kind": "bot", "bot": "novice"}, game="perfecto", first=0)
    expect(mia.page.get_by_role("button", name="Chances")).to_be_visible()
    expect(mia.page.locator('#main[aria-disabled="false"]')).to_be_visible()
    assert mia.page.evaluate(LABELLED)


BELOW_WORDS = """() => {
  const [words, label] = [".say p", ".tray .tag"].map((part) => document.querySelector(part).getBoundingClientRect());
  return label.height > 0 && label.top >= words.bottom;
}"""


@pytest.mark.parametrize("viewport", [(768, 1024), (1280, 800)], ids=["tablet", "desk"])
def test_no_label_lies_on_what_is_said_above_real_dice(viewport: tuple[int, int], person: NewPerson) -> None:
    mia = person(hurried=True, viewport={"width": viewport[0], "height": viewport[1]})
    mia.open(ME, {"kind": "here", "name": "Ben"}, dice="people", keep="every", first=0)
    expect(mia.page.locator("#main")).to_be_visible()
    assert mia.page.evaluate(BELOW_WORDS)


@pytest.mark.parametrize("height", [640, 844])
def test_a_phone_tells_how_one_catches(height: int, person: NewPerson) -> None:
    """At once where there is room, else on a slip."""
    mia = person(hurried=True, viewport={"width": 390 if height > 640 else 360, "height": height})
    mia.open(ME, {"kind": "bot", "bot": "novice"}, game="catch6", first=0)
    expect(mia.page.locator('#main[aria-disabled="false"]')).to_be_visible()
    way = mia.page.get_by_text("red and three white or more").locator("visible=true")
    button = mia.page.get_by_role("button", name="How to catch")
    expect(way).to_have_count(int(height > 640))
    expect(button).to_have_count(int(height == 640))
    if height == 640:
        button.click()
        expect(mia.page.get_by_role("dialog").and_(mia.page.locator(":has(.ex:visible)"))).to_be_visible()
        mia.check_access()


def test_a_phone_lying_shows_the_mountain_beside_the_hill(person: NewPerson) -> None:
    mia = person(viewport={"width": 844, "height": 390})
    mia.open(ME, {"kind": "bot", "bot": "novice"}, game="diangle", first=0)
    expect(mia.page.locator('#main[aria-disabled="false"]')).to_be_visible()
    assert all(mia.page.locator(part).evaluate(SEEN) for part in (".hill", ".mountain svg", ".board", "#main"))


def test_whether_the_dice_are_fair_is_in_sight_as_soon_as_it_is_known(person: NewPerson) -> None:
    mia = person(viewport={"width": 844, "height": 390})
    page = mia.page
    page.goto(f"{mia.url}/verify")
    mia.expected = ("422",)
    page.locator("#record").fill("no record")
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator("#answer h2")).to_be_in_viewport(ratio=1)
