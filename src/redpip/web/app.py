"""The application: log, tables, API and pages put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from redpip import __version__
from redpip.play.thinking import Thinkers
from redpip.store.database import Place
from redpip.store.links import shared_results
from redpip.store.log import Log
from redpip.web import (
    anywhere,
    api,
    assets,
    coming_pages,
    health,
    keep_pages,
    lesson_pages,
    metrics,
    pages,
    problems,
    review_page,
    training_pages,
)
from redpip.web.ceilings import Ceilings, Streams
from redpip.web.challenges import Challenges
from redpip.web.daily import Daily
from redpip.web.desk import Desk
from redpip.web.gate import Gate
from redpip.web.health import Health
from redpip.web.hosts import Hosts
from redpip.web.house import House
from redpip.web.housekeeping import Housekeeper
from redpip.web.live import Pace
from redpip.web.logs import note_what_nobody_awaits
from redpip.web.metrics import CountedLog
from redpip.web.operation import USUAL, Operation
from redpip.web.profile import People
from redpip.web.reviews import Reviews
from redpip.web.training import Training

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
        "form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guarded:
    """Adds the headers that keep a page to itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        await self._app(scope, receive, guarded if scope["type"] == "http" else send)


def create_app(
    place: Place,
    pace: Pace | None = None,
    *,
    open_to_network: bool = False,
    ceilings: Ceilings | None = None,
    hosts: Hosts | None = None,
    operation: Operation = USUAL,
) -> FastAPI:
    ceilings = ceilings or Ceilings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        note_what_nobody_awaits(asyncio.get_running_loop())
        async with (
            Log(place, CountedLog()) as log,
            Thinkers() as thinkers,
            House(log, thinkers, pace or Pace(), ceilings=ceilings) as house,
            Housekeeper(log, house, operation.retention),
        ):
            app.state.log = log
            app.state.thinkers = thinkers
            app.state.house = house
            app.state.reviews = Reviews(log, thinkers)
            app.state.training = Training(log, thinkers, app.state.house, app.state.reviews)
            app.state.daily = Daily(log, app.state.house, app.state.reviews)
            app.state.challenges = Challenges(log, app.state.house, app.state.reviews)
            app.state.shares = shared_results(log)
            app.state.people = People(log, app.state.house, app.state.training)
            app.state.health.phase = "running"
            yield
            app.state.health.phase = "stopping"
            app.state.daily.close()
            app.state.reviews.close()

    app = FastAPI(
        title="redpip",
        version=__version__,
        description="Tables of the red-pip dice games: open one, play at it, watch it, fetch its record.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.open_to_network = open_to_network
    app.state.ceilings = ceilings
    app.state.streams = Streams(ceilings)
    app.state.desk = Desk(ceilings.checks_waiting)
    app.state.operation = operation
    app.state.health = Health()
    app.add_middleware(GZipMiddleware, minimum_size=800)
    app.add_middleware(Gate, ceilings=ceilings, hosts=hosts or Hosts.of(), problem_page=pages.problem_page)
    app.add_middleware(Guarded)
    problems.install(app, pages.lost_page, pages.problem_page)
    app.include_router(api.router)
    app.include_router(review_page.router)
    app.include_router(pages.router)
    app.include_router(training_pages.router)
    app.include_router(coming_pages.router)
    app.include_router(lesson_pages.router)
    app.include_router(keep_pages.router)
    app.include_router(anywhere.router)
    app.include_router(health.router)
    app.include_router(metrics.router)
    assets.mount(app)
    return app
