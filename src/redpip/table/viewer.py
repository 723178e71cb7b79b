"""Whose eyes are on a table, and what they may hear."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from redpip.core.catalog import Game
from redpip.core.game import Seat
from redpip.core.record import event_json
from redpip.core.words import Words
from redpip.table.events import Played, TableEvent, Unread, public_data
from redpip.table.refusals import REFUSALS
from redpip.table.table import Table


@dataclass(frozen=True, slots=True)
class Viewer:
    """A device and the seat whose eyes it has now; None watches."""

    device: str | None
    seat: Seat | None = None


def table_words(table: Table, language: str) -> Words:
    return page_words(table.game, table.opened.preset, language)


def page_words(game: Game, preset: str, language: str) -> Words:
    return game.words(preset, language, REFUSALS).aloud()


def eyes(table: Table, viewer: Viewer) -> Seat | None:
    """The seat that this viewer sees with: where nothing is secret, a shared device follows the turn by itself.
    What lies under real cups it does not know."""
    mine = table.seats_of(viewer.device)
    if table.game.secrets and len(mine) > 1 and not table.own_dice:
        return viewer.seat if viewer.seat in mine else None
    return next((seat for seat in table.movers if seat in mine), mine[0] if mine else None)


def still_looking(table: Table, viewer: Viewer) -> Viewer:
    """A device that several share is nobody's again as soon as another of them is to move."""
    others = set(table.turn) & set(table.seats_of(viewer.device))
    return Viewer(viewer.device) if viewer.seat is not None and others and viewer.seat not in others else viewer


def heard(table: Table, event: TableEvent, seat: Seat | None) -> dict[str, Any]:
    """An event as this seat, or a spectator, may hear of it."""
    match event:
        case Played(event=played) if table.play is not None:
            return {"kind": "played", "event": event_json(table.play.rules.seen(played, seat))}
        case Unread(event={"throw": _, **rest}) if table.game.secrets and not table.revealed:
            return {"kind": "played", "event": rest}  # whose dice these are can no longer be told
    return public_data(event)
