"""The service from outside: a real process, real sockets, a real database."""

from __future__ import annotations

import json
import re
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from .client import Device, get, next_action, post
from .conftest import Service

DOCS = Path(__file__).parent.parent.parent / "docs"
ME = {"kind": "me", "name": "Mia"}
BOT = {"kind": "bot", "bot": "greedy"}
OPEN = {"kind": "open"}


def play_to_the_end(device: Device, table: str) -> dict[str, Any]:
    with device.stream(table) as stream:
        while True:
            message = stream.receive()
            state = message.get("table")
            if not state or message["type"] == "presence":
                assert message["type"] != "refused", message
                continue
            if state["phase"] == "over":
                return message
            for seat in state["unready"]:
                stream.send("ready", seat=seat, nonce=secrets.token_hex(8))
            if state["me"] in state["turn"]:
                stream.send("act", seat=state["me"], action=next_action(message["scene"]))


def code(answer: httpx.Response) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


def test_a_whole_game_against_a_bot_and_its_record(service: Service, tmp_path: Path) -> None:
    mia = service.device()
    table = mia.open(ME, BOT)
    end = play_to_the_end(mia, table)
    assert re.fullmatch(
        r"(You win|Greedy wins|You and Greedy share the win) with \d+ points\.", end["table"]["result"]["title"]
    )
    record = mia.http.get(f"/tables/{table}/record").text
    assert mia.http.post("/verify-dice", content=record, headers={"Content-Type": "text/plain"}).json()["ok"]
    file = tmp_path / "game.jsonl"
    file.write_text(record)
    for verb in ("verify-dice", "replay"):
        done = subprocess.run([sys.executable, "-m", "redpip", verb, str(file)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    edited = record.replace('"throw":"1', '"throw":"2', 1)
    answer = mia.http.post("/verify-dice", content=edited, headers={"Content-Type": "text/plain"})
    assert code(answer)[0] == 422
    told = mia.http.post("/verify-dice?lang=de", content=edited, headers={"Content-Type": "text/plain"}).json()
    assert re.match(r"Ereignis \d+ passt nicht: Das sind nicht die Würfel, ", told["detail"])
    assert told["code"] == answer.json()["code"]


def test_the_bot_of_the_documentation_plays_a_whole_game(service: Service, tmp_path: Path) -> None:
    program = re.search(r"```python\n((?!>>>).*?)```", (DOCS / "protocol.md").read_text("utf-8"), re.DOTALL)
    assert program
    file = tmp_path / "robot.py"
    file.write_text(program[1])
    done = subprocess.run([sys.executable, str(file), service.url], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "with" in done.stdout


def test_the_session_of_the_documentation(service: Service) -> None:
    session = re.search(r"```session\n(.*?)```", (DOCS / "protocol.md").read_text("utf-8"), re.DOTALL)
    assert session
    device, table = service.device(), ""
    steps = re.findall(r"> (\w+) (\S+)(?: (.*))?\n< (\d+)(?: (.*))?\n", session[1])
    assert len(steps) == 6
    for method, path, sent, status, wanted in steps:
        answer = device.http.request(method, path.replace("TABLE", table), json=json.loads(sent) if sent else None)
        assert str(answer.status_code) == status
        if wanted:
            table = answer.json().get("table", table)
            assert re.fullmatch(re.escape(wanted).replace("…", ".*"), json.dumps(answer.json()))


def test_a_stream_refills_what_was_missed(service: Service) -> None:
    mia = service.device()
    table = mia.open(ME)
    mia.do(table, "ready", seat=0, nonce=secrets.token_hex(8))
    with mia.stream(table) as stream:
        seen = stream.until("snapshot")["seq"]
    mia.do(table, "act", seat=0, action="roll 1 2 3 4 5 6")
    mia.do(table, "act", seat=0, action="score SUM")
    with mia.stream(table, since=seen) as stream:
        missed = [stream.receive() for _ in range(3)]
        assert [message["seq"] for message in missed] == [seen + 1, seen + 2, seen + 3]
        assert stream.until("snapshot")["seq"] == seen + 3
        stream.send("act", seat=0, action="roll 1 2 3 4 5 6")
        assert [stream.until("event")["seq"] for _ in range(2)] == [seen + 4, seen + 5]


def test_two_devices_and_a_watcher_see_the_same_game(service: Service) -> None:
    mia, phone, watcher = service.device(), service.device(), service.device()
    table = mia.open(ME, BOT)
    assert mia.do(table, "code", seat=0).status_code == 200
    code = mia.look(table)["table"]["seats"][0]["code"].partition("#")[2]
    assert phone.http.post(f"/tables/{table}/join", json={"token": code}).json()["table"]["mine"] == [0]
    with phone.stream(table) as stream, watcher.stream(table) as other:
        stream.until("snapshot")
        assert other.until("snapshot")["table"]["mine"] == []
        mia.do(table, "ready", seat=0, nonce=secrets.token_hex(8))
        assert stream.until("event")["event"]["kind"] == "ready"
        assert other.until("event")["event"]["kind"] == "ready"


def test_wrong_or_missing_tokens_are_refused(service: Service) -> None:
    mia, eve = service.device(), service.device()
    table = mia.open(ME, OPEN)
    command = {"key": "a" * 8, "do": "ready", "seat": 0, "nonce": "n" * 8}
    assert code(post(f"{service.url}/api/v1/tables/{table}/commands", json=command)) == (401, "no_device")
    assert code(eve.do(table, "ready", seat=0, nonce="n" * 8)) == (403, "not_your_seat")
    assert code(eve.http.post(f"/tables/{table}/join", json={"token": "wrong-token", "name": "Eve"})) == (
        403,
        "wrong_link",
    )
    assert code(eve.do(table, "abandon")) == (403, "host_only")
    assert code(eve.http.get(f"/tables/{table}/seats/1/qr.svg")) == (403, "not_your_seat")
    assert all(seat["invite"] is None for seat in eve.look(table)["table"]["seats"])
    assert code(get(f"{service.url}/api/v1/mine", headers={"Authorization": "Bearer short"})) == (
        401,
        "bad_token",
    )


def test_other_sites_are_refused(service: Service) -> None:
    mia = service.device()
    table = mia.open(ME, BOT)
    foreign = {"Origin": "https://elsewhere.example"}
    assert code(mia.http.post("/tables", json={"game": "spicy", "seats": [ME]}, headers=foreign)) == (
        403,
        "foreign_origin",
    )
    with mia.stream(table, **foreign) as stream, pytest.raises(ConnectionClosed) as closed:
        stream.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403
    with mia.stream(table, Origin=service.url) as stream:
        assert stream.receive()["type"] == "snapshot"


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (("GET", "/tables/aaaaaaaaaa", None), (404, "unknown_table")),
        (("GET", "/tables/nope", None), (404, "unknown_table")),
        (("GET", "/games/chess/rules", None), (404, "unknown_game")),
        (("POST", "/tables", {"game": "chess", "seats": [ME]}), (404, "unknown_game")),
        (("POST", "/tables", {"game": "spicy", "preset": "mild", "seats": [ME]}), (422, "unknown_preset")),
        (("POST", "/tables", {"game": "spicy", "seats": [ME], "options": {"rolls": 0}}), (422, "bad_option")),
        (("POST", "/tables", {"game": "spicy", "seats": [ME], "options": {"rolls": "many"}}), (422, "bad_option")),
        (("POST", "/tables", {"game": "chili", "seats": [ME, BOT, BOT, BOT, BOT]}), (422, "bad_seats")),
        (("POST", "/tables", {"game": "spicy", "seats": [{"kind": "me", "name": ""}]}), (422, "bad_player")),
        (("POST", "/tables", {"game": "spicy", "seats": [{"kind": "bot", "bot": "hal"}]}), (422, "unknown_bot")),
        (("POST", "/tables", {"game": "spicy"}), (422, "bad_request")),
        (("POST", "/tables", "{"), (422, "bad_request")),
        (("GET", "/nothing", None), (404, "not_found")),
    ],
)
def test_bad_requests_get_a_code(service: Service, request_: tuple[str, str, Any], expected: tuple[int, str]) -> None:
    method, path, data = request_
    answer = service.device().http.request(method, path, json=data)
    assert code(answer) == expected
    assert answer.json()["detail"]


@pytest.mark.parametrize("address", ["/nope", "/rules/nope", "/t/nope"])
def test_a_browser_that_is_lost_gets_a_page(service: Service, address: str) -> None:
    answer = get(service.url + address, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert 'href="/"' in answer.text


@pytest.mark.parametrize("address", ["/mine?page=0", "/mine?page=x", "/t/aaaaaaaaaa/review?seat=-1"])
def test_a_browser_with_a_slip_in_its_address_gets_a_page(service: Service, address: str) -> None:
    answer = get(service.url + address, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert 'href="/"' in answer.text


def test_bad_commands_on_the_socket_are_answered(service: Service) -> None:
    mia = service.device()
    table = mia.open(ME)
    with mia.stream(table) as stream:
        stream.send("ready", seat=0, nonce=secrets.token_hex(8))
        stream.until("ack")
        key = stream.send("act", seat=0, action="flip 3>4")
        refused = stream.until("refused")
        assert (refused["key"], refused["code"]) == (key, "must_roll")
        stream.send("dance")
        assert stream.until("refused")["code"] == "bad_request"


def test_the_schema_says_of_every_call_what_it_does(service: Service) -> None:
    paths = service.device().http.get("/openapi.json").json()["paths"]
    calls = [call["summary"] for path in paths.values() for call in path.values()]
    assert len(set(calls)) == len(calls)
    assert [summary for summary in calls if len(summary.split()) < 3] == []


def test_german_on_request(service: Service) -> None:
    mia = service.device()
    table = mia.open(ME)
    answer = mia.http.post(
        f"/tables/{table}/commands?lang=de", json={"key": "k" * 8, "do": "act", "seat": 0, "action": "roll 1"}
    )
    assert answer.json()["detail"] == "Das Spiel läuft nicht."
    assert mia.http.get(f"/tables/{table}?lang=de").json()["table"]["variant"] == "Klassisch"


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"game": "chess"}, "Spiel 'chess' gibt es nicht. Es gibt: spicy, "),
        ({"options": {"rolls": 0}}, "Die Option rolls kann nicht '0' sein. Möglich: eine ganze Zahl von 1 bis 99."),
        ({"options": {"boxes": ["RED", "RUN"]}}, "Die Option boxes nimmt einige von 1,2,"),
    ],
)
def test_a_browser_gets_problems_in_its_language(service: Service, facts: dict[str, Any], sentence: str) -> None:
    browser = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.5"}
    answer = service.device().http.post("/tables", json={"game": "spicy", "seats": [ME], **facts}, headers=browser)
    assert answer.json()["detail"].startswith(sentence)


