"""Daily dice: one game a day with the same dice for everybody.

At a service nobody can look ahead. Its key is secret; the server seed of a day is HMAC-SHA-256(key, "daily/DATE") in
hex, its SHA-256 is the commitment that everybody sees, and ``daily/DATE`` stands where players' nonces would. The seed
is revealed when the day is over. At the keyboard, where nobody else plays, the seed is ``daily/DATE/GAME`` itself.
"""

from __future__ import annotations

import hmac
from datetime import UTC, date, datetime, time, timedelta

from redpip.core.catalog import Game
from redpip.core.problem import Problem
from redpip.play.daily import solved_games


def daily_dice_game() -> Game:
    """The first in lists whose best play is known: luck can be taken out of its results."""
    return solved_games()[0]


def name_of(day: date) -> str:
    return f"daily/{day.isoformat()}"


def day_of(name: str) -> date:
    """The day that somebody names: 2026-11-16."""
    try:
        return date.fromisoformat(name)
    except ValueError:
        raise Problem("bad_day", "A day is written like 2026-11-16, not {given!r}.", given=name[:20]) from None


def server_seed(key: str, day: date) -> str:
    return hmac.digest(key.encode(), name_of(day).encode(), "sha256").hex()


def ends(day: date) -> float:
    """When it is over, everywhere at the same time."""
    return datetime.combine(day + timedelta(days=1), time(), UTC).timestamp()


def local_seed(day: date, game: Game) -> str:
    return f"{name_of(day)}/{game.id}"
