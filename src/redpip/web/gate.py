"""What every request passes before anything of it is looked at: name, number and size."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from redpip.core.problem import Problem
from redpip.web.ceilings import MIB, Ceilings
from redpip.web.hosts import Hosts
from redpip.web.identity import address_of, language_of
from redpip.web.limits import Limit
from redpip.web.problems import ProblemPage, asks_for_page, problem_answer

RECORDS = ("/api/v1/verify-dice", "/api/v1/pad")
PROFILE = "/api/v1/profile/file"


class Gate:
    def __init__(self, app: ASGIApp, ceilings: Ceilings, hosts: Hosts, problem_page: ProblemPage) -> None:
        self._app, self._ceilings, self._hosts, self._problem_page = app, ceilings, hosts, problem_page
        self._asking = Limit(ceilings.requests_a_second, ceilings.requests_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        try:
            self._let_in(connection)
            if scope["type"] == "http":
                receive = await self._whole(connection, receive)
        except Problem as problem:
            # a socket that is refused before it is accepted gets an HTTP answer too
            if scope["type"] == "http":
                await self._answer(Request(scope), problem)(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": problem.code})
            return
        await self._app(scope, receive, send)

    def _answer(self, request: Request, problem: Problem) -> Response:
        """A page under a foreign name would have neither style nor picture: these are refused as well."""
        if asks_for_page(request) and problem.code != "foreign_host":
            return self._problem_page(request, problem)
        return problem_answer(problem, None, language_of(request))

    def _let_in(self, connection: HTTPConnection) -> None:
        host = connection.headers.get("host")
        if not self._hosts.knows(host):
            raise Problem(
                "foreign_host",
                "This service does not go by the name {host}. Whoever runs it can allow the name: --allowed-host.",
                host=repr(host),
            )
        self._asking.take(address_of(connection))

    async def _whole(self, connection: HTTPConnection, receive: Receive) -> Receive:
        """The body, read whole as far as it may go: no request here is of use before all of it is there."""
        headers, most = connection.headers, self._most(connection.url.path)
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > most:
            raise too_large(most)
        if length in ("", "0") and "transfer-encoding" not in headers:
            return receive
        try:
            async with asyncio.timeout(self._ceilings.body_seconds):
                body = await _read(receive, most)
        except TimeoutError:
            raise Problem("too_late", "The request did not arrive in time.") from None
        return _again(body, receive)

    def _most(self, path: str) -> int:
        if path in RECORDS:
            return self._ceilings.record_bytes
        return self._ceilings.profile_bytes if path == PROFILE else self._ceilings.body_bytes


async def _read(receive: Receive, most: int) -> list[Message]:
    """The messages that make up the body; they end early where the caller is gone."""
    found: list[Message] = []
    size = 0
    while not found or found[-1].get("more_body"):
        found.append(await receive())
        size += len(found[-1].get("body", b""))
        if size > most:
            raise too_large(most)
    return found


def _again(messages: list[Message], receive: Receive) -> Callable[[], Awaitable[Message]]:
    waiting = iter(messages)

    async def read() -> Message:
        return next(waiting, None) or await receive()

    return read


def too_large(most: int) -> Problem:
    told = f"{most // MIB} MiB" if most >= MIB else f"{most // 1024} KiB"
    return Problem("too_large", "That is too large: {most} is the most.", most=told)
