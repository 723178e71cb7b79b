"""The pages in a real Chromium, as people use them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from .browser import IMPATIENCE, Person
from .conftest import NewPerson, Service
from .wire import Wire

ME = {"kind": "me", "name": "Mia"}
BOT = {"kind": "bot", "bot": "greedy"}
OPEN = {"kind": "open"}


def play_on(*people: Person, until: Callable[[], bool]) -> None:
    """Whoever can, takes a turn."""
    for _ in range(4000):
        if until():
            return
        for one in people:
            if one.my_turn:
                one.take_turn()
        people[0].page.wait_for_timeout(50)
    raise AssertionError(f"the game does not come to its end: {people[0].headline}")


def test_two_clicks_to_the_first_roll(person: NewPerson) -> None:
    mia = person()
    mia.page.goto(mia.url)
    mia.page.get_by_role("button", name="Play Spicy Dice", exact=True).click()
    mia.press_main()
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()


@pytest.mark.parametrize(
    "length",
    [{"boxes": ["1", "6", "SUM", "RED"], "rolls": 6}, pytest.param({"rolls": 12}, marks=pytest.mark.slow)],
    ids=str,
)
def test_a_whole_game_between_two_browsers_and_a_bot(length: dict[str, Any], person: NewPerson) -> None:
    mia, ben = person(hurried=True), person(hurried=True, viewport={"width": 390, "height": 844}, has_touch=True)
    table = mia.open(ME, OPEN, BOT, options=length)
    link = mia.page.get_by_role("textbox").first.input_value()
    ben.accept(link, "Ben")
    play_on(mia, ben, until=lambda: mia.over and ben.over)
    for one in (mia, ben):
        assert re.search(r"(You win|wins|share the win) with \d+ points", one.headline)
    places = [one.page.locator(".places").inner_text() for one in (mia, ben)]
    assert places[0] == places[1]
    mia.page.get_by_role("button", name=re.compile("rematch|again", re.IGNORECASE)).first.click()
    mia.page.wait_for_url(re.compile(rf"/t/(?!{table})"))


def test_a_match_with_a_house_rule_is_set_up_at_home(person: NewPerson) -> None:
    mia = person(viewport={"width": 390, "height": 844})
    mia.page.goto(mia.url)
    mia.page.locator('[data-do="here"]').first.click()
    slip = mia.page.get_by_role("dialog")
    slip.get_by_label("Extra Spicy").first.check()
    slip.get_by_label("Your name").fill("Mia")
    slip.get_by_label("Name of player 2").fill("Ben")
    slip.get_by_label("one game, or a match").select_option(label="a match to")
    slip.get_by_label("points that win the match").fill("3")
    slip.get_by_text("House rules").click()
    mia.check_access()
    slip.get_by_role("button", name="Start the game").click()
    expect(mia.page.get_by_text("0 of 3 in the match").first).to_be_attached()
    expect(mia.page.locator("#about")).to_contain_text("0 : 0")


def test_taking_back_needs_the_others_consent(person: NewPerson) -> None:
    mia, ben = person(), person()
    mia.open(ME, OPEN, first=0)
    ben.accept(mia.page.get_by_role("textbox").first.input_value(), "Ben")
    mia.take_turn()
    expect(ben.page.locator('#main[aria-disabled="false"]')).to_be_visible()
    mia.page.keyboard.press("u")
    expect(mia.page.get_by_text("You asked to take back your last step.")).to_be_visible()
    ben.page.get_by_role("alert").get_by_role("button", name="Yes").click()
    expect(mia.page.get_by_role("heading", level=1)).to_have_text("Your turn, Mia")
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Mia is playing")


def test_a_bot_plays_during_a_break(person: NewPerson) -> None:
    mia = person()
    mia.open(ME, BOT, first=0)
    expect(mia.page.locator('#main[aria-disabled="false"]')).to_be_visible()
    mia.page.locator("#menu").click()
    mia.page.get_by_role("button", name="Take a break").click()
    back = mia.page.get_by_role("button", name="Play on myself")
    expect(back.or_(mia.page.locator("#rematch"))).to_be_visible()


def test_a_bot_plays_for_somebody_who_is_away(person: NewPerson) -> None:
    mia, ben = person(), person()
    mia.open(ME, OPEN, first=1, clock={"seconds": 600})
    ben.accept(mia.page.get_by_role("textbox").first.input_value(), "Ben")
    for one in (mia, ben):
        expect(one.page.locator(".clock b")).to_have_text(re.compile("10:00|9:5"))
    table = ben.page.url
    ben.page.goto("about:blank")
    expect(mia.page.locator(".notice")).to_contain_text("Ben has been away for a while.")
    mia.page.get_by_role("button", name="Ask to let a bot play").click()
    expect(mia.page.get_by_role("heading", level=1)).to_have_text("Your turn, Mia")
    expect(mia.page.locator("rp-log")).to_contain_text("A bot plays for Ben")
    ben.page.goto(table)
    ben.page.get_by_role("button", name="Play on myself").click()
    expect(mia.page.locator("rp-log")).to_contain_text("Ben is back")
    expect(mia.page.locator("rp-seats")).not_to_contain_text("away")
    expect(ben.page.locator(".notice")).not_to_contain_text("A bot plays for you.")


def test_pass_and_play(person: NewPerson) -> None:
    mia = person(viewport={"width": 390, "height": 844})
    mia.open(ME, {"kind": "here", "name": "Ben"}, first=0)
    expect(mia.page.get_by_role("heading", level=1)).to_have_text("Your turn, Mia")
    mia.take_turn()
    expect(mia.page.get_by_role("heading", level=1)).to_have_text("Your turn, Ben")
    expect(mia.page.locator(".notice")).to_contain_text("Ben")
    mia.take_turn()
    expect(mia.page.get_by_role("heading", level=1)).to_have_text("Your turn, Mia")


def test_a_refusal_that_comes_after_the_end_does_not_stand_beside_the_result(person: NewPerson) -> None:
    mia = person()
    kept: list[str | bytes] = []
    told: list[str] = []
    let_go: list[Callable[[], None]] = []

    def connect(page: WebSocketRoute) -> None:
        service = page.connect_to_server()
        let_go.append(lambda: service.send(kept.pop()))

        @page.on_message
        def keep_back_what_is_written(said: str | bytes) -> None:
            if "score" in str(said):
                kept.append(said)
            else:
                service.send(said)

        @service.on_message
        def hear(said: str | bytes) -> None:
            told.append(str(said))
            page.send(said)

    mia.page.route_web_socket("**/stream*", connect)
    table = mia.open(ME, first=0, options={"boxes": ["SUM"], "rolls": 2})
    mia.take_turn()
    # the same is done elsewhere meanwhile
    command = {"key": "written elsewhere", "do": "act", "seat": 0, "action": json.loads(kept[0])["action"]}
    mia.page.request.post(f"{mia.url}/api/v1/tables/{table}/commands", data=command)
    expect(mia.page.locator("#rematch")).to_be_visible()
    let_go[-1]()
    while "refused" not in told[-1]:
        mia.page.wait_for_timeout(20)
    expect(mia.page.locator("rp-say.no")).to_have_count(0)


def test_the_game_is_where_it_was_after_the_service_was_killed(person: NewPerson, own_service: Service) -> None:
    mia = person(own_service.url)
    mia.expected = ("WebSocket", "ERR_")
    mia.open(ME, {"kind": "here", "name": "Ben"}, first=0)
    mia.take_turn()
    expect(mia.page.get_by_role("heading", level=1)).to_have_text("Your turn, Ben")
    mia.press_main()
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()
    before = mia.page.locator("rp-sheet").inner_text()
    own_service.kill()
    expect(mia.page.get_by_text("No connection")).to_be_visible()
    own_service.start()
    expect(mia.page.get_by_text("No connection")).to_be_hidden()
    assert mia.page.locator("rp-sheet").inner_text() == before
    mia.page.reload()
    expect(mia.page.get_by_role("heading", level=1)).to_have_text("Your turn, Ben")
    assert mia.page.locator("rp-sheet").inner_text() == before


def test_a_move_survives_a_network_that_vanishes(person: NewPerson, service: Service) -> None:
    wire = Wire(service.url)
    mia = person(wire.url)
    mia.page.add_init_script(IMPATIENCE)
    mia.expected = ("WebSocket", "ERR_")
    mia.open(ME, first=0)
    expect(mia.page.locator('#main[aria-disabled="false"]')).to_be_visible()
    wire.cut()
    mia.press_main()
    expect(mia.page.get_by_text("No connection")).to_be_visible()
    wire.mend()
    expect(mia.page.get_by_text("No connection")).to_be_hidden()
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()
    expect(mia.page.locator(".rolls .left b")).to_have_text("29")
    wire.close()


def test_by_keyboard_alone(person: NewPerson) -> None:
    mia = person()
    mia.open(ME)
    expect(mia.page.locator('#main[aria-disabled="false"]')).to_be_visible()
    mia.page.keyboard.press("r")
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()
    mia.page.keyboard.press("3")
    die = mia.page.get_by_role("button", name=re.compile("die 3:"))
    expect(die).to_have_attribute("aria-pressed", "true")
    mia.page.keyboard.press("r")
    expect(mia.page.locator(".rolls .left b")).to_have_text("28")  # and not a box that would score 28
    expect(mia.page.locator('#main[aria-disabled="false"]')).to_be_visible()
    for _ in range(60):
        mia.page.keyboard.press("Tab")
        if mia.page.evaluate("document.activeElement?.dataset.key"):
            break
    mia.page.keyboard.press("ArrowDown")
    mia.page.keyboard.press("Enter")
    expect(mia.page.locator("#main")).to_contain_text("Write")
    mia.page.keyboard.press("Enter")
    expect(mia.page.locator("#about")).to_contain_text("turn 2 of 10")


def test_in_german(person: NewPerson) -> None:
    mia = person(locale="de-DE")
    mia.open(ME, BOT, first=0)
    expect(mia.page.get_by_role("heading", level=1)).to_have_text("Du bist dran, Mia")
    expect(mia.page.locator("#main")).to_contain_text("werfen")
    mia.take_turn()
    expect(mia.page.locator("html")).to_have_attribute("lang", "de")


def test_extra_spicy_holds_and_declared_dice(person: NewPerson) -> None:
    mia = person()
    mia.open(ME, preset="extra")
    mia.press_main()
    mia.page.locator('rp-sheet button[data-key="SUM"]:visible').click()
    for die in (1, 2):
        mia.page.get_by_role("button", name=re.compile(f"die {die}:")).click()
    mia.press_main()
    expect(mia.page.locator("#about")).to_contain_text("turn 2 of 10")
    mia.page.get_by_role("button", name=re.compile("die 1:")).click()
    expect(mia.page.locator("#main")).to_contain_text("Hold 1 die")
    mia.press_main()
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()


# stands in for the browser's own: counts the contexts that are made and the voices that start
RECORDER = """window.contexts = window.voices = 0;
window.AudioContext = class extends AudioContext {
  constructor() { super(); window.contexts++; }
  createBufferSource() {
    const voice = super.createBufferSource();
    const start = voice.start;
    voice.start = () => { window.voices++; start.call(voice); };
    return voice;
  }
};"""


def test_sound_is_off_until_somebody_wants_it(person: NewPerson) -> None:
    mia = person(viewport={"width": 390, "height": 844}, locale="de-DE")
    mia.page.add_init_script(RECORDER)
    loaded: list[str] = []
    mia.page.on("request", lambda request: loaded.append(request.url))
    mia.open(ME)
    mia.press_main()
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()
    assert mia.page.evaluate("[contexts, voices]") == [0, 0]
    assert not any("sound.js" in address for address in loaded)
    mia.page.locator("#menu").click()
    mia.page.get_by_role("button", name="Ton einschalten").click()
    expect(mia.page.get_by_role("button", name="Ton ausschalten")).to_be_visible()
    mia.page.reload()
    hears(mia, 0)
    mia.page.get_by_role("button", name=re.compile("Würfel 2:")).click()
    hears(mia, 1)
    mia.press_main()
    hears(mia, 1 + 5)
    mia.page.locator('rp-sheet button[data-key="SUM"]:visible').click()
    mia.press_main()
    hears(mia, 1 + 5 + 1)
    assert mia.page.evaluate("contexts") == 1


def hears(one: Person, voices: int) -> None:
    """So many since the page was opened, and no more."""
    one.page.wait_for_function("wanted => voices >= wanted", arg=voices)
    one.page.wait_for_timeout(200)
    assert one.page.evaluate("voices") == voices


def test_the_policy_is_strict_and_kept(person: NewPerson) -> None:
    mia = person()
    mia.expected = ("Content Security Policy", "404")
    answer = mia.page.goto(mia.url)
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    mia.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=window.hacked=1>')")
    mia.page.wait_for_timeout(200)
    assert mia.page.evaluate("window.hacked") is None
