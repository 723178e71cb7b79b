"""Does the service live, and can it be sent people? For proxies, containers and whoever watches over it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from redpip.core.problem import Problem
from redpip.store.log import Log

Phase = Literal["starting", "running", "stopping"]
router = APIRouter(include_in_schema=False)
LONGEST = 2.0  # seconds that the database may take
FRESH = 1.0  # seconds for which its answer is good, so that asking often costs nothing
NEVER_KEPT = {"cache-control": "no-store"}


@dataclass(slots=True)
class Health:
    phase: Phase = "starting"
    clock: Callable[[], float] = time.monotonic
    _answer: str = ""
    _until: float = 0.0

    async def trouble(self, log: Log) -> str:
        """Why nobody should be sent here; empty where all is well."""
        if self.phase != "running":
            return self.phase
        if self.clock() >= self._until:
            self._answer = await _silence(log)
            self._until = self.clock() + FRESH
        return self._answer


async def _silence(log: Log) -> str:
    try:
        async with asyncio.timeout(LONGEST):
            await log.answers()
    except (Problem, TimeoutError):
        return "no database"
    return ""


@router.get("/healthz")
async def lives() -> Response:
    return PlainTextResponse("ok\n", headers=NEVER_KEPT)


@router.get("/readyz")
async def ready(request: Request) -> Response:
    health: Health = request.app.state.health
    trouble = await health.trouble(request.app.state.log)
    return PlainTextResponse(f"{trouble or 'ok'}\n", 503 if trouble else 200, headers=NEVER_KEPT)
