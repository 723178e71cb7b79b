"""What earlier versions kept is kept. ``schemas`` has a file as each of them left it, with the same game in all."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.command import upgrade
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, create_engine, inspect

from redpip.core.problem import Problem
from redpip.store.database import Place, database_at
from redpip.store.log import Append, Log
from redpip.store.schema import metadata
from redpip.table.events import Entry, Reacted
from redpip.table.evolve import evolve

from .games import DEVICE, KINDS, change, new_place, with_log

KEPT = sorted(Path(__file__).parent.joinpath("schemas").glob("v*.sql"))
TABLE = "abcdefghjk"


def config_for(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", "redpip.store:migrations")
    config.attributes["connection"] = connection
    return config


def restored(kept: Path, file: Path) -> Path:
    with closing(sqlite3.connect(file)) as database:
        database.executescript(kept.read_text("utf-8"))
    return file


def moved(old: Path, place: Place, revision: str) -> Place:
    """The same rows in PostgreSQL, in the schema of that version."""

    def copy(connection: Connection) -> None:
        upgrade(config_for(connection), revision)
        for name, rows in rows_of(old):
            found = MetaData()
            found.reflect(connection, only=[name])
            connection.execute(found.tables[name].insert(), rows)

    async def run() -> None:
        engine = database_at(place).open()
        async with engine.begin() as connection:
            await connection.run_sync(copy)
        await engine.dispose()

    asyncio.run(run())
    return place


def rows_of(file: Path) -> Iterator[tuple[str, list[dict[str, object]]]]:
    engine = create_engine(f"sqlite:///{file}")
    metadata = MetaData()
    metadata.reflect(engine)
    with engine.connect() as connection:
        for name, table in metadata.tables.items():
            rows = [dict(row._mapping) for row in connection.execute(table.select())]
            if rows and name != "alembic_version":
                yield name, rows
    engine.dispose()


def test_every_schema_is_kept() -> None:
    steps = ScriptDirectory.from_config(config_for()).walk_revisions()
    assert sorted(f"v{step.revision}" for step in steps) == [file.stem for file in KEPT]


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection")  # an index of ours, which the copy has anyway
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("kept", KEPT, ids=lambda file: file.stem)
def test_games_of_an_earlier_version_are_kept(kept: Path, kind: str, tmp_path: Path) -> None:
    async def test(log: Log) -> None:
        table = await log.load(TABLE)
        assert table is not None
        assert (table.names, table.seq) == (("Mia", "Greedy"), 9)
        entry = Entry(Reacted(0, "nice"), 2000.0)
        await log.append(Append(table.seq, [entry], evolve(table, entry)))
        assert await log.training_of(DEVICE) == ([{"kept": 2}] if kept.stem >= "v0004" else [])
        assert await log.review_of(TABLE) == ({"kept": 1} if kept.stem >= "v0003" else None)
        assert [listed.id for listed in await log.tables_of(DEVICE)] == [TABLE]

    old = restored(kept, tmp_path / "tables.sqlite")
    with_log(old if kind == "sqlite" else moved(old, new_place(kind, tmp_path), kept.stem.removeprefix("v")), test)


@pytest.mark.parametrize("kind", KINDS)
def test_a_newer_schema_is_left_alone(kind: str, tmp_path: Path) -> None:
    place = new_place(kind, tmp_path)

    async def age(_: Log) -> None:
        await change(place, "UPDATE alembic_version SET version_num = '9999'")

    with_log(place, age)
    with pytest.raises(Problem) as problem:
        with_log(place, age)
    assert problem.value.code == "newer_data"


@pytest.mark.parametrize("kind", KINDS)
def test_an_upgraded_database_is_like_a_new_one(kind: str, tmp_path: Path) -> None:
    """Both have the tables of the schema, no more and no less."""
    place = new_place(kind, tmp_path)

    async def test(log: Log) -> None:
        async with log.reading() as connection:
            found = await connection.run_sync(
                lambda sync: {
                    name: [column["name"] for column in inspect(sync).get_columns(name)]
                    for name in inspect(sync).get_table_names()
                }
            )
        del found["alembic_version"]
        assert found == {name: [column.name for column in table.columns] for name, table in metadata.tables.items()}

    with_log(place, test)
