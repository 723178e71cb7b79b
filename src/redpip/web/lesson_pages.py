"""The pages of guided first games: all of them, and the table of each."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from redpip.core.catalog import find_game
from redpip.core.guide import lesson_and_setup
from redpip.core.lesson import Lesson, said
from redpip.core.other_way import own_way_said
from redpip.core.problem import Problem
from redpip.core.words import N_, Words, common_words
from redpip.web.card import game_card
from redpip.web.identity import language_of
from redpip.web.offer import offered_games
from redpip.web.page_texts import page_texts
from redpip.web.pages import lost_page, page

ABOUT = N_("A guided first game of a few minutes, at the real table, with dice that show what matters.")
router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/learn")
async def learn(request: Request) -> Response:
    games = [one for one in offered_games(language_of(request)) if one["lesson"]]
    return page(request, "learn.html", games=games, about=common_words(language_of(request)).text(ABOUT))


@router.get("/learn/{name}")
async def lesson(name: str, request: Request) -> Response:
    try:
        game, edition = find_game(name)
        script, _ = lesson_and_setup(game, edition, "-")
    except Problem:
        return lost_page(request)
    language = language_of(request)
    words, art, title = common_words(language), edition or game.id, game.title(game.preset(edition)[0])
    return page(
        request,
        "table.html",
        table_id="",
        lesson=art,
        game=game.id,
        art=art,
        title=title,
        games=offered_games(language),
        reach="",
        card=game_card(game.id, art, title, words.text(ABOUT)),
        script=lesson_script(script, game.words(game.preset(edition)[0], language)),
        texts={**page_texts(words), **lesson_texts(script, words)},
    )


def lesson_script(script: Lesson, words: Words) -> list[dict[str, str]]:
    """What the lesson says step by step, to be read where it cannot be played."""
    return [{"ask": said(step.ask, words), "why": said(step.why, words)} for step in script.step]


def lesson_texts(script: Lesson, words: Words) -> dict[str, str]:
    """What the lesson's slip says by itself."""
    return {
        "lesson": words.text("Lesson"),
        "first_game": words.text("Your first game"),
        "step_of": words.text("step {number} of {all}"),
        "step_done": words.text("done"),
        "show_me": words.text("Show me"),
        "lesson_back": words.text("Back"),
        "lesson_skip": words.text("Skip"),
        "lesson_next": words.text("Go on"),
        "other_title": words.text("Something else? You may."),
        "other_go": words.text("Go on with it"),
        "take_back": words.text("Take it back"),
        "tap_ringed": words.text("Tap the ringed button"),
        "own_way": words.text("You go your own way. That works too."),
        "own_way_about": own_way_said(script, words),
        "picked_up": words.text("The lesson goes on from here."),
        "return_to": words.text("Back to: {title}"),
        "lesson_ended": words.text("Your game is over."),
        "play_now": words.text("Play now against the house bot"),
        "again": words.text("Once more"),
    }
