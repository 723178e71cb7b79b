"""A service and a bare echo in processes of their own, clients that play at its tables, and how figures are told."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import resource
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_socket
from websockets.exceptions import ConnectionClosed

CLIENTS = 4
# nobody is slowed down or sent away: what the machine can do is to be seen
SERVER = """
import sys
from itertools import count
from pathlib import Path
from redpip.web import api
from redpip.web.ceilings import Ceilings
from redpip.web.live import Pace
from redpip.web.serve import Guard, serve
for limit in (api.opening, api.commanding):
    limit.clock = count(0, 3600).__next__
guard = Guard(ceilings=Ceilings(requests_a_second=1e9, streams=100_000, streams_of_address=100_000))
serve("127.0.0.1", 0, Path(sys.argv[1]), browser=False, pace=Pace(0, 0), guard=guard)
"""


@dataclass(frozen=True, slots=True)
class Process:
    """One of ours, as Linux knows it."""

    running: subprocess.Popen[str]
    port: str

    @property
    def pid(self) -> int:
        return self.running.pid

    @property
    def seconds(self) -> float:
        """Of processor time that it has used so far."""
        facts = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """Bytes that are its own now."""
        return _memory(self.pid)

    @property
    def workers_memory(self) -> int:
        """Bytes of the processes that it has begun."""
        children = (task.read_text().split() for task in Path(f"/proc/{self.pid}/task").glob("*/children"))
        return sum(_memory(int(child)) for some in children for child in some)

    @property
    def files(self) -> int:
        """Files and sockets that it has open."""
        return len([*Path(f"/proc/{self.pid}/fd").iterdir()])


def _memory(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def started(*command: str, **settings: Any) -> Iterator[Process]:
    """A process that says at which port it is, once it is ready."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True, **settings)
    try:
        assert process.stdout is not None
        ready = re.search(r":(\d+)", process.stdout.readline())
        assert ready, "it did not start"
        yield Process(process, ready[1])
    finally:
        process.kill()
        process.wait()


@contextmanager
def service(data: Path, program: str = SERVER, **settings: Any) -> Iterator[tuple[str, Process]]:
    """Where it is, and its process."""
    _many_files()
    own = {**os.environ, "XDG_CACHE_HOME": str(data.parent)}  # nothing is solved yet
    with started("-c", program, str(data), env=own, **settings) as process:
        yield f"http://127.0.0.1:{process.port}", process


@dataclass(frozen=True, slots=True)
class Echoes:
    """What the service is compared with."""

    bare: Process  # keeps nothing
    kept: Process  # has each message on the disk before it answers, as the service has each move


@contextmanager
def service_and_echoes() -> Iterator[tuple[str, Process, Echoes]]:
    gc.disable()  # a rest that the clients take for themselves would be counted as the service's
    with (
        tempfile.TemporaryDirectory() as folder,
        started(__file__) as bare,
        started(__file__, str(Path(folder) / "echo")) as kept,
        service(Path(folder) / "tables.sqlite") as (url, process),
    ):
        yield url, process, Echoes(bare, kept)


def _many_files() -> None:
    """Every client is a socket here and one there."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def line_to(address: str, headers: dict[str, str] | None = None) -> ClientConnection:
    """As a browser has it, which never asks by itself whether somebody is there."""
    return await connect(address, additional_headers=headers, compression=None, ping_interval=None)


class Client:
    """One seat at one table: a device, its socket, and how long each of its moves took. Like a page it reads all the
    time, so that no move waits for what came before it to be read."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.headers = {"Authorization": f"Bearer {secrets.token_hex(20)}"}
        self.times: list[float] = []
        self.pictures: list[float] = []  # how long each took to be seen
        self._seen = -1
        self._over = False
        self._moved = (-1, 0.0)  # the number of the last move's last event, and when it was sent
        self._key = ""  # of the command that waits for its answer
        self._news = asyncio.Event()
        self._answer: dict[str, Any] | None = None
        self._answered = 0.0  # when it came

    async def open_stream(self, table: str) -> None:
        address = self.url.replace("http", "ws") + f"/api/v1/tables/{table}/stream?changes=true"
        self.socket = await line_to(address, self.headers)
        self._reading = asyncio.create_task(self._read())

    async def close(self) -> None:
        await self.socket.close()
        await self._reading

    async def do(self, do: str, **facts: Any) -> float:
        """Sends a command and waits for its acknowledgement."""
        self._key, self._answer = secrets.token_hex(8), None
        start = time.perf_counter()
        try:
            await self.socket.send(orjson.dumps({"key": self._key, "do": do, **facts}).decode())
        except ConnectionClosed as closed:
            raise self._closed() from closed
        while self._answer is None:
            await self._hear()
        assert self._answer["type"] == "ack", self._answer
        self._moved = self._answer["seq"], start
        return self._answered - start

    async def look_on(self) -> None:
        """Until the last move has been seen."""
        seq, start = self._moved
        while self._seen < seq:
            await self._hear()
        self.pictures.append(time.perf_counter() - start)

    async def see_the_end(self) -> None:
        while not self._over:
            await self._hear()

    async def _hear(self) -> None:
        if self._reading.done():
            raise self._closed()
        self._news.clear()
        await self._news.wait()

    def _closed(self) -> ConnectionError:
        why = self.socket.close_reason or "it does not say why"
        return ConnectionError(f"the service has closed a connection: {why}")

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                for message in orjson.loads(text):
                    self._note(message)
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            self._news.set()

    def _note(self, message: dict[str, Any]) -> None:
        if message.get("key") == self._key:
            self._answer, self._answered = message, time.perf_counter()
        elif message["type"] in ("event", "snapshot") and (table := message["table"]) is not None:
            self._seen = max(self._seen, message["seq"])
            self._over = self._over or table.get("phase") == "over"


