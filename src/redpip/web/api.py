"""The HTTP and WebSocket interface, ``/api/v1``. docs/protocol.md tells it with a whole example."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response, WebSocket
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from redpip.core.problem import Problem
from redpip.core.telling import verdict
from redpip.core.transcript import read_record, to_jsonl, to_text
from redpip.core.words import common_words
from redpip.play.fairness import check_dice, dice_lines
from redpip.table.picture import Viewer, eyes, heard, invitation, table_words
from redpip.table.table import Table, refused
from redpip.web.house import House, SeatPlan, TablePlan, clean_name
from redpip.web.identity import check_origin, device_of, known_device, language_of
from redpip.web.limits import Limit
from redpip.web.live import Connection, Live, connection_for
from redpip.web.models import (
    Acknowledged,
    CommandRequest,
    DiceChecked,
    JoinRequest,
    ProblemBody,
    SeatRequest,
    TableOpened,
    TableRequest,
)
from redpip.web.offer import offered_games, rules_page
from redpip.web.problems import sentence

PROBLEM = {"model": ProblemBody, "content": {"application/problem+json": {}}}
router = APIRouter(
    prefix="/api/v1",
    responses={code: {"description": "a problem", **PROBLEM} for code in (401, 403, 404, 409, 422, 429, 503)},
)
TableId = Annotated[str, Path(description="the table: ten small letters and digits")]
opening = Limit(rate=1, burst=60)
STREAM_ONLY = ("me", "pass", "ping")  # about one connection, not about the table
commanding = Limit(rate=30, burst=200)


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
    return live


LiveTable = Annotated[Live, Depends(live_table)]


@router.get("/games")
async def games(language: Language) -> list[dict[str, Any]]:
    """The games with their presets, seats, bots and options."""
    return offered_games(language)


@router.get("/games/{game}/rules")
async def rules(game: str, language: Language) -> dict[str, str]:
    """A game's rules as HTML."""
    return rules_page(game, language)


@router.post("/tables", status_code=201, dependencies=[Depends(same_site)])
async def open_a_table(wanted: TableRequest, request: Request, response: Response, rooms: HouseOf) -> TableOpened:
    """Open a table. It starts when every seat is taken and every person has added a nonce (command ``ready``)."""
    opening.take(request.client.host if request.client else "")
    device = known_device(request, response)
    seats = [_seat_plan(seat, device) for seat in wanted.seats]
    clock = wanted.clock.seconds if wanted.clock else None
    table = await rooms.open(
        TablePlan(wanted.game, wanted.preset, wanted.options, seats, device, wanted.first, clock, wanted.match)
    )
    return TableOpened(table=table.id, url=f"/t/{table.id}")


def _seat_plan(seat: SeatRequest, device: str) -> SeatPlan:
    if seat.kind == "bot":
        return SeatPlan("bot", bot=seat.bot)
    if seat.kind == "open":
        return SeatPlan("open")
    return SeatPlan("person", seat.name, devices=(device,))


@router.get("/tables/{table_id}")
async def look(live: LiveTable, request: Request, language: Language) -> dict[str, Any]:
    """The table as this device sees it now."""
    return live.snapshot(connection_for(live.table, device_of(request), language))


@router.post("/tables/{table_id}/join", dependencies=[Depends(same_site)])
async def join(wanted: JoinRequest, live: LiveTable, request: Request, response: Response) -> dict[str, Any]:
    """Take the seat that an invitation opens, or come to one's own seat from another device."""
    seat = live.table.check_invitation(wanted.token)
    name = live.table.chairs[seat].name or clean_name(wanted.name)
    device = known_device(request, response)
    await live.do(lambda table, now: table.sit(seat, name, device, now))
    return live.snapshot(connection_for(live.table, device, language_of(request)))


@router.post("/tables/{table_id}/commands", dependencies=[Depends(same_site)])
async def command(wanted: CommandRequest, live: LiveTable, request: Request, rooms: HouseOf) -> Acknowledged:
    """Do one thing at a table. The same key is never done twice."""
    device = caller(request)
    commanding.take(device)
    return Acknowledged(ack=wanted.key, seq=await perform(wanted, live, device, rooms))


async def perform(wanted: CommandRequest, live: Live, device: str, rooms: House) -> int:
    if wanted.do == "rematch":
        await rooms.rematch(live.table.id, device)
        return live.table.seq
    if wanted.do in STREAM_ONLY:
        raise refused("stream_only")
    presence = live.presence
    return await live.do(lambda table, now: table.do(wanted.command(), device, now, presence), wanted.key)


@router.get("/tables/{table_id}/events")
async def events(live: LiveTable, request: Request, language: Language, since: int = 0) -> StreamingResponse:
    """Events after number ``since`` and then as they happen, one JSON object a line."""
    connection = connection_for(live.table, device_of(request), language)

    async def lines() -> AsyncIterator[str]:
        async for message in follow(live, connection, request.app.state.log, since):
            yield json.dumps(message, ensure_ascii=False) + "\n"

    # uncompressed, so that every line arrives when it is written
    return StreamingResponse(lines(), media_type="application/x-ndjson", headers={"Content-Encoding": "identity"})


async def follow(live: Live, connection: Connection, log: Any, since: int) -> AsyncIterator[dict[str, Any]]:
    """What this connection missed, where things stand, and then everything as it happens."""
    live.connect(connection)
    try:
        first = live.snapshot(connection)
        for seq, event in await log.events_since(live.table.id, since) if since >= 0 else []:
            if seq <= first["seq"]:
                told = heard(live.table, event, connection.viewer)
                yield {"type": "event", "seq": seq, "event": told, "table": None, "scene": None}
        yield first
        while (message := await connection.messages.get()) is not None:
            if message.get("seq", first["seq"] + 1) > first["seq"] or message["type"] != "event":
                yield message
    finally:
        live.disconnect(connection)


