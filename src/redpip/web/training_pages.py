"""The pages of training: a shell for the positions, and the statistics as they are."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from redpip.core.advice import Unit
from redpip.core.words import N_, Words, common_words
from redpip.play.amounts import figure, size
from redpip.play.statistics import Means, Standing, known_game, mistake_name, standings
from redpip.web.days import month_name
from redpip.web.identity import device_of, language_of
from redpip.web.page_texts import page_texts
from redpip.web.pages import page
from redpip.web.same_dice_api import standing_told

FEW = 5  # of the day's results
NOTES: dict[Unit, str] = {
    "points": N_("Average per game, in points: expected + luck − cost = result."),
    "turns": N_("Average per game, in turns: expected + luck + cost = result."),
    "win chance": N_(
        "Average per game: the chance to win, in per cent. What the others did is part of the result too."
    ),
}
router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/train")
async def train(request: Request) -> Response:
    words, dice = common_words(language_of(request)), request.app.state.daily
    daily = standing_told(await dice.standing(dice.today, device_of(request)), dice.today, words)
    daily["rows"] = daily["rows"][:FEW]
    response = page(request, "train.html", texts={**page_texts(words), **training_texts(words)}, daily=daily)
    response.headers["Cache-Control"] = "no-store"
    return response


@router.get("/stats")
async def stats(request: Request) -> Response:
    words = common_words(language_of(request))
    progress = await request.app.state.training.progress(device_of(request))
    response = page(request, "stats.html", games=[_told(standing, words) for standing in standings(progress)])
    response.headers["Cache-Control"] = "no-store"
    return response


def training_texts(words: Words) -> dict[str, Any]:
    """What the page of positions says by itself; pairs are for one and for many."""
    return {
        "to_go": (
            words.text("One to go. Each comes back just before you would forget it."),
            words.text("{number} to go. Each comes back just before you would forget it."),
        ),
        "all_done": words.text("That is all for today."),
        "exact": words.text("exact"),
        "due": words.text("due"),
        "new": words.text("new"),
        "in_days": (words.text("in 1 day"), words.text("in {number} days")),
        "nth_time": (words.text("first time"), words.text("time {number}")),
        "from_game": words.text("From your game of {day}."),
        "from_daily": words.text("From the daily set of {day}."),
        "best": words.text("best"),
        "yours": words.text("yours"),
        "costs": words.text("Your choice costs {cost}."),
        "costs_nothing": words.text("Your choice is the best."),
        "estimated": words.text("These values are estimates."),
        "comes_back": (
            words.text("This position comes back tomorrow."),
            words.text("This position comes back in {number} days."),
        ),
        "in_games": (words.text("{times} in 1 game"), words.text("{times} in {number} games")),
        "unseen": (
            words.text("One finished game was not looked at yet."),
            words.text("{number} finished games were not looked at yet."),
        ),
        "looking": words.text("Looking at your games."),
        "found": (words.text("One position came of them."), words.text("{number} positions came of them.")),
    }


def _told(standing: Standing, words: Words) -> dict[str, Any]:
    """The figures of one game as its table shows them."""
    game = known_game(standing.game, standing.preset)
    own = game.words(standing.preset, words.language) if game else words
    months = [
        [month_name(month.month, words), *_figures(month.means, standing.unit, words)] for month in standing.months
    ]
    return {
        "art": standing.game,
        "title": game.title(standing.preset) if game else standing.game,
        "about": own.name(game.presets[standing.preset].name) if game else "",
        "rows": [*months, [words.say("in all"), *_figures(standing.means, standing.unit, words)]],
        "note": _note(standing, words),
        "kinds": [
            {
                "name": mistake_name(standing.game, standing.preset, standing.unit, kind.name, own),
                "times": kind.times,
                "cost": size(kind.cost, standing.unit, words),
            }
            for kind in standing.mistakes
        ],
    }


def _figures(means: Means, unit: Unit, words: Words) -> list[str]:
    values = (means.result, means.expected, means.luck)
    told = ["–" if value is None else figure(value, unit, words) for value in values]
    return [str(means.games), *told, "–" if means.cost is None else size(means.cost, unit, words)]


def _note(standing: Standing, words: Words) -> str:
    if standing.means.expected is None:
        return words.say("Nobody knows yet what can be expected in this game.")
    return words.say(NOTES[standing.unit])
