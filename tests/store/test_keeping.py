"""Tables that are damaged are named and the others go on; old ones go with all that is known of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from redpip.core.problem import Problem
from redpip.store.database import Place
from redpip.store.housekeeping import end_game, tidy
from redpip.store.integrity import check_unfinished, check_whole
from redpip.store.links import HANDLE, open_challenges, shared_results
from redpip.store.log import Conflict, Log
from redpip.store.retention import DAY, Retention, read_age
from redpip.store.rounds import Rounds
from redpip.store.schema import metadata, tables

from .games import DEVICE, KINDS, change, new_place, new_table, reaction, with_log


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return new_place(request.param, tmp_path)


def test_damaged_tables_are_named(place: Place) -> None:
    async def test(log: Log) -> None:
        whole, gap, bare = [new_table() for _ in range(3)]
        for table in (whole, gap, bare):
            await log.append(table)
        assert await check_unfinished(log, 0) == await check_whole(log) == ()
        await log.append(reaction(gap))
        await change(place, f"DELETE FROM events WHERE table_id = '{gap.table.id}' AND seq = 2")
        await change(place, f"DELETE FROM secrets WHERE table_id = '{bare.table.id}'")
        found = {(damage.table, damage.what) for damage in await check_unfinished(log, 0)}
        assert found == {(gap.table.id, "gap"), (bare.table.id, "no_secrets")}
        assert {(damage.table, damage.what) for damage in await check_whole(log)} == found
        if isinstance(place, Path):
            await change(place, f"UPDATE events SET data = 'x' WHERE table_id = '{whole.table.id}' AND seq = 2")
            found.add((whole.table.id, "unreadable"))
            assert {(damage.table, damage.what) for damage in await check_unfinished(log, 0)} == found

    with_log(place, test)


def test_nothing_of_a_removed_table_is_left(place: Place) -> None:
    async def test(log: Log) -> None:
        gone, other, played = [new_table("Hildegunst") for _ in range(3)]
        await log.append(gone)
        await log.append(other)
        await shared_results(log).make(gone.table.id, DEVICE)
        link = await open_challenges(log).make(gone.table.id, DEVICE)
        same = f"challenge/{link[:HANDLE]}"
        await Rounds(log).open(same, "b" * 64, played)
        await log.keep_review(gone.table.id, {})
        await log.remove([gone.table.id], 5000.0)
        assert await log.load(gone.table.id) is None
        assert sorted(await log.all_tables()) == sorted([other.table.id, played.table.id])
        assert await Rounds(log).of(same, None) == [], "nobody can look it up any more"
        with pytest.raises(Conflict):
            await log.append(reaction(gone))
        assert await check_whole(log) == ()
        await log.remove([], 5000.0 + 2 * DAY)
        async with log.reading() as connection:
            for rows in metadata.sorted_tables:
                name = "id" if rows is tables else "table_id"
                if name in rows.c:
                    assert gone.table.id not in (await connection.execute(rows.select())).scalars().all()

    with_log(place, test)


def test_tables_are_kept_as_long_as_they_should_be(place: Place) -> None:
    async def test(log: Log) -> None:
        old, young, ended = [new_table() for _ in range(3)]
        for table in (old, young, ended):
            await log.append(table)  # at 1000
        await log.append(reaction(young))  # at 1001
        assert await end_game(log, ended.table.id, 1000.5)
        assert not await end_game(log, ended.table.id, 1000.6), "it is over already"
        now = 1000.9 + DAY
        due = await log.due(Retention(finished=DAY, unfinished=DAY), now)
        assert sorted(due.remove) == sorted([old.table.id, ended.table.id])
        assert (await tidy(log, Retention(idle=DAY), now)).ended == (old.table.id,)
        table = await log.load(old.table.id)
        assert table is not None
        assert table.phase == "abandoned"
        done = await tidy(log, Retention(finished=DAY / 2), now + DAY / 4)
        assert done.removed == (ended.table.id,)
        assert sorted(await log.all_tables()) == sorted([old.table.id, young.table.id])

    with_log(place, test)


def test_ages() -> None:
    assert (read_age("12h"), read_age("30d"), read_age("2w")) == (DAY / 2, 30 * DAY, 14 * DAY)
    for wrong in ("", "30", "d", "0d", "-1d", "1.5d", "soon"):
        with pytest.raises(Problem) as problem:
            read_age(wrong)
        assert problem.value.code == "bad_age"