def test_my_tables_and_my_right_to_be_forgotten(service: Service) -> None:
    mia, ben = service.device(), service.device()
    table = mia.open(ME, OPEN)
    link = mia.look(table)["table"]["seats"][1]["invite"].partition("#")[2]
    ben.http.post(f"/tables/{table}/join", json={"token": link, "name": "Ben"})
    assert [row["with"] for row in mia.http.get("/mine").json()] == [["Ben"]]
    assert ben.http.delete("/mine").status_code == 204
    assert ben.http.get("/mine").json() == []
    assert "Ben" not in mia.http.get(f"/tables/{table}").text
    assert "Ben" not in mia.http.get("/mine").text


def test_a_rematch_moves_the_seats_on(service: Service) -> None:
    mia = service.device()
    table = mia.open(ME, BOT)
    assert code(mia.do(table, "rematch")) == (409, "not_over")
    play_to_the_end(mia, table)
    assert mia.do(table, "rematch").status_code == 200
    new = mia.look(table)["table"]["rematch"].removeprefix("/t/")
    assert [seat["name"] for seat in mia.look(new)["table"]["seats"]] == ["Greedy", "Mia"]
    assert mia.do(table, "rematch").status_code == 200
    assert mia.look(table)["table"]["rematch"].endswith(new), "asked twice, still one rematch"


