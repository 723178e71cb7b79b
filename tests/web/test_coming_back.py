"""Why people come back: results to show, the same dice for everybody, games of one's own, a profile to carry."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx
import pytest

from redpip.core.codec import to_json
from redpip.play.daily import daily_set
from redpip.play.progress import Kind, Played
from redpip.play.schedule import Answer

from .client import Device, next_action, until
from .conftest import Service

ME = {"kind": "me", "name": "Mia"}
SMALL = {"boxes": ["1", "SUM"], "rolls": 4}


def play_on(device: Device, table: str, seat: int = 0) -> None:
    while (seen := device.look(table))["table"]["phase"] != "over":
        if seat in seen["table"]["turn"]:
            device.do(table, "act", seat=seat, action=next_action(seen["scene"]))


def a_game(device: Device, *others: dict[str, Any], options: dict[str, Any] = SMALL) -> str:
    table = device.open(ME, *others, first=0, options=options)
    device.do(table, "ready", nonce="0" * 32)
    play_on(device, table)
    return table


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def patiently(device: Device, path: str) -> Any:
    """What takes a worker a while."""
    answer = until(lambda: (found := device.http.get(path)).status_code != 202 and found)
    return answer.json()


# ---- after a game


def test_what_decided_a_game_is_told_once_the_coach_has_found_it(service: Service) -> None:
    mia = service.device()
    found = None
    while found is None:  # a tie is decided by nothing
        table = a_game(mia, {"kind": "bot", "bot": "greedy"})
        found = patiently(mia, f"/tables/{table}/moment")
    assert found["sentence"].startswith(("This throw ", "This decision cost"))
    assert found["url"] == f"/t/{table}/review#e{found['event']}"
    assert found["dice"]


def test_a_result_is_shown_to_whoever_has_the_link_until_it_is_withdrawn(service: Service) -> None:
    mia, anybody = service.device(), service.device()
    table = mia.open(ME, options=SMALL)
    mia.do(table, "ready", nonce="0" * 32)
    assert refusal(mia.http.post(f"/tables/{table}/share")) == (409, "not_over")
    assert refusal(mia.http.get(f"/tables/{table}/picture.svg")) == (409, "not_over")
    assert refusal(mia.http.get(f"/tables/{table}/moment")) == (409, "not_over")
    assert refusal(mia.http.post(f"/tables/{table}/challenge")) == (409, "not_over")
    play_on(mia, table)
    assert refusal(anybody.http.post(f"/tables/{table}/share")) == (403, "not_your_seat")
    made = mia.http.post(f"/tables/{table}/share").json()
    assert mia.http.post(f"/tables/{table}/share").json() == made
    assert len(made["share"]) == 40
    page = anybody.http.get(f"{service.url}{made['url']}")
    drawing = anybody.http.get(f"{service.url}{made['url']}/picture.svg")
    for shown in (page.text, drawing.text):
        assert "Mia" in shown
        assert "SUM" in shown
        assert table not in shown
        assert "0" * 32 not in shown
    assert drawing.headers["content-type"] == "image/svg+xml"
    assert mia.http.delete(f"/tables/{table}/share").status_code == 204
    gone = anybody.http.get(f"{service.url}{made['url']}")
    assert (gone.status_code, "no longer shared" in gone.text) == (404, True)
    again = mia.http.post(f"/tables/{table}/share").json()
    assert again != made
    mia.http.delete("/mine")
    assert anybody.http.get(f"{service.url}{again['url']}").status_code == 404


# ---- daily dice


def thrown(device: Device, table: str) -> list[Any]:
    lines = [json.loads(line) for line in device.http.get(f"/tables/{table}/record").text.splitlines()]
    return [line for line in lines if "throw" in line]


def test_everybody_has_the_same_dice_today_and_nobody_their_seed(own_service: Service) -> None:
    mia, ben = own_service.device(), own_service.device()
    day = mia.http.get("/daily").json()
    assert (day["rows"], day["seed"], day["mine"]) == ([], None, None)
    wanted = {"name": "Mia", "day": day["day"]}
    opened = mia.http.post("/daily", json=wanted)
    assert opened.status_code == 201
    table = opened.json()["table"]
    assert mia.http.post("/daily", json=wanted).json()["table"] == table  # pressed twice
    theirs = ben.http.post("/daily", json={**wanted, "name": "Ben"}).json()["table"]
    for device, one in ((mia, table), (ben, theirs)):
        play_on(device, one)
        assert device.look(one)["table"]["fair"] == {"commitment": day["commitment"], "revealed": False}
    first, second = thrown(mia, table), thrown(ben, theirs)
    assert first[:3] == second[:3]
    record = mia.http.get(f"/tables/{table}/record").text
    assert json.loads(record.splitlines()[0])["seed"] is None
    assert refusal(mia.http.post("/daily", json=wanted)) == (409, "daily_done")
    assert refusal(mia.http.post(f"/tables/{table}/challenge")) == (409, "no_challenge")
    found = until(lambda: not (day := mia.http.get("/daily").json())["pending"] and day)
    assert {row["name"] for row in found["rows"]} == {"Mia", "Ben"}
    assert [row["me"] for row in found["rows"] if row["name"] == "Mia"] == [True]
    for row in found["rows"]:
        luck = float(row["luck"].replace("−", "-"))
        assert float(row["played"]) - luck == pytest.approx(float(row["skill"]), abs=0.11)
    assert [row["rank"] for row in found["rows"]] in ([1, 2], [1, 1])
    own_service.kill()
    own_service.start()
    assert mia.http.get("/daily").json() == found
    ben.http.delete("/mine")
    left = mia.http.get("/daily").json()
    assert [row["name"] for row in left["rows"]] == ["Mia"]
    assert left["sentence"] == "Yours is the first result."
    assert ben.http.get("/daily").json()["sentence"] == "Mia has the first result."


# the same service, a day later
TOMORROW = """
import time
from datetime import UTC, datetime, timedelta
seconds = time.time
time.time = lambda: seconds() + 86_400
from redpip.web import training
training.utc_now = lambda: datetime.now(UTC) + timedelta(days=1)
"""


def test_a_day_later_the_seed_is_open_and_a_code_is_stale(own_service: Service) -> None:
    mia, new = own_service.device(), own_service.device()
    day = mia.http.get("/daily").json()
    table = mia.http.post("/daily", json={"name": "Mia", "day": day["day"]}).json()["table"]
    play_on(mia, table)
    code = mia.http.post("/profile/code").json()["code"]
    own_service.kill()
    own_service.bug = TOMORROW
    own_service.start()
    assert mia.http.get("/daily").json()["day"] > day["day"]
    then = mia.http.get(f"/daily/{day['day']}").json()
    assert then["commitment"] == day["commitment"]
    record = mia.http.get(f"/tables/{table}/record").text
    assert json.loads(record.splitlines()[0])["fair"]["server_seed"] == then["seed"]
    checked = mia.http.post("/verify-dice", content=record).json()
    assert checked["ok"], checked
    assert refusal(mia.http.post("/daily", json={"name": "Mia", "day": day["day"]})) == (409, "other_day")
    assert refusal(new.http.post("/profile/code/use", json={"code": code})) == (404, "wrong_code")
    assert mia.http.get("/profile").json()["streak"] == 1  # it is not lost before this day is over


def test_results_of_another_day_are_refused(service: Service) -> None:
    mia = service.device()
    yesterday = {"name": "Mia", "day": "2020-01-01"}
    assert refusal(mia.http.post("/daily", json=yesterday)) == (409, "other_day")
    assert refusal(mia.http.post("/daily", json={**yesterday, "day": "today"})) == (422, "bad_day")
    for language, day in (("en", "1 January 2999"), ("de", "1. Januar 2999")):
        tomorrow = mia.http.get("/daily/2999-01-01", params={"lang": language})
        assert refusal(tomorrow) == (422, "bad_day")
        assert day in tomorrow.json()["detail"]
    past = mia.http.get("/daily/2020-01-01").json()
    assert past["told"] == "1 January 2020"
    assert len(past["seed"]) == 64
    assert past["commitment"] != past["seed"]
    assert mia.http.get(f"{service.url}/daily/2999-01-01").status_code == 422


# ---- the same dice for a friend


def test_a_challenge_gives_the_same_dice_and_shows_where_the_games_parted(service: Service) -> None:
    mia, ben, ada = service.device(), service.device(), service.device()
    table = a_game(mia, {"kind": "bot", "bot": "greedy"})
    made = mia.http.post(f"/tables/{table}/challenge").json()
    path = f"/challenges/{made['challenge']}"
    before = ben.http.get(path).json()
    assert (before["by"], before["phase"], before["compared"]) == ("Mia", "", [])
    assert table not in json.dumps(before)
    assert refusal(mia.http.post(path, json={"name": "Mia"})) == (409, "own_challenge")
    assert refusal(ben.http.post(path, json={"name": " "})) == (422, "bad_player")
    theirs = ben.http.post(path, json={"name": "Ben"}).json()["table"]
    assert ben.http.post(path, json={"name": "Ben"}).json()["table"] == theirs
    assert ben.http.get(path).json()["phase"] == "playing"
    ben.do(theirs, "act", seat=0, action="roll 1 2 3 4 5 6")
    scene = ben.look(theirs)["scene"]
    other = next(box for box in scene["boxes"] if "points" in box and box["action"] != next_action(scene))
    ben.do(theirs, "act", seat=0, action=other["action"])
    play_on(ben, theirs)
    assert thrown(ben, theirs)[0] == thrown(mia, table)[0]
    assert refusal(ben.http.post(path, json={"name": "Ben"})) == (409, "challenge_done")
    found = until(lambda: not (seen := ben.http.get(path).json())["waiting"] and seen)
    (compared,) = found["compared"]
    assert compared["name"] == "Mia"
    parted = compared["parted"]
    assert compared["say"] == "The first roll was the same."
    assert len(parted["sides"]) == 2
    assert all(side["best"] or re.fullmatch(r"costs \S+ points on average", side["cost"]) for side in parted["sides"])
    assert parted["dice"] == [face for _, face in scene_dice(scene)]
    assert ada.http.get(path).json()["compared"] == []  # who has not played learns nothing
    assert [one["name"] for one in mia.http.get(path).json()["compared"]] == ["Ben"]
    checked = ben.http.post("/verify-dice", content=ben.http.get(f"/tables/{theirs}/record").text)
    assert checked.json()["ok"]
    mia.http.delete("/mine")
    assert refusal(ada.http.get(path)) == (404, "unknown_challenge")
    gone = ada.http.get(f"{service.url}{made['url']}")
    assert (gone.status_code, "This challenge is gone" in gone.text) == (404, True)


def scene_dice(scene: dict[str, Any]) -> list[tuple[int, int]]:
    return [(die["die"], die["face"]) for die in scene["dice"]]


# ---- my games, and a profile that comes along


def test_a_code_brings_name_training_and_seats_to_another_device(service: Service) -> None:
    old, new = service.device(), service.device()
    finished = a_game(old)
    running = old.open(ME, {"kind": "bot", "bot": "greedy"})
    old.do(running, "ready", nonce="0" * 32)
    old.http.post("/training/games")
    old.http.put("/profile", json={"name": "Mia", "dice": "ivory"})
    shown = old.http.post("/profile/code").json()
    code, left = shown["code"], datetime.fromisoformat(shown["until"]) - datetime.now(UTC)
    assert timedelta(minutes=9) < left <= timedelta(minutes=10)
    taken = new.http.post("/profile/code/use", json={"code": f" {code[:5].upper()}-{code[5:]}"})
    assert taken.json() == old.http.get("/profile").json()
    assert taken.json() == {"name": "Mia", "dice": "ivory", "streak": 1, "days": 1, "games": 1}
    assert {one["table"] for one in new.http.get("/mine").json()} == {finished, running}
    assert new.look(running)["table"]["mine"] == [0]
    assert new.http.get("/training").json()["games"] == 1
    assert refusal(new.http.post("/profile/code/use", json={"code": code})) == (404, "wrong_code")
    assert new.http.get("/profile").json() == taken.json()
    new.http.delete("/mine")
    assert new.http.get("/profile").json() == {"name": "", "dice": "", "streak": 0, "days": 0, "games": 0}
    assert old.http.get("/training").json()["games"] == 1


def taken_over(old: Device, new: Device) -> None:
    code = old.http.post("/profile/code").json()["code"]
    assert new.http.post("/profile/code/use", json={"code": code}).status_code == 200


def test_whoever_took_over_a_profile_plays_the_dice_of_a_day_once(own_service: Service) -> None:
    old, new = own_service.device(), own_service.device()
    wanted = {"name": "Mia", "day": old.http.get("/daily").json()["day"]}
    table = old.http.post("/daily", json=wanted).json()["table"]
    taken_over(old, new)
    assert new.http.get("/daily").json()["mine"] == old.http.get("/daily").json()["mine"]
    assert new.http.post("/daily", json=wanted).json()["table"] == table
    play_on(new, table)
    for device in (old, new):
        assert refusal(device.http.post("/daily", json=wanted)) == (409, "daily_done")
        found = until(lambda device=device: not (day := device.http.get("/daily").json())["pending"] and day)
        assert [row["me"] for row in found["rows"]] == [True]


def test_whoever_took_over_a_profile_is_the_same_in_a_challenge(service: Service) -> None:
    mia, ben = (service.device(), service.device()), (service.device(), service.device())
    made = mia[0].http.post(f"/tables/{a_game(mia[0])}/challenge").json()
    path = f"/challenges/{made['challenge']}"
    table = ben[0].http.post(path, json={"name": "Ben"}).json()["table"]
    for old, new in (mia, ben):
        taken_over(old, new)
    assert refusal(mia[1].http.post(path, json={"name": "Mia"})) == (409, "own_challenge")
    assert ben[1].http.post(path, json={"name": "Ben"}).json()["table"] == table
    play_on(ben[1], table)
    for device in ben:
        assert [one["name"] for one in device.http.get(path).json()["compared"]] == ["Mia"]
        assert refusal(device.http.post(path, json={"name": "Ben"})) == (409, "challenge_done")
    for device in mia:
        assert [one["name"] for one in device.http.get(path).json()["compared"]] == ["Ben"]
        assert 'id="send"' in device.http.get(service.url + made["url"]).text, "there may be more friends"
    assert 'id="send"' not in ben[0].http.get(service.url + made["url"]).text


def test_a_file_carries_a_profile_and_is_added_to_what_is_there(service: Service) -> None:
    old, new = service.device(), service.device()
    a_game(old)
    old.http.post("/training/games")
    old.http.put("/profile", json={"name": "Mia"})
    file = old.http.get("/profile/file").text
    a_game(new)
    for _ in range(2):  # a second time adds nothing
        taken = new.http.put("/profile/file", content=file)
        assert (taken.json()["name"], taken.json()["streak"], taken.json()["games"]) == ("Mia", 1, 1)
    assert new.http.get("/training").json()["games"] == 1
    assert json.loads(new.http.get("/profile/file").text)["training"] == json.loads(file)["training"]


GOOD = {"format": "redpip-profile/1", "name": "Mia", "dice": "", "days": ["2026-01-02"], "training": []}


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b"[]",
        b'{"format": "redpip-training/1"}',
        json.dumps({**GOOD, "format": "redpip-profile/2"}).encode(),
        json.dumps({key: value for key, value in GOOD.items() if key != "days"}).encode(),
        json.dumps({**GOOD, "name": "M" * 99}).encode(),
        json.dumps({**GOOD, "name": 7}).encode(),
        json.dumps({**GOOD, "dice": "gold"}).encode(),
        json.dumps({**GOOD, "days": ["yesterday"]}).encode(),
        json.dumps({**GOOD, "days": ["1920-01-02"]}).encode(),
        json.dumps({**GOOD, "days": ["2920-01-02"]}).encode(),
        json.dumps({**GOOD, "training": [{"answer": {"card": "none"}}]}).encode(),
        json.dumps({**GOOD, "training": 3}).encode(),
        json.dumps(GOOD).encode()[:-9],
    ],
)
def test_a_damaged_or_foreign_file_changes_nothing(service: Service, file: bytes) -> None:
    mia = service.device()
    mia.http.put("/profile", json={"name": "Ada", "dice": "ebony"})
    before = mia.http.get("/profile/file").text
    answer = mia.http.put("/profile/file", content=file, params={"lang": "de"})
    assert refusal(answer) == (422, "bad_profile")
    assert ", denn " in answer.json()["detail"]  # after a colon a whole sentence would begin with a capital letter
    assert mia.http.get("/profile/file").text == before
    assert mia.http.put("/profile/file", content=json.dumps(GOOD)).json()["name"] == "Mia"


CARD = next(iter(daily_set(date(2026, 11, 16))))
ANSWER = to_json(Answer(CARD.id, "2026-11-16T12:00:00+00:00", "score 4", 0.5, None))
SUMS: Any = ("points", True, 9.0, 8.0, 2.0, 1.0, 3, (0, 1, 0), (Kind("too_early", 1, 1.0),))
GAME = to_json(Played("key", "name", ANSWER["at"], "spicy", "classic", *SUMS))


@pytest.mark.parametrize(
    "entry",
    [
        {"answer": {**ANSWER, "at": "9999-12-31T00:00:00+00:00"}},
        {"answer": {**ANSWER, "at": "9950-01-01T00:00:00+00:00"}},
        {"answer": {**ANSWER, "line": "\ud800"}},
        {"answer": {**ANSWER, "cost": float("nan")}},
        {"answer": {**ANSWER, "cost": float("inf")}},
        {"game": {**GAME, "at": "2026-W47-1"}},
        {"game": {**GAME, "marks": [0]}},
        {"game": {**GAME, "luck": None}},
        {"game": {**GAME, "result": 1e308, "start": 1e308}},
        {"game": {**GAME, "decisions": 10**400}},
        {"game": {**GAME, "mistakes": [{"name": "too_early", "times": 10**30, "cost": 1.0}]}},
    ],
)
def test_a_file_that_no_page_could_show_is_refused(service: Service, entry: dict[str, Any]) -> None:
    mia = service.device()
    first = [{"card": to_json(CARD)}, {"answer": ANSWER}, {"game": GAME}, {"game": {**GAME, "key": "other"}}]
    assert mia.http.put("/profile/file", content=json.dumps({**GOOD, "training": first})).status_code == 200
    file = json.dumps({**GOOD, "training": [first[0], entry]})
    assert refusal(mia.http.put("/profile/file", content=file)) == (422, "bad_profile")
    for page in ("/training", "/profile", "/profile/file", f"{service.url}/stats"):
        assert mia.http.get(page).status_code == 200


def test_figures_of_a_variant_that_is_gone_keep_their_own_names(service: Service) -> None:
    mia = service.device()
    file = json.dumps({**GOOD, "training": [{"game": {**GAME, "preset": "gone"}}]})
    assert mia.http.put("/profile/file", content=file).status_code == 200
    assert [kind["name"] for kind in mia.http.get("/training").json()["mistakes"]] == ["too_early"]
    stats = mia.http.get(f"{service.url}/stats")
    assert stats.status_code == 200
    assert "too_early" in stats.text


@pytest.mark.parametrize("code", ["", "aaaaaaaaaa", "no code", "x" * 40])
def test_a_wrong_code_changes_nothing(service: Service, code: str) -> None:
    mia = service.device()
    assert refusal(mia.http.post("/profile/code/use", json={"code": code})) == (404, "wrong_code")
    assert mia.http.get("/profile").json()["name"] == ""


def test_my_games_are_found_by_game_and_page(service: Service) -> None:
    mia = service.device()
    for _ in range(3):
        table = mia.open(ME, {"kind": "open"})
        mia.do(table, "abandon")
    other = mia.open(ME, {"kind": "bot", "bot": "random"}, game="catch6")
    page = mia.http.get(f"{service.url}/mine").text
    assert page.count('class="card cont"') == 4
    alone = mia.http.get(f"{service.url}/mine", params={"game": "catch6"}).text
    assert alone.count('class="card cont"') == 1
    assert other in alone
    assert mia.http.get(f"{service.url}/mine", params={"game": "nothing", "page": 7}).status_code == 200
    assert [one["table"] for one in mia.http.get("/mine", params={"game": "catch6"}).json()] == [other]
    assert mia.http.get("/mine", params={"page": 2}).json() == []
    assert mia.http.get("/mine", params={"page": 0}).status_code == 422
