"""What people come back for, in a real browser: one journey on the phone in German by day, one at a desk by night."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from .browser import Person
from .client import Device, next_action
from .conftest import NewPerson, Service
from .test_coming_back import GOOD, ME, SMALL, a_game, play_on

DEVICES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 740}, "color_scheme": "light", "locale": "de-DE", "has_touch": True},
    "desk": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "dark", "locale": "en-GB"},
}
FORBIDDEN = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no storage'); }});"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


def check(one: Person, name: str) -> None:
    """Nothing bars the way, and nothing hangs over the edge at any width."""
    one.check_access()
    size = one.page.viewport_size
    assert size
    for width in (320, size["width"], 1920):
        one.resize(width, size["height"])
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} at {width}"
    one.resize(size["width"], size["height"])
    if folder := os.environ.get("COMING_SHOTS"):
        one.page.screenshot(path=Path(folder) / f"{name}-{size['width']}.png", full_page=True)


@pytest.mark.parametrize("device", DEVICES)
def test_a_game_its_result_and_the_way_back(device: str, person: NewPerson, service: Service) -> None:
    mia = person(hurried=True, **DEVICES[device])
    page, german = mia.page, device == "phone"
    mia.open(ME, options=SMALL)
    for _ in SMALL["boxes"]:
        mia.take_turn()
    page.wait_for_selector('#table[data-phase="over"]')
    expect(page.locator(".decided h2")).to_have_text("Was es entschied" if german else "What decided it")
    page.get_by_role("button", name="Ergebnis teilen" if german else "Share the result").click()
    size = page.viewport_size
    assert size
    mia.resize(844, 390)
    expect(page.locator(".ways-out button").last).to_be_in_viewport(ratio=1)  # on a lying phone too
    mia.resize(size["width"], size["height"])
    with page.expect_download() as saved:
        page.get_by_role("button", name="Bild speichern" if german else "Save the picture").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")
    page.get_by_role("button", name="Link erstellen" if german else "Make a link").click()
    link = page.get_by_label("Der Link" if german else "The link")
    shared = link.input_value()
    page.get_by_role("button", name="herausfordern" if german else "Challenge somebody").click()
    expect(link).not_to_have_value(shared)
    challenge = link.input_value()
    check(mia, "share")
    page.goto(shared)
    expect(page.get_by_role("group", name="Der fertige Zettel" if german else "The final sheet")).to_contain_text("SUM")
    check(mia, "shared")
    page.goto(challenge)
    expect(link).to_have_value(challenge)  # to be sent, from here too
    expect(page.get_by_role("heading", level=1)).to_have_text("Deine Herausforderung" if german else "Your challenge")
    ben = service.device()
    theirs = ben.http.post(f"/challenges/{challenge.rsplit('/', 1)[1]}", json={"name": "Ben"}).json()["table"]
    play_on(ben, theirs)
    page.goto(challenge)
    expect(page.get_by_role("heading", level=2).first).to_have_text("Du und Ben" if german else "You and Ben")
    check(mia, "challenge")
    page.goto(f"{mia.url}/daily")
    expect(page.get_by_role("button", name="Heutige Würfel spielen" if german else "Play today’s dice")).to_be_visible()
    check(mia, "daily")
    page.goto(f"{mia.url}/mine")
    expect(page.locator(".cont")).to_have_count(1)
    page.get_by_label("Dein Name" if german else "Your name").fill("Mia Maus")
    page.get_by_label("hell" if german else "light", exact=True).check()
    page.get_by_role("button", name="Speichern" if german else "Save", exact=True).click()
    expect(page.locator("#told")).to_have_text("Gespeichert." if german else "Saved.")
    page.get_by_role("button", name="Code zeigen" if german else "Show a code").click()
    expect(page.locator("#code b")).to_be_visible()
    for _ in range(2):
        page.locator("#renew button").click()
    expect(page.locator("#renewed")).to_contain_text("neuen Schlüssel" if german else "new key")
    check(mia, "mine")
    page.reload()
    expect(page.locator(".cont")).to_have_count(1)


def test_a_challenge_is_taken_up_and_daily_dice_are_played(person: NewPerson, service: Service) -> None:
    ada: Device = service.device()
    made = ada.http.post(f"/tables/{a_game(ada)}/challenge").json()
    mia = person(hurried=True)
    page = mia.page
    page.goto(f"{mia.url}{made['url']}")
    check(mia, "challenged")
    page.get_by_label("Your name").fill("Mia")
    page.get_by_role("button", name="Play with these dice").click()
    page.wait_for_selector('#table[data-phase="playing"]')
    for _ in SMALL["boxes"]:
        mia.take_turn()
    page.get_by_role("link", name="Compare the games").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("You and Mia")
    page.goto(f"{mia.url}/daily")
    page.get_by_role("button", name="Play today’s dice").click()
    page.wait_for_selector('#table[data-phase="playing"]')
    page.goto(f"{mia.url}/daily")
    expect(page.get_by_role("link", name="Go on")).to_be_visible()
    mia.expected = ("404",)
    page.goto(f"{mia.url}/c/gone")
    expect(page.get_by_role("heading", level=1)).to_contain_text("This challenge is gone.")


def test_what_cannot_be_played_on_now_is_told_and_can_be_pressed_again(person: NewPerson, service: Service) -> None:
    ada, ben = service.device(), service.device()
    made = ada.http.post(f"/tables/{a_game(ada)}/challenge").json()
    table = ben.http.post(f"/challenges/{made['challenge']}", json={"name": "Ben"}).json()["table"]
    ben.do(table, "act", seat=0, action="roll 1 2 3 4 5 6")
    scene = ben.look(table)["scene"]
    other = next(box for box in scene["boxes"] if "points" in box and box["action"] != next_action(scene))
    ben.do(table, "act", seat=0, action=other["action"])
    play_on(ben, table)
    mia = person()
    mia.expected = ("ERR_FAILED",)
    page = mia.page
    page.set_extra_http_headers(ben.headers)
    page.route("**/branch", lambda route: route.abort())
    page.goto(service.url + made["url"])
    button = page.get_by_role("button", name="Play on from here")
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("connection")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    page.unroute("**/branch")
    button.click()
    page.wait_for_url("**/t/**")


# how often a table is asked for by two presses at once, and by one more when that was refused; and what is said
PRESSED = """async () => {
  const { goTo } = await import("/static/js/http.js");
  const [button, said] = [document.createElement("button"), []];
  let asked = 0;
  const refused = async () => { throw new Error(`no ${++asked}`); };
  const press = () => goTo(button, refused, ({ message }) => said.push(message));
  await Promise.all([press(), press()]);
  await press();
  return [asked, said];
}"""


def test_a_way_to_a_table_is_gone_once_and_again_where_it_was_refused(person: NewPerson) -> None:
    """Everywhere where one press opens a table: games that are played on, too."""
    mia = person()
    mia.page.goto(f"{mia.url}/learn")
    assert mia.page.evaluate(PRESSED) == [2, ["no 1", "no 2"]]


@pytest.mark.parametrize("way", ["challenge", "daily"])
def test_who_presses_twice_plays_at_one_table(way: str, person: NewPerson, service: Service) -> None:
    page = person().page  # nobody knows this device yet
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    if way == "challenge":
        ada = service.device()
        page.goto(service.url + ada.http.post(f"/tables/{a_game(ada)}/challenge").json()["url"])
        page.get_by_role("button", name="Play with these dice").dblclick()
    else:
        page.goto(f"{service.url}/daily")
        page.get_by_role("button", name="Play today’s dice").dblclick()
    expect(page.locator("#main")).to_have_attribute("aria-disabled", "false")
    assert len(asked) == 1


def test_a_double_press_opens_one_slip_and_leaves_it_open(person: NewPerson) -> None:
    mia = person(hurried=True)
    mia.open(ME, options=SMALL)
    page = mia.page
    page.locator("#menu:enabled").dblclick()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    page.keyboard.press("Escape")
    for _ in SMALL["boxes"]:
        mia.take_turn()
    page.get_by_role("button", name="Share the result").dblclick()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("storage", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_without_storage_the_page_says_so_and_goes_on(storage: str, person: NewPerson) -> None:
    mia = person(viewport={"width": 390, "height": 844})
    mia.page.add_init_script(storage)
    page = mia.page
    page.goto(f"{mia.url}/mine")
    page.get_by_label("Your name").fill("Mia")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#told")).to_contain_text("This browser remembers nothing")
    page.reload()
    expect(page.get_by_label("Your name")).to_have_value("Mia")
    mia.expected = ("404", "422")
    page.get_by_label("Code of the other device").fill("wrong")
    page.get_by_role("button", name="Take it over").click()
    expect(page.locator("#refused")).to_contain_text("This code is not good")
    expect(page.locator("#refused")).to_be_in_viewport(ratio=1)
    file = page.get_by_label("Take over from a file")
    for other in (b"a picture, say", b"{}"):
        file.set_input_files({"name": "p.json", "mimeType": "application/json", "buffer": other})
        expect(page.locator("#refused")).to_contain_text("another kind of file")
    good = json.dumps({**GOOD, "name": "Ada"}).encode()
    file.set_input_files({"name": "p.json", "mimeType": "application/json", "buffer": good})
    expect(page.locator("#taken")).to_have_text("Your profile is here.")
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    file.set_input_files({"name": "p.json", "mimeType": "application/json", "buffer": good[:40]})
    expect(page.locator("#refused")).to_contain_text("another kind of file")
    expect(page.locator("#taken")).to_be_empty()  # nothing says yes beside it


def test_without_cookies_nobody_is_sent_to_a_table_of_strangers(person: NewPerson, service: Service) -> None:
    mia = person()
    page = mia.page
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });")
    for address, button in (("/", "Play Spicy Dice"), ("/daily", "Play today’s dice"), ("/mine", "Save")):
        page.goto(mia.url + address)
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.get_by_text("This browser keeps no cookies")).to_be_visible()
        assert urlsplit(page.url).path == address
    ada = service.device()
    table = ada.open(ME, {"kind": "open"})
    page.goto(service.url + ada.look(table)["table"]["seats"][1]["invite"])
    expect(page.get_by_role("dialog")).to_contain_text("This browser keeps no cookies")
    page.goto(f"{mia.url}/learn/spicy")  # nobody has to be known for that
    expect(page.locator(".lesson h2")).to_be_visible()


@pytest.mark.parametrize("address", ["/", "/mine"])
def test_one_button_deletes_what_is_known_of_a_device(address: str, person: NewPerson) -> None:
    mia = person(viewport={"width": 390, "height": 844})
    mia.expected = ("ERR_FAILED",)
    page = mia.page
    pad = mia.open(ME, dice="people")
    page.wait_for_function(f"async () => Boolean(await (await caches.open('pads')).match('/t/{pad}'))")
    page.evaluate("localStorage.setItem('redpip.name', 'Mia')")
    page.goto(mia.url + address)
    expect(page.locator(f'a[href="/t/{pad}"]')).to_be_visible()
    delete = page.locator("#delete button")
    delete.dblclick()  # in one go, before anybody can have read what is asked
    page.route("**/api/v1/mine", lambda route: route.abort())
    delete.click()
    expect(page.get_by_text("No connection. Try again in a moment.")).to_be_in_viewport(ratio=1)
    expect(page.locator(f'a[href="/t/{pad}"]')).to_be_visible()
    page.unroute("**/api/v1/mine")
    delete.click()
    expect(page.locator(f'a[href="/t/{pad}"]')).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    assert page.evaluate("localStorage.length") == 0
    assert page.evaluate("caches.has('pads')") is False
    assert mia.page.context.cookies() == []
