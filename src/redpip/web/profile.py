"""A person's profile on a device: what it is called, its dice, its days here; carried along as a document."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from secrets import choice
from typing import Any

import orjson

from redpip.core.problem import Phrase, Problem
from redpip.play.progress import Progress
from redpip.store.log import Log
from redpip.store.profiles import Profiles
from redpip.table.names import clean_name
from redpip.table.summary import last_moved
from redpip.web.days import streak
from redpip.web.house import LETTERS, House
from redpip.web.training import Training, utc_now

FORMAT = "redpip-profile/1"
SETS = ("", "ebony", "ivory")
CODE_LETTERS = 10
CODE_TIME = 600.0  # seconds
MOST_BYTES = 8_000_000
MOST_ENTRIES = 50_000
FIRST_DAY = date(2020, 1, 1)  # nobody was here before: so there are never more days than one can count quickly


@dataclass(frozen=True, slots=True)
class Profile:
    name: str = ""
    dice: str = ""  # the set of one's own dice; empty: as the theme has them
    days: tuple[str, ...] = ()  # on which something was played elsewhere


@dataclass(frozen=True, slots=True)
class Presence:
    """How often somebody was here."""

    days: tuple[date, ...]
    streak: int
    games: int


class People:
    """The profiles of all devices."""

    def __init__(self, log: Log, house: House, training: Training, clock: Callable[[], datetime] = utc_now) -> None:
        self._profiles, self._log, self._house, self._training, self.clock = Profiles(log), log, house, training, clock

    async def of(self, device: str | None) -> Profile:
        data = await self._profiles.of(device) if device else None
        return Profile(data["name"], data["dice"], tuple(data["days"])) if data else Profile()

    async def change(self, device: str, name: str | None, dice: str | None) -> None:
        known = await self.of(device)
        name = known.name if name is None else clean_name(name) if name.strip() else ""
        await self._keep(device, Profile(name, known.dice if dice is None else dice, known.days))

    async def _keep(self, device: str, profile: Profile) -> None:
        await self._profiles.keep(device, {"name": profile.name, "dice": profile.dice, "days": list(profile.days)})

    async def presence(self, device: str | None) -> Presence:
        """Days on which a game was finished or a position answered."""
        if device is None:
            return Presence((), 0, 0)
        listed = await self._house.tables_of(device)
        over = [one for one in listed if one.facts and one.facts["phase"] == "over"]
        games = [datetime.fromtimestamp(last_moved(one.facts or {}, one.changed), UTC).date() for one in over]
        progress = await self._training.progress(device)
        carried = [date.fromisoformat(day) for day in (await self.of(device)).days]
        days = tuple(sorted({*games, *progress.days, *carried}))
        return Presence(days, streak(days, self.clock().date()), len(over))

    # ---- carried to another device

    async def document(self, device: str | None) -> dict[str, Any]:
        """All that a file carries: no game, no token, nobody else's name."""
        profile, presence = await self.of(device), await self.presence(device)
        return {
            "format": FORMAT,
            "name": profile.name,
            "dice": profile.dice,
            "days": [day.isoformat() for day in presence.days],
            "training": await self._log.training_of(device) if device else [],
        }

    async def take_document(self, device: str, data: bytes) -> None:
        """What stands in a file is added to what is known here; nothing is changed where it cannot be read."""
        await self._add(device, await asyncio.to_thread(read_profile, data, self.clock().date()))

    async def _add(self, device: str, document: Mapping[str, Any]) -> None:
        known = await self.of(device)
        days = tuple(sorted({*known.days, *document["days"]}))
        await self._training.merge(device, document["training"])
        await self._keep(device, Profile(document["name"] or known.name, document["dice"] or known.dice, days))

    async def show_code(self, device: str) -> tuple[str, float]:
        """A code for one more device, and until when it is good."""
        code, now = "".join(choice(LETTERS) for _ in range(CODE_LETTERS)), self.clock().timestamp()
        await self._profiles.show_code(_hash(code), device, now + CODE_TIME, now)
        return code, now + CODE_TIME

    async def use_code(self, device: str, code: str) -> None:
        """Everything of the device that showed the code: its seats too. Both have it afterwards."""
        other = await self._profiles.use_code(_hash(code), self.clock().timestamp())
        if other is None:
            raise Problem("wrong_code", "This code is not good, or no longer. Show a new one on the other device.")
        if other != device:
            await self._add(device, await self.document(other))
            await self._house.bring(other, device)


def _hash(code: str) -> str:
    """However it was typed."""
    return hashlib.sha256("".join(code.lower().replace("-", "").split()).encode()).hexdigest()


def read_profile(file: bytes, today: date) -> dict[str, Any]:
    """The document of a profile file, read strictly; ``bad_profile`` says what is wrong with any other."""
    if len(file) > MOST_BYTES:
        raise bad_profile(Phrase("it is too large"))
    try:
        data = json.loads(file)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not str(data.get("format")).startswith("redpip-profile/"):
        raise bad_profile(Phrase("it is another kind of file"))
    if data["format"] != FORMAT:
        raise bad_profile(Phrase("a newer redpip has written it"))
    try:
        data = orjson.loads(orjson.dumps(data))  # as it would be kept: no text and no number that cannot be
        return {
            "name": clean_name(data["name"]) if data["name"] else "",
            "dice": SETS[SETS.index(data["dice"])],
            "days": _days(data["days"], today),
            "training": _entries(data["training"]),
        }
    except (KeyError, TypeError, ValueError, AttributeError, Problem):
        raise bad_profile(Phrase("something in it is damaged")) from None


def _days(given: Any, today: date) -> list[str]:
    """Days on which somebody can have been here; another service's clock may be ahead."""
    days = {date.fromisoformat(day) for day in given}
    if days and not FIRST_DAY <= min(days) <= max(days) <= today + timedelta(days=1):
        raise ValueError
    return [day.isoformat() for day in sorted(days)]


def _entries(given: Any) -> list[dict[str, Any]]:
    """Entries that progress can be made of, and positions that can be laid out."""
    entries = list(given)
    if len(entries) > MOST_ENTRIES:
        raise ValueError
    progress = Progress.of(entries)
    for card in progress.cards.values():
        card.still_asked  # noqa: B018 - by other rules it is not, and that is no damage
    return entries


def bad_profile(what: Phrase) -> Problem:
    return Problem("bad_profile", "This file cannot be taken: {what}. Nothing was changed.", what=what)
