"""Faults of a service that is really running: workers and connections die, the disk is full, a game has a bug."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import postgres

from .client import Device, next_action
from .conftest import Service

ME, HERE, BOT = {"kind": "me", "name": "Mia"}, {"kind": "here", "name": "Ben"}, {"kind": "bot", "bot": "greedy"}
SPICY = "from redpip.core.catalog import find_game\nspicy = type(find_game('spicy')[0].rules())\n"


def a_game(mia: Device, other: dict[str, Any]) -> str:
    """Mia begins, and plays for both where the other is at her device too."""
    table = mia.open(ME, other, first=0)
    for seat in mia.look(table)["table"]["unready"]:
        assert mia.do(table, "ready", seat=seat, nonce=f"nonce000{seat}").status_code == 200
    return table


def move(mia: Device, table: str, key: str | None = None) -> Any:
    sight = mia.look(table)
    return mia.do(table, "act", key, seat=sight["table"]["turn"][0], action=next_action(sight["scene"]))


def played(mia: Device, table: str) -> None:
    answer = move(mia, table)
    assert answer.status_code == 200, answer.text


def turn_of(mia: Device, table: str) -> None:
    """Waits until it is Mia's turn."""
    with mia.stream(table) as stream:
        message = stream.until("snapshot")
        while message["table"] is None or message["table"]["turn"] != [0]:
            message = stream.receive()


# ---- a bot's process


