"""Links and codes: what a token opens at a table."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Literal

from redpip.core.game import Seat
from redpip.table.refusals import refused
from redpip.table.table import Table


@dataclass(frozen=True, slots=True)
class Door:
    """Where a token leads: to a free seat, to a seat that was free once, or as a further device to somebody's seat."""

    kind: Literal["seat", "used", "device"]
    seat: Seat | None  # None: the game began without that seat


def door(table: Table, token: str, now: float) -> Door:
    """What this token opens now; ``wrong_link`` where it is none of this table's."""
    seats = {chair.number: seat for seat, chair in enumerate(table.chairs)}
    for number in range(table.opened.seats):
        seat = seats.get(number)
        links = table.chairs[seat].links if seat is not None else 0
        if _same(token, table.secrets.invitation(number, links)):
            return Door("used" if seat is None else "seat", seat)
        if any(_same(token, table.secrets.invitation(number, old)) for old in range(links)):
            return Door("used", seat)
        if seat is not None and (found := _by_code(table, seat, token, now)):
            return found
    raise refused("wrong_link")


def _by_code(table: Table, seat: Seat, token: str, now: float) -> Door | None:
    chair = table.chairs[seat]
    if _same(token, table.secrets.code(chair.number, chair.codes)):
        if chair.code_until is None or now >= chair.code_until:
            raise refused("code_used")
        return Door("device", seat)
    if any(_same(token, table.secrets.code(chair.number, old)) for old in range(chair.codes)):
        raise refused("code_used")
    return None


def _same(token: str, ours: str) -> bool:
    return hmac.compare_digest(token.encode(), ours.encode())


def free_seats(table: Table) -> tuple[Seat, ...]:
    """Where somebody with a link can still sit down."""
    if table.phase != "waiting":
        return ()
    return tuple(seat for seat, chair in enumerate(table.chairs) if chair.kind == "open")


def invitation(table: Table, seat: Seat, device: str | None) -> str | None:
    """The link to a free seat, for the host."""
    chair = table.chairs[seat]
    if table.phase != "waiting" or chair.kind != "open" or device != table.host:
        return None
    return f"/t/{table.id}#{table.secrets.invitation(chair.number, chair.links)}"


def device_code(table: Table, seat: Seat, device: str | None, now: float) -> str | None:
    """The link for one more device, while it is good, for whoever sits there."""
    chair = table.chairs[seat]
    if not chair.holds(device) or chair.code_until is None or now >= chair.code_until:
        return None
    return f"/t/{table.id}#{table.secrets.code(chair.number, chair.codes)}"
