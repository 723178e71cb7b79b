"""The scorepad's own pages: where a pad is opened, and sheets for the printer."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from redpip.core.catalog import Game, find_game
from redpip.core.noting import ways_of, ways_without
from redpip.core.options import make_rules
from redpip.core.problem import Problem
from redpip.core.words import Words, common_words
from redpip.table.keeping import keeping
from redpip.table.refusals import refused
from redpip.table.viewer import table_words
from redpip.web.card import game_card
from redpip.web.identity import language_of
from redpip.web.keep_texts import keep_texts
from redpip.web.offer import offered_games
from redpip.web.pages import lost_page, page

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
ROWS = 14  # turns on an empty sheet of a game without boxes
PLAYERS = 6


@router.get("/keep")
async def keep(request: Request) -> Response:
    """Keep score of real dice: two taps from home to the pad."""
    language = language_of(request)
    words = common_words(language)
    games = [{**offered, **_kept(offered["game"], language)} for offered in offered_games(language)]
    return page(request, "keep.html", title=words.say("Keep score"), games=games, keep_texts=keep_texts(words))


def _kept(name: str, language: str) -> dict[str, Any]:
    """In which ways it is kept, and why not in others."""
    game, edition = find_game(name)
    words = game.words(edition, language)
    return {"ways": ways_of(game), "without": {way: words.say(why) for way, why in ways_without(game).items()}}


@router.get("/keep/sheet/{art}")
async def sheet(art: str, request: Request, table: str = "", players: int = 4) -> Response:
    """A sheet of paper for a game: empty, or with what stands at a table."""
    try:
        game, edition = find_game(art)
        preset, _ = game.preset(edition)
        language = language_of(request)
        words = game.words(preset, language)
        columns = await _filled(request, table, language) if table else _empty(game, preset, players, words)
    except Problem:
        return lost_page(request)
    rows = [box["name"] for box in columns[0]["boxes"]] if columns else []
    longest = max((len(column["gains"]) for column in columns), default=0)
    title = game.title(preset)
    return page(
        request,
        "keep_sheet.html",
        title=title,
        card=game_card(game.id, art, title, words.say("A score sheet for {title}, to print.", title=title)),
        art=art,
        columns=columns,
        boxes=rows,
        turns=max(longest, 0 if table else ROWS),
        rolls=columns[0]["rolls"] if columns else None,
        filled=bool(table),
        players=len(columns),
        most=PLAYERS,
    )


async def _filled(request: Request, table_id: str, language: str) -> list[dict[str, Any]]:
    found = (await request.app.state.house.find(table_id)).table
    if not found.own_dice or found.play is None:
        raise refused("not_playing")
    columns = keeping(found, (), table_words(found, language))["columns"]
    return [{**column, "name": name} for column, name in zip(columns, found.names, strict=True)]


def _empty(game: Game, preset: str, players: int, words: Words) -> list[dict[str, Any]]:
    """As many columns as somebody wants, as the game's own start has them."""
    least, most = game.seats(preset)
    seats = min(max(players, least), most or PLAYERS, PLAYERS)
    chosen = game.presets[preset]
    rules = make_rules(game.rules, chosen.options, seats)
    if game.noting is None:
        return [{"name": "", "score": None, "boxes": [], "gains": [], "extras": [], "rolls": None}] * seats
    start = rules.start(seats, 0)
    return [
        {
            "name": "",
            "score": None,
            "boxes": [{"name": words.name(name), "points": None} for name, _ in column.boxes],
            "gains": [],
            "extras": [],
            "rolls": column.rolls,
        }
        for column in game.noting.columns(rules, start)
    ]
