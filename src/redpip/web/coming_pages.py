"""Pages to come back to: my games and profile, daily dice, challenges, and results that somebody shared."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from redpip.core.problem import Problem
from redpip.core.words import Words, common_words
from redpip.play.daily_dice import day_of
from redpip.table.viewer import table_words
from redpip.web import api, pages
from redpip.web.card import game_card
from redpip.web.coming_api import result_picture, seen_profile
from redpip.web.identity import device_of, language_of
from redpip.web.offer import offered_games
from redpip.web.page_texts import page_texts
from redpip.web.reach import reach_of
from redpip.web.review_view import PIPS, dice_name
from redpip.web.same_dice_api import challenge_told, standing_told
from redpip.web.sharing import final_sheet

PAGE = 20  # games
router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


def _fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response


@router.get("/daily")
async def daily(request: Request) -> Response:
    return await _daily(request, request.app.state.daily.today.isoformat())


@router.get("/daily/{day}")
async def daily_of(day: str, request: Request) -> Response:
    return await _daily(request, day)


async def _daily(request: Request, name: str) -> Response:
    dice, words = request.app.state.daily, common_words(language_of(request))
    try:
        day = day_of(name)
        found = standing_told(await dice.standing(day, device_of(request)), dice.today, words)
    except Problem as problem:
        return pages.problem_page(request, problem)
    before = (day - timedelta(days=1)).isoformat()
    after = (day + timedelta(days=1)).isoformat() if day < dice.today else None
    texts = {**page_texts(words), **coming_texts(words)}
    about = words.say("One game of {title} a day, with the same dice for everybody.", title=found["title"])
    facts: dict[str, Any] = {
        "about": about,
        "card": game_card(found["game"], found["game"], words.text("Daily dice"), about),
        "before": before,
        "after": after,
        "playing": words.count("{number} is playing now", "{number} are playing now", found["playing"]),
    }
    return _fresh(pages.page(request, "daily.html", texts=texts, daily=found, **facts))


@router.get("/c/{token}")
async def challenge(token: str, request: Request) -> Response:
    language = language_of(request)
    try:
        found = challenge_told(await request.app.state.challenges.look(token, device_of(request), language), language)
    except Problem as problem:
        return pages.problem_page(request, problem)
    words = common_words(language)
    facts: dict[str, Any] = {
        "art": found["art"],
        "pips": PIPS,
        "dice_name": lambda faces: dice_name(faces, words),
        "reach": reach_of(request),
    }
    texts = {**page_texts(words), **coming_texts(words)}
    sent = words.say("The same dice as {name}: play with them, and see where you part.", name=found["by"])
    card = game_card(found["game"], found["art"], found["title"], sent)
    return _fresh(pages.page(request, "challenge.html", texts=texts, found=found, card=card, **facts))


@router.get("/s/{token}")
async def shared(token: str, request: Request) -> Response:
    """How a game ended; nothing here needs a device, and nothing tells of one."""
    language = language_of(request)
    try:
        linked = await request.app.state.shares.find(token)
        if linked is None:
            raise Problem("unknown_share", "This result is no longer shared.")
        table = (await request.app.state.house.find(linked.table_id)).table
        sheet = final_sheet(table, table_words(table, language))
    except Problem as problem:
        return pages.problem_page(request, problem)
    texts = {**page_texts(common_words(language)), **coming_texts(common_words(language))}
    card = game_card(sheet.game, sheet.art, sheet.title, sheet.verdict)
    return pages.page(request, "shared.html", texts=texts, sheet=sheet, art=sheet.art, token=token, card=card)


@router.get("/s/{token}/picture.svg")
async def shared_picture(token: str, request: Request) -> Response:
    linked = await request.app.state.shares.find(token)
    if linked is None:
        raise Problem("unknown_share", "This result is no longer shared.")
    live = await request.app.state.house.find(linked.table_id)
    return await result_picture(live, language_of(request))


@router.get("/mine")
async def mine(
    request: Request,
    game: Annotated[str, Query(max_length=40)] = "",
    number: Annotated[int, Query(alias="page", ge=1, le=10_000)] = 1,
) -> Response:
    """My games, running ones first, and who I am on this device."""
    language, device = language_of(request), device_of(request)
    words = common_words(language)
    today, games = request.app.state.daily.today, await api.all_mine(request, request.app.state.house, language)
    listed = [pages.listed_game(one, today, words) for one in games]
    offered = {one["art"]: one["title"] for one in offered_games(language)}
    played = sorted({one["art"] for one in listed}, key=lambda art: offered.get(art, art))
    wanted = [one for one in listed if game in ("", one["art"])]
    running = [one for one in wanted if not one["over"]]
    over = [one for one in wanted if one["over"]]
    last = max(1, -(-len(over) // PAGE))
    number = min(number, last)
    facts: dict[str, Any] = {
        "running": running if number == 1 else [],
        "over": over[(number - 1) * PAGE : number * PAGE],
        "count": words.count("{number} game", "{number} games", len(wanted)),
        "filters": [(art, offered.get(art, art)) for art in played],
        "wanted": game,
        "number": number,
        "last": last,
        "known": device is not None,
        "profile": await seen_profile(request.app.state.people, device),
    }
    texts = {**page_texts(words), **coming_texts(words)}
    return _fresh(pages.page(request, "mine.html", texts=texts, said=_said(facts["profile"], words), **facts))


def _said(profile: Any, words: Words) -> str:
    """Three days in a row, twelve games."""
    games = words.count("{number} finished game", "{number} finished games", profile.games)
    if profile.streak < 2:
        return games
    days = words.count("{number} day in a row", "{number} days in a row", profile.streak)
    return f"{days} · {games}"


def coming_texts(words: Words) -> dict[str, Any]:
    return {
        "saved": words.text("Saved."),
        "not_remembered": words.text("This browser remembers nothing, so the service alone keeps your name and dice."),
        "code_until": words.text("Type this code on the other device within ten minutes. It is good once."),
        "taken": words.text("Your profile is here."),
        "renew": words.text("New key for this device"),
        "renew_sure": words.text("Whoever has the old key is locked out. Press again."),
        "renewed": words.text("This device has a new key. All that is yours is still here."),
    }