def workers(service: Service) -> list[int]:
    """The processes in which its bots think."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            facts = status.read_text().rpartition(")")[2].split()
            if int(facts[1]) == service.pid and facts[0] != "Z":
                found.append(int(status.parent.name))
    return found


def test_a_bot_s_process_is_killed_while_it_thinks(own_service: Service) -> None:
    mia = own_service.device()
    table, other = a_game(mia, BOT), a_game(mia, HERE)
    for _ in range(2):
        played(mia, table)
    turn_of(mia, table)  # there is a worker now, and it waits
    asleep = workers(own_service)
    assert asleep
    for worker in asleep:
        os.kill(worker, signal.SIGSTOP)
    with mia.stream(table) as stream:
        for _ in range(2):
            played(mia, table)
        while (stream.receive().get("table") or {}).get("thinking") != 1:
            pass
        played(mia, other)
        for worker in asleep:
            os.kill(worker, signal.SIGKILL)
        while (stream.receive().get("table") or {}).get("turn") != [0]:
            pass
    assert not set(asleep) & set(workers(own_service))
    assert not any("failed" in line["text"] for line in mia.look(table)["table"]["log"]), "it was asked again"
    for one in (table, other):
        played(mia, one)


# ---- a connection


def reset(stream: Any) -> None:
    """The connection is gone at once, and nothing more is said."""
    line: socket.socket = stream._socket.socket
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def reactions(mia: Device, table: str) -> int:
    """How many stand in the log."""
    kinds = []
    with mia.stream(table, 0) as stream:
        while (message := stream.receive())["type"] == "event":
            kinds.append(message["event"]["kind"])
    return kinds.count("reacted")


def frame(text: str) -> bytes:
    """A short text as a client puts it on the line."""
    data = text.encode()
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data


def test_a_connection_dies_in_the_middle_of_a_command(own_service: Service) -> None:
    """Whether all of it had arrived or half, and whenever it is sent again: it is done once."""
    mia = own_service.device()
    table = a_game(mia, HERE)
    for number in range(6):
        key = f"reaction{number}"
        text = json.dumps({"key": key, "do": "react", "seat": 0, "reaction": "nice"})
        whole = frame(text)
        with mia.stream(table) as stream:
            stream.receive()
            stream._socket.socket.sendall(whole if number % 2 else whole[: len(whole) // 2])
            reset(stream)
        with mia.stream(table) as stream:
            answers = []
            for _ in range(2):
                stream.send("react", key, seat=0, reaction="nice")
                answers.append(stream.until("ack"))
        assert answers[0] == answers[1]
        assert reactions(mia, table) == number + 1
    played(mia, table)


# ---- the disk


@contextmanager
def full_disk(service: Service, data: Path) -> Iterator[None]:
    """The log of the database, into which all writes go first, grows no more."""
    size = data.with_name(f"{data.name}-wal").stat().st_size
    before = resource.prlimit(service.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(service.pid, resource.RLIMIT_FSIZE, (size, before[1]))
    yield
    resource.prlimit(service.pid, resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_told_and_after_it_all_go_on(own_service: Service, tmp_path: Path) -> None:
    mia = own_service.device()
    table, other = a_game(mia, HERE), a_game(mia, BOT)
    before = mia.look(table)
    key = "the same key"
    with full_disk(own_service, tmp_path / "tables.sqlite"):
        answer = move(mia, table, key)
        assert (answer.status_code, answer.json()["code"]) == (503, "cannot_save")
        assert move(mia, other).status_code == 503
        assert mia.look(table)["seq"] == before["seq"], "nobody sees what is not kept"
    assert move(mia, table, key).status_code == 200
    for one in (table, other):
        played(mia, one)
    turn_of(mia, other)
    seen = mia.look(table)
    own_service.kill()
    own_service.start()
    assert mia.look(table)["scene"] == seen["scene"]


# more events than a file of that size holds
MANY = """INSERT INTO events (table_id, seq, at, data)
SELECT 'filler', number, 0, to_json(repeat(md5(CAST(number AS text)), 40)) FROM generate_series(1, 1000) AS number"""


def test_a_full_disk_under_postgresql_is_told_and_after_it_all_go_on() -> None:
    server = postgres.server()
    place = server.new_database()
    service = Service(place)
    mia = service.device()
    table, other = a_game(mia, HERE), a_game(mia, HERE)
    asyncio.run(postgres.execute(place, MANY))

    def react(number: int) -> Any:
        return mia.do(table, "react", f"reaction {number}", seat=0, reaction="nice")

    with server.full_disk():
        number = next(number for number in range(1000) if react(number).status_code != 200)
        answer, seq = react(number), mia.look(table)["seq"]
        assert (answer.status_code, answer.json()["code"]) == (503, "cannot_save")
        assert "could not extend file" in answer.json()["detail"]
        assert "\n" not in answer.json()["detail"], "what it hints at is not for players"
    assert react(number).json()["seq"] == seq + 1, "nobody saw what was not kept"
    assert reactions(mia, table) == number + 1
    for one in (table, other):
        played(mia, one)
    seen = mia.look(table)
    service.kill()
    service.start()
    assert mia.look(table)["scene"] == seen["scene"]
    service.stop()


# ---- a bug in a game


def test_a_game_that_cannot_move_goes_on_when_it_is_mended(own_service: Service) -> None:
    mia = own_service.device()
    table = a_game(mia, HERE)
    played(mia, table)
    restarted(own_service, SPICY + "spicy.play = lambda *_: 1 // 0\n")
    seen = mia.look(table)
    assert seen["code"] == "unreadable_table", "what it went through cannot be gone through again"
    fresh = a_game(mia, HERE)
    assert move(mia, fresh).json()["code"] == "table_failed"
    assert mia.do(fresh, "react", seat=0, reaction="ouch").status_code == 200
    catch6 = mia.open(ME, HERE, game="catch6")
    assert mia.look(catch6)["table"]["phase"] == "waiting"
    restarted(own_service, "")
    for one in (table, fresh):
        played(mia, one)


def test_a_game_whose_next_step_cannot_be_told_goes_on_when_it_is_mended(own_service: Service) -> None:
    mia = own_service.device()
    table = a_game(mia, HERE)
    restarted(own_service, SPICY + "spicy.rolled = lambda *_: 1 // 0\n")
    seq = mia.look(table)["seq"]
    assert move(mia, table).json()["code"] == "table_failed"
    assert mia.look(table)["seq"] == seq
    restarted(own_service, "")
    played(mia, table)


def restarted(service: Service, bug: str) -> None:
    service.kill()
    service.bug = bug
    service.start()