@router.websocket("/tables/{table_id}/stream")
async def stream(socket: WebSocket, table_id: str) -> None:
    """Events out, commands in."""
    rooms: House = socket.app.state.house
    try:
        check_origin(socket)
        live = await rooms.find(table_id)
    except Problem as problem:
        await socket.accept()
        await socket.close(4404 if problem.code == "unknown_table" else 4403, problem.code)
        return
    await socket.accept()
    connection = connection_for(live.table, device_of(socket), language_of(socket))
    since = socket.query_params.get("since", "-1")
    out = asyncio.create_task(_send_all(socket, live, connection, int(since) if since.lstrip("-").isdecimal() else -1))
    try:
        while True:
            await _take(await socket.receive_text(), live, connection, rooms)
    except WebSocketDisconnect:
        pass
    finally:
        out.cancel()


async def _send_all(socket: WebSocket, live: Live, connection: Connection, since: int) -> None:
    async for message in follow(live, connection, socket.app.state.log, since):
        await socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
    await socket.close(4408, "too_slow")


async def _take(text: str, live: Live, connection: Connection, rooms: House) -> None:
    """One command from the socket; its answer goes out in order with the events."""
    key = ""
    try:
        wanted = CommandRequest.model_validate_json(text)
        key = wanted.key
        device = connection.viewer.device
        if wanted.do in STREAM_ONLY:
            if wanted.do != "ping":
                _look_as(live, connection, wanted)
            connection.send({"type": "ack", "key": key, "seq": live.table.seq})
            return
        if device is None:
            raise Problem("no_device", "This needs the device that sits at the table.")
        commanding.take(device)
        seq = await perform(wanted, live, device, rooms)
        connection.send({"type": "ack", "key": key, "seq": seq})
    except ValidationError as error:
        first = error.errors()[0]
        detail = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        connection.send({"type": "refused", "key": key, "code": "bad_request", "message": detail})
    except Problem as problem:
        message = sentence(problem, connection.words, connection.words.language)
        connection.send({"type": "refused", "key": key, "code": problem.code, "message": message})


def _look_as(live: Live, connection: Connection, wanted: CommandRequest) -> None:
    """A shared device says whose eyes are on it, or nobody's."""
    device = connection.viewer.device
    seat = wanted.seat if wanted.do == "me" else None
    if seat is not None and seat not in live.table.seats_of(device):
        raise refused("not_your_seat")
    connection.viewer = Viewer(device, seat)
    connection.send(live.snapshot(connection))


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse)
async def record(
    live: LiveTable, request: Request, form: Annotated[str, Query(pattern="^(jsonl|text)$")] = "jsonl"
) -> str:
    """The record so far, as this device may know it; the dice's seed is in it once it is revealed."""
    told = live.table.record(eyes(live.table, Viewer(device_of(request))))
    return to_text(told) if form == "text" else to_jsonl(told)


@router.get("/tables/{table_id}/seats/{seat}/qr.svg")
async def qr(live: LiveTable, seat: int, request: Request) -> Response:
    """An invitation as a QR code, for those who may hand it on."""
    known = 0 <= seat < len(live.table.chairs)
    link = invitation(live.table, seat, device_of(request)) if known else None
    if link is None:
        raise refused("not_your_seat")
    image = segno.make(str(request.base_url).rstrip("/") + link, error="m")
    svg = image.svg_inline(scale=4, border=2, dark="#271c19", light="#fdf9f0")
    return Response(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1), media_type="image/svg+xml")


@router.get("/mine")
async def mine(request: Request, rooms: HouseOf, language: Language) -> list[dict[str, Any]]:
    """This device's tables, the latest first."""
    device = device_of(request)
    if device is None:
        return []
    return [_listed(table, changed, device, language) for table, changed in await rooms.tables_of(device)]


def _listed(table: Table, changed: float, device: str, language: str) -> dict[str, Any]:
    words = table_words(table, language)
    seats = table.seats_of(device)
    return {
        "table": table.id,
        "title": table.game.title(table.opened.preset),
        "variant": words.name(table.game.presets[table.opened.preset].name),
        "game": table.game.id,
        "art": table.opened.preset if table.game.presets[table.opened.preset].edition else table.game.id,
        "with": [chair.name for seat, chair in enumerate(table.chairs) if seat not in seats and chair.name],
        "phase": table.phase,
        "your_turn": any(seat in seats for seat in table.turn),
        "result": {"title": verdict(table.names, table.over, words)} if table.over else None,
        "changed": datetime.fromtimestamp(changed, UTC).isoformat(),
    }


@router.delete("/mine", status_code=204, dependencies=[Depends(same_site)])
async def forget_me(request: Request, response: Response, rooms: HouseOf) -> None:
    """Remove what is known of this device: its names, and that it played."""
    device = device_of(request)
    if device:
        await rooms.forget(device)
    response.delete_cookie("redpip_device")


@router.post("/verify-dice", dependencies=[Depends(same_site)])
async def verify_dice(language: Language, text: Annotated[str, Body(media_type="text/plain")]) -> DiceChecked:
    """Check a record's commitment, seed and every throw."""
    words = common_words(language)
    throws = await asyncio.to_thread(lambda: check_dice(read_record(text)))
    return DiceChecked(ok=True, throws=throws, lines=dice_lines(throws, words))
