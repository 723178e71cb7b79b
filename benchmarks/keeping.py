"""What it costs to keep many tables in a file: to start, to check it, to forget somebody, to remove, to back up.

python benchmarks/keeping.py [--mine 10000] [--others 100000]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Awaitable
from contextlib import closing
from pathlib import Path
from typing import Any

from redpip.play.thinking import Thinkers
from redpip.store.backup import back_up
from redpip.store.integrity import check_unfinished, check_whole
from redpip.store.log import Append, Log
from redpip.store.retention import Retention
from redpip.table.command import Act, BeReady, Caller
from redpip.table.decide import decide
from redpip.web.house import House, SeatPlan, TablePlan, laid_out
from redpip.web.live import Pace

MINE, OTHER, BEN = "a" * 64, "b" * 64, "c" * 64
NOW = 1_800_000_000.0


def one_game(device: str) -> list[Append]:
    """Two people play Spicy Dice to its end, as quickly as it can be played."""
    seats = [SeatPlan("person", "Mia", devices=(device,)), SeatPlan("person", "Ben", devices=(BEN,))]
    appends = [laid_out("aaaaaaaaaa", TablePlan("spicy", None, {}, seats, device), NOW)]
    table = appends[0].table
    commands: list[tuple[Any, str]] = [(BeReady(0, "nonce0000"), device), (BeReady(1, "nonce1111"), BEN)]
    while table.over is None:
        if not commands:
            assert table.play is not None
            seat = table.turn[0]
            action = str(table.play.next.options[seat][-1])  # type: ignore[union-attr]
            commands = [(Act(seat, action), (device, BEN)[seat])]
        command, who = commands.pop(0)
        steps = decide(table, command, Caller(who), NOW)
        appends.append(Append(table.seq, [step.entry for step in steps], steps[-1].table))
        table = steps[-1].table
    return appends


async def fill(file: Path, mine: int, others: int) -> int:
    """The same game at so many tables; how many events each has."""
    async with Log(file) as log:
        for append in one_game(MINE):
            await log.append(append)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TEMP TABLE numbers AS WITH RECURSIVE n(i) AS "
                         f"(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {mine + others - 1}) SELECT i, "
                         f"printf('t%09d', i) AS id, i >= {mine} AS other FROM n")  # fmt: skip
        data = f"CASE WHEN other THEN replace(data, '{MINE}', '{OTHER}') ELSE data END"
        said = data.replace("data", "summary")
        device = f"CASE WHEN other AND device = '{MINE}' THEN '{OTHER}' ELSE device END"
        database.execute(f"INSERT INTO events SELECT id, seq, at, key, {data} FROM numbers, events")
        database.execute("INSERT INTO secrets SELECT numbers.id, server_seed, invite_key FROM numbers, secrets")
        database.execute(f"INSERT INTO devices SELECT {device}, numbers.id FROM numbers, devices")
        database.execute(f"INSERT INTO tables SELECT numbers.id, phase, changed, {said} FROM numbers, tables")
        found: int = database.execute("SELECT max(seq) FROM events").fetchone()[0]
    return found


async def timed(what: str, work: Awaitable[Any]) -> Any:
    begin, before = time.perf_counter(), time.process_time()
    done = await work
    clock, processor = time.perf_counter() - begin, time.process_time() - before
    print(f"{what}: clock {clock:.2f} s, processor {processor:.2f} s", flush=True)
    return done


async def opened(file: Path) -> None:
    async with Log(file):
        pass


async def measure(folder: Path, mine: int, others: int) -> None:
    file = folder / "tables.sqlite"
    events = await fill(file, mine, others)
    print(f"{mine + others} finished tables of {events} events, {file.stat().st_size / 2**20:.0f} MiB")
    await timed("start", opened(file))
    async with Log(file) as log, Thinkers() as thinkers, House(log, thinkers, Pace()) as house:
        await timed("check at the start, of unfinished tables", check_unfinished(log))
        await timed("check of everything, as redpip doctor does", check_whole(log))
        await timed("backup", back_up(file, folder / "backup.sqlite"))
        await timed(f"DELETE /mine of {mine} tables", house.forget(MINE))
        due = await timed("looking for tables to remove", log.due(Retention(finished=1.0), NOW + 10))
        await timed(f"removing {min(len(due.remove), 10_000)} tables", log.remove(due.remove[:10_000], NOW + 10))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--mine", type=int, default=10_000)
    parser.add_argument("--others", type=int, default=100_000)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(measure(Path(name), wanted.mine, wanted.others))
    print("load", *(f"{load:.1f}" for load in os.getloadavg()), "on", os.cpu_count(), "cores")


if __name__ == "__main__":
    main()