async def seat_four(url: str, http: httpx.AsyncClient) -> list[Client]:
    """A table of Spicy Dice at which everybody is ready."""
    clients = [Client(url) for _ in range(CLIENTS)]
    seats = [{"kind": "me", "name": "Mia"}, *({"kind": "open"} for _ in clients[1:])]
    opened = await http.post("/tables", json={"game": "spicy", "seats": seats, "first": 0}, headers=clients[0].headers)
    table = str(opened.json()["table"])
    sight = (await http.get(f"/tables/{table}", headers=clients[0].headers)).json()
    for seat, client in enumerate(clients[1:], 1):
        token = sight["table"]["seats"][seat]["invite"].partition("#")[2]
        body = {"token": token, "name": f"Guest {seat}"}
        (await http.post(f"/tables/{table}/join", json=body, headers=client.headers)).raise_for_status()
    for seat, client in enumerate(clients):
        await client.open_stream(table)
        await client.do("ready", seat=seat, nonce=secrets.token_hex(8))
    return clients


async def seat_all(url: str, tables: int) -> list[list[Client]]:
    """A few at a time, as people come."""
    few = asyncio.Semaphore(8)

    async def seat_some(http: httpx.AsyncClient) -> list[Client]:
        async with few:
            return await seat_four(url, http)

    async with httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=60) as http:
        return await asyncio.gather(*(seat_some(http) for _ in range(tables)))


def moves_of(clients: list[Client]) -> Iterator[tuple[Client, int, str]]:
    """Turns of one roll and one entry, round the table to the end of the game: who, from which seat, and what."""
    for box in ("SUM", "RED", "RUN", "SET", "6", "5", "4", "3", "2", "1"):
        for seat, client in enumerate(clients):
            yield client, seat, "roll 1 2 3 4 5 6"
            yield client, seat, f"score {box}"


class Disk:
    """Keeps what it is given in a file; what comes together is written together."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._waiting: list[tuple[bytes, asyncio.Future[None]]] = []
        self._writing = asyncio.Lock()

    async def keep(self, message: bytes) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((message, done))
        async with self._writing:
            if not done.done():
                together, self._waiting = self._waiting, []
                await asyncio.to_thread(self._write, b"".join(one for one, _ in together))
                for _, each in together:
                    each.set_result(None)

    def _write(self, data: bytes) -> None:
        os.write(self._file, data)
        os.fdatasync(self._file)


async def echo_for_ever(disk: Disk | None) -> None:
    async def echo(socket: ServerConnection) -> None:
        async for message in socket:
            if disk:
                await disk.keep(str(message).encode())
            await socket.send(message)

    async with serve_socket(echo, "127.0.0.1", 0, compression=None) as server:
        print(f"the echo is at :{server.sockets[0].getsockname()[1]}", flush=True)
        await asyncio.Event().wait()


def report(name: str, times: list[float]) -> tuple[float, float, float]:
    """Prints how long moves took, for people and as a line of JSON."""
    cuts = quantiles(times, n=100)
    p50, p95, p99 = cuts[49] * 1000, cuts[94] * 1000, cuts[98] * 1000
    print(f"{name:<24} p50 {p50:8.2f} ms   p95 {p95:8.2f} ms   p99 {p99:8.2f} ms   ({len(times)} moves)")
    figure(name, "ms", p50=p50, p95=p95, p99=p99)
    return p50, p95, p99


def compare(name: str, one: tuple[float, ...], other: tuple[float, ...]) -> None:
    ratios = [a / b for a, b in zip(one, other, strict=True)]
    print(f"ratio {name:<19}" + "   ".join(f"{ratio:.1f}" for ratio in ratios))
    figure(f"ratio {name}", "times", p50=ratios[0], p95=ratios[1], p99=ratios[2])


def figure(name: str, unit: str, **values: float) -> None:
    """One figure as one line of JSON."""
    print(json.dumps({"figure": name, "unit": unit, **{key: round(value, 4) for key, value in values.items()}}))


if __name__ == "__main__":
    asyncio.run(echo_for_ever(Disk(Path(sys.argv[1])) if sys.argv[1:] else None))
