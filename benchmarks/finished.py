"""Do many finished tables slow a service down? One with 20 and one with 100,000 more are asked the same, in turns.

Somebody who has played 20 games asks for the home page and for their list; and how long does the service take to start?

    python benchmarks/finished.py [--tables 100000] [--rounds 5]
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import sqlite3
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

import httpx
from serving import Process, figure, service

from redpip.store.log import Append, Log
from redpip.table.command import Act, BeReady, Caller, Command
from redpip.table.decide import decide
from redpip.web.house import SeatPlan, TablePlan, laid_out

TOKEN = "f" * 40
OWN = 20  # games of whoever asks
ASKED = 50  # times
COPIES = """
WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < :copies)
INSERT INTO {rows} SELECT {columns} FROM copy, {rows} WHERE {key} = 'pattern'
"""
ID, OTHER = "printf('c%09d', n)", "printf('%064x', n)"


async def finish(data: Path, table: str, device: str) -> None:
    """A whole game with a single box."""
    new = laid_out(
        table, TablePlan("spicy", None, {"boxes": ["SUM"]}, [SeatPlan("person", "Mia", devices=(device,))], device), 1.0
    )
    commands: list[Command] = [BeReady(0, "nonce000"), Act(0, "roll 1 2 3 4 5 6"), Act(0, "score SUM")]
    async with Log(data) as log:
        await log.append(new)
        now = new.table
        for command in commands:
            steps = decide(now, command, Caller(device), 2.0)
            await log.append(Append(now.seq, [step.entry for step in steps], steps[-1].table))
            now = steps[-1].table
    assert now.phase == "over"


def fill(data: Path, tables: int) -> None:
    """20 finished tables of one device, and so many of others, each of its own."""
    device = hashlib.sha256(TOKEN.encode()).hexdigest()
    for number in range(OWN):
        asyncio.run(finish(data, f"own{number}", device))
    if not tables:
        return
    asyncio.run(finish(data, "pattern", "pattern-device"))
    others = f"replace({{}}, 'pattern-device', {OTHER})"
    with sqlite3.connect(data) as connection:
        for rows, key, columns in (
            ("tables", "id", f"{ID}, phase, changed, {others.format('summary')}"),
            ("events", "table_id", f"{ID}, seq, at, key, {others.format('data')}"),
            ("secrets", "table_id", f"{ID}, server_seed, invite_key"),
            ("devices", "table_id", f"{OTHER}, {ID}"),
        ):
            connection.execute(COPIES.format(rows=rows, columns=columns, key=key), {"copies": tables})


def measure(data: Path) -> dict[str, float]:
    """Milliseconds of processor time: whatever else the machine does, it is the service's own."""
    with (
        service(data) as (url, process),
        httpx.Client(base_url=url, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=120) as http,
    ):
        http.get("/").raise_for_status()
        start = process.seconds
        assert len(http.get("/api/v1/mine").json()) == OWN
        home, mine = (asked(process, partial(http.get, path)) for path in ("/", "/api/v1/mine"))
    return {"start, and the first page": start * 1000, "home": home, "mine": mine}


def asked(process: Process, ask: Callable[[], object]) -> float:
    before = process.seconds
    for _ in range(ASKED):
        ask()
    return (process.seconds - before) / ASKED * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        few, many = Path(folder) / "few.sqlite", Path(folder) / "many.sqlite"
        fill(few, 0)
        fill(many, wanted.tables)
        print(f"{wanted.tables} more tables: {many.stat().st_size / 1e6:.0f} MB")
        rounds = [(measure(few), measure(many)) for _ in range(wanted.rounds)]
    for name in rounds[0][0]:
        one, other = (median(found[name] for found in some) for some in zip(*rounds, strict=True))
        print(f"{name:<26} {one:8.1f} ms   with the others {other:8.1f} ms   ratio {other / one:.2f}")
        figure(f"finished tables, {name}", "ms", few=one, many=other, ratio=other / one)


if __name__ == "__main__":
    main()
