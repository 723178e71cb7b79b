"""What every request about a table needs: the house, the table, the language, the caller."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import Depends, Path, Query, Request

from redpip.core.problem import Problem
from redpip.core.rulebook import rule_link
from redpip.table.viewer import table_words
from redpip.web.house import House
from redpip.web.identity import check_origin, device_of, language_of
from redpip.web.limits import Allowance, Limit
from redpip.web.live import Live
from redpip.web.metrics import answering
from redpip.web.models import CommandRequest

TableId = Annotated[str, Path(description="the table: ten small letters and digits")]
opening = Allowance(Limit(rate=1, burst=60), Limit(rate=20, burst=1000))
commanding = Allowance(Limit(rate=30, burst=200), Limit(rate=600, burst=12_000))


def house(request: Request) -> House:
    found: House = request.app.state.house
    return found


HouseOf = Annotated[House, Depends(house)]


def spoken(
    request: Request,
    lang: Annotated[str | None, Query(description="en or de; the browser's otherwise")] = None,  # noqa: ARG001
) -> str:
    return language_of(request)


Language = Annotated[str, Depends(spoken)]


def same_site(request: Request) -> None:
    check_origin(request)


def caller(request: Request) -> str:
    """The device behind a request that only a known device can make."""
    device = device_of(request)
    if device is None:
        raise Problem("no_device", "This needs the device that sits at the table.")
    return device


async def live_table(table_id: TableId, request: Request, rooms: HouseOf) -> Live:
    live = await rooms.find(table_id)
    request.state.words = table_words(live.table, language_of(request))
    request.state.rule = partial(rule_link, live.table.game, live.table.opened.preset)
    if device := device_of(request):
        live.met(device)
    return live


LiveTable = Annotated[Live, Depends(live_table)]


async def perform(wanted: CommandRequest, live: Live, device: str, rooms: House, language: str) -> int:
    """Does one thing at a table; the number of its last event."""
    with answering():
        if wanted.do == "rematch":
            await rooms.rematch(live.table.id, device)
            return live.table.seq
        return await live.do(wanted.command(language), device, wanted.key)
