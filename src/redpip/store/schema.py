"""The tables of the database. ``migrations`` bring an older file up to this."""

from __future__ import annotations

from sqlalchemy import JSON, Column, ColumnElement, Float, Integer, MetaData, String, Table, literal_column

metadata = MetaData()

DELETED = "deleted"  # the phase of a table of which nothing else is left; see retention.py

# one row a table: what lists need without reading its events
tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("phase", String(16), nullable=False),
    Column("changed", Float, nullable=False),
    Column("summary", JSON),  # None in a row from before there were any
)

# append-only; the only rewriting is the removal of a name that somebody asked to have removed
events = Table(
    "events",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("key", String(64)),
    Column("data", JSON, nullable=False),
)

# whose table it is, found by an index; nothing where the row is damaged
_HOST = {
    "sqlite": "CASE WHEN json_valid(data) THEN json_extract(data, '$.host') END",
    "postgresql": "(data ->> 'host')",
}


def host_of(dialect: str) -> ColumnElement[str]:
    """The device that opened a table, in its first event. To be asked for together with ``seq = 1``."""
    return literal_column(_HOST[dialect], String)


# kept apart from the log, so that no export or list can carry them along
secrets = Table(
    "secrets",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("server_seed", String(64), nullable=False),
    Column("invite_key", String(64), nullable=False),
)

# what the coach found in finished games; without names, which stand in the log alone
reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("data", JSON, nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("table_id", String(16), primary_key=True),
)

# append-only too, until the device asks to be forgotten
training = Table(
    "training",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("data", JSON, nullable=False),
)

# who of several services moves the bots and clocks of a table; in a file there is only one
leases = Table(
    "leases",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("service", String(16), nullable=False),
    Column("until", Float, nullable=False),
)

# secrets of the service itself
keys = Table(
    "keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)

# links that show how a game ended, each with the device that made it
shares = Table(
    "shares",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("device", String(64), primary_key=True),
    Column("token", String(32), nullable=False, unique=True),
)

# links by which others play with the dice of a finished game
challenges = Table(
    "challenges",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("device", String(64), primary_key=True),
    Column("token", String(32), nullable=False, unique=True),
)

# who has played with dice that several get: once for each device
rounds = Table(
    "rounds",
    metadata,
    Column("same", String(48), primary_key=True),
    Column("device", String(64), primary_key=True),
    Column("table_id", String(16), nullable=False, unique=True),
    Column("figures", JSON),  # what the review found, once it is there
)

profiles = Table(
    "profiles",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("data", JSON, nullable=False),
)

# by which a profile comes to another device, kept as hashes; each is good once and for a short time
codes = Table(
    "codes",
    metadata,
    Column("code", String(64), primary_key=True),
    Column("device", String(64), nullable=False),
    Column("until", Float, nullable=False),
)
