"""Following a table: what was missed, where things stand, and then everything as it happens."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress
from typing import Annotated

from fastapi import APIRouter, Query, Request, WebSocket
from fastapi.responses import StreamingResponse
from pydantic import ValidationError
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect, WebSocketState

from redpip.core.problem import Problem
from redpip.core.rulebook import rule_link
from redpip.store.log import Log
from redpip.table.refusals import refused
from redpip.table.table import Table
from redpip.table.viewer import Viewer
from redpip.web.calls import Language, LiveTable, commanding, perform
from redpip.web.ceilings import Ceilings, Streams, TooManyWatch
from redpip.web.connection import Connection, Retold, connection_for, text_of
from redpip.web.house import House
from redpip.web.identity import address_of, check_origin, device_of, language_of
from redpip.web.live import Live
from redpip.web.models import CommandRequest
from redpip.web.problems import count_limit, failed, sentence

router = APIRouter()
logger = logging.getLogger(__name__)
UNKNOWN, FOREIGN, TOO_SLOW, NO_ROOM, NOT_TEXT, CLOSING, LOST = 4404, 4403, 4408, 4429, 1003, 1012, 1006
REFUSED = {"unknown_table": UNKNOWN, "closing": CLOSING}
NOTHING_MISSED = -1
PACES = {"follow": 1.0, "fast": 0.3, "skip": 0.0}  # how long a bot waits, of what is usual


@router.get("/tables/{table_id}/events", summary="Follow a table as it goes on")
async def events(
    live: LiveTable,
    request: Request,
    language: Language,
    since: int = 0,
    changes: Annotated[bool, Query(description="after the first picture only what changes; a line is a list")] = False,
) -> StreamingResponse:
    """Events after number ``since`` and then as they happen, one JSON object a line."""
    device = device_of(request)
    check_room(request, live, device)
    connection = connection_for(live.table, device, language, changes)
    streams: Streams = request.app.state.streams

    async def lines() -> AsyncIterator[str]:
        with streams.one(address_of(request)):
            async for message in follow(live, connection, request.app.state.log, since):
                yield message + "\n"

    # uncompressed, so that every line arrives when it is written
    return StreamingResponse(lines(), media_type="application/x-ndjson", headers={"Content-Encoding": "identity"})


def check_room(caller: HTTPConnection, live: Live, device: str | None) -> None:
    """Refuses one more who would follow this table where there are too many; whoever plays there always may."""
    ceilings: Ceilings = caller.app.state.ceilings
    streams: Streams = caller.app.state.streams
    streams.check(address_of(caller))
    if not live.table.seats_of(device) and live.watching >= ceilings.spectators:
        raise TooManyWatch(ceilings.spectators)


async def follow(live: Live, connection: Connection, log: Log, since: int) -> AsyncGenerator[str, None]:
    """Nothing is missed and nothing comes twice: the picture is of the table on the disk, what was before it is read
    from there, and what comes after it has been collected since the same moment."""
    try:
        table = live.table
        picture = live.snapshot(connection)
        live.connect(connection)
        missed = await log.events_between(table, since) if since >= 0 else []
        for message in connection.bundled([*(Retold(table, *one).to(connection) for one in missed), picture]):
            yield message
        while messages := await connection.waiting():
            for message in connection.bundled(messages):
                yield message
    except Problem as problem:
        for message in connection.bundled([refusal("", problem, connection, live.table)]):
            yield message
    finally:
        live.disconnect(connection)


def refusal(key: str, problem: Problem, connection: Connection, table: Table) -> str:
    """What was refused, why, and where the rule stands, if it is one."""
    message = sentence(problem, connection.words, connection.words.language)
    rule = rule_link(table.game, table.opened.preset, problem.code)
    return text_of({"type": "refused", "key": key, "code": problem.code, "message": message, "rule": rule})


@router.websocket("/tables/{table_id}/stream")
async def stream(socket: WebSocket, table_id: str) -> None:
    """Events out, commands in."""
    with suppress(WebSocketDisconnect):  # people leave at any moment
        await _connect(socket, table_id)


async def _connect(socket: WebSocket, table_id: str) -> None:
    rooms: House = socket.app.state.house
    watches = socket.query_params.get("watch") == "true"  # a screen for all to see is nobody's, whoever owns it
    try:
        check_origin(socket)
        device = None if watches else device_of(socket)
        live = await rooms.find(table_id)
    except Problem as problem:
        await socket.accept()
        await socket.close(REFUSED.get(problem.code, FOREIGN), problem.code)
        return
    await socket.accept()
    changes = socket.query_params.get("changes") == "true"
    connection = connection_for(live.table, device, language_of(socket), changes)
    try:
        check_room(socket, live, device)
    except Problem as problem:
        await _send(socket, connection, [refusal("", problem, connection, live.table)])
        await socket.close(NO_ROOM, problem.code)
        return
    streams: Streams = socket.app.state.streams
    with streams.one(address_of(socket)):
        await _serve(socket, live, connection, rooms)


async def _serve(socket: WebSocket, live: Live, connection: Connection, rooms: House) -> None:
    out = rooms.streaming(_send_all(socket, live, connection))
    address = address_of(socket)
    try:
        while True:
            text = await _text(socket)
            async with connection.answering:
                # who has moved waits for nothing but this: pictures that are on their way come after it
                if done := await _take(text, live, connection, rooms, address):
                    await _send(socket, connection, [done])
    finally:
        out.cancel()


async def _text(socket: WebSocket) -> str:
    """What comes in; a command is text, and whoever sends anything else is told so."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | None = message.get("text")
    if text is None:
        _check_there(socket)
        await socket.close(NOT_TEXT, "commands are text")
        raise WebSocketDisconnect(NOT_TEXT)
    return text


