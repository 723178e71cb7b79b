"""Rows that may be there already. Both databases say it alike, each in its own dialect."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from sqlalchemy import Table as Rows
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import Insert

# the two have the same methods, but no type in common
_INSERT: dict[str, Callable[[Rows], Insert]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}  # type: ignore[dict-item]


@cache
def insert_new(dialect: str, rows: Rows) -> Insert:
    """What is there already stays as it is."""
    return _INSERT[dialect](rows).on_conflict_do_nothing()


@cache
def insert_or_change(dialect: str, rows: Rows, *changes: str) -> Insert:
    """Where a row of that key is there already, these columns of it change."""
    new = _INSERT[dialect](rows)
    key = [column.name for column in rows.primary_key]
    return new.on_conflict_do_update(index_elements=key, set_={name: new.excluded[name] for name in changes})
