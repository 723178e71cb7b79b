"""Nobody can take the service from the others: each ceiling, reached on a real socket."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from copy import deepcopy
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from patience import PATIENCE
from redpip.web import calls
from redpip.web.ceilings import Ceilings
from redpip.web.connection import connection_for
from redpip.web.desk import Desk
from redpip.web.hosts import Hosts, same_caller
from redpip.web.limits import TooMany

from .client import get, post
from .inside import Inside
from .rooms import move, rooms, until

ME = {"kind": "me", "name": "Mia"}
HALF = b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: "


@contextmanager
def connected(service: Inside, sent: bytes = b"") -> Iterator[socket.socket]:
    with closing(socket.create_connection(service.address, PATIENCE)) as one:
        one.sendall(sent)
        yield one


def answer_on(one: socket.socket) -> tuple[int, str]:
    """Status and code of what comes before the service ends the connection."""
    told = b""
    with suppress(ConnectionResetError):
        while part := one.recv(65536):
            told += part
    head, _, body = told.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["code"]


def has_ended(one: socket.socket) -> bool:
    try:
        return one.recv(1) == b""
    except ConnectionResetError:
        return True


def code(answer: httpx.Response) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


# ---- connections


def test_half_sent_requests_lock_nobody_out(tmp_path: Path) -> None:
    with Inside(tmp_path, idle_of_address=20) as service, ExitStack() as stack:
        slow = [stack.enter_context(connected(service, HALF)) for _ in range(60)]
        assert get(f"{service.url}/api/v1/games").status_code == 200
        for one in slow[:40]:
            assert has_ended(one), "the oldest gave way"


@pytest.mark.parametrize("drip", [b"", b"x"])
def test_a_head_that_does_not_come_in_time_is_not_waited_for(tmp_path: Path, drip: bytes) -> None:
    with Inside(tmp_path, header_seconds=0.3) as service, connected(service, HALF) as one:
        one.settimeout(0.02)
        with suppress(OSError):
            while drip:
                one.sendall(drip)
                with suppress(TimeoutError):
                    if one.recv(1, socket.MSG_PEEK):
                        break
        one.settimeout(PATIENCE)
        assert answer_on(one) == (408, "too_late")


def test_a_second_request_has_its_own_time(tmp_path: Path) -> None:
    whole = b"GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n"
    # long enough for the first of them, however busy the machine is
    with Inside(tmp_path, header_seconds=3) as service, connected(service, whole) as one:
        assert one.recv(65536).startswith(b"HTTP/1.1 200")
        one.sendall(HALF)
        assert answer_on(one) == (408, "too_late")


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    with Inside(tmp_path, connections_of_address=5) as service, ExitStack() as stack:
        answers = [stack.enter_context(connected(service, HALF)) for _ in range(6)]
        assert answer_on(answers[-1]) == (429, "too_many")


# ---- bodies


def sent_raw(service: Inside, *body: bytes, head: str = "") -> tuple[int, str]:
    start = f"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{head}\r\n\r\n"
    with connected(service, start.encode()) as one:
        for part in body:
            one.sendall(part)
        return answer_on(one)


def test_a_body_is_cut_at_its_limit(tmp_path: Path) -> None:
    chunk = b"400\r\n" + b"x" * 0x400 + b"\r\n"
    with Inside(tmp_path, body_bytes=2000, record_bytes=3000) as service:
        assert sent_raw(service, head="Content-Length: 100000000") == (413, "too_large")
        assert sent_raw(service, chunk, chunk, head="Transfer-Encoding: chunked") == (413, "too_large")
        mia = service.device().http
        assert code(mia.post("/verify-dice", content="x" * 2500)) == (422, "bad_record")
        refused = mia.post("/verify-dice", content="x" * 3500)
        assert code(refused) == (413, "too_large")
        assert refused.json()["detail"] == "That is too large: 2 KiB is the most."
        assert mia.post("/tables", json={"game": "spicy", "seats": [ME]}).status_code == 201


def test_a_body_that_does_not_come_in_time_is_not_waited_for(tmp_path: Path) -> None:
    with Inside(tmp_path, body_seconds=0.3) as service:
        assert sent_raw(service, b'{"game"', head="Content-Length: 500") == (408, "too_late")


def test_records_of_one_address_are_looked_at_one_by_one() -> None:
    async def main() -> None:
        desk, busy, done = Desk(most_waiting=2), 0, 0
        go_on = asyncio.Event()

        async def look(caller: str) -> None:
            nonlocal busy, done
            async with desk.turn(caller):
                busy += 1
                assert busy <= 2, "one for each of the two addresses"
                await go_on.wait()
                busy -= 1
                done += 1

        looking = [asyncio.create_task(look(caller)) for caller in ("school", "school", "school", "home")]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await look("school")
        go_on.set()
        await asyncio.gather(*looking)
        assert done == 4

    asyncio.run(main())


# ---- who is counted


def test_only_a_named_proxy_is_believed(tmp_path: Path) -> None:
    def statuses(service: Inside) -> set[int]:
        asked = [get(f"{service.url}/api/v1/games", headers={"X-Forwarded-For": f"10.0.0.{n}"}) for n in range(5)]
        return {answer.status_code for answer in asked}

    few = {"requests_at_once": 4, "requests_a_second": 1e-9}
    with Inside(tmp_path / "a", **few) as service:
        assert statuses(service) == {200, 429}
    with Inside(tmp_path / "b", proxies=("127.0.0.0/8",), **few) as service:
        assert statuses(service) == {200}


def test_who_asks_for_pages_too_fast_reads_so_on_a_page(tmp_path: Path) -> None:
    with Inside(tmp_path, requests_at_once=1, requests_a_second=1e-9) as service:
        get(f"{service.url}/")
        page = get(f"{service.url}/", headers={"Accept": "text/html", "Accept-Language": "de"})
        assert (page.status_code, page.headers["content-type"]) == (429, "text/html; charset=utf-8")
        assert "Das war etwas schnell" in page.text
        assert page.headers["retry-after"]
        assert code(get(f"{service.url}/api/v1/games", headers={"Accept": "text/html"})) == (429, "too_many")


def test_a_proxy_says_that_the_page_came_by_https(tmp_path: Path) -> None:
    with Inside(tmp_path, proxies=("127.0.0.1",)) as service:
        wanted = {"game": "spicy", "seats": [ME]}
        answers = [
            post(f"{service.url}/api/v1/tables", json=wanted, headers=headers)
            for headers in ({}, {"X-Forwarded-Proto": "https"})
        ]
        plain, secure = (answer.headers["set-cookie"] for answer in answers)
        assert "HttpOnly" in plain
        assert "SameSite=strict" in plain
        assert "Secure" not in plain
        assert "Secure" in secure


def test_a_school_behind_one_address_can_play() -> None:
    opening, commanding = deepcopy(calls.opening), deepcopy(calls.commanding)
    opening.clock = commanding.clock = lambda: 0.0
    for browser in map(str, range(100)):
        opening.take("school")  # each is new here
        opening.take("school", browser)
        for _ in range(100):
            commanding.take("school", browser)


@pytest.mark.parametrize("allowance", [calls.opening, calls.commanding])
def test_new_tokens_do_not_get_round_a_limit(allowance: calls.Allowance) -> None:
    allowance = deepcopy(allowance)
    allowance.clock = lambda: 0.0

    def all_alone() -> None:
        for number in range(100_000):
            allowance.take("10.0.0.1", f"token {number}")

    with pytest.raises(TooMany):
        all_alone()
    allowance.take("10.0.0.2", "token 1")


def test_a_household_is_one_address() -> None:
    assert same_caller("2001:db8:1:2::1") == same_caller("2001:db8:1:2:ffff::9") != same_caller("2001:db8:1:3::1")
    assert same_caller("::ffff:10.0.0.1") == same_caller("10.0.0.1")


# ---- names


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("192.168.1.20", True),
        ("[::1]:8000", True),
        ("dice.school.example:443", True),
        ("Dice.School.Example.", True),
        (socket.gethostname(), True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("", False),
    ],
)
def test_names_of_the_service(host: str, known: bool) -> None:
    assert Hosts.of(["dice.school.example"]).knows(host) == known
    assert Hosts.of(["*"]).knows(host)


def test_a_page_under_another_name_gets_nothing(tmp_path: Path) -> None:
    with Inside(tmp_path) as service:
        foreign = {"Host": "evil.example"}
        assert code(get(service.url, headers=foreign)) == (421, "foreign_host")
        upgrade = (
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + "A" * 22
        )
        asked = f"GET /api/v1/tables/a/stream HTTP/1.1\r\nHost: evil.example\r\n{upgrade}==\r\n\r\n"
        with connected(service, asked.encode()) as one:
            assert one.recv(65536).startswith(b"HTTP/1.1 403")


# ---- tables and streams


def test_so_many_watch_and_players_always_get_in(tmp_path: Path) -> None:
    with Inside(tmp_path, spectators=2) as service, ExitStack() as stack:
        mia = service.device()
        table = mia.open(ME)
        for _ in range(2):
            stack.enter_context(service.device().stream(table)).until("snapshot")
        late = stack.enter_context(service.device().stream(table))
        assert late.receive()["code"] == "too_many_watch"
        with pytest.raises(ConnectionClosed) as closed:
            late.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        refused = service.device().http.get(f"/tables/{table}/events")
        assert code(refused) == (429, "too_many_watch")
        assert refused.headers["retry-after"] == "60"
        assert stack.enter_context(mia.stream(table)).receive()["type"] == "snapshot"


@pytest.mark.parametrize("changes", [False, True])
def test_all_who_watch_share_one_message(tmp_path: Path, changes: bool) -> None:
    async def main() -> None:
        async with rooms(tmp_path) as house:
            live = await house.two_people()
            watchers = [connection_for(live.table, device, "en", changes) for device in (None, "eve", "zoe")]
            for one in watchers:
                live.snapshot(one)
                live.connect(one)
            await move(live)
            await until(lambda: all(len(one.messages) for one in watchers))
            first, *others = [one.messages.take() for one in watchers]
            assert all(other[-1] is first[-1] for other in others)

    asyncio.run(main())


def test_an_address_has_so_many_streams(tmp_path: Path) -> None:
    with Inside(tmp_path, streams_of_address=1) as service:
        mia = service.device()
        table = mia.open(ME)
        with mia.stream(table) as first, mia.stream(table) as second:
            first.until("snapshot")
            assert second.receive()["code"] == "too_many_streams"


def test_tables_that_nobody_uses_make_room(tmp_path: Path) -> None:
    with Inside(tmp_path, tables=2) as service, ExitStack() as stack:
        mia = service.device()
        first, *_ = opened = [mia.open(ME) for _ in range(5)]
        assert mia.look(first)["table"]["mine"] == [0]
        for table in opened[:2]:
            stack.enter_context(mia.stream(table)).until("snapshot")
        full = mia.http.post("/tables", json={"game": "spicy", "seats": [ME]})
        assert code(full) == (503, "house_full")
        assert full.headers["retry-after"] == "60"
        assert mia.look(first)["table"]["mine"] == [0]


def test_there_is_an_end_to_memory(tmp_path: Path) -> None:
    with Inside(tmp_path, memory=1) as service:
        answer = service.device().http.post("/tables", json={"game": "spicy", "seats": [ME]})
        assert code(answer) == (503, "house_full")


def test_the_ceilings_leave_room_for_a_school() -> None:
    ceilings, browsers = Ceilings(), 100
    assert ceilings.connections_of_address >= 7 * browsers
    assert ceilings.idle_of_address >= 6 * browsers
    assert ceilings.streams_of_address >= 2 * browsers
    assert ceilings.spectators >= browsers
    assert ceilings.requests_at_once >= 80 * browsers
