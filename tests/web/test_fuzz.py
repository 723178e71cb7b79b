"""Requests drawn from the schema, and random and mutated frames: nothing fails on our side, and nothing is logged as a
fault."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from patience import PATIENCE
from redpip.web import calls
from redpip.web.models import CommandRequest

from .client import Device, connected
from .inside import Inside

ME, BOT = {"kind": "me", "name": "Mia"}, {"kind": "bot", "bot": "greedy"}
COMMANDS: list[str] = CommandRequest.model_json_schema()["properties"]["do"]["enum"]
LAST = ("/mine", "/device/token")  # whoever calls these is somebody else afterwards
TOGETHER = 20  # frames before an answer is awaited


class Faults(logging.Handler):
    """What would be in the service's log."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(logging.Formatter().format(record))


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with pytest.MonkeyPatch.context() as patch:
        for limit in (calls.opening, calls.commanding):
            for one in (limit.device, limit.address):
                patch.setattr(one, "clock", count(0, 3600).__next__)
                patch.setattr(one, "_buckets", {})  # what was counted by that clock goes with it
        with Inside(tmp_path_factory.mktemp("fuzz"), requests_a_second=1e9, requests_at_once=1e9) as running:
            yield running


@pytest.fixture
def faults(service: Inside) -> Iterator[None]:
    """None may come; asked for after the service, whose start sets up what is logged where."""
    assert service
    loggers = [logging.getLogger(name) for name in ("redpip", "uvicorn.error", "asyncio")]
    faults = Faults()
    for logger in loggers:
        logger.addHandler(faults)
    yield
    for logger in loggers:
        logger.removeHandler(faults)
    assert not faults.found


# ---- requests


def call_all(service: Inside, examples: int) -> None:
    schema = schemathesis.openapi.from_dict(service.app.openapi())
    mia = service.device()
    tables = [mia.open(ME), mia.open(ME, BOT), mia.open(ME, dice="people")]
    drawing = settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    operations = [found.ok() for found in schema.get_all_operations()]
    for operation in sorted(operations, key=lambda one: one.path.endswith(LAST)):
        cases = given(operation.as_strategy())
        drawing(cases(lambda case: call(case, mia, tables, service)))()


def call(case: Case, mia: Device, tables: list[str], service: Inside) -> None:
    """Every other time about a table that there is."""
    if "table_id" in case.path_parameters and not case.path.endswith("/events") and len(str(case.body)) % 2:
        case.path_parameters["table_id"] = tables[len(str(case.body)) % len(tables)]
    answer = case.call(base_url=service.url, headers=mia.headers, timeout=PATIENCE)
    assert answer.status_code < 500, f"{answer.status_code} {answer.text}\n{case.as_curl_command()}"
    if answer.status_code >= 400:
        assert json.loads(answer.text)["code"]


@pytest.mark.usefixtures("faults")
def test_requests_drawn_from_the_schema(service: Inside) -> None:
    call_all(service, examples=3)


@pytest.mark.slow
@pytest.mark.usefixtures("faults")
def test_thousands_of_requests_drawn_from_the_schema(service: Inside) -> None:
    call_all(service, examples=230)


# ---- frames


class Fuzzer:
    """Sends frames to a table, and comes back when the service has ended the connection."""

    def __init__(self, service: Inside, seed: int) -> None:
        self._luck = Random(seed)
        self._mia = service.device()
        self._table = self._mia.open(ME, BOT)
        self._mia.do(self._table, "ready", seat=0, nonce="n" * 8)
        self._address = service.url.replace("http", "ws") + f"/api/v1/tables/{self._table}/stream?changes=true"

    def send(self, frames: int) -> None:
        while frames > 0:
            with connected(self._address, self._mia.headers) as socket:
                try:
                    while frames > 0:
                        frames -= TOGETHER
                        self._some(socket)
                except ConnectionClosed:
                    continue
        with connected(self._address, self._mia.headers) as socket:
            self._answered(socket)

    def _some(self, socket: ClientConnection) -> None:
        for _ in range(TOGETHER):
            self._luck.choice(KINDS)(socket, self._luck)
        self._answered(socket)

    def _answered(self, socket: ClientConnection) -> None:
        """All before it has been read when this is acknowledged."""
        key = secrets.token_hex(8)
        socket.send(json.dumps({"key": key, "do": "ping"}))
        while key not in str(socket.recv(timeout=PATIENCE)):
            pass


