"""Tables as records and back: for backups, for moving house, and for reading elsewhere."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from redpip.core.game import Over
from redpip.core.options import changed_options
from redpip.core.problem import Problem, reason_of
from redpip.core.record import Record
from redpip.core.transcript import read_record, to_jsonl, to_text
from redpip.play.fairness import check_dice
from redpip.store.database import Place
from redpip.store.log import Append, Log
from redpip.table.chair import NOBODY, Secrets, new_secrets
from redpip.table.events import Abandoned, Ended, Entry, Opened, Played, Ready, Revealed, Seated, Started, TableEvent
from redpip.table.evolve import evolve
from redpip.table.table import new_table

FORMS = {"jsonl": to_jsonl, "text": to_text}


async def export_records(place: Place, folder: Path, form: str, complain: Callable[[Problem], None]) -> tuple[int, int]:
    """Writes the record of every game that has begun into this folder; how many there were, and how many not over.
    A table that cannot be read is complained of, and the others are written."""
    count = unfinished = 0
    async with Log(place) as log:
        for table_id in await log.all_tables():
            try:
                table = await log.load(table_id)
            except Problem as problem:
                complain(Problem(problem.code, "{file}: {problem}", file=table_id, problem=problem))
                continue
            if table is not None and table.play is not None:
                record = table.record()
                _write(folder / f"{table_id}.{'txt' if form == 'text' else form}", FORMS[form](record))
                count += 1
                unfinished += record.setup.seed is None
    return count, unfinished


def _write(file: Path, text: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    except OSError as error:
        raise Problem(
            "cannot_save", "{file} cannot be written: {reason}.", file=file, reason=reason_of(error)
        ) from None


async def import_record(log: Log, text: str) -> str:
    """Keeps a finished game of some other service; the id it has here. The same record is kept once."""
    record = read_record(text)
    if record.setup.fair and record.setup.fair.server_seed is None:
        raise Problem("not_revealed", "This game was not over when it was recorded; only finished games are kept.")
    check_dice(record)
    table_id = _id_of(record)
    if await log.load(table_id) is None:
        fair = record.setup.fair
        assert fair is not None
        assert fair.server_seed is not None
        secrets = Secrets(fair.server_seed, new_secrets().invite_key)
        await log.append(_kept(table_id, secrets, record, time.time()))
    return table_id


def _kept(table_id: str, secrets: Secrets, record: Record, now: float) -> Append:
    """A table at which just this has happened."""
    opened = _opened(record)
    table, entries = new_table(table_id, secrets, opened), [Entry(opened, now)]
    for event in _events(record):
        entries.append(Entry(event, now))
        table = evolve(table, entries[-1])
    return Append(0, entries, table)


def _id_of(record: Record) -> str:
    """Ten letters and digits that follow from the record."""
    number = int.from_bytes(hashlib.sha256(to_jsonl(record).encode()).digest()[:8])
    return f"{number % 36**10:x}".rjust(10, "0")[-10:]


def _opened(record: Record) -> Opened:
    setup, fair = record.setup, record.setup.fair
    assert fair is not None
    options, seats = changed_options(setup.game_rules), len(setup.players)
    return Opened(setup.game.id, setup.preset, options, seats, NOBODY, fair.commitment, setup.first, None, setup.match)


def _events(record: Record) -> Iterator[TableEvent]:
    setup, fair = record.setup, record.setup.fair
    assert fair is not None
    nonces = iter(fair.nonces)
    for seat, player in enumerate(setup.players):
        yield Seated(seat, player.name, None if player.bot else f"{NOBODY}{seat}", player.bot)
        if not player.bot:
            yield Ready(seat, next(nonces, ""))
    yield Started(setup.first, list(range(len(setup.players))), setup.match, setup.hash)
    for entry in record.entries:
        yield Played(entry.event)
    yield _ending(record.result)
    yield Revealed(str(fair.server_seed))


def _ending(result: Over | None) -> TableEvent:
    if result is None:
        return Abandoned(0)
    return Ended(list(result.scores), list(result.winners), list(result.returns))
