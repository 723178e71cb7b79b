"""Removing what is known of a device: its names and that it played. The only place where the log is rewritten.

It is done in the database, many tables with each statement: whoever asks may have played thousands of games.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, TextClause
from sqlalchemy import text as statement

from redpip.store.bulk import encoded
from redpip.table.chair import NOBODY
from redpip.table.events import Forgotten, to_data

# where an event is of somebody sitting down, its name goes too
_FORGET = {
    "sqlite": """
        UPDATE events SET data = CASE
            WHEN NOT json_valid(data) THEN replace(data, :device, :nobody)
            WHEN json_extract(data, '$.kind') = 'seated'
            THEN json_set(replace(data, :device, :nobody), '$.name', :nobody)
            ELSE replace(data, :device, :nobody) END
        WHERE table_id IN :tables AND instr(data, :device) > 0
        RETURNING table_id
        """,
    "postgresql": """
        UPDATE events SET data = CASE
            WHEN data ->> 'kind' = 'seated'
            THEN CAST(jsonb_set(CAST(replace(CAST(data AS text), :device, :nobody) AS jsonb), '{name}',
                to_jsonb(CAST(:nobody AS text))) AS json)
            ELSE CAST(replace(CAST(data AS text), :device, :nobody) AS json) END
        WHERE table_id IN :tables AND strpos(CAST(data AS text), :device) > 0
        RETURNING table_id
        """,
}
# it has a number like all that happens, so nobody writes on from the table as it was with the name
_TELL = """
    INSERT INTO events (table_id, seq, at, data)
    SELECT id, 1 + (SELECT max(seq) FROM events WHERE table_id = tables.id), CAST(:now AS float), CAST(:said AS {json})
    FROM tables WHERE id IN :tables
    """
# what lists say, by where the device sits now: chairs close ranks when a game begins, and one that was left has
# somebody else. A name that another device gave to the seat stays. Where it is damaged or does not know the device
# they read the events again. It is done before the events are rewritten, which know who gave a name
_RETELL = {
    "sqlite": """
        UPDATE tables SET summary = CASE
            WHEN json_valid(summary) AND instr(summary, :device) > 0 AND json_type(summary, '$.seats') = 'array'
            THEN json_set(summary, '$.seats', json((
                SELECT json_group_array(json(CASE WHEN instr(value, :device) = 0 THEN value
                    WHEN json_extract(value, '$.name') IN (
                        SELECT json_extract(CASE WHEN json_valid(data) THEN data ELSE value END, '$.name') FROM events
                        WHERE table_id = tables.id AND instr(data, :device) > 0)
                    THEN json_set(replace(value, :device, :nobody), '$.name', :nobody)
                    ELSE replace(value, :device, :nobody) END))
                FROM json_each(summary, '$.seats') WHERE type = 'object'))) END
        WHERE id IN :tables AND EXISTS (
            SELECT 1 FROM events WHERE table_id = tables.id AND instr(data, :device) > 0)
        """,
    "postgresql": """
        UPDATE tables SET summary = CASE
            WHEN strpos(CAST(summary AS text), :device) > 0 AND json_typeof(summary -> 'seats') = 'array'
            THEN CAST(jsonb_set(CAST(summary AS jsonb), '{seats}', (
                SELECT jsonb_agg(CASE WHEN strpos(CAST(seat AS text), :device) = 0 THEN seat
                    WHEN seat ->> 'name' IN (
                        SELECT data ->> 'name' FROM events
                        WHERE table_id = tables.id AND strpos(CAST(data AS text), :device) > 0)
                    THEN jsonb_set(CAST(replace(CAST(seat AS text), :device, :nobody) AS jsonb), '{name}',
                        to_jsonb(CAST(:nobody AS text)))
                    ELSE CAST(replace(CAST(seat AS text), :device, :nobody) AS jsonb) END ORDER BY number)
                FROM jsonb_array_elements(CAST(summary -> 'seats' AS jsonb)) WITH ORDINALITY AS each(seat, number)
                WHERE jsonb_typeof(seat) = 'object')) AS json) END
        WHERE id IN :tables AND EXISTS (
            SELECT 1 FROM events WHERE table_id = tables.id AND strpos(CAST(data AS text), :device) > 0)
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
    named = {**who, "tables": encoded([*table_ids])}
    connection.execute(_of_tables(dialect, _RETELL[dialect]), named)
    touched = set(connection.execute(_of_tables(dialect, _FORGET[dialect]), named).scalars())
    if not touched:
        return
    tell = _of_tables(dialect, _TELL.format(json="json" if dialect == "postgresql" else "text"))
    connection.execute(tell, {"now": now, "said": encoded(to_data(Forgotten())), "tables": encoded([*touched])})


def _of_tables(dialect: str, command: str) -> TextClause:
    return statement(command.replace("IN :tables", f"IN (SELECT {_EACH[dialect]})"))
