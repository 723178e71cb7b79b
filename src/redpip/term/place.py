"""Where the service keeps its games, as a command is told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from redpip.core.problem import Problem

if TYPE_CHECKING:
    from redpip.store.database import Place


def place_of(file: Path | None, url: str | None) -> Place:
    """By its options, else by the settings."""
    from redpip.settings import data_folder, setting
    from redpip.store.postgres import read_url

    if file is None and url is None:
        named = setting("data")
        file, url = Path(named) if named else None, setting("db")
    if file and url:
        raise Problem("two_databases", "Give --data FILE or --db URL, not both.")
    return read_url(url) if url else file or data_folder() / "tables.sqlite"


def games_at(file: Path | None, url: str | None) -> Place:
    """The same where games are kept already: a slip in a name must not make an empty file."""
    place = place_of(file, url)
    if isinstance(place, Path) and not place.exists():
        raise Problem("no_games", "There are no games: {file} is not there.", file=place)
    return place
