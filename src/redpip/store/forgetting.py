"""Removing what is known of a device: its names and that it played. The only place where the log is rewritten.

It is done in the database, many tables with each statement: whoever asks may have played thousands of games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from sqlalchemy import Connection, TextClause
from sqlalchemy import text as statement

from redpip.store.bulk import encoded
from redpip.table.events import Forgotten, to_data

NOBODY = "–"  # stands for a name that was removed

# where an event is of somebody sitting down, its name goes too
_FORGET = {
    "sqlite": """
        UPDATE events SET data = CASE
            WHEN NOT json_valid(data) THEN replace(data, :device, :nobody)
            WHEN json_extract(data, '$.kind') = 'seated'
            THEN json_set(replace(data, :device, :nobody), '$.name', :nobody)
            ELSE replace(data, :device, :nobody) END
        WHERE table_id IN :tables AND instr(data, :device) > 0
        RETURNING table_id, CASE WHEN NOT json_valid(data) THEN NULL
            WHEN json_extract(data, '$.kind') = 'seated' THEN json_extract(data, '$.seat') END
        """,
    "postgresql": """
        UPDATE events SET data = CASE
            WHEN data ->> 'kind' = 'seated'
            THEN CAST(jsonb_set(CAST(replace(CAST(data AS text), :device, :nobody) AS jsonb), '{name}',
                to_jsonb(CAST(:nobody AS text))) AS json)
            ELSE CAST(replace(CAST(data AS text), :device, :nobody) AS json) END
        WHERE table_id IN :tables AND strpos(CAST(data AS text), :device) > 0
        RETURNING table_id, CASE WHEN data ->> 'kind' = 'seated' THEN CAST(data ->> 'seat' AS integer) END
        """,
}
# it has a number like all that happens, so nobody writes on from the table as it was with the name
_TELL = """
    INSERT INTO events (table_id, seq, at, data)
    SELECT id, 1 + (SELECT max(seq) FROM events WHERE table_id = tables.id), CAST(:now AS float), CAST(:said AS {json})
    FROM tables WHERE id IN :tables
    """
# what lists say; where that is damaged they read the events again
_RETELL = {
    "sqlite": """
        UPDATE tables SET summary = CASE WHEN json_valid(summary)
            THEN json_set(replace(summary, :device, :nobody){places}) END
        WHERE id IN :tables
        """,
    "postgresql": """
        UPDATE tables SET summary = CASE WHEN json_typeof(summary) = 'object' THEN CAST({places} AS json) END
        WHERE id IN :tables
        """,
}
# hundreds of tables come as one value: to put together a statement with a place for each would take as long as the rest
_EACH = {
    "sqlite": "value FROM json_each(:tables)",
    "postgresql": "jsonb_array_elements_text(CAST(:tables AS jsonb))",
}


def forget_at(connection: Connection, device: str, table_ids: Collection[str], now: float) -> None:
    """At all of these tables."""
    dialect, who = connection.dialect.name, {"device": device, "nobody": NOBODY}
    found = connection.execute(_of_tables(dialect, _FORGET[dialect]), {**who, "tables": encoded([*table_ids])})
    seats: dict[str, set[int]] = defaultdict(set)
    for table_id, seat in found.all():
        seats[table_id].update(() if seat is None else (seat,))
    if not seats:
        return
    tell = _of_tables(dialect, _TELL.format(json="json" if dialect == "postgresql" else "text"))
    connection.execute(tell, {"now": now, "said": encoded(to_data(Forgotten())), "tables": encoded([*seats])})
    alike: dict[frozenset[int], list[str]] = defaultdict(list)
    for table_id in seats:
        alike[frozenset(seats[table_id])].append(table_id)
    for of_device, tables in alike.items():
        retell = _of_tables(dialect, _RETELL[dialect].format(places=_nameless(dialect, of_device)))
        connection.execute(retell, {**who, "tables": encoded(tables)})


def _of_tables(dialect: str, command: str) -> TextClause:
    return statement(command.replace("IN :tables", f"IN (SELECT {_EACH[dialect]})"))


def _nameless(dialect: str, seats: Collection[int]) -> str:
    """The part of a statement that takes the names of these seats out of a summary."""
    if dialect == "sqlite":
        return "".join(f", '$.seats[{seat}].name', :nobody" for seat in sorted(seats))
    told = "CAST(replace(CAST(summary AS text), :device, :nobody) AS jsonb)"
    for seat in sorted(seats):
        told = f"jsonb_set({told}, '{{seats,{seat},name}}', to_jsonb(CAST(:nobody AS text)))"
    return told
