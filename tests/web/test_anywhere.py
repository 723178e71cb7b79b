"""On a home screen, without a connection, after an update, and as a link in a messenger."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from redpip.web.anywhere import OFFLINE
from redpip.web.card import LONGEST, PAGES
from redpip.web.offer import offered_games

from .browser import Person, launch
from .client import PLAINLY, get
from .conftest import NewPerson, Service
from .test_coming_back import a_game

ME = {"kind": "me", "name": "Mia"}
OPEN = {"kind": "open"}
UNVERSIONED = re.compile(r"""["'`(]/(static|games)/(?!icons/)""")
# another version of the service: the same files with one more byte
NEWER = """
from redpip.web import assets
assets.__version__ += "+newer"
"""


def installed(one: Person) -> None:
    """Waits until this device has kept what it needs, and is served from there."""
    one.page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def hits(page: Page, path: str, questions: tuple[str, ...]) -> list[str]:
    """What a search for each of these tells, dice as their faces."""
    page.goto(path)
    told = []
    for wanted in questions:
        page.locator("#q").fill("")
        expect(page.locator("#hits .cap")).to_have_count(0)
        page.locator("#q").fill(wanted)
        expect(page.locator("#hits .cap")).to_be_visible()
        dice = page.locator("#hits rp-mini").evaluate_all("(dice) => dice.map((die) => die.getAttribute('face'))")
        marks = page.locator("#hits mark").all_inner_texts()
        told.append(page.locator("#hits").inner_text() + "".join(dice) + "|".join(marks))
    return told


def test_it_opens_offline_and_a_new_version_comes_whole(browser: Browser, own_service: Service) -> None:
    mia = Person(browser, own_service.url, service_workers="allow", locale="de-DE")
    page = mia.page
    mia.expected = ("ERR_", "WebSocket", "Failed to fetch")
    page.goto(own_service.url)
    installed(mia)
    table = mia.open(ME, OPEN)
    old = page.evaluate("document.documentElement.dataset.version")
    questions = ("GEPLATZT", "früher drehen", "rot ×2", "straße", "1", "(")
    answers = hits(page, f"{own_service.url}/rules", questions)
    assert "Hot Dice" in answers[0]
    own_service.kill()

    for path in ("/", "/rules", "/rules/chili"):
        page.goto(own_service.url + path)
        expect(page.locator("#news")).to_contain_text("Keine Verbindung")
        assert page.locator("html").get_attribute("lang") == "de"
        assert page.evaluate("document.styleSheets.length") > 3
    for path in ("/rules", "/rules/hot"):
        assert hits(page, own_service.url + path, questions) == answers
    page.locator("#q").fill("früher drehen")
    page.locator("#q").press("Enter")
    page.locator("#hits a").first.click()
    expect(page.locator("#kept-red")).to_be_in_viewport()
    page.goto(f"{own_service.url}/learn/chili")
    expect(page.locator("#script")).to_contain_text("Wirf alle sechs Würfel.")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("link", name="Startseite").first.click(trial=True)  # nothing lies over it
    page.goto(own_service.url)
    expect(page.locator("rp-die i.f").first).to_be_attached()  # scripts run, and nobody's games are shown
    assert table not in page.content()
    page.goto(f"{own_service.url}/t/{table}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Keine Verbindung")

    own_service.start()
    page.get_by_role("button", name="Jetzt versuchen").click()
    page.wait_for_selector('#table[data-phase="waiting"]')
    assert page.evaluate("document.documentElement.dataset.version") == old

    own_service.kill()
    expect(page.locator("#banner")).to_be_visible()
    own_service.bug = NEWER
    own_service.start()
    banner = page.locator("#news")
    expect(banner).to_contain_text("neue Version")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(urlsplit(request.url).path))
    banner.get_by_role("button").click()
    page.wait_for_selector(f'html[data-version]:not([data-version="{old}"])', state="attached")
    page.wait_for_selector('#table[data-phase="waiting"]')
    new = page.evaluate("document.documentElement.dataset.version")
    assert {path.split("/")[2] for path in loaded if path.startswith("/v/")} == {new}
    expect(banner).to_have_count(0)
    page.wait_for_function(
        "async new_ => (await caches.keys()).includes(`redpip-${new_}-de`) && (await caches.keys()).length <= 2",
        arg=new,
    )


def test_a_refused_worker_and_closed_storage_change_nothing(person: NewPerson) -> None:
    mia = person(service_workers="allow")
    mia.page.add_init_script(
        """navigator.serviceWorker.register = () => Promise.reject(new DOMException("no", "SecurityError"));
        Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
        Object.defineProperty(window, "caches", { get() { throw new DOMException("no", "SecurityError"); } });"""
    )
    mia.open(ME, first=0)
    mia.press_main()
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()


