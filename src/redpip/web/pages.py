"""The pages: a thin shell each; everything that moves comes over the API."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.templating import Jinja2Templates

from redpip.core.catalog import all_games, find_game
from redpip.core.lesson import lesson_of
from redpip.core.problem import Problem
from redpip.core.words import LANGUAGES, N_, Words, common_words
from redpip.web import api
from redpip.web.assets import version, versioned
from redpip.web.card import game_card, house_card, table_card
from redpip.web.days import day_name
from redpip.web.identity import LANG_COOKIE, YEAR, device_of, is_secure, language_of
from redpip.web.keep_texts import keep_texts
from redpip.web.offer import limits, offered_games
from redpip.web.page_texts import page_texts
from redpip.web.problems import count_limit, patience, sentence, status_of
from redpip.web.reach import reach_of
from redpip.web.rules_pages import kept_rules, rule_hits, rules_of

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
templates = Jinja2Templates(Path(__file__).parent / "templates")
FEW = 3  # running games that home shows at once
PASSING = (408, 429, 500, 503)  # what may be otherwise in a moment
PHASES = {  # of what is over the result is told
    "waiting": N_("Waiting for players"),
    "playing": N_("Under way"),
    "abandoned": N_("Abandoned"),
}


def page(request: Request, template: str, status: int = 200, **facts: Any) -> Response:
    language = language_of(request)
    words = common_words(language)
    context = {
        "lang": language,
        "_": words.text,
        "texts": page_texts(words),
        "limits": limits(),
        "version": version(),
        "here_url": str(request.base_url).rstrip("/"),
        "card": house_card(request.url.path, words),
        "first_game": next(iter(all_games())),  # what is of no game wears the ink and the picture of the first
        **facts,
    }
    text = templates.get_template(template).render({"request": request, **context})
    response = HTMLResponse(versioned(text), status)
    if request.query_params.get("lang") in LANGUAGES:
        response.set_cookie(LANG_COOKIE, language, max_age=YEAR, samesite="lax", secure=is_secure(request))
    return response


def lost_page(request: Request, kind: str = "") -> Response:
    """There is nothing at this address; ``kind`` is "table" where a table should be."""
    return page(request, "error.html", 404, kind=kind)


def problem_page(request: Request, problem: Problem, words: Words | None = None) -> Response:
    """Why there is no page; what passes by itself can be tried again. ``words`` are the game's where one is known."""
    count_limit(problem)
    status = status_of(problem)
    say = sentence(problem, words, language_of(request))
    response = page(request, "error.html", status, say=say, passes=status in PASSING)
    response.headers.update({"Cache-Control": "no-store", **patience(problem)})
    return response


@router.get("/")
async def home(request: Request) -> Response:
    """With this device's games as they are now: nothing moves when they come, and *Back* shows the newest."""
    language = language_of(request)
    words = common_words(language)
    today = request.app.state.daily.today
    mine = [listed_game(one, today, words) for one in await api.all_mine(request, request.app.state.house, language)]
    running = [one for one in mine if not one["over"]]
    facts: dict[str, Any] = {
        "games": offered_games(language),
        "running": running[:FEW],
        "more": running[FEW:],
        "show_more": words.count("{number} more open game", "{number} more open games", len(running) - FEW),
        "finished": [one for one in mine if one["over"]][:FEW],
        "known": device_of(request) is not None,
    }
    response = page(request, "home.html", title="redpip", **facts)
    response.headers["Cache-Control"] = "no-store"
    return response


def listed_game(listed: dict[str, Any], today: date, words: Words) -> dict[str, Any]:
    """A game of this device: whom with, how it stands, whether it is over."""
    phase, title = listed["phase"], listed["title"]
    people = words.say("{title} with {names}", title=title, names=words.listed(listed["with"]))
    state = N_("Your turn") if phase == "playing" and listed["your_turn"] else PHASES.get(phase, "")
    result = listed["result"]["title"].removesuffix(".") if listed["result"] else ""
    return {
        **listed,
        "people": people if listed["with"] else title,
        "facts": [fact for fact in (state and words.say(state), listed["variant"], result) if fact],
        "day": day_name(date.fromisoformat(listed["changed"][:10]), today, words),
        "over": phase in ("over", "abandoned"),
    }


@router.get("/t/{table_id}")
async def table(table_id: str, request: Request) -> Response:
    return await _table(table_id, request)


@router.get("/t/{table_id}/tv")
async def television(table_id: str, request: Request) -> Response:
    """The table for all to see: what everybody may know, in large letters, and nothing to press."""
    return await _table(table_id, request, tv=True)


async def _table(table_id: str, request: Request, *, tv: bool = False) -> Response:
    try:
        live = await request.app.state.house.find(table_id)
    except Problem as problem:
        if problem.code == "unknown_table":
            return lost_page(request, "table")
        return problem_page(request, problem)
    found = live.table
    preset = found.game.presets[found.opened.preset]
    return page(
        request,
        "table.html",
        table_id=table_id,
        tv=tv,
        game=found.game.id,
        art=found.opened.preset if preset.edition else found.game.id,
        title=found.game.title(found.opened.preset),
        games=offered_games(language_of(request)),
        reach=reach_of(request),
        card=table_card(found, language_of(request)),
        keep_texts=keep_texts(common_words(language_of(request))) if found.own_dice and not tv else None,
    )


@router.get("/rules")
async def all_rules(request: Request, q: str = "") -> Response:
    """Every game's rules, and where something is looked for what was found."""
    language = language_of(request)
    return page(request, "all_rules.html", games=offered_games(language), q=q, **rule_hits(q, language))


@router.get("/rules.json")
async def searched_rules(request: Request) -> Response:
    """What devices keep, so that the rules can be searched without a connection."""
    return JSONResponse(kept_rules(language_of(request)))


@router.get("/rules/{game}")
async def rules(game: str, request: Request, dice: str = "") -> Response:
    """``dice`` are laid out in its example, unless they make no sense there."""
    try:
        language = language_of(request)
        facts = rules_of(game, dice, language)
        sentence = common_words(language).say("The rules of {title}, in our own words.", title=facts["title"])
        card = game_card(facts["game"], facts["art"], facts["title"], sentence)
        return page(request, "rules.html", card=card, hits=[], q="", lesson=lesson_of(find_game(game)[0]), **facts)
    except Problem:
        return lost_page(request)


@router.get("/verify")
async def verify(request: Request) -> Response:
    return page(request, "verify.html", title=common_words(language_of(request)).say("Fair dice"))


@router.get("/api")
async def api_page(request: Request) -> Response:
    return page(request, "api.html", title="API")
