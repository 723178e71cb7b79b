"""The verbs of whoever runs the service: ``backup``, ``restore`` and ``tidy``."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redpip.term.arguments import Data, Db, EndIdle, Json, KeepFinished, KeepUnfinished, Lang
from redpip.term.place import games_at, place_of

if TYPE_CHECKING:
    from redpip.core.words import Words
    from redpip.store.backup import Contents
    from redpip.store.database import Place
    from redpip.store.retention import Retention

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]


def backup(file: BackupFile, data: Data = None, db: Db = None, lang: Lang = None, as_json: Json = False) -> None:
    """Keep a copy of all that the service has in one file, while it runs."""
    import asyncio

    from redpip.store.backup import back_up

    _tell(asyncio.run(back_up(place_of(data, db), file)), file, lang, as_json)


def restore(
    file: BackupFile,
    data: Data = None,
    db: Db = None,
    replace: Annotated[bool, typer.Option("--replace", help="Give up the games that are there.")] = False,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Put a backup in the place of the service's games, in a file or in PostgreSQL. The service must not run."""
    import asyncio

    from redpip.store.backup import restore as put_back

    _tell(asyncio.run(put_back(file, place_of(data, db), replace=replace)), file, lang, as_json)


def _tell(found: Contents, file: Path, lang: str | None, as_json: bool) -> None:
    if as_json:
        _print_json({"file": str(file), "tables": found.tables, "events": found.events, "schema": found.schema})
    else:
        words = _words(lang)
        tables = words.count("{number} table", "{number} tables", found.tables)
        events = words.count("{number} event", "{number} events", found.events)
        print(f"{file}: {tables}, {events}")


def tidy(
    keep_finished: KeepFinished = None,
    keep_unfinished: KeepUnfinished = None,
    end_idle: EndIdle = None,
    remove: Annotated[list[str] | None, typer.Option("--remove", metavar="TABLE", help="Remove this one.")] = None,
    end: Annotated[list[str] | None, typer.Option("--end", metavar="TABLE", help="End the game at this one.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say which ones it would be.")] = False,
    data: Data = None,
    db: Db = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Remove old tables with all that is known of them, and end games that nobody plays any more."""
    import asyncio

    from redpip.core.problem import Problem
    from redpip.store.retention import FOR_EVER, Retention, read_age

    ages = [None if given is None else read_age(given) for given in (keep_finished, keep_unfinished, end_idle)]
    retention = Retention(*ages)
    if retention == FOR_EVER and not remove and not end:
        raise Problem("bad_usage", "Say what to tidy: --keep-finished AGE, --keep-unfinished AGE, --end-idle AGE, …")
    removed, ended = asyncio.run(_tidied(games_at(data, db), retention, remove or [], end or [], dry_run))
    if as_json:
        _print_json({"removed": removed, "ended": ended, "dry_run": dry_run})
        return
    words = _words(lang)
    for table in removed:
        print(words.say("{table} removed", table=table))
    for table in ended:
        print(words.say("{table} ended", table=table))
    print(words.say("Removed: {removed}, ended: {ended}", removed=len(removed), ended=len(ended)))
    if dry_run:
        print(words.say("Nothing was changed: this was a dry run."))


async def _tidied(
    place: Place, retention: Retention, remove: list[str], end: list[str], dry_run: bool
) -> tuple[list[str], list[str]]:
    from redpip.core.problem import Problem
    from redpip.store.housekeeping import end_game
    from redpip.store.housekeeping import tidy as tidy_up
    from redpip.store.log import Log

    now = time.time()
    async with Log(place) as log:
        there = set(await log.all_tables()) if remove or end else set()
        for table in (*remove, *end):
            if table not in there:
                raise Problem("unknown_table", "There is no table {table}.", table=table)
        if dry_run:
            found = await log.due(retention, now)
            return [*remove, *found.remove], [*end, *found.end]
        if remove:
            await log.remove(remove, now)
        ended = [table for table in end if await end_game(log, table, now)]
        done = await tidy_up(log, retention, now)
    return [*remove, *done.removed], [*ended, *done.ended]


def _words(lang: str | None) -> Words:
    from redpip.core.words import common_words
    from redpip.settings import language

    return common_words(language(lang))


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))
