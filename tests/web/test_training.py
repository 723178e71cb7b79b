"""Training at the service and on its pages: the same five for all, answers of one's own, mistakes that come back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from .client import Device, next_action
from .conftest import NewPerson, Service

ME = {"kind": "me", "name": "Mia"}
# many rolls that nobody needs to save: to write at once is a mistake but for the rarest throws
HASTY = {"boxes": ["1", "2", "RED"], "dice": 3, "rolls": 12, "bonus": 0}

ON_THE_PAGE = "(part) => part.getBoundingClientRect().top + scrollY"


def play_hastily(device: Device) -> str:
    table = device.open(ME, options=HASTY)
    device.do(table, "ready", nonce="0" * 32)
    while (seen := device.look(table))["table"]["phase"] != "over":
        if seen["table"]["turn"]:
            device.do(table, "act", seat=0, action=next_action(seen["scene"]))
    return table


def today(device: Device) -> dict[str, Any]:
    found: dict[str, Any] = device.http.get("/training").json()
    return found


def test_everybody_has_the_same_five_and_answers_of_their_own(service: Service) -> None:
    mia, ben = service.device(), service.device()
    five = [token["card"] for token in today(mia)["five"]]
    assert len(set(five)) == 5
    assert [token["card"] for token in today(ben)["five"]] == five
    card = mia.http.get(f"/training/cards/{five[0]}").json()
    assert all(set(choice) == {"line", "text"} for choice in card["choices"])  # what they cost comes afterwards
    asked = [choice["line"] for choice in card["choices"]]
    verdict = mia.http.post(f"/training/cards/{five[0]}", json={"line": asked[0]}).json()
    assert [choice["line"] for choice in verdict["choices"]] == asked
    assert min(choice["cost"] for choice in verdict["choices"]) == 0
    assert verdict["cost"] == next(one["cost"] for one in verdict["choices"] if one["line"] == asked[0])
    assert (verdict["days"] > 1) == (verdict["mark"] is None)
    first, *others = today(mia)["five"]
    assert (first["card"], first["state"], first["days"]) == (five[0], "answered", verdict["days"])
    assert [token["card"] for token in others] == five[1:]
    assert {token["state"] for token in today(ben)["five"]} == {"new"}


def test_a_mistake_of_a_finished_game_comes_back_and_is_forgotten_on_demand(own_service: Service) -> None:
    mia = own_service.device()
    table = play_hastily(mia)
    assert today(mia)["unseen"] == 1
    looked = mia.http.post("/training/games").json()
    assert looked["positions"] > 0
    assert looked["left"] == 0
    assert mia.http.post("/training/games").json() == {"positions": 0, "left": 0}
    own_service.kill()
    own_service.start()
    found = today(mia)
    assert found["games"] == 1
    assert sum(kind["times"] for kind in found["mistakes"]) >= looked["positions"]
    card = mia.http.get(f"/training/cards/{found['five'][0]['card']}").json()
    assert card["from"]["table"] == table
    assert "Spicy Dice" in mia.http.get(f"{own_service.url}/stats").text
    assert mia.http.delete("/mine").status_code == 204
    after = today(mia)
    assert (after["games"], after["mistakes"], after["unseen"]) == (0, [], 0)
    assert mia.http.get(f"/training/cards/{card['card']}").json()["code"] == "unknown_card"
    assert "Spicy Dice" not in mia.http.get(f"{own_service.url}/stats").text


def test_whoever_opens_a_review_finds_its_mistakes_in_training(service: Service) -> None:
    mia = service.device()
    table = play_hastily(mia)
    review = mia.http.get(f"{service.url}/t/{table}/review")
    while not today(mia)["games"]:  # the review may take a while
        review = mia.http.get(f"{service.url}/t/{table}/review")
    assert "Train your mistakes" in review.text
    found = today(mia)
    assert found["unseen"] == 0
    assert found["five"][0]["state"] == "new"
    assert mia.http.get(f"/training/cards/{found['five'][0]['card']}").json()["from"]["table"] == table


def test_what_cannot_be_answered_gets_a_code(service: Service) -> None:
    mia = service.device()
    lost = mia.http.get("/training/cards/0000000000000000")
    assert (lost.status_code, lost.json()["code"]) == (404, "unknown_card")
    card = today(mia)["five"][0]["card"]
    odd = mia.http.post(f"/training/cards/{card}", json={"line": "dance"}, params={"lang": "de"})
    assert (odd.status_code, odd.json()["code"]) == (422, "unknown_choice")
    assert odd.json()["detail"] == "Das ist bei dieser Stellung nicht zur Wahl."
    assert mia.http.post(f"/training/cards/{card}", json={}).json()["code"] == "bad_request"
    assert {token["state"] for token in today(mia)["five"]} == {"new"}


DEVICES = {
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "locale": "de-DE", "has_touch": True},
    "tablet": {"viewport": {"width": 1024, "height": 768}, "color_scheme": "light", "locale": "de-DE"},
    "desk": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "dark", "locale": "en-GB"},
}


REASON = (
    "Nach dem Wurf hat Feld 5 im Mittel 48,3 Punkte; für später aufgehoben ist es 20,6 wert. "
    "Der andere Wurf passt am besten zu RUN: 4,5 Punkte, für später aufgehoben 2,7."
)


def answer_at_length(page: Page) -> None:
    """However little is to be said of today's positions."""

    def lengthen(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
            return
        told = route.fetch()
        route.fulfill(response=told, json={**told.json(), "reason": REASON})

    page.route("**/training/cards/*", lengthen)


@pytest.mark.parametrize("device", DEVICES)
def test_five_positions_by_keyboard(device: str, person: NewPerson) -> None:
    mia = person(**DEVICES[device])
    page = mia.page
    german = device != "desk"
    answer_at_length(page)
    page.goto(f"{mia.url}/train")
    choices = page.locator("#choices button")
    expect(choices.first).to_be_visible()
    expect(page.locator("#position")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#choices .num")).to_have_count(0)
    expect(page.locator("#ask")).to_have_text("Was machst du hier?" if german else "What do you do here?")
    mia.check_access()
    page.keyboard.press("1")
    expect(page.locator("#choices .num")).to_have_count(choices.count())
    expect(page.locator("#choices .best")).not_to_have_count(0)
    expect(page.locator("#slip")).to_contain_text("wieder." if german else "This position comes back")
    following = page.get_by_role("button", name="Nächste Stellung" if german else "Next position")
    expect(following).to_be_focused()
    mia.check_access()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if device != "phone":
        seen = page.evaluate("document.querySelector('#next').getBoundingClientRect().bottom + scrollY <= innerHeight")
        assert seen, "the answer has to be scrolled to"
    page.keyboard.press("Enter")
    expect(page.locator("#five li").nth(1)).to_have_attribute("aria-current", "step")
    expect(page.locator("#choices .num")).to_have_count(0)
    expect(page.locator("#ask")).to_be_focused()
    page.get_by_role("link", name="Wie es bei dir läuft" if german else "How you are doing").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Wie es bei dir läuft" if german else "How you are doing")
    mia.check_access()


@pytest.mark.parametrize("size", [(360, 640), (844, 390)], ids=["upright", "lying"])
def test_on_a_phone_the_answer_stands_where_the_choices_were(size: tuple[int, int], person: NewPerson) -> None:
    mia = person(viewport={"width": size[0], "height": size[1]}, locale="de-DE", hurried=True)
    page = mia.page
    answer_at_length(page)
    page.goto(f"{mia.url}/train")
    last = page.locator("#choices button").last
    last.scroll_into_view_if_needed()
    offered = page.locator("#choices").evaluate(ON_THE_PAGE)
    last.click()
    expect(page.locator("#next")).to_be_focused()
    expect(page.locator("#next")).to_be_in_viewport(ratio=1)
    assert abs(page.locator("#slip .hint").evaluate(ON_THE_PAGE) - offered) <= 4
    expect(page.locator("#slip .hint")).to_be_in_viewport(ratio=1)


def test_a_game_is_played_and_its_mistake_met_again(person: NewPerson) -> None:
    mia = person(hurried=True)
    page = mia.page
    mia.open(ME, options=HASTY)
    for _ in HASTY["boxes"]:  # type: ignore[attr-defined]
        mia.take_turn()
    page.wait_for_selector('#table[data-phase="over"]')
    page.goto(mia.url)
    page.get_by_role("navigation").get_by_role("link", name="Train").click()
    page.get_by_role("button", name="Look for mistakes in my games").click()
    expect(page.locator("#unseen")).to_have_text(re.compile("came of them"))
    expect(page.locator("#mistakes")).to_be_visible()
    page.reload()
    expect(page.locator("#about")).to_contain_text("From your game of")
    page.locator("#choices button").first.click()
    expect(page.locator("#slip .hint")).to_be_visible()
    mia.check_access()
    page.get_by_role("button", name="Play it on").click()
    page.wait_for_selector('#table[data-phase="playing"]')
    page.goto(f"{mia.url}/stats")
    expect(page.get_by_role("row", name=re.compile("^in all 1 "))).to_be_visible()
    mia.resize(320, 640)
    expect(page.get_by_role("row", name=re.compile("^in all "))).to_be_visible()  # still a table to those who hear it
    cells = page.locator("tr.tot td").evaluate_all("cells => cells.map((cell) => cell.getBoundingClientRect().right)")
    assert len(cells) == 5
    assert max(cells) < 320
    mia.check_access()
