"""Rules that can be touched: from a search to dice that are turned, and from a refusal to its rule."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .client import get, post
from .conftest import NewPerson, Service


def test_examples_are_answered_by_the_service(service: Service) -> None:
    answer = post(f"{service.url}/api/v1/games/spicy/example", json={"dice": "13-152"})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_example")
    thrown = post(f"{service.url}/api/v1/games/rolling/example?lang=de", json={"dice": "55----", "roll": True})
    assert re.fullmatch(r"[1-6]{2}---- ------", thrown.json()["dice"])


def test_a_refused_command_leads_to_its_rule(service: Service) -> None:
    mia = service.device()
    table = mia.open({"kind": "me", "name": "Mia"}, preset="chili")
    mia.do(table, "ready", seat=0, nonce="n" * 8)
    refused = mia.do(table, "act", seat=0, action="roll 1 2").json()
    assert (refused["code"], refused["rule"]) == ("first_roll", "/rules/chili#first-roll")
    assert 'id="first-roll"' in get(service.url + refused["rule"]).text
    with mia.stream(table) as stream:
        stream.send("act", seat=0, action="roll 1 2")
        assert stream.until("refused")["rule"] == refused["rule"]
    assert "rule" not in mia.do(table, "undo", seat=0).json()  # no rule of the game


@pytest.mark.parametrize(("width", "each"), [(360, 3), (390, 6)])
def test_no_box_stands_alone_below_five_others(width: int, each: int, person: NewPerson) -> None:
    mia = person(viewport={"width": width, "height": 844})
    page = mia.page
    page.goto(mia.url + "/rules/spicy")
    boxes = page.locator("#try .row6 .bx")
    expect(boxes).to_have_count(6)
    tops = boxes.evaluate_all("boxes => boxes.map((box) => box.offsetTop)")
    assert [tops.count(top) for top in dict.fromkeys(tops)] == [each] * (6 // each)


@pytest.mark.parametrize("width", [390, 1280])
def test_from_a_search_to_dice_that_are_turned(width: int, person: NewPerson) -> None:
    mia = person(viewport={"width": width, "height": 844}, locale="de-DE")
    page = mia.page
    page.goto(mia.url + "/rules")
    page.get_by_role("searchbox").press_sequentially("früher drehen")
    page.get_by_role("link", name=re.compile("Ein roter Würfel aus einem früheren Wurf")).press("Enter")
    expect(page).to_have_url(re.compile("/rules/spicy#kept-red$"))
    expect(page.locator("#kept-red")).to_be_in_viewport()
    page.get_by_role("button", name=re.compile("^3, rote 2, 4, 5, 6, 1: auslegen")).press("Enter")
    panel = page.locator("#try")
    expect(panel.get_by_role("status")).to_have_text(re.compile("^Feld 2 bringt 21: RUN darf hier stehen"))
    die = panel.get_by_role("button", name="Würfel 6: 1. Weiterdrehen")
    die.press("Enter")
    turned = panel.get_by_role("button", name="Würfel 6: 2. Weiterdrehen")
    expect(turned).to_be_focused()
    expect(panel.get_by_role("button", name=re.compile("^2 8"))).to_have_count(1)
    panel.locator("[data-at=RED]").press("Enter")
    expect(panel.get_by_role("status")).to_have_text("ROT bringt 10: 1 roter Würfel, 10 Punkte.")
    mia.check_access()
