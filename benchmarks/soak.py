"""Thousands of games among bots through one service: does it come to hold more and more?

Each game is opened and followed to its end over a stream, then left. A table that nobody looks at leaves memory a
minute after the last one has gone. Printed as games go by: memory of the service and of its workers, tasks, open files
and tables, and what they were in the second quarter of the games and in the last.

    python benchmarks/soak.py [--games 2000] [--at-once 16]
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import mean

import httpx
from serving import SERVER, Client, Process, figure, service

GAMES = (("poobah", "short", "random"), ("two_of_three", "usual", "random"), ("spicy", "classic", "greedy"))
LOOKS = 20  # how often the service is looked at
# a thread of the service answers each line with what is in it; as at a real one, nobody looks for cycles
WATCHED = """
import asyncio, sys, threading
from weakref import WeakSet
from redpip.web import live
live.IDLE = 3.0
tables, loops = WeakSet(), set()
begin = live.Live.__init__
def noted(self, *facts, **more):
    tables.add(self)
    loops.add(asyncio.get_running_loop())
    begin(self, *facts, **more)
live.Live.__init__ = noted
def tell():
    for _ in sys.stdin:
        print(sum(len(asyncio.all_tasks(loop)) for loop in loops), len(tables), flush=True)
threading.Thread(target=tell, daemon=True).start()
"""


class Watched:
    def __init__(self, process: Process) -> None:
        self._process = process

    def look(self) -> dict[str, float]:
        asked, told = self._process.running.stdin, self._process.running.stdout
        assert asked is not None
        assert told is not None
        asked.write("\n")
        asked.flush()
        tasks, tables = map(int, told.readline().split())
        memory, workers = self._process.memory / 1e6, self._process.workers_memory / 1e6
        return {"MB": memory, "MB of workers": workers, "tasks": tasks, "files": self._process.files, "tables": tables}


async def play(url: str, http: httpx.AsyncClient, number: int) -> None:
    """One game among two bots, looked at until it is over."""
    game, preset, bot = GAMES[number % len(GAMES)]
    viewer = Client(url)
    seats = [{"kind": "bot", "bot": bot}, {"kind": "bot", "bot": bot}]
    opened = await http.post("/tables", json={"game": game, "preset": preset, "seats": seats}, headers=viewer.headers)
    await viewer.open_stream(opened.raise_for_status().json()["table"])
    await viewer.see_the_end()
    await viewer.close()


async def soak(url: str, watched: Watched, games: int, at_once: int) -> list[dict[str, float]]:
    numbers = iter(range(games))
    looks: list[dict[str, float]] = []
    done = count(1)

    async def play_on(http: httpx.AsyncClient) -> None:
        for number in numbers:
            await play(url, http, number)
            if next(done) % max(1, games // LOOKS) == 0:
                looks.append(await asyncio.to_thread(watched.look))
                print(f"{number + 1:>6} games  " + "  ".join(f"{name} {one:.0f}" for name, one in looks[-1].items()))

    none_kept = httpx.Limits(max_keepalive_connections=0)  # each request is a line of its own, opened and closed
    async with httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=120, limits=none_kept) as http:
        await asyncio.gather(*(play_on(http) for _ in range(at_once)))
    return looks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--at-once", type=int, default=16)
    wanted = parser.parse_args()
    with watched_service() as (url, watched):
        looks = asyncio.run(soak(url, watched, wanted.games, wanted.at_once))
    quarter = max(1, len(looks) // 4)
    for name in looks[0]:
        early, late = (mean(look[name] for look in some) for some in (looks[quarter : 2 * quarter], looks[-quarter:]))
        print(f"{name}: {early:.1f} in the second quarter, {late:.1f} in the last")
        figure(f"soak, {name}", name, games=wanted.games, early=early, late=late)


@contextmanager
def watched_service() -> Iterator[tuple[str, Watched]]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "tables.sqlite"
        with service(data, WATCHED + SERVER, stdin=subprocess.PIPE) as (url, process):
            yield url, Watched(process)


if __name__ == "__main__":
    main()