def test_invitations_as_qr_codes(service: Service) -> None:
    mia = service.device()
    table = mia.open(ME, OPEN)
    answer = mia.http.get(f"/tables/{table}/seats/1/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


def test_too_many_tables_are_slowed_down(tmp_path: Path) -> None:
    service = Service(tmp_path / "tables.sqlite", between=0)
    try:
        mia = service.device()
        *answers, slowed = [mia.http.post("/tables", json={"game": "spicy", "seats": [ME]}) for _ in range(61)]
        assert {answer.status_code for answer in answers} == {201}
        assert code(slowed) == (429, "too_many")
        assert slowed.headers["retry-after"] == "1"
    finally:
        service.stop()


def test_every_answer_keeps_the_page_to_itself(service: Service) -> None:
    policy = get(f"{service.url}/api/v1/games").headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_the_service_ends_quietly(own_service: Service) -> None:
    mia = own_service.device()
    with mia.stream(mia.open(ME, BOT)) as stream:
        stream.until("snapshot")
        assert own_service.stop() == ""


def test_games_move_house_as_records(own_service: Service, tmp_path: Path) -> None:
    mia = own_service.device()
    table = mia.open(ME, BOT)
    end = play_to_the_end(mia, table)
    unfinished = [mia.open(ME), mia.open(ME, {"kind": "bot", "bot": "odds"}, game="perfecto")]
    for other in unfinished:
        mia.do(other, "ready", seat=0, nonce=secrets.token_hex(8))
    own_service.stop()
    first, second, folder = tmp_path / "tables.sqlite", tmp_path / "new" / "tables.sqlite", tmp_path / "records"
    done = redpip("export", folder, "--data", first)
    assert done.stdout == f"3 records in {folder}\nNot over, so without the dice's seed and without secrets: 2\n"
    files = [folder / f"{name}.jsonl" for name in (*unfinished, table)]
    for _ in range(2):
        moved = redpip("import", *files, "--data", second)
        assert moved.returncode == 1
        assert [line.split(": ")[1] for line in moved.stderr.splitlines()] == [str(file) for file in files[:2]]
        assert moved.stderr.count("This game was not over when it was recorded") == 2
        here = moved.stdout.removeprefix(f"{files[2]}: ").strip()
        assert len(here) == 10
    for file in files:
        assert redpip("replay", file).returncode == 0
    new = Service(second)
    try:
        found = new.device().look(here)["table"]["result"]
        said = {"title": found["title"]}  # whoever played there is told "You"
        assert found == {**end["table"]["result"], **said, "review": f"/t/{here}/review"}
    finally:
        new.stop()


def redpip(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "redpip", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
