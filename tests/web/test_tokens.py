"""Tokens: how long they are, and what becomes of the old one when a device has a new one."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from .client import PLAINLY, Device, get, post, put
from .inside import Inside

ME, OPEN, BOT = {"kind": "me", "name": "Mia"}, {"kind": "open"}, {"kind": "bot", "bot": "odds"}
BITS = 128


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with Inside(tmp_path_factory.mktemp("tokens")) as running:
        yield running


def finished(mia: Device) -> str:
    table = mia.open(ME, options={"boxes": ["SUM"], "rolls": 1})
    mia.do(table, "ready", seat=0, nonce="n" * 8)
    for action in ("roll 1 2 3 4 5 6", "score SUM"):
        assert mia.do(table, "act", seat=0, action=action).status_code == 200
    return table


def bits(token: str) -> int:
    return 8 * len(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)))


def test_nobody_guesses_a_link(service: Inside) -> None:
    mia = service.device()
    table = mia.open(ME, OPEN)
    mia.do(table, "code", seat=0)
    seats = mia.look(table)["table"]["seats"]
    over = finished(mia)
    tokens = [seats[1]["invite"].partition("#")[2], seats[0]["code"].partition("#")[2]]
    tokens += [mia.http.post(f"/tables/{over}/{what}").json()[what] for what in ("share", "challenge")]
    cookie = post(f"{service.url}/api/v1/tables", json={"game": "spicy", "seats": [ME]}).cookies["redpip_device"]
    assert all(bits(token) >= BITS for token in [*tokens, cookie])


def test_a_link_is_good_as_a_whole_and_until_it_is_withdrawn(service: Inside) -> None:
    mia = service.device()
    over = finished(mia)
    links = [mia.http.post(f"/tables/{over}/share").json()["url"] for _ in range(2)]
    assert links[0] == links[1]
    page = service.url + links[0]
    assert get(page).status_code == 200
    for other in (page[:-1], page[: len(page) - 20], page + "A", page[:-1] + ("B" if page.endswith("A") else "A")):
        assert get(other).status_code == 404
    assert mia.http.delete(f"/tables/{over}/share").status_code == 204
    assert get(page).status_code == 404
    assert mia.http.post(f"/tables/{over}/share").json()["url"] != links[0]


def test_whoever_deletes_their_data_frees_the_seat_and_the_table(service: Inside) -> None:
    host, guest, third = service.device(), service.device(), service.device()
    table = host.open({"kind": "me", "name": "Mia"}, {"kind": "open"}, {"kind": "open"})
    for number, (device, name) in enumerate(((guest, "Ben"), (third, "Ada")), 1):
        link = host.look(table)["table"]["seats"][number]["invite"].partition("#")[2]
        assert device.http.post(f"/tables/{table}/join", json={"token": link, "name": name}).status_code == 200
    assert third.http.delete("/mine").status_code == 204
    freed = host.look(table)["table"]["seats"][2]
    assert (freed["kind"], freed["name"]) == ("open", "")
    assert freed["invite"].partition("#")[2] != link
    assert host.http.delete("/mine").status_code == 204
    assert guest.do(table, "bot", seat=0, bot="greedy").status_code == 200
    assert guest.do(table, "ready", seat=1, nonce="bensnonce").status_code == 200
    assert guest.do(table, "start").status_code == 200
    assert [seat["name"] for seat in guest.look(table)["table"]["seats"]] == ["Greedy", "Ben"]


def test_a_new_token_takes_all_along_and_the_old_one_opens_nothing(service: Inside) -> None:
    old = service.device()
    table, hosted, over = old.open(ME, BOT, game="perfecto"), old.open(ME, OPEN), finished(old)
    old.http.put("/profile", json={"name": "Mia Maria"})
    share = old.http.post(f"/tables/{over}/share").json()
    new = Device(service.url, secrets.token_hex(20))
    with old.stream(table) as stream:
        assert stream.until("snapshot")["table"]["mine"] == [0]
        for _ in range(2):  # whoever got no answer asks again
            assert old.http.put("/device/token", json={"token": new.token}).status_code == 204
        assert stream.until("snapshot")["table"]["mine"] == []
        stream.send("ready", seat=0, nonce="n" * 8)
        assert stream.until("refused")["code"] == "not_your_seat"
    assert {row["table"] for row in new.http.get("/mine").json()} == {table, hosted, over}
    assert new.http.get("/profile").json()["name"] == "Mia Maria"
    assert new.look(table)["table"]["mine"] == [0]
    assert new.look(hosted)["table"]["seats"][1]["invite"]
    assert new.http.post(f"/tables/{over}/share").json() == share
    assert new.do(table, "ready", seat=0, nonce="n" * 8).status_code == 200
    assert old.http.get("/mine").json() == []
    assert old.http.get("/profile").json()["name"] == ""
    assert old.look(hosted)["table"]["seats"][1]["invite"] is None
    assert old.do(table, "code", seat=0).json()["code"] == "not_your_seat"
    new.http.close()


def test_a_token_of_somebody_else_is_not_taken(service: Inside) -> None:
    mia, ben = service.device(), service.device()
    tables = mia.open(ME), ben.open(ME)
    answer = mia.http.put("/device/token", json={"token": ben.token})
    assert (answer.status_code, answer.json()["code"]) == (409, "token_taken")
    assert [[row["table"] for row in one.http.get("/mine").json()] for one in (mia, ben)] == [[one] for one in tables]
    for bad in ("short", "x" * 200, "a b" * 20, 7):
        assert mia.http.put("/device/token", json={"token": bad}).status_code == 422
    nobody = put(f"{service.url}/api/v1/device/token", json={"token": "x" * 40})
    assert (nobody.status_code, nobody.json()["code"]) == (401, "no_device")


def test_a_browser_gets_the_new_token_as_its_cookie(service: Inside) -> None:
    with httpx.Client(base_url=f"{service.url}/api/v1", **PLAINLY) as browser:
        table = browser.post("/tables", json={"game": "spicy", "seats": [ME]}).json()["table"]
        old, new = browser.cookies["redpip_device"], secrets.token_hex(20)
        answer = browser.put("/device/token", json={"token": new})
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert browser.cookies["redpip_device"] == new != old
        assert [row["table"] for row in browser.get("/mine").json()] == [table]


def test_a_service_that_was_stopped_knows_the_new_token(tmp_path: Path) -> None:
    token = secrets.token_hex(20)
    with Inside(tmp_path) as first:
        mia = first.device()
        table = mia.open(ME)
        assert mia.http.put("/device/token", json={"token": token}).status_code == 204
    with Inside(tmp_path) as second:
        new = Device(second.url, token)
        assert new.look(table)["table"]["mine"] == [0]
        new.http.close()