def test_a_plain_address_in_the_network_says_what_is_missing(playwright: Playwright, service: Service) -> None:
    name = f"{socket.gethostname().partition('.')[0].lower()}.local"  # by which others know this machine
    chromium = launch(playwright, f"--host-resolver-rules=MAP {name} 127.0.0.1")
    mia = Person(chromium, service.url.replace("localhost", name), service_workers="allow")
    mia.page.goto(mia.url)
    expect(mia.page.locator("#install")).to_contain_text("HTTPS or localhost")
    mia.page.get_by_role("button", name="Play Spicy Dice", exact=True).click()
    mia.press_main()
    expect(mia.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()
    assert mia.close() == []
    chromium.close()


# a browser that finds the site worth installing
OFFERED = """() => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  window.asked = 0;
  offer.prompt = async () => window.asked++;
  return !dispatchEvent(offer);
}"""


def test_where_the_browser_offers_it_home_installs_redpip(person: NewPerson) -> None:
    mia = person()
    mia.page.goto(mia.url)
    button = mia.page.locator("#install").get_by_role("button", name="Install redpip")
    expect(button).to_have_count(0)
    assert mia.page.evaluate(OFFERED), "the browser asks nothing by itself"
    assert mia.page.evaluate("asked") == 0
    button.click()
    expect(button).to_have_count(0)
    assert mia.page.evaluate("asked") == 1


def png(answer: httpx.Response) -> tuple[int, int]:
    """Width and height of a picture."""
    assert answer.headers["content-type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(answer.content[16:20]), int.from_bytes(answer.content[20:24])


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_manifest_is_whole(service: Service, language: str) -> None:
    got = get(f"{service.url}/manifest.webmanifest?lang={language}")
    told = got.json()
    assert got.headers["content-type"] == "application/manifest+json"
    assert (told["lang"], told["display"], told["start_url"]) == (language, "standalone", "/")
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        wide, high = map(int, icon["sizes"].split("x"))
        assert png(get(service.url + icon["src"])) == (wide, high)
    for shortcut in told["shortcuts"]:
        assert get(service.url + shortcut["url"]).status_code == 200


def meta(url: str, **headers: str) -> dict[str, str]:
    """What a messenger reads: it runs no scripts and has no cookies."""
    html = get(url, headers=headers).text
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', html))


def test_links_show_a_picture_and_a_sentence(service: Service) -> None:
    titles = {"/": "redpip", "/rules/chili": "Chili Dice", "/learn/chili": "Chili Dice", "/daily": "Daily dice"}
    titles |= {"/train": "Train", "/mine": "My games", "/keep": "Keep score", "/keep/sheet/chili": "Chili Dice"}
    home = meta(service.url)["og:description"]
    for path, title in titles.items():
        told = meta(service.url + path)
        assert path == "/" or told["og:description"] != home
        assert told["og:title"] == title
        assert 20 < len(told["og:description"]) <= LONGEST
        assert png(get(told["og:image"])) == (1200, 630)
    for game in offered_games("en"):
        assert png(get(f"{service.url}/games/{game['game']}/art/{game['art']}.png")) == (1200, 630)


def test_pages_of_the_house_say_what_they_are_in_both_languages(service: Service) -> None:
    for path in PAGES:
        cards = [meta(service.url + path, **{"Accept-Language": language}) for language in ("en", "de")]
        english, german = (card["og:description"] for card in cards)
        assert english != german
        assert max(len(english), len(german)) <= LONGEST


def test_an_invitation_names_who_invites_and_no_secret(service: Service) -> None:
    device = service.device()
    table = device.open({"kind": "me", "name": '<b>"Mia"</b>'}, OPEN)
    invite = device.look(table)["table"]["seats"][1]["invite"]
    address, token = (service.url + invite).split("#")
    told = meta(address)
    assert told["og:title"] == "Spicy Dice"
    assert told["og:description"] == "&lt;b&gt;&#34;Mia&#34;&lt;/b&gt; invites you to Spicy Dice."
    assert told["og:image"] == f"{service.url}/games/spicy/art/spicy.png"
    assert token not in get(address, headers=device.headers).text
    assert meta(address, **{"Accept-Language": "de"})["og:description"].endswith("lädt dich zu Spicy Dice ein.")
    many = [{"kind": "here", "name": letter * 20} for letter in "ABCDEFG"]
    crowd = meta(f"{service.url}/t/{device.open({'kind': 'me', 'name': 'M' * 20}, *many)}")
    assert len(crowd["og:description"]) <= LONGEST


def test_a_finished_game_names_who_played(service: Service) -> None:
    table = a_game(service.device())
    for page in ("", "/review"):
        card = meta(f"{service.url}/t/{table}{page}", **{"Accept-Language": "de"})
        assert card["og:description"] == "Mia hat Spicy Dice gespielt. Sieh nach, wie es ausging."


def test_what_is_kept_is_there(service: Service) -> None:
    """The list names every page that it can, and nothing that is not."""
    told = get(f"{service.url}/offline.json").json()
    shell = {"/", "/offline", "/rules", "/rules.json", "/learn", "/keep"}
    arts = [one["art"] for one in offered_games("en")]
    assert set(told["pages"]) == shell | {f"/{kind}/{art}" for kind in ("rules", "learn") for art in arts}
    with httpx.Client(base_url=service.url, **PLAINLY) as client:
        for address in [*told["pages"], *told["files"]]:
            answer = client.get(address)
            assert answer.status_code == 200, address
            if not address.endswith(".svg"):
                assert not UNVERSIONED.search(answer.text), f"{address} loads files whose version nobody knows"
            if address in told["files"]:
                assert "immutable" in answer.headers["cache-control"]
        assert client.get(told["files"][0].replace(told["version"], "0123456789ab")).status_code == 404
        for place in OFFLINE:
            there = client.get(place.format(game="spicy")).status_code == 200
            assert there == (place.format(game="spicy") in told["pages"])
    assert json.dumps(told).count("tests/") == 0
    assert Path(told["files"][0]).suffix in (".js", ".css", ".svg")
