"""The pages: a thin shell each; everything that moves comes over the API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.templating import Jinja2Templates

from redpip import __version__
from redpip.core.problem import Problem
from redpip.core.words import LANGUAGES, common_words
from redpip.web.identity import LANG_COOKIE, YEAR, language_of
from redpip.web.offer import offered_games, rules_page
from redpip.web.page_texts import page_texts

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
templates = Jinja2Templates(Path(__file__).parent / "templates")


def page(request: Request, template: str, status: int = 200, **facts: Any) -> Response:
    language = language_of(request)
    words = common_words(language)
    context = {"lang": language, "_": words.text, "texts": page_texts(words), "v": __version__, **facts}
    response = templates.TemplateResponse(request, template, context, status)
    if request.query_params.get("lang") in LANGUAGES:
        response.set_cookie(LANG_COOKIE, language, max_age=YEAR, samesite="lax")
    return response


def lost_page(request: Request, kind: str = "") -> Response:
    """There is nothing at this address; ``kind`` is "table" where a table should be."""
    return page(request, "error.html", 404, kind=kind)


@router.get("/")
async def home(request: Request) -> Response:
    return page(request, "home.html", games=offered_games(language_of(request)), title="redpip")


@router.get("/t/{table_id}")
async def table(table_id: str, request: Request) -> Response:
    try:
        live = await request.app.state.house.find(table_id)
    except Problem:
        return lost_page(request, "table")
    found = live.table
    preset = found.game.presets[found.opened.preset]
    return page(
        request,
        "table.html",
        table_id=table_id,
        game=found.game.id,
        art=found.opened.preset if preset.edition else found.game.id,
        title=found.game.title(found.opened.preset),
        games=offered_games(language_of(request)),
    )


@router.get("/rules/{game}")
async def rules(game: str, request: Request) -> Response:
    try:
        facts: dict[str, Any] = {**rules_page(game, language_of(request))}
        return page(request, "rules.html", **facts)
    except Problem:
        return lost_page(request)


@router.get("/verify")
async def verify(request: Request) -> Response:
    return page(request, "verify.html", title=common_words(language_of(request)).say("Fair dice"))


@router.get("/api")
async def api(request: Request) -> Response:
    return page(request, "api.html", title="API")