async def _send_all(socket: WebSocket, live: Live, connection: Connection) -> None:
    with suppress(WebSocketDisconnect):
        async with aclosing(follow(live, connection, socket.app.state.log, _since(socket))) as messages:
            async for message in messages:
                await _say(socket, message)
        async with connection.answering:  # whoever has asked something gets their answer first
            await _send(socket, connection, connection.left())
        _check_there(socket)
        await (socket.close(CLOSING, "closing") if live.closed else socket.close(TOO_SLOW, "too_slow"))


async def _send(socket: WebSocket, connection: Connection, messages: list[str]) -> None:
    for message in connection.bundled(messages):
        await _say(socket, message)


async def _say(socket: WebSocket, message: str) -> None:
    _check_there(socket)
    await socket.send_text(message)


def _check_there(socket: WebSocket) -> None:
    """Whoever reads and whoever sends may each find out first that nobody is there any more."""
    if socket.application_state is not WebSocketState.CONNECTED:
        raise WebSocketDisconnect(LOST)


def _since(socket: WebSocket) -> int:
    """The number after which events were missed; none were where it is not given or no number."""
    given = socket.query_params.get("since", "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 10 else NOTHING_MISSED


async def _take(text: str, live: Live, connection: Connection, rooms: House, address: str) -> str | None:
    """One command from the socket; its answer, unless that is to come after what it has sent."""
    key = ""
    try:
        wanted = CommandRequest.model_validate_json(text)
        key = wanted.key
        commanding.take(address, connection.viewer.device or address)
        if wanted.do == "pace":
            live.wish_pace(connection.viewer.device, PACES[wanted.pace])
        if wanted.do in ("ping", "pace") or _look_as(live, connection, wanted):
            connection.tell(type="ack", key=key, seq=live.table.seq)
            return None
        device = connection.viewer.device
        if device is None:
            raise Problem("no_device", "This needs the device that sits at the table.")
        seq = await perform(wanted, live, device, rooms, connection.words.language)
        return text_of({"type": "ack", "key": key, "seq": seq})
    except ValidationError as error:
        first = error.errors()[0]
        detail = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        connection.tell(type="refused", key=key, code="bad_request", message=detail)
    except Problem as problem:
        count_limit(problem)
        connection.send(refusal(key, problem, connection, live.table))
    except Exception:
        logger.exception("table %s: a command failed", live.table.id)
        connection.send(refusal(key, failed(), connection, live.table))
    return None


def _look_as(live: Live, connection: Connection, wanted: CommandRequest) -> bool:
    """A shared device says whose eyes are on it, or nobody's."""
    if wanted.do not in ("me", "pass"):
        return False
    device = connection.viewer.device
    seat = wanted.seat if wanted.do == "me" else None
    if seat is not None and seat not in live.table.seats_of(device):
        raise refused("not_your_seat")
    connection.viewer = Viewer(device, seat)
    connection.send(live.snapshot(connection))
    return True
