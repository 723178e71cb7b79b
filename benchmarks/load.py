"""How many tables one service holds: at the pace of people, twice as many each time, until something breaks.

Every table has 4 clients and makes a move each ``--every`` seconds; a move's time runs from when it was due, so that a
service that falls behind is seen to. Beside it a bare WebSocket echo has as many connections and the same messages at
the same pace, in the same run, and so has an echo that has each message on the disk before it answers; the clients
share the cores. At the first size the tables also move without a pause.

    python benchmarks/load.py [--tables 200] [--most 1600] [--every 1] [--seconds 20]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial

from serving import (
    CLIENTS,
    Client,
    Echoes,
    Process,
    compare,
    figure,
    line_to,
    moves_of,
    report,
    seat_all,
    service_and_echoes,
)
from websockets.asyncio.client import ClientConnection

Answered = Callable[[], Awaitable[object]]
TOO_LATE = 1.0  # seconds to an acknowledgement after which a table no longer feels alive
FULL = 0.9  # of a core
ECHOES = 200  # round trips at most


@dataclass(frozen=True, slots=True)
class Pace:
    every: float  # seconds from one move to the next; 0: no pause
    seconds: float

    async def keep(self, moves: Iterator[Answered]) -> list[float]:
        """How long each took from when it was due."""
        begin = time.perf_counter()
        due = begin + random.random() * self.every
        times = []
        while max(due, now := time.perf_counter()) < begin + self.seconds and (answered := next(moves, None)):
            await asyncio.sleep(due - now)
            due = due if self.every else time.perf_counter()
            await answered()
            times.append(time.perf_counter() - due)
            due += self.every
        return times


async def echoed(echo: Process, tables: int, pace: Pace) -> list[float]:
    """The same number of connections; one of each four has something to say."""
    sockets = [await line_to(f"ws://127.0.0.1:{echo.port}") for _ in range(tables * CLIENTS)]
    command = json.dumps({"key": "0" * 16, "do": "act", "seat": 0, "action": "roll 1 2 3 4 5 6"})

    async def exchange(socket: ClientConnection) -> None:
        await socket.send(command)
        await socket.recv()

    def moves(number: int) -> Iterator[Answered]:
        for turn in range(ECHOES):
            yield partial(exchange, sockets[number * CLIENTS + turn // 2 % CLIENTS])

    times = await all_times(pace, [moves(number) for number in range(tables)])
    await asyncio.gather(*(socket.close() for socket in sockets))
    return times


async def all_times(pace: Pace, tables: list[Iterator[Answered]]) -> list[float]:
    times = await asyncio.gather(*map(pace.keep, tables))
    return [one for some in times for one in some]


def game(clients: list[Client]) -> Iterator[Answered]:
    for client, seat, action in moves_of(clients):
        yield partial(client.do, "act", seat=seat, action=action)


async def measure(url: str, process: Process, echoes: Echoes, tables: int, paces: list[Pace]) -> str:
    """Prints what so many tables meet; why they are too many, if they are."""
    broken = ""
    before = process.memory
    try:
        seated = await seat_all(url, tables)
    except ConnectionError as closed:
        return f"{tables} tables do not find room, {process.files} files are open, and {closed}"
    games = [game(clients) for clients in seated]
    memory = (process.memory - before) / tables / 1000
    print(f"\n{tables} tables of {CLIENTS}: {memory:.0f} kB of memory a table, {process.files} files open")
    figure("memory", "kB a table", tables=tables, mean=memory)
    for pace in paces:
        name = f"a move each {pace.every:g} s" if pace.every else "without a pause"
        bare, on_disk = await echoed(echoes.bare, tables, pace), await echoed(echoes.kept, tables, pace)
        begin, used = time.perf_counter(), process.seconds
        try:
            kept = await all_times(pace, games)
        except ConnectionError as closed:
            return str(closed)
        took = time.perf_counter() - begin  # without a pause, games are over sooner than planned
        made, busy = len(kept) / took, (process.seconds - used) / took
        figure(f"moves, {name}", "moves a second", tables=tables, mean=made, cores=busy)
        print(f"{name}: {made:.0f} moves a second, the service took {busy:.0%} of a core")
        cuts = report("acknowledged move", kept)
        compare("to the echo", cuts, report("bare echo", bare + await echoed(echoes.bare, tables, pace)))
        compare("to the kept echo", cuts, report("echo with a disk", on_disk))
        if pace.every and cuts[1] > TOO_LATE * 1000:
            reason = "the service's core is full" if busy > FULL else "the cores that clients share are full"
            broken = f"acknowledgements take {cuts[1] / 1000:.1f} s (p95): {reason}"
    await asyncio.gather(*(client.close() for clients in seated for client in clients))
    return broken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--most", type=int, default=1600)
    parser.add_argument("--every", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    wanted = parser.parse_args()
    tables, pace = wanted.tables, Pace(wanted.every, wanted.seconds)
    paces = [pace, Pace(0.0, wanted.seconds)]
    while tables <= wanted.most:
        with service_and_echoes() as (url, process, echoes):
            broken = asyncio.run(measure(url, process, echoes, tables, paces))
        if broken:
            print(f"{tables} tables are too many: {broken}")
            return
        tables, paces = tables * 2, [pace]
    print(f"nothing broke up to {tables // 2} tables")


if __name__ == "__main__":
    main()
