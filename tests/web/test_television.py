"""A table on a television, with phones as private hands; and the notice that it is one's turn."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import NewPerson

ME = {"kind": "me", "name": "Mia"}
# what a finger or the Tab key would find there
PRESSED = """() => [...document.querySelectorAll("main :is(button, a[href], [role=button])")]
  .filter((one) => one.offsetParent && !one.closest("[inert]")).map((one) => one.outerHTML)"""
# a browser that lets this page notify, and somebody who looks elsewhere
NOTICES = """window.told = []; window.asked = 0; window.heard = [];
addEventListener("sound", ({ detail }) => window.heard.push(detail));
window.Notification = class {
  static permission = "default";
  static async requestPermission() { window.asked++; return (this.permission = "%s"); }
  constructor(title, how) { window.told.push([title, how.body]); }
};
window.away = false;
Object.defineProperty(document, "hidden", { get: () => window.away });"""


def test_the_screen_is_for_all_and_the_phone_for_one(person: NewPerson) -> None:
    mia, ben = person(viewport={"width": 1920, "height": 1080}), person(viewport={"width": 390, "height": 844})
    table = mia.open(ME, {"kind": "open"}, game="perfecto", first=0)
    link = mia.page.get_by_role("textbox").first.input_value()

    screen = mia.page
    screen.goto(f"{mia.url}/t/{table}/tv")
    code = screen.get_by_role("img", name="Code with the link for seat 2")
    expect(code).to_be_visible()
    screen.wait_for_function("() => document.querySelector('img.code').naturalWidth > 100")
    assert link.split("#")[1] not in screen.content()
    mia.check_access()
    told: list[str] = []
    screen.on("websocket", lambda socket: socket.on("framereceived", lambda frame: told.append(str(frame))))
    screen.reload()
    expect(code).to_be_visible()

    # Mia's own seat goes to her phone; here it is the same device in another tab
    hand = screen.context.new_page()
    hand.goto(f"{mia.url}/t/{table}")
    ben.accept(link, "Ben")
    expect(screen.locator("#table")).to_have_attribute("data-phase", "playing")
    expect(screen.locator(".act:visible, #main:visible, .lang:visible, .bar .icon:visible")).to_have_count(0)
    expect(hand.locator("#main")).to_be_visible()
    for phone in (hand, ben.page):
        expect(phone.locator("rp-die .f.up").first).to_be_attached()  # a face of one's own
    expect(screen.get_by_role("heading", level=1)).to_contain_text("is playing")
    expect(screen.get_by_text("chance that it holds")).to_be_hidden()  # no bid is offered here that could have one
    assert screen.evaluate(PRESSED) == []
    assert screen.locator("rp-die .f.up").count() == 0
    assert not any('"mine": [0]' in frame or '"mine":[0]' in frame for frame in told)
    assert screen.evaluate("document.documentElement.scrollWidth") <= 1920
    assert float(screen.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")) > 20
    mia.check_access()


def test_a_screen_that_is_not_the_hosts_shows_no_code(person: NewPerson) -> None:
    mia, tv = person(), person(locale="de-DE")
    table = mia.open(ME, {"kind": "open"})
    tv.expected = ("403",)
    tv.page.goto(f"{tv.url}/t/{table}/tv")
    expect(tv.page.locator(".room p")).to_contain_text("Wer den Tisch eröffnet hat")
    expect(tv.page.locator("img.code")).to_have_count(0)


def test_my_turn_is_told_if_i_asked_for_it(person: NewPerson) -> None:
    mia, ben = person(), person()
    mia.page.add_init_script(NOTICES % "granted")
    mia.open(ME, {"kind": "open"}, first=1)
    ben.accept(mia.page.get_by_role("textbox").first.input_value(), "Ben")
    expect(ben.page.locator('#main[aria-disabled="false"]')).to_be_visible()
    assert mia.page.evaluate("asked") == 0
    mia.page.locator("#menu").click()
    mia.page.get_by_role("button", name="Tell me when it is my turn").click()
    expect(mia.page.get_by_role("button", name="No more notices of my turn")).to_be_visible()
    mia.page.evaluate("window.away = true")
    assert "notes" not in mia.page.evaluate("heard")
    ben.take_turn()
    mia.page.wait_for_function("() => told.length")
    assert mia.page.evaluate("heard.filter((one) => one === 'notes')") == ["notes"]
    assert mia.page.evaluate("told") == [["Your turn, Mia", "Spicy Dice"]]
    assert mia.page.title() == "Your turn, Mia · Spicy Dice"


def test_refused_notices_are_said_and_change_nothing(person: NewPerson) -> None:
    mia = person(locale="de-DE")
    mia.page.add_init_script(NOTICES % "denied")
    mia.open(ME, first=0)
    expect(mia.page.locator('#main[aria-disabled="false"]')).to_be_visible()
    mia.page.locator("#menu").click()
    mia.page.get_by_role("button", name="Sag mir, wenn ich dran bin").click()
    expect(mia.page.get_by_role("dialog")).to_contain_text("Einstellungen des Browsers verbieten")
    mia.page.keyboard.press("Escape")
    mia.press_main()
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()
