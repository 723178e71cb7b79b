"""Training over HTTP: today's five, a position, an answer, and games to learn from."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response

from redpip.core.showing import number
from redpip.core.words import Words, common_words
from redpip.play.amounts import amount
from redpip.play.statistics import mistake_name, standings
from redpip.play.training import Card, seat_names
from redpip.web.calls import Language, commanding, same_site
from redpip.web.identity import address_of, device_of, known_device
from redpip.web.models import AnswerRequest
from redpip.web.training import Token, Training

router = APIRouter(prefix="/training")


def training(request: Request) -> Training:
    found: Training = request.app.state.training
    return found


TrainingOf = Annotated[Training, Depends(training)]
CardId = Annotated[str, Path(description="a position: sixteen digits and letters a to f")]


@router.get("", summary="Today's five positions to train")
async def today(request: Request, trains: TrainingOf, language: Language) -> dict[str, Any]:
    """Today's five for this device, its kinds of mistakes, and how many games nobody has looked at."""
    device = device_of(request)
    progress = await trains.progress(device)
    words = common_words(language)
    return {
        "five": [_token(token, words) for token in await trains.today(progress, language)],
        "games": len(progress.games),
        "unseen": len(await trains.unseen(device, progress)),
        "mistakes": mistakes(progress, words),
    }


@router.get("/cards/{card_id}", summary="Look at a position to train")
async def card(card_id: CardId, request: Request, trains: TrainingOf, language: Language) -> dict[str, Any]:
    """A position: what its page draws, and what can be chosen."""
    progress = await trains.progress(device_of(request))
    found = await trains.card(progress, card_id, language)
    game = progress.games.get(found.origin)
    day = (game.at if game else found.origin)[:10]
    return {
        **_drawn(found, language),
        "from": {"table": game.name if game else None, "event": found.event, "day": day},
        "choices": await trains.choices(found, language),
    }


@router.post(
    "/cards/{card_id}", dependencies=[Depends(same_site)], summary="Answer a position, and learn what the choice cost"
)
async def answer(
    card_id: CardId, wanted: AnswerRequest, request: Request, response: Response, trains: TrainingOf, language: Language
) -> dict[str, Any]:
    """Choose. What it cost, what the others would have cost, why, and in how many days the position comes back."""
    device = known_device(request, response)
    commanding.take(address_of(request), device)
    found = await trains.card(await trains.progress(device), card_id, language)
    verdict, days = await trains.answer(device, found, wanted.line, language)
    words = found.setup.game.words(found.preset, language)
    for choice in verdict["choices"]:
        choice["lost"] = number(-choice["cost"], words)
    return {**verdict, "days": days, "lost": amount(verdict["cost"], verdict["unit"], words)}


@router.post("/games", dependencies=[Depends(same_site)], summary="Look for mistakes in a finished game")
async def look(request: Request, response: Response, trains: TrainingOf, language: Language) -> dict[str, int]:
    """Look at the latest finished game of this device that nobody has looked at."""
    device = known_device(request, response)
    commanding.take(address_of(request), device)
    positions, left = await trains.look(device, language)
    return {"positions": positions, "left": left}


def _token(token: Token, words: Words) -> dict[str, Any]:
    answer = token.answer
    return {
        "card": token.card.id,
        "state": "answered" if answer else "due" if token.times else "new",
        "best": answer.best if answer else None,
        "lost": number(-answer.cost, words) if answer else None,
        "days": token.days,
        "times": token.times,
    }


def mistakes(progress: Any, words: Words) -> list[dict[str, Any]]:
    """Kinds of mistakes in all games, what cost most first."""
    found = [(standing, kind) for standing in standings(progress) for kind in standing.mistakes]
    return [
        {
            "name": mistake_name(standing.game, standing.preset, standing.unit, kind.name, words),
            "times": kind.times,
            "cost": number(kind.cost, words),
        }
        for standing, kind in sorted(found, key=lambda one: -one[1].cost)
    ]


def _drawn(card: Card, language: str) -> dict[str, Any]:
    """What a game's view needs to show the position; nobody may move there."""
    game, rules = card.setup.game, card.setup.game_rules
    words = game.words(card.preset, language)
    scene = game.scene(rules, rules.view(card.position, card.seat), card.seat, words, ())
    return {
        "card": card.id,
        "game": game.id,
        "art": card.preset if game.presets[card.preset].edition else game.id,
        "title": game.title(card.preset),
        "variant": words.name(game.presets[card.preset].name),
        "seat": card.seat,
        "names": seat_names(card, words),
        "scene": scene,
        "texts": game.page_texts(words),
    }
