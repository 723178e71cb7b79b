"""How long a move takes to be acknowledged, beside a bare WebSocket echo in the same run.

50 tables of 4 clients play at once, on streams that tell changes, as pages ask for; every acknowledgement means that
the move is on the disk. The echo server has one connection a table and keeps nothing; another one has each message on
the disk before it answers, which tells what the disk takes of it.
Then 20 tables play alone and again while at another table ``bot:best`` thinks about the first move of Extra Spicy.

The first round tells how it is just after the start: 20 moves a table, and echoes whose connections are made meanwhile.
All others are of a service and of connections that have been there for a while; rounds of the service and of the
echoes take turns, so that whatever else the machine is doing meets them alike.

    python benchmarks/service.py [--tables 50] [--moves 60] [--rounds 5]
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import time

import httpx
from serving import Client, Echoes, Process, compare, figure, line_to, moves_of, report, seat_all, service_and_echoes
from websockets.asyncio.client import ClientConnection

ECHOES = 80  # round trips a connection and round
FIRST = 20  # moves a table and round trips just after the start


async def play(clients: list[Client], moves: int, looking: bool) -> None:
    """Who is looking moves on when the picture is there."""
    for _, (client, seat, action) in zip(range(moves), moves_of(clients), strict=False):
        client.times.append(await client.do("act", seat=seat, action=action))
        if looking:
            await client.look_on()


async def measure_service(url: str, process: Process, tables: int, moves: int, looking: bool = False) -> list[float]:
    seated = await seat_all(url, tables)
    before = process.seconds
    await asyncio.gather(*(play(clients, moves, looking) for clients in seated))
    used = (process.seconds - before) / (tables * moves) * 1000
    print(f"processor time of the service: {used:.2f} ms a move")
    figure("processor time of the service", "ms a move", tables=tables, mean=used)
    seen = [elapsed for clients in seated for client in clients for elapsed in client.pictures]
    return seen if looking else [elapsed for clients in seated for client in clients for elapsed in client.times]


async def measure_echo(process: Process, tables: int, moves: int) -> list[float]:
    """All at once, as at the tables."""
    sockets = [await connected(process) for _ in range(tables)]
    times = await asyncio.gather(*(talk(socket, moves) for socket in sockets))
    return [elapsed for one in times for elapsed in one]


async def measure_new_echo(process: Process, tables: int, moves: int) -> list[float]:
    """Some connections are made while others talk."""

    async def come() -> list[float]:
        return await talk(await connected(process), moves)

    times = await asyncio.gather(*(come() for _ in range(tables)))
    return [elapsed for one in times for elapsed in one]


async def connected(process: Process) -> ClientConnection:
    return await line_to(f"ws://127.0.0.1:{process.port}")


async def talk(socket: ClientConnection, moves: int) -> list[float]:
    times = []
    for _ in range(moves):
        start = time.perf_counter()
        await socket.send("x" * 90)
        await socket.recv()
        times.append(time.perf_counter() - start)
    await socket.close()
    return times


async def measure_beside_a_thinker(
    url: str, process: Process, tables: int, moves: int
) -> tuple[list[float], list[float]]:
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
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    with service_and_echoes() as (url, process, echoes):
        measure(url, process, echoes, wanted.tables, wanted.moves, wanted.rounds)


def measure(url: str, process: Process, echoes: Echoes, tables: int, moves: int, rounds: int) -> None:
    new = report("new echo", asyncio.run(measure_new_echo(echoes.bare, tables, FIRST)))
    compare("to the new echo", report("first moves", asyncio.run(measure_service(url, process, tables, FIRST))), new)
    asyncio.run(measure_service(url, process, tables, moves))
    bare, kept, acknowledged = [], [], []
    for _ in range(rounds):
        bare += asyncio.run(measure_echo(echoes.bare, tables, ECHOES))
        acknowledged += asyncio.run(measure_service(url, process, tables, moves))
        kept += asyncio.run(measure_echo(echoes.kept, tables, ECHOES))
    answered = report("acknowledged move", acknowledged)
    compare("to the echo", answered, report("bare echo", bare))
    compare("to the kept echo", answered, report("echo with a disk", kept))
    report("a move and its picture", asyncio.run(measure_service(url, process, tables, moves, looking=True)))
    alone, beside = asyncio.run(measure_beside_a_thinker(url, process, 20, moves))
    compare("to those alone", report("beside a thinking bot", beside), report("20 tables alone", alone))


if __name__ == "__main__":
    main()
