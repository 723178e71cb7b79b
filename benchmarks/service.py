"""How long a move takes to be acknowledged, beside a bare WebSocket echo in the same run.

50 tables of 4 clients play at once, on streams that tell changes, as pages ask for; every acknowledgement means that
the move is on the disk. The echo server has one connection a table and keeps nothing.
Then 20 tables play alone and again while at another table ``bot:best`` thinks about the first move of Extra Spicy.

    python benchmarks/service.py [--tables 50] [--moves 20]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_socket

CLIENTS = 4
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
guard = Guard(ceilings=Ceilings(requests_a_second=1e9, streams_of_address=4000))
serve("127.0.0.1", int(sys.argv[2]), Path(sys.argv[1]), browser=False, pace=Pace(0, 0), guard=guard)
"""
ECHO_PORT, SERVICE_PORT = 18765, 18766
ECHOES = 200  # round trips a connection, before the service is measured and after it: a few say little


class Client:
    """One seat at one table: a device, its socket, and how long each of its moves took."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.headers = {"Authorization": f"Bearer {secrets.token_hex(20)}"}
        self.times: list[float] = []
        self.pictures: list[float] = []  # how long each took to be seen
        self._seen = -1
        self._unseen: list[tuple[int, float]] = []  # the number of each move's last event, and when it was sent

    async def open_stream(self, table: str) -> None:
        address = self.url.replace("http", "ws") + f"/api/v1/tables/{table}/stream?changes=true"
        self.socket = await connect(address, additional_headers=self.headers, compression=None)

    async def do(self, do: str, **facts: Any) -> float:
        """Sends a command and waits for its acknowledgement."""
        key = secrets.token_hex(8)
        start = time.perf_counter()
        await self.socket.send(json.dumps({"key": key, "do": do, **facts}))
        acknowledged, self._unseen = None, []
        while acknowledged is None:
            for message in json.loads(await self.socket.recv()):
                if message.get("key") == key:
                    assert message["type"] == "ack", message
                    acknowledged = time.perf_counter() - start
                    self._unseen.append((message["seq"], start))
                self._look(message)
        return acknowledged

    def _look(self, message: dict[str, Any]) -> None:
        if message.get("type") in ("event", "snapshot") and message["table"] is not None:
            self._seen = max(self._seen, message["seq"])
        now = time.perf_counter()
        self.pictures += [now - start for seq, start in self._unseen if seq <= self._seen]
        self._unseen = [(seq, start) for seq, start in self._unseen if seq > self._seen]

    async def look_on(self) -> None:
        """Until every move has been seen."""
        while self._unseen:
            for message in json.loads(await self.socket.recv()):
                self._look(message)


async def seat_four(url: str) -> tuple[str, list[Client]]:
    clients = [Client(url) for _ in range(CLIENTS)]
    async with httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=60) as http:
        seats = [{"kind": "me", "name": "Mia"}, *({"kind": "open"} for _ in clients[1:])]
        opened = await http.post(
            "/tables", json={"game": "spicy", "seats": seats, "first": 0}, headers=clients[0].headers
        )
        table = str(opened.json()["table"])
        sight = (await http.get(f"/tables/{table}", headers=clients[0].headers)).json()
        for seat, client in enumerate(clients[1:], 1):
            token = sight["table"]["seats"][seat]["invite"].partition("#")[2]
            body = {"token": token, "name": f"Guest {seat}"}
            (await http.post(f"/tables/{table}/join", json=body, headers=client.headers)).raise_for_status()
    for seat, client in enumerate(clients):
        await client.open_stream(table)
        await client.do("ready", seat=seat, nonce=secrets.token_hex(8))
    return table, clients


async def play(clients: list[Client], moves: int, looking: bool) -> None:
    """Turns of one roll and one entry, round the table. Who is looking moves on when the picture is there."""
    boxes = ["SUM", "RED", "RUN", "SET", "6", "5", "4", "3", "2", "1"]
    for turn in range(moves // 2):
        client, seat = clients[turn % CLIENTS], turn % CLIENTS
        for action in ("roll 1 2 3 4 5 6", f"score {boxes[turn // CLIENTS]}"):
            client.times.append(await client.do("act", seat=seat, action=action))
            if looking:
                await client.look_on()


async def measure_service(url: str, process: int, tables: int, moves: int, looking: bool = False) -> list[float]:
    seated = [await seat_four(url) for _ in range(tables)]
    before = processor_time(process)
    await asyncio.gather(*(play(clients, moves, looking) for _, clients in seated))
    used = processor_time(process) - before
    print(f"processor time of the service: {used / (tables * moves) * 1000:.2f} ms a move")
    seen = [elapsed for _, clients in seated for client in clients for elapsed in client.pictures]
    return seen if looking else [elapsed for _, clients in seated for client in clients for elapsed in client.times]


def processor_time(process: int) -> float:
    """Seconds that a process has used so far, as Linux counts them."""
    facts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")


async def measure_echo(process: int, tables: int, moves: int) -> list[float]:
    async def talk() -> list[float]:
        times = []
        async with connect(f"ws://127.0.0.1:{ECHO_PORT}", compression=None) as socket:
            for _ in range(moves):
                start = time.perf_counter()
                await socket.send("x" * 90)
                await socket.recv()
                times.append(time.perf_counter() - start)
        return times

    before = processor_time(process)
    times = await asyncio.gather(*(talk() for _ in range(tables)))
    used = processor_time(process) - before
    print(f"processor time of the echo: {used / (tables * moves) * 1000:.3f} ms a message, connecting included")
    return [elapsed for one in times for elapsed in one]


async def echo_for_ever() -> None:
    async def echo(socket: ServerConnection) -> None:
        async for message in socket:
            await socket.send(message)

    async with serve_socket(echo, "127.0.0.1", ECHO_PORT, compression=None):
        print("ready", flush=True)
        await asyncio.Event().wait()


def report(name: str, times: list[float]) -> tuple[float, float, float]:
    cuts = quantiles(times, n=100)
    p50, p95, p99 = cuts[49] * 1000, cuts[94] * 1000, cuts[98] * 1000
    print(f"{name:<24} p50 {p50:8.2f} ms   p95 {p95:8.2f} ms   p99 {p99:8.2f} ms   ({len(times)} moves)")
    return p50, p95, p99


async def measure_beside_a_thinker(url: str, process: int, tables: int, moves: int) -> tuple[list[float], list[float]]:
    """Moves of these tables alone, and again while a bot at another one solves Extra Spicy for its first move."""
    alone = await measure_service(url, process, tables, moves)
    async with httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=60) as http:
        headers = Client(url).headers
        seats = [{"kind": "me", "name": "Mia"}, {"kind": "bot", "bot": "best"}]
        plan = {"game": "spicy", "preset": "extra", "seats": seats, "first": 1}
        table = (await http.post("/tables", json=plan, headers=headers)).json()["table"]
        ready = {"key": secrets.token_hex(8), "do": "ready", "seat": 0, "nonce": secrets.token_hex(8)}
        (await http.post(f"/tables/{table}/commands", json=ready, headers=headers)).raise_for_status()
        await asyncio.sleep(2)  # its worker has begun
        beside = await measure_service(url, process, tables, moves)
        sight = (await http.get(f"/tables/{table}", headers=headers)).json()
        print("the bot", "is still thinking" if sight["table"]["turn"] == [1] else "has moved")
    return alone, beside


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--echo", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.echo:
        asyncio.run(echo_for_ever())
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "tables.sqlite")
        own = {**os.environ, "XDG_CACHE_HOME": folder}  # nothing is solved yet
        echo = subprocess.Popen([sys.executable, __file__, "--echo"], stdout=subprocess.PIPE, text=True)
        service = subprocess.Popen(
            [sys.executable, "-c", SERVER, data, str(SERVICE_PORT)], stdout=subprocess.PIPE, text=True, env=own
        )
        try:
            assert echo.stdout is not None
            assert service.stdout is not None
            echo.stdout.readline()
            service.stdout.readline()
            measure(f"http://127.0.0.1:{SERVICE_PORT}", service.pid, echo.pid, wanted.tables, wanted.moves)
        finally:
            echo.kill()
            service.kill()


def measure(url: str, process: int, echo: int, tables: int, moves: int) -> None:
    plain = asyncio.run(measure_echo(echo, tables, ECHOES))
    kept = report("acknowledged move", asyncio.run(measure_service(url, process, tables, moves)))
    plain += asyncio.run(measure_echo(echo, tables, ECHOES))
    compare("to the echo", kept, report("bare echo", plain))
    report("a move and its picture", asyncio.run(measure_service(url, process, tables, moves, looking=True)))
    alone, beside = asyncio.run(measure_beside_a_thinker(url, process, 20, moves))
    compare("to those alone", report("beside a thinking bot", beside), report("20 tables alone", alone))


def compare(name: str, one: tuple[float, ...], other: tuple[float, ...]) -> None:
    print(f"ratio {name:<19}" + "   ".join(f"{a / b:.1f}" for a, b in zip(one, other, strict=True)))


if __name__ == "__main__":
    main()
