"""redpip on a home screen and without a connection: what a browser is told to keep, and what it is called there."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Match

from redpip.core.words import common_words
from redpip.web.assets import STATIC, files, version
from redpip.web.card import about_us
from redpip.web.identity import language_of
from redpip.web.offer import offered_games
from redpip.web.pages import page

router = APIRouter(include_in_schema=False)
NO_CONNECTION = "/offline"  # stands in for every page that needs the service
# the pages that open without the service, where there are such pages; {game} is any game or edition
OFFLINE = (NO_CONNECTION, "/", "/rules", "/rules.json", "/rules/{game}", "/learn", "/learn/{game}", "/keep")
NEVER_OLD = {"cache-control": "no-cache"}


@router.get("/sw.js")
async def service_worker() -> Response:
    """From the root, so that it may answer for every page."""
    return FileResponse(STATIC / "sw.js", media_type="text/javascript", headers=NEVER_OLD)


@router.get("/version")
async def which_version() -> Response:
    """For a page that has been open for long, and for one that does not know whether the service can be reached."""
    return PlainTextResponse(version(), headers={"cache-control": "no-store"})


@router.get("/offline.json")
async def kept(request: Request) -> Response:
    """What the service worker keeps."""
    found = {"version": version(), "files": files(), "pages": offline_pages(request.app.routes)}
    return JSONResponse(found, headers=NEVER_OLD)


def offline_pages(routes: Sequence[BaseRoute]) -> list[str]:
    arts = [game["art"] for game in offered_games("en")]
    pages = dict.fromkeys(place.format(game=art) for place in OFFLINE for art in arts)
    return [page for page in pages if _is_there(page, routes)]


def _is_there(page: str, routes: Sequence[BaseRoute]) -> bool:
    asked = {"type": "http", "method": "GET", "path": page, "root_path": "", "headers": []}
    return any(route.matches(asked)[0] is Match.FULL for route in routes)


@router.get(NO_CONNECTION)
async def no_connection(request: Request) -> Response:
    kept = set(offline_pages(request.app.routes))
    return page(request, "offline.html", kept=kept)


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    language = language_of(request)
    words = common_words(language)
    icons = [
        {"src": f"/static/icons/{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any"}
        for size in (192, 512)
    ]
    icons.append(
        {"src": "/static/icons/maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    )
    told = {
        "id": "/",
        "name": "redpip",
        "short_name": "redpip",
        "description": about_us(words),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#ece3d2",
        "theme_color": "#ece3d2",
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [
            {"name": words.say("Train"), "url": "/train"},
            {"name": words.say("Rules"), "url": "/rules"},
        ],
    }
    return JSONResponse(told, media_type="application/manifest+json", headers=NEVER_OLD)