def command(luck: Random) -> dict[str, Any]:
    facts = {
        "seat": luck.choice([0, 1, -1, 7, 8, 10**30, None, "0", 0.5, True]),
        "action": luck.choice(
            ["roll 1 2 3 4 5 6", "roll 1", "score SUM", "", "\0", "x" * 500, "roll 9", "flip 4>2", 7]
        ),
        "faces": luck.choice(["1 2 3 4 5 6", "424425", "r", "", "9" * 300]),
        "nonce": luck.choice(["n" * 8, "", "ü" * 8, "\ud83d" * 8]),
        "event": luck.choice([1, 0, -1, 10**12, "1"]),
        "yes": luck.choice([True, False, 2, None]),
        "reaction": luck.choice(["well_played", "", 5]),
        "bot": luck.choice(["greedy", "hal", None, ""]),
        "device": luck.choice(["a" * 8, "", None]),
        "pace": luck.choice(["follow", "fast", "skip", "never"]),
        "way": luck.choice(["tally", "final", "every", "none"]),
    }
    kept = luck.sample(sorted(facts), luck.randint(0, len(facts)))
    # a game that is given up would answer all that follows alike
    do = luck.choice([one for one in COMMANDS if one != "abandon"])
    return {"key": secrets.token_hex(8), "do": do, **{name: facts[name] for name in kept}}


def valid_json(socket: ClientConnection, luck: Random) -> None:
    socket.send(json.dumps(command(luck)))


def mutated(socket: ClientConnection, luck: Random) -> None:
    text = bytearray(json.dumps(command(luck)).encode())
    for _ in range(luck.randint(1, 6)):
        where = luck.randrange(len(text) + 1)
        match luck.randrange(3):
            case 0:
                text[where:where] = bytes([luck.randrange(128)])
            case 1:
                del text[where : where + luck.randint(1, 9)]
            case _:
                text[where:where] = text[luck.randrange(len(text) + 1) :][: luck.randint(1, 40)]
    socket.send(text.decode())


def odd(socket: ClientConnection, luck: Random) -> None:
    odds = [
        "",
        "null",
        "[]",
        "0",
        '"',
        "[" * 5000,
        '{"a":' * 3000,
        "NaN",
        "1e999",
        '{"key":"\\ud800aaaaaaaa"}',
        "\0",
        "🎲" * 99,
    ]
    socket.send(luck.choice(odds))


def noise(socket: ClientConnection, luck: Random) -> None:
    socket.send("".join(chr(luck.randrange(1, 0xD800)) for _ in range(luck.randint(0, 200))))


def in_pieces(socket: ClientConnection, luck: Random) -> None:
    text = json.dumps(command(luck))
    socket.send([text[start : start + 7] for start in range(0, len(text), 7)])


def control(socket: ClientConnection, luck: Random) -> None:
    socket.ping(luck.randbytes(luck.randint(0, 125)))


def rarely(one: Callable[[ClientConnection, Random], None]) -> Callable[[ClientConnection, Random], None]:
    """What ends the connection: a new one costs more than a frame."""

    def now_and_then(socket: ClientConnection, luck: Random) -> None:
        (one if luck.random() < 0.05 else mutated)(socket, luck)

    return now_and_then


def binary(socket: ClientConnection, luck: Random) -> None:
    socket.send(luck.randbytes(luck.randint(0, 300)))


def too_long(socket: ClientConnection, luck: Random) -> None:
    socket.send("x" * luck.choice([65_535, 65_536, 65_537, 200_000]))


def raw(socket: ClientConnection, luck: Random) -> None:
    """Against the rules of the protocol: any bits, no mask, a length that nobody sends."""
    socket.socket.sendall(
        luck.choice([luck.randbytes(40), b"\x81\x05hello", b"\xff\xff" + b"\xff" * 8, b"\x88\x81\0\0\0\0x"])
    )


KINDS = [valid_json, valid_json, mutated, mutated, mutated, odd, noise, in_pieces, control]
KINDS += [rarely(binary), rarely(too_long), rarely(raw)]


@pytest.mark.usefixtures("faults")
def test_random_and_mutated_frames(service: Inside) -> None:
    Fuzzer(service, seed=1).send(400)


@pytest.mark.slow
@pytest.mark.usefixtures("faults")
def test_ten_thousand_random_and_mutated_frames(service: Inside) -> None:
    Fuzzer(service, seed=2).send(10_000)
