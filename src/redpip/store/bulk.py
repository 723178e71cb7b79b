"""Rows as SQLite's driver takes them, many in one statement.

The driver lets go of Python's lock for each statement and then waits for its turn, which beside a busy service takes
longer than the statement itself. And all that the thread of the disk would have to look into lies in the caches of
another core, so it is given texts and numbers alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson
from sqlalchemy import JSON, Delete, Insert
from sqlalchemy.dialects.sqlite import dialect

MOST = 999  # values in one statement; every SQLite takes so many

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Form:
    """A statement around its rows."""

    head: str
    row: str
    tail: str
    names: Sequence[str]  # of the values of a row, in order
    json: frozenset[str]  # those of them that are kept as JSON
    at_once: int  # rows


def encoded(data: Any) -> str:
    return orjson.dumps(data).decode()


def in_bulk(statement: Insert | Delete, rows: Sequence[Row]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """What the driver is to run, each with its values."""
    form = _form(statement)
    for start in range(0, len(rows), form.at_once):
        some = rows[start : start + form.at_once]
        values = [encoded(row[name]) if name in form.json else row[name] for row in some for name in form.names]
        yield form.head + ", ".join([form.row] * len(some)) + form.tail, tuple(values)


@cache
def _form(statement: Insert | Delete) -> Form:
    compiled = statement.compile(dialect=dialect())
    text, names = str(compiled), tuple(compiled.positiontup or ())
    json = frozenset(column.name for column in statement.table.columns if isinstance(column.type, JSON))
    if isinstance(statement, Delete):
        return Form(text, "", "", names, json, 1)
    row = f"({', '.join('?' * len(names))})"
    head, tail = text.split(row, 1)
    return Form(head, row, tail, names, json, MOST // len(names))
