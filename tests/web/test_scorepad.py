"""Whole evenings with real dice through the page: tally on a phone, every roll on a desk, slips, and no connection."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from .browser import Person, try_now
from .conftest import NewPerson, Service

PHONE = {"width": 390, "height": 844}
ANTON, LUISE = {"kind": "me", "name": "Anton"}, {"kind": "here", "name": "Luise"}
SHORT: dict[str, Any] = {
    "game": "spicy",
    "options": {"boxes": ["RUN", "RED"], "rolls": 6},
    "first": 0,
    "dice": "people",
}


def tally(page: Page, rolls: int, line: str, points: int) -> None:
    for _ in range(rolls):
        page.locator('[data-part="tap"]').click()
    note(page, line, points)


def note(page: Page, line: str, points: int) -> None:
    page.locator(f'.lines [data-line="{line}"]').click()
    page.locator(f'[data-digit="{points}"]').click()
    page.locator('.panel [data-part="write"]').click()


def tell(page: Page, dice: str) -> None:
    for die in dice.split():
        page.locator(f'.panel [data-key="{die}"]').click()


def written(page: Page, *boxes: list[str]) -> None:
    """So it stands in the strips, from the first seat on."""
    for seat, told in enumerate(boxes):
        expect(page.locator(f'.strip[data-seat="{seat}"] .cs span')).to_have_text(told)


REACT = """id => fetch(`/api/v1/tables/${id}/commands`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ key: "0123456789abcdef", do: "react", seat: 0, reaction: "nice" }),
}).then((answer) => answer.status)"""


def test_a_tally_that_loses_its_connection_is_sent_once(browser: Browser, own_service: Service, tmp_path: Path) -> None:
    anton = Person(
        browser, own_service.url, service_workers="allow", locale="de-DE", viewport=PHONE, accept_downloads=True
    )
    anton.expected = ("ERR_", "WebSocket", "Failed to fetch")
    page = anton.page

    # two taps from home to a pad
    page.goto(own_service.url)
    page.locator(".cta").get_by_role("link", name="Punkte notieren").click()
    page.locator("#people input").first.fill("Anton")
    page.locator("#people input").last.fill("Luise")
    page.get_by_role("button", name="Hot Dice").click()
    expect(page.locator(".strip")).to_have_count(2)
    expect(page.locator(".strip b").first).to_have_text("Anton")

    # in any game, what is asked is the result; what is typed stays in its place, however long the line's name
    expect(page.locator('.panel [data-part="write"]')).to_have_text("Tippe das Ergebnis an")
    page.locator('.lines [data-line="bank"]').click()
    assert page.locator(".typed").evaluate("typed => typed.scrollWidth <= typed.clientWidth")

    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    table = anton.open(ANTON, LUISE, keep="tally", **SHORT)
    tally(page, 2, "RUN", 21)
    expect(page.locator('.strip.me[data-seat="1"]')).to_be_visible()
    tally(page, 3, "RUN", 25)
    expect(page.locator('.strip.me[data-seat="0"]')).to_be_visible()
    written(page, ["21", ""], ["25", ""])

    # the first entry was a slip; what came after it stands
    page.get_by_role("button", name="Einträge berichtigen").click()
    page.locator("dialog .entry").last.click()
    page.locator('dialog [data-digit="50"]').click()
    page.get_by_role("button", name="Berichtigen", exact=True).click()
    expect(page.locator('.strip[data-seat="0"] .num')).to_contain_text("50")
    written(page, ["50", ""], ["25", ""])
    page.get_by_role("button", name="Zurücknehmen").click()
    expect(page.locator(".fixbar")).to_contain_text("Luise: RUN")
    page.get_by_role("button", name="Wiederholen").click()
    expect(page.locator(".fixbar")).to_be_hidden()
    written(page, ["50", ""], ["25", ""])

    # without a connection it goes on in pencil, over a closed page too
    page.wait_for_function(f"async () => Boolean(await (await caches.open('pads')).match('/t/{table}'))")
    own_service.kill()
    expect(page.locator("#banner")).to_be_visible()
    tally(page, 1, "RED", 30)
    expect(page.locator(".cs .fix")).to_have_text("30")
    page.goto(own_service.url + "/t/" + table)
    expect(page.locator(".cs .fix")).to_have_text("30")
    expect(page.get_by_role("heading", level=1)).to_have_text("Luise würfelt")
    tally(page, 4, "RED", 20)  # one roll more than she has
    expect(page.locator(".cs .fix")).to_have_count(2)
    page.locator('[data-tool="far"]').click()  # what is not sent yet counts for the far side of the table too
    expect(page.locator(".far .num")).to_have_text(["80", "45"])
    page.locator(".far").click()
    expect(page.locator(".far")).to_have_count(0)
    expect(page.locator(".notice-line")).to_contain_text("2 Einträge")

    # with it the first is taken, and the second comes back with its reason
    own_service.start()
    try_now(page)
    expect(page.locator(".fixbar")).to_contain_text("1 bis 3 Würfe")
    page.goto(own_service.url + "/t/" + table)  # over a closed page too
    expect(page.locator(".fixbar")).to_contain_text("1 bis 3 Würfe")
    written(page, ["50", "30"], ["25", ""])
    for _ in range(2):  # what was told is still there: only the slip has to be put right
        page.get_by_role("button", name="Ein Wurf weniger").click()
    page.locator('.panel [data-part="write"]').click()
    expect(page.locator('#table[data-phase="over"]')).to_be_visible()

    # nobody can check real dice, and nobody is told to
    expect(page.locator('.act.over a[href^="/verify"]')).to_have_count(0)
    page.locator("#menu").click()
    page.get_by_role("button", name="Faire Würfel").click()
    expect(page.locator("dialog").filter(has_text="niemand kann sie nachprüfen")).to_be_visible()
    page.keyboard.press("Escape")

    # the sum step by step: 50 + 30 + 5 × 3 saved, and nothing is doubled
    page.locator(".ending summary").first.click()
    expect(page.locator(".ending details[open] tbody tr").last).to_contain_text("95")
    page.evaluate("document.querySelector('.ending details').dataset.before = ''")
    page.evaluate(REACT, page.url.rpartition("/")[2])
    expect(page.locator(".ending details[data-before]")).to_have_count(0)  # it was drawn anew, and stays open
    expect(page.locator(".ending details[open]")).to_have_count(1)
    record = [
        json.loads(line)
        for line in page.evaluate("id => fetch(`/api/v1/tables/${id}/record`).then(x => x.text())", table).splitlines()
    ]
    assert [event["noted"] for event in record if "noted" in event][-2:] == ["RED 30 rolls 1", "RED 20 rolls 2"]
    assert sum("noted" in event and event["noted"].startswith("RED") for event in record) == 2
    anton.check_access()

    # the evening goes to another device as one file
    page.wait_for_function("id => localStorage.getItem(`redpip.record.${id}`)", arg=table)
    page.goto(own_service.url + "/keep")
    expect(page.locator("#evenings")).to_contain_text("Anton, 95")
    variant = page.get_by_role("combobox", name="Variante: Keep on Rolling")
    expect(variant).to_have_accessible_description("die Regeln von 2018: Das Ende beginnt bei 250 Punkten")
    variant.select_option("2004")
    expect(variant).to_have_accessible_description(
        "die Regeln von 2004: Ihr macht aus, bei welcher Summe das Ende beginnt"
    )
    with page.expect_download() as download:
        page.get_by_role("button", name="Als Datei sichern").click()
    file = tmp_path / "evening.json"
    download.value.save_as(file)
    luise = Person(browser, own_service.url, locale="en-GB")
    luise.page.goto(own_service.url + "/keep")
    luise.page.locator("#open-evenings").set_input_files(file)
    expect(luise.page.locator("#taken")).to_have_text("New games: 1.")
    expect(luise.page.locator("#evenings")).to_contain_text("Anton, 95")
    luise.page.locator("#evenings summary").first.click()  # what happened is in the file too
    luise.page.locator(f'[data-sheets="{table}"]').click()
    expect(luise.page.locator("dialog summary").first).to_contain_text("Anton95")
    expect(luise.page.locator("dialog .entry").first).to_contain_text("AntonRUN · 50 points · 2 rolls")
    luise.page.keyboard.press("Escape")
    file.write_text("{}")
    luise.page.locator("#open-evenings").set_input_files(file)
    expect(luise.page.locator("#taken")).to_have_text("This is no file of evenings.")
    assert not anton.troubles + luise.troubles


def test_every_roll_with_a_bot_and_a_referee(person: NewPerson) -> None:
    mia = person()
    page = mia.page
    table = mia.open({"kind": "me", "name": "Mia"}, {"kind": "bot", "bot": "greedy"}, keep="every", **SHORT)
    mia.press_main()
    tell(page, "4 2r 4 4r")
    page.locator('.panel [data-key="4r"]').click()
    expect(page.locator("rp-say")).to_contain_text("Only one die has a red 4")
    tell(page, "2 5")
    page.get_by_role("button", name="These dice fell").click()
    expect(page.locator('#main[aria-disabled="false"]')).to_be_visible()

    # the last die was a 6; the choice before it stands
    page.get_by_role("button", name="Correct entries").click()
    page.locator("dialog .entry").first.click()
    page.locator('dialog [data-slot="5"]').click()
    page.locator('dialog [data-key="6"]').click()
    page.get_by_role("button", name="Put it right").click()
    expect(page.locator("rp-tray .name").filter(has_text="6")).to_have_count(1)
    page.locator('rp-sheet button[data-key="RED"]:visible').click()
    mia.press_main()

    # the bot has thrown its own dice; from now on the final dice are enough
    expect(page.locator('#main[aria-disabled="false"]')).to_be_visible()
    page.locator('[data-tool="more"]').click()
    page.get_by_role("button", name="Final dice").click()
    tell(page, "1 2 3 4 5 6")
    page.get_by_role("button", name="One roll more").click()
    run = page.locator('.lines [data-line="RUN"]')
    expect(run).to_contain_text("21")
    run.click()
    page.get_by_role("button", name="Write 21 in RUN").click()
    expect(page.locator('#table[data-phase="over"]')).to_be_visible()
    written(page, ["21", "20"])
    record = page.evaluate("id => fetch(`/api/v1/tables/${id}/record`).then(x => x.text())", table)
    assert json.loads(record.splitlines()[0])["dice"] == "people"
    page.goto(f"{mia.url}/keep/sheet/spicy?table={table}")
    expect(page.locator(".print tbody tr").first).to_contain_text("21")
    button = page.get_by_role("button", name="Print")
    expect(button).to_be_visible()
    page.emulate_media(media="print")
    expect(button).to_be_hidden()
    assert not mia.troubles


def test_a_turn_that_loses_its_connection_between_two_rolls(browser: Browser, own_service: Service) -> None:
    mia = Person(browser, own_service.url, service_workers="allow", locale="en-GB", viewport=PHONE)
    mia.expected = ("ERR_", "WebSocket", "Failed to fetch")
    page = mia.page
    page.goto(own_service.url)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    table = mia.open(ANTON, LUISE, keep="every", **SHORT)
    mia.press_main()
    tell(page, "4 2r 4 4r 2 5")
    page.locator('.panel [data-part="write"]').click()
    expect(page.locator('#main[aria-disabled="false"]')).to_be_visible()
    page.locator("rp-tray button.lane").first.click()
    mia.press_main()
    expect(page.locator('.panel [data-part="write"]')).to_have_text("Tap 5 more dice")
    page.wait_for_function(f"async () => Boolean(await (await caches.open('pads')).match('/t/{table}'))")

    # the dice that fell are told without a connection, over a closed page
    own_service.kill()
    expect(page.locator("#banner")).to_be_visible()
    tell(page, "1 1 3 3 6")
    page.goto(own_service.url + "/t/" + table)
    expect(page.locator('.panel [data-part="write"]')).to_have_text("These dice fell")
    page.locator('.panel [data-part="write"]').click()
    # one of the two that show 3 is rolled again, and a red die turned: each is an entry, over a closed page too
    expect(page.locator('.panel [data-part="write"]')).to_contain_text("or the result")
    page.locator('.lying [aria-label="white 3"]').first.click()
    tell(page, "5")
    page.locator('.panel [data-part="write"]').click()
    expect(page.locator('.lying [aria-label="white 5"]')).to_be_visible()
    page.goto(own_service.url + "/t/" + table)
    expect(page.locator(".notice-line")).to_contain_text("2 entries")
    note(page, "RED", 0)
    expect(page.locator('.strip.me[data-seat="1"]')).to_be_visible()
    tell(page, "1 2 3r 4 5 6r")
    page.locator('.panel [data-part="write"]').click()
    page.locator('.lying [aria-label="red 3"]').click()
    tell(page, "1")
    page.locator('[data-part="turned"]').click()
    expect(page.locator('.lying [aria-label="red 3"]')).to_have_count(0)
    note(page, "RUN", 21)  # a slip: it was no run any more

    own_service.start()
    try_now(page)
    expect(page.locator(".fixbar")).to_contain_text("Luise: RUN 21")
    page.locator('rp-sheet button[data-key="RED"]:visible').click()
    mia.press_main()
    expect(page.locator('.strip[data-seat="1"] .num')).to_contain_text("10")
    page.get_by_role("button", name="Go on without it").click()
    page.wait_for_function("id => localStorage.getItem(`redpip.pad.${id}.unsent`) === '[]'", arg=table)
    expect(page.locator(".fixbar")).to_be_hidden()
    record = page.evaluate("id => fetch(`/api/v1/tables/${id}/record`).then(x => x.text())", table)
    events = [json.loads(line) for line in record.splitlines()][1:]
    assert sum("throw" in event for event in events) == 4, "nothing is lost, and nothing doubled"
    assert [event["do"] for event in events if event.get("do", "").startswith(("flip", "score"))] == [
        "score RED",
        "flip 3>1",
        "score RED",
    ]
    assert not mia.troubles


def test_whoever_wins_a_round_leads_the_next_without_a_connection_too(browser: Browser, own_service: Service) -> None:
    mia = Person(browser, own_service.url, viewport=PHONE)
    mia.expected = ("ERR_", "WebSocket", "Failed to fetch")
    page = mia.page
    table = mia.open(ANTON, LUISE, game="perfecto", dice="people", keep="tally", first=0)
    expect(page.locator('.strip.me[data-seat="0"]')).to_be_visible()
    own_service.kill()
    expect(page.locator("#banner")).to_be_visible()
    for lives in ("won-2 1 0", "won-2 1 0", "won-1 0 1"):
        line, *lost = lives.split()
        page.locator(f'.lines [data-line="{line}"]').click()
        for seat, number in enumerate(lost):
            page.locator(f'[data-digit="seat {seat}"]').click()
            page.locator(f'[data-digit="{number}"]').click()
        page.locator('.panel [data-part="write"]').click()
        expect(page.locator(f'.strip.me[data-seat="{int(line[-1]) - 1}"]')).to_be_visible()

    own_service.start()
    try_now(page)
    page.wait_for_function("id => localStorage.getItem(`redpip.pad.${id}.unsent`) === '[]'", arg=table)
    expect(page.locator(".fixbar")).to_be_hidden()
    record = page.evaluate("id => fetch(`/api/v1/tables/${id}/record`).then(x => x.text())", table)
    noted = [(event["seat"], event["noted"]) for line in record.splitlines() if "noted" in (event := json.loads(line))]
    assert noted == [(0, "won-2 1,0"), (1, "won-2 1,0"), (1, "won-1 0,1")]
    assert not mia.troubles


def test_bids_and_calls_with_real_cups_on_one_phone(person: NewPerson) -> None:
    mia = person(viewport=PHONE)
    page = mia.page
    mia.open(ANTON, LUISE, game="perfecto", dice="people", keep="every", first=0, options={"dice": 3})
    page.locator('[data-key="unseen"]').click()
    page.locator('dialog [data-key="rolling 2"]').click()
    expect(page.locator("rp-say")).to_contain_text("now bid")
    mia.press_main()
    page.locator('[data-key="challenge"]').click()
    for dice in ("1r 1 1", "1 1 1"):  # one of the three has a red 1: a slip
        expect(page.locator(".panel .slot.full")).to_have_count(0)  # what was written before is on its way no longer
        tell(page, dice)
        page.locator('.panel [data-part="write"]').click()
    expect(page.locator("rp-say")).to_contain_text("is one of them red?")
    page.locator('.panel [data-slot="0"]').click()
    tell(page, "1r")
    page.locator('.panel [data-part="write"]').click()
    expect(page.locator('.seat[data-seat="1"] .lives .gone')).to_have_count(1)
    assert not mia.troubles


def test_keys_lie_above_the_main_button_of_a_small_phone_while_something_is_offered(person: NewPerson) -> None:
    mia = person(viewport={"width": 360, "height": 640})
    page = mia.page
    table = mia.open(ANTON, LUISE, game="spicy", dice="people", keep="every", first=0)
    commands = f"{mia.url}/api/v1/tables/{table}/commands"
    expect(page.locator('#main[aria-disabled="false"]')).to_be_visible()
    for number, (do, said) in enumerate(
        [
            ("act", {"action": "roll 1 2 3 4 5 6"}),
            ("throw", {"faces": "4 2r 4 4r 2 5"}),
            ("act", {"action": "roll 1 2 3"}),
            ("throw", {"faces": "1r 1 1"}),
            ("correct", {"event": 3, "action": "roll 1"}),
        ]
    ):
        told = page.request.post(commands, data={"do": do, "seat": 0, "key": f"small-phone-{number}", **said})
        assert told.ok, told.text()
    expect(page.locator(".fixbar")).to_contain_text("It no longer fits here")
    lowest = page.locator('.panel [data-key="6r"]').bounding_box()
    button = page.locator('.panel [data-part="write"]').bounding_box()
    assert lowest
    assert button
    assert lowest["y"] + lowest["height"] <= button["y"]
    assert not mia.troubles


def test_a_tap_counts_while_something_else_happens_at_the_table(person: NewPerson) -> None:
    mia = person(viewport=PHONE)
    page = mia.page
    table = mia.open(ANTON, LUISE, keep="final", **SHORT)
    page.locator('.panel [data-key="4"]').hover()
    page.mouse.down()
    page.evaluate("document.querySelector('.tools button').dataset.before = ''")
    page.evaluate(REACT, table)
    expect(page.locator(".tools [data-before]")).to_have_count(0)  # it was drawn anew
    page.mouse.up()
    expect(page.locator(".panel .slot.full")).to_have_count(1)
    assert not mia.troubles


OUT_OF_REACH = """() => [...document.querySelectorAll(".panel button, .tools button")]
  .filter((button) => button.offsetParent && button.getBoundingClientRect().bottom > innerHeight + 0.5)
  .map((button) => button.textContent)"""


@pytest.mark.parametrize("lying", [{"width": 667, "height": 375}, {"width": 844, "height": 390}], ids=str)
def test_all_that_is_pressed_is_in_reach_on_a_lying_phone(person: NewPerson, lying: Any) -> None:
    mia = person(viewport=lying, locale="de-DE")
    page = mia.page
    mia.open(ANTON, LUISE, game="spicy", dice="people", keep="tally", first=0)
    page.locator('[data-part="tap"]').click()
    assert page.evaluate(OUT_OF_REACH) == []
    page.locator('.lines [data-line="RUN"]').click()
    assert page.evaluate(OUT_OF_REACH) == []
    strips, panel = page.locator(".strips").bounding_box(), page.locator(".panel").bounding_box()
    assert strips
    assert panel
    assert strips["x"] >= panel["x"] + panel["width"], "two columns"
    page.locator('.lines [data-line="RUN"]').click()  # not there
    page.locator('[data-tool="more"]').click()
    page.get_by_role("button", name="Endwürfel").click()
    tell(page, "1 2 3 4 5")
    assert page.evaluate(OUT_OF_REACH) == []
    page.locator('[data-tool="more"]').click()
    page.get_by_role("button", name="Jeder Wurf").click()
    expect(page.locator(".mini-pad")).to_be_visible()
    assert page.evaluate(OUT_OF_REACH) == []
    boxes, tools = page.locator(".mini-pad").bounding_box(), page.locator(".tools").bounding_box()
    assert boxes
    assert tools
    assert tools["y"] >= boxes["y"] + boxes["height"], "below the boxes"
    mia.press_main()
    tell(page, "1 2 3 4 5")
    assert page.evaluate(OUT_OF_REACH) == []
    assert not mia.troubles


UNDER_THE_BUTTON = """() => {
  const line = document.querySelector(".panel .write").getBoundingClientRect().top;
  return [...document.querySelectorAll(".panel :not(.write) > button, .panel > button")]
    .filter((button) => button.offsetParent && button.getBoundingClientRect().bottom > line)
    .map((button) => button.textContent);
}"""


def test_nothing_of_a_tally_of_three_lies_under_the_button_of_a_small_lying_phone(person: NewPerson) -> None:
    mia = person(viewport={"width": 640, "height": 360}, locale="de-DE")
    page = mia.page
    mia.open(ANTON, LUISE, {"kind": "here", "name": "Bo"}, game="spicy", dice="people", keep="tally", first=0)
    page.locator('[data-part="tap"]').click()
    assert page.evaluate(UNDER_THE_BUTTON) == []
    page.locator('.lines [data-line="SUM"]').click()
    expect(page.locator('[data-digit="9"]')).to_be_visible()
    assert page.evaluate(UNDER_THE_BUTTON) == []
    assert not mia.troubles


def test_what_is_said_goes_with_what_is_told(person: NewPerson) -> None:
    mia = person(viewport=PHONE)
    page = mia.page
    mia.open(ANTON, LUISE, game="spicy", dice="people", keep="tally", first=0)
    said, left = page.locator("rp-say h1 + p"), page.locator('.strip[data-seat="0"] .cap')
    expect(said).to_have_text("Roll all the dice to start the turn.")
    expect(left).to_have_text("30 rolls left")
    page.locator('[data-part="tap"]').click()
    expect(said).to_have_text("Tap for each roll, then the result.")
    expect(left).to_have_text("29 rolls left")
    page.locator('.lines [data-line="SUM"]').click()
    expect(said).to_have_text("Now the result of the turn.")
    page.locator('.lines [data-line="SUM"]').click()  # not there
    page.locator('[data-tool="more"]').click()
    page.get_by_role("button", name="Final dice").click()
    page.locator('[data-by="-1"]').click()
    tell(page, "4")
    expect(page.locator(".stepper .num")).to_have_text("?")  # it was rolled; how often, nobody has said
    expect(left).to_have_text("")
    assert not mia.troubles


@pytest.mark.parametrize("viewport", [{"width": 360, "height": 640}, {"width": 844, "height": 390}], ids=str)
def test_a_long_name_leaves_its_number_of_rolls(viewport: Any, person: NewPerson) -> None:
    mia = person(viewport=viewport, locale="de-DE")
    mia.open(ANTON, {**LUISE, "name": "Großmutter Elfriede"}, game="spicy", dice="people", keep="tally", first=0)
    left = mia.page.locator('.strip[data-seat="1"] .cap')
    expect(left).to_be_visible()
    assert left.evaluate("(note) => note.scrollWidth <= note.clientWidth")


def test_two_phones_keep_a_sheet_each(person: NewPerson) -> None:
    anton, luise = person(viewport=PHONE), person(viewport=PHONE)
    anton.open(ANTON, {"kind": "open"}, keep="tally", **SHORT)
    luise.accept(str(anton.page.get_by_role("textbox").first.input_value()), "Luise")
    tally(anton.page, 1, "RUN", 21)
    expect(luise.page.locator('.strip.me[data-seat="1"]')).to_be_visible()
    expect(anton.page.locator(".panel")).to_be_hidden()
    # whoever waits has the own sheet in large figures, and what the others tell
    expect(anton.page.locator(".waiting h2")).to_have_text("Anton's sheet21")
    expect(anton.page.locator(".waiting .cells li")).to_have_text(["RUN21", "RED"])
    expect(anton.page.locator("rp-log li").first).to_be_visible()
    expect(luise.page.locator(".waiting")).to_be_hidden()
    tally(luise.page, 2, "RED", 10)
    expect(anton.page.locator('.strip.me[data-seat="0"]')).to_be_visible()
    for one in (anton, luise):
        written(one.page, ["21", ""], ["", "10"])
    assert not anton.troubles + luise.troubles


def test_what_real_dice_bring_and_what_the_coach_took_for_granted(service: Service) -> None:
    mia = service.device()
    table = mia.open({"kind": "me", "name": "Mia"}, game="spicy", dice="people", keep="final", coach=True, first=0)
    assert mia.do(table, "ready", nonce="12345678").status_code == 200

    def worth(faces: str) -> Any:
        return mia.http.post(f"/tables/{table}/worth", json={"seat": 0, "faces": faces})

    found = {one["what"]: one["points"] for one in worth("4 2r 4 4r 2 5").json()}
    assert (found["4"], found["2"], found["SUM"], found["RED"]) == (24, 8, 21, 20)
    assert worth("4r 4r 1 1 2 2").json()["code"] == "two_reds"
    assert worth("seven").json()["code"] == "bad_dice"
    refused = mia.do(table, "note", action="RUN 22 rolls 1").json()
    assert (refused["code"], refused["rule"]) == ("impossible_points", "/rules/spicy#the-ten-boxes")
    assert mia.do(table, "act", action="roll 1 2 3 4 5 6").status_code == 200
    assert mia.do(table, "throw", faces="4 2r 4 4r 2 5").status_code == 200
    said = mia.http.post(f"/tables/{table}/coach", json={}).json()
    assert said["numbering"] == "Which white die is which cannot be seen; this takes one way that fits."
    entries = mia.http.get(f"/tables/{table}/entries").json()
    assert [one["event"] for one in entries] == [2, 1]
    again = mia.http.get(f"/tables/{table}/entries/2").json()
    assert (again["kind"], again["throw"]) == ("throw", 6)
    assert mia.http.get(f"/tables/{table}/entries/9").json()["code"] == "no_such_entry"

    # its record shows the same to those who have nothing else, and nobody can say that these dice were fair
    plain = {"headers": {"Content-Type": "text/plain"}}
    record = mia.http.get(f"/tables/{table}/record").text
    pad = mia.http.post("/pad?lang=de", content=record, **plain).json()
    assert (pad["names"], [one["event"] for one in pad["entries"]]) == (["Mia"], [1, 2])
    assert mia.http.post("/verify-dice", content=record, **plain).json()["code"] == "own_dice"
    assert mia.http.post("/pad", content="nothing", **plain).json()["code"] == "bad_record"
