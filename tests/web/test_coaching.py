"""Asking the coach at a table, and playing on from a moment of a finished game."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from moves import moved
from redpip.core.catalog import find_game
from redpip.core.record import load
from redpip.core.setup import Player, Setup
from redpip.play.coach import Coach
from redpip.play.errands import counsel_json

from .client import Device, next_action
from .conftest import NewPerson, Service

ME = {"kind": "me", "name": "Mia"}
BOT = {"kind": "bot", "bot": "greedy"}
OPEN = {"kind": "open"}
SHORT = {"boxes": ["1", "RED"], "rolls": 4}
ROLL_ALL = "roll 1 2 3 4 5 6"


def begin(device: Device, *seats: dict[str, Any], **facts: Any) -> str:
    table = device.open(*seats, first=0, **facts)
    assert device.do(table, "ready", nonce="12345678").status_code == 200
    return table


def ask(device: Device, table: str, **facts: Any) -> Any:
    return device.http.post(f"/tables/{table}/coach", json=facts)


def code_of(answer: Any) -> str:
    return str(answer.json()["code"])


def play_through(device: Device, table: str) -> None:
    while (seen := device.look(table))["table"]["phase"] == "playing":
        if seen["scene"]["seat"] == 0:
            device.do(table, "act", action=next_action(seen["scene"]))


def test_the_coach_answers_the_one_who_is_to_choose(service: Service) -> None:
    mia, eve = service.device(), service.device()
    table = begin(mia, ME, BOT, coach=True)
    assert mia.look(table)["table"]["coach"]
    assert mia.do(table, "act", action=ROLL_ALL).status_code == 200
    said = ask(mia, table, lean=["score 1"]).json()
    assert said["unit"] == "points"
    assert said["exact"]
    assert said["best"]["cost"] == 0 <= said["runner_up"]["cost"]
    assert said["lean"]["cost"] == pytest.approx(said["best"]["value"] - said["lean"]["value"])
    assert said["reason"]
    german = mia.http.post(f"/tables/{table}/coach?lang=de", json={}).json()
    assert german["best"]["worth"].endswith(" Punkte")
    assert code_of(ask(mia, table, seat=1)) == "not_your_seat"
    assert code_of(ask(eve, table)) == "not_your_seat"
    assert code_of(ask(mia, table, lean=["score 9"])) == "no_box"
    record = load(mia.http.get(f"/tables/{table}/record").text)
    assert record.setup.coach


def test_the_coach_is_silent_where_it_was_not_wanted_or_cannot_help(service: Service) -> None:
    mia = service.device()
    assert code_of(ask(mia, begin(mia, ME, BOT))) == "coach_silent"
    waiting = mia.open(ME, OPEN, coach=True)
    assert code_of(ask(mia, waiting)) == "not_playing"


@pytest.mark.parametrize("agrees", [True, False])
def test_everybody_has_to_agree_before_the_start(agrees: bool, service: Service) -> None:
    mia, ben = service.device(), service.device()
    table = mia.open(ME, OPEN, first=0, coach=True)
    token = mia.look(table)["table"]["seats"][1]["invite"].partition("#")[2]
    joined = ben.http.post(f"/tables/{table}/join", json={"token": token, "name": "Ben", "agrees": agrees})
    assert joined.status_code == 200
    for device, seat in ((mia, 0), (ben, 1)):
        assert device.do(table, "ready", seat=seat, nonce="12345678").status_code == 200
    assert mia.look(table)["table"]["coach"] == agrees
    assert mia.do(table, "act", action=ROLL_ALL).status_code == 200
    answer = ask(mia, table)
    assert answer.status_code == (200 if agrees else 403)
    assert load(mia.http.get(f"/tables/{table}/record").text).setup.coach == agrees


def test_a_finished_game_is_played_on_from_one_of_its_choices(service: Service) -> None:
    mia, eve = service.device(), service.device()
    table = begin(mia, ME, BOT, options=SHORT)
    early = mia.http.post(f"/tables/{table}/branch", json={"event": 1})
    assert code_of(early) == "not_over"
    play_through(mia, table)
    lines = [json.loads(line) for line in mia.http.get(f"/tables/{table}/record").text.splitlines()]
    events = lines[1:-1]
    last = max(number for number, event in enumerate(events, 1) if event.get("do") and event["seat"] == 0)
    opened = eve.http.post(f"/tables/{table}/branch", json={"event": last})
    assert opened.status_code == 201, opened.text
    again = opened.json()["table"]
    assert eve.do(again, "ready", nonce="12345678").status_code == 200
    seen = eve.look(again)["table"]
    assert [seat["name"] for seat in seen["seats"]] == ["Mia", "Greedy"]
    record = eve.http.get(f"/tables/{again}/record").text.splitlines()
    assert [json.loads(line) for line in record[1:]] == events[: last - 1]
    play_through(eve, again)
    checked = eve.http.post(
        "/verify-dice",
        content=eve.http.get(f"/tables/{again}/record").text,
        headers={"Content-Type": "text/plain"},
    )
    assert checked.json()["ok"]
    for wrong in (2, 10_000):  # a throw, and nothing at all
        assert code_of(mia.http.post(f"/tables/{table}/branch", json={"event": wrong})) == "no_choice_there"


def test_a_bot_is_called_as_those_say_who_asked_for_it(service: Service) -> None:
    mia, eva = service.device(), service.device()
    eva.http.headers["Accept-Language"] = "de"
    waits = eva.open(ME, OPEN)
    assert eva.do(waits, "bot", seat=1, bot="novice").status_code == 200
    table = begin(mia, ME, {"kind": "bot", "bot": "novice"}, options=SHORT)
    play_through(mia, table)
    dice = mia.http.post(f"/tables/{table}/challenge").json()["url"].rpartition("/")[2]
    same_dice = eva.http.post(f"/challenges/{dice}", json={"name": "Eva"}).json()["table"]
    events = [json.loads(line) for line in mia.http.get(f"/tables/{table}/record").text.splitlines()[1:-1]]
    bots = max(number for number, event in enumerate(events, 1) if event.get("do") and event["seat"] == 1)
    mine = max(number for number, event in enumerate(events, 1) if event.get("do") and event["seat"] == 0)
    from_there = [
        eva.http.post(f"/tables/{table}/branch", json={"event": event}).json()["table"] for event in (bots, mine)
    ]
    for one in (waits, same_dice, *from_there):
        assert "Neuling" in [seat["name"] for seat in eva.look(one)["table"]["seats"]]


# ---- on the page


@pytest.mark.parametrize(
    "device",
    [
        {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "locale": "de-DE"},
        {"viewport": {"width": 360, "height": 640}},
        {"viewport": {"width": 1280, "height": 900}},
    ],
    ids=["phone", "short", "desk"],
)
def test_the_coach_is_asked_by_button_and_key(device: dict[str, Any], person: NewPerson) -> None:
    mia = person(**device)
    mia.open(ME, BOT, first=0, coach=True)
    page, slip = mia.page, mia.page.locator(".coach")
    button = page.get_by_role("button", name=re.compile("Ask the coach|Den Trainer fragen"))
    expect(button).to_be_hidden()  # there is only one move
    page.locator("#main").click()
    button.click()
    expect(slip.locator(".hl")).to_be_visible()
    dice, told = page.locator(".tray").bounding_box(), slip.bounding_box()
    assert dice
    assert told
    assert told["y"] + told["height"] <= dice["y"] or dice["y"] + dice["height"] <= told["y"]  # both are in sight
    expect(slip).to_contain_text(re.compile(r"\d,\d Punkte|\d\.\d points"))
    mia.check_access()
    assert page.evaluate("document.documentElement.scrollWidth") <= device["viewport"]["width"]
    page.keyboard.press("Escape")
    expect(slip).to_be_hidden()
    page.keyboard.press("c")
    expect(slip.locator(".hl")).to_be_visible()
    page.locator("#main").click()
    expect(slip).to_be_hidden()


def test_the_coach_leads_to_the_rule_that_it_speaks_of(person: NewPerson) -> None:
    coach = Coach(Setup(find_game("spicy")[0], "classic", {}, (Player("Mia"),), 0))
    state = moved(coach.rules, coach.rules.start(1, 0), ROLL_ALL, "643625")
    says = counsel_json(coach, coach.counsel_at(state, 0), state, 0, coach.setup.game.words("classic", "en").aloud())
    assert (says["kind"], says["rule"]) == ("turned", "/rules/spicy#turn-red")
    mia = person()
    page = mia.page
    page.route("**/coach", lambda route: route.fulfill(json={**says, "numbering": None}))
    mia.open(ME, BOT, first=0, coach=True)
    page.locator("#main").click()
    page.get_by_role("button", name="Ask the coach").click()
    page.get_by_role("link", name="See the rule").click()
    expect(page.get_by_role("dialog").locator("#turn-red")).to_be_in_viewport()


def test_whoever_is_invited_is_asked_whether_they_agree(person: NewPerson) -> None:
    mia, ben = person(), person()
    mia.open(ME, OPEN, first=0, coach=True)
    ben.page.goto(mia.page.get_by_role("textbox").first.input_value())
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_label("I agree that everybody here may ask the coach").check()
    ben.check_access()
    ben.page.keyboard.press("Enter")
    mia.page.locator("#main").click()
    expect(mia.page.get_by_role("button", name="Ask the coach")).to_be_visible()
    expect(ben.page.get_by_role("button", name="Ask the coach")).to_be_hidden()  # it is not his turn
