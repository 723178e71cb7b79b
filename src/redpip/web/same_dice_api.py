"""Daily dice and challenges over HTTP."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response

from redpip.core.game import Seat
from redpip.core.showing import number
from redpip.core.words import Words, common_words
from redpip.play.amounts import figure, signed
from redpip.play.daily_dice import daily_dice_game, day_of
from redpip.play.parting import Side
from redpip.table.table import Table
from redpip.table.viewer import table_words
from redpip.web.calls import Language, caller, opening, same_site
from redpip.web.challenges import Challenge, Challenges, Compared
from redpip.web.daily import Daily, Standing, honest_sentence
from redpip.web.days import day_name
from redpip.web.identity import address_of, device_of, known_device
from redpip.web.models import ChallengeMade, DailyRequest, NameRequest, TableOpened

router = APIRouter()
Token = Annotated[str, Path(max_length=40, description="the challenge, as its link has it")]


def daily(request: Request) -> Daily:
    found: Daily = request.app.state.daily
    return found


def challenges(request: Request) -> Challenges:
    found: Challenges = request.app.state.challenges
    return found


DailyOf = Annotated[Daily, Depends(daily)]
ChallengesOf = Annotated[Challenges, Depends(challenges)]


# ---- daily dice


@router.get("/daily", summary="Today's results, by skill")
async def today(request: Request, dice: DailyOf, language: Language) -> dict[str, Any]:
    """Today's results with luck taken out, by skill."""
    return standing_told(await dice.standing(dice.today, device_of(request)), dice.today, common_words(language))


@router.get("/daily/{day}", summary="Results of another day")
async def one_day(day: str, request: Request, dice: DailyOf, language: Language) -> dict[str, Any]:
    """The same of another day; its seed is there once the day is over."""
    found = await dice.standing(day_of(day), device_of(request))
    return standing_told(found, dice.today, common_words(language))


@router.post("/daily", status_code=201, dependencies=[Depends(same_site)], summary="Play today's dice")
async def play_today(wanted: DailyRequest, request: Request, response: Response, dice: DailyOf) -> TableOpened:
    """Play today's dice: a new table, or the one that this device has begun. Each device plays them once."""
    opening.take(address_of(request), device_of(request))
    table = await dice.open(known_device(request, response), wanted.name, day_of(wanted.day))
    return TableOpened(table=table.id, url=f"/t/{table.id}")


def standing_told(standing: Standing, today: date, words: Words) -> dict[str, Any]:
    game = daily_dice_game()
    rows = [
        {
            "rank": 1 + sum(round(other.skill, 1) > round(one.skill, 1) for other, _ in standing.rows),
            "name": one.name,
            "played": number(one.played, words, 0),
            "luck": signed(one.luck, "points", words),
            "skill": figure(one.skill, "points", words),
            "me": mine,
        }
        for one, mine in standing.rows
    ]
    mine = standing.mine
    return {
        "day": standing.day.isoformat(),
        "told": day_name(standing.day, today, words),
        "today": standing.day == today,
        "game": game.id,
        "title": game.title(next(iter(game.presets))),
        "sentence": honest_sentence(standing, words),
        "rows": rows,
        "perfect": number(standing.rows[0][0].start, words) if rows else None,
        "playing": standing.playing,
        "pending": standing.pending,
        "mine": {"table": mine.table_id, "phase": mine.phase} if mine else None,
        "commitment": standing.commitment,
        "seed": standing.seed,
    }


# ---- challenges


@router.post(
    "/tables/{table_id}/challenge",
    status_code=201,
    dependencies=[Depends(same_site)],
    summary="Challenge others with the dice of a game",
)
async def challenge(table_id: str, request: Request, made: ChallengesOf) -> ChallengeMade:
    """A link by which others play with the dice of this finished game; always the same one for you."""
    token = await made.make(table_id, caller(request))
    return ChallengeMade(challenge=token, url=f"/c/{token}")


@router.get("/challenges/{token}", summary="Look at a challenge")
async def look(token: Token, request: Request, made: ChallengesOf, language: Language) -> dict[str, Any]:
    """Whose dice they are and, once you have finished your game with them, where you parted from the others."""
    return challenge_told(await made.look(token, device_of(request), language), language)


@router.post("/challenges/{token}", status_code=201, dependencies=[Depends(same_site)], summary="Accept a challenge")
async def accept(
    token: Token,
    wanted: NameRequest,
    request: Request,
    response: Response,
    made: ChallengesOf,
    language: Language,
) -> TableOpened:
    """Play with these dice: a new table, or the one that this device has begun."""
    opening.take(address_of(request), device_of(request))
    table = await made.open(token, known_device(request, response), wanted.name, language)
    return TableOpened(table=table.id, url=f"/t/{table.id}")


def challenge_told(found: Challenge, language: str) -> dict[str, Any]:
    origin = found.origin
    words = table_words(origin, language)
    preset = origin.game.presets[origin.opened.preset]
    return {
        "challenge": found.token,
        "game": origin.game.id,
        "art": origin.opened.preset if preset.edition else origin.game.id,
        "title": origin.game.title(origin.opened.preset),
        "variant": words.name(preset.name),
        "by": origin.names[found.seat],
        "with": [name for seat, name in enumerate(origin.names) if seat != found.seat],
        "maker": found.maker,
        "phase": found.phase,
        "table": found.mine.id if found.mine else None,
        "played": found.played,
        "compared": [_compared(one, words) for one in found.compared],
        "waiting": any(one.waiting for one in found.compared),
    }


def _compared(one: Compared, words: Words) -> dict[str, Any]:
    mine, other = one.mine.names[one.seat], one.other.names[one.seat]
    told = {
        "name": other,
        "score": words.say("{mine} to {other}", mine=_score(one.mine, one.seat), other=_score(one.other, one.seat)),
    }
    if one.parted is None or one.sides is None:
        return {**told, "parted": None, "say": words.say("You went the same way to the end.")}
    return {
        **told,
        "say": _alike(one.parted.alike, words),
        "parted": {
            "where": one.sides[0].where,
            "dice": list(one.sides[0].dice),
            "seat": one.parted.seat,
            "own": one.parted.seat == one.seat,
            "event": one.sides[0].event,
            "sides": [_side(one.sides[0], mine), _side(one.sides[1], other)],
        },
    }


def _alike(rolls: int, words: Words) -> str:
    """Nothing where they parted before anybody rolled."""
    if rolls > 1:
        return words.say("The first {number} rolls were the same.", number=words.whole(rolls))
    return words.say("The first roll was the same.") if rolls else ""


def _score(table: Table, seat: Seat) -> int:
    assert table.over
    return table.over.scores[seat]


def _side(one: Side, name: str) -> dict[str, Any]:
    return {"name": name, "told": one.told, "cost": one.cost, "best": one.best}
