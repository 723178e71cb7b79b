"""A finished game looked at: the page, and the same as data."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from redpip.core.game import Seat
from redpip.core.problem import Problem
from redpip.play.review import Review
from redpip.play.review_forms import review_json
from redpip.play.review_told import Retelling
from redpip.table.table import Table
from redpip.table.viewer import Viewer, eyes, table_words
from redpip.web import pages
from redpip.web.calls import Language, LiveTable
from redpip.web.card import table_card
from redpip.web.identity import device_of, language_of
from redpip.web.review_view import review_facts
from redpip.web.reviews import Reviews

PATIENCE = 0.8  # seconds; what takes longer shows how far it is
router = APIRouter()


def reviews_of(request: Request) -> Reviews:
    found: Reviews = request.app.state.reviews
    return found


@router.get(
    "/api/v1/tables/{table_id}/review",
    response_class=JSONResponse,
    responses={202: {"description": "not yet"}},
    summary="Fetch the review of a game",
)
async def review_data(live: LiveTable, request: Request, language: Language) -> JSONResponse:
    """What the coach found in the finished game; with status 202 the part of the work that is done."""
    table = live.table
    found = await reviews_of(request).look(table, language, PATIENCE)
    if isinstance(found, float):
        return JSONResponse({"done": found}, 202)
    words = table_words(table, language)
    return JSONResponse(await asyncio.to_thread(review_json, found, words))


@router.get("/t/{table_id}/review", include_in_schema=False, response_class=HTMLResponse)
async def review_page(table_id: str, request: Request, seat: Annotated[int | None, Query(ge=0)] = None) -> Response:
    """Works without a script: while it is not ready, the page loads itself again."""
    language = language_of(request)
    table: Table | None = None
    try:
        table = (await request.app.state.house.find(table_id)).table
        found = await reviews_of(request).look(table, language, PATIENCE)
    except Problem as problem:
        if problem.code == "unknown_table":
            return pages.lost_page(request, "table")
        words = table_words(table, language) if table else None
        return pages.problem_page(request, problem, words)
    about = _about(table, language)
    if isinstance(found, float):
        return pages.page(request, "review_wait.html", part=round(100 * found), **about)
    with suppress(Problem):  # whoever cannot be remembered may look all the same
        await request.app.state.training.take(device_of(request), table, found)
    facts = await asyncio.to_thread(_facts, table, found, _whose(table, device_of(request), seat), language)
    trains = len(table.seats_of(device_of(request))) == 1
    return pages.page(request, "review.html", trains=trains, **about, **facts)


def _about(table: Table, language: str) -> dict[str, Any]:
    preset = table.game.presets[table.opened.preset]
    return {
        "table_id": table.id,
        "game": table.game.id,
        "art": table.opened.preset if preset.edition else table.game.id,
        "title": table.game.title(table.opened.preset),
        "card": table_card(table, language),
    }


def _facts(table: Table, found: Review, seat: Seat, language: str) -> dict[str, Any]:
    assert table.play
    return review_facts(Retelling(found, table.play, table_words(table, language)), seat)


def _whose(table: Table, device: str | None, wanted: Seat | None) -> Seat:
    """The seat that was asked for, else one's own, else that of a person, else the winner's."""
    if wanted is not None and wanted < len(table.chairs):
        return wanted
    mine = eyes(table, Viewer(device))
    if mine is not None:
        return mine
    winners = table.over.winners if table.over else (0,)
    return table.people[0] if table.people else winners[0]
