"""Coming back, over HTTP: the moment that decided a game, its final sheet for others, and the profile of a device."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Request, Response
from fastapi.responses import JSONResponse

from redpip.play.deciding import deciding, told_moment
from redpip.play.review import Review
from redpip.play.review_told import Retelling
from redpip.store.links import Links
from redpip.table.refusals import refused
from redpip.table.table import Table
from redpip.table.viewer import table_words
from redpip.web.calls import HouseOf, Language, LiveTable, caller, commanding, opening, same_site
from redpip.web.identity import COOKIE, address_of, device_of, give_token, hashed, known_device
from redpip.web.models import CodeRequest, CodeShown, ProfileRequest, ProfileSeen, Shared, TokenRequest
from redpip.web.profile import People
from redpip.web.sharing import final_sheet
from redpip.web.sharing_picture import picture

PATIENCE = 0.8  # seconds; what takes longer tells how far it is
router = APIRouter()


def people(request: Request) -> People:
    found: People = request.app.state.people
    return found


def shares(request: Request) -> Links:
    found: Links = request.app.state.shares
    return found


PeopleOf = Annotated[People, Depends(people)]
SharesOf = Annotated[Links, Depends(shares)]


# ---- after a game


@router.get(
    "/tables/{table_id}/moment",
    response_class=JSONResponse,
    responses={202: {"description": "not yet"}},
    summary="What decided a finished game",
)
async def moment(live: LiveTable, request: Request, language: Language) -> JSONResponse:
    """The throw or the decision that decided the finished game; with status 202 the part of the work that is done."""
    table = live.table
    found = await request.app.state.reviews.look(table, language, PATIENCE)
    if isinstance(found, float):
        return JSONResponse({"done": found}, 202)
    return JSONResponse(await asyncio.to_thread(_moment, table, found, language))


def _moment(table: Table, review: Review, language: str) -> dict[str, Any] | None:
    assert table.over
    assert table.play
    which = deciding(review, table.over)
    if which is None:
        return None
    words = table_words(table, language)
    shown, sentence = told_moment(Retelling(review, table.play, words), which, words)
    return {
        "event": shown.event,
        "seat": shown.seat,
        "where": shown.where,
        "dice": [[die, face] for die, face in enumerate(shown.dice, 1) if face],
        "told": shown.told,
        "better": shown.better,
        "sentence": sentence,
        "url": f"/t/{table.id}/review#e{shown.event}",
    }


@router.post(
    "/tables/{table_id}/share",
    status_code=201,
    dependencies=[Depends(same_site)],
    summary="Share the result of a game by a link",
)
async def share(live: LiveTable, request: Request, links: SharesOf) -> Shared:
    """A link that shows how this game ended to anybody who has it; always the same one for you."""
    device, table = caller(request), live.table
    if not table.seats_of(device):
        raise refused("not_your_seat")
    if table.over is None:
        raise refused("not_over")
    token = await links.make(table.id, device)
    return Shared(share=token, url=f"/s/{token}")


@router.delete(
    "/tables/{table_id}/share",
    status_code=204,
    dependencies=[Depends(same_site)],
    summary="Withdraw the link to a result",
)
async def withdraw(live: LiveTable, request: Request, links: SharesOf) -> None:
    """That link leads nowhere any more."""
    await links.withdraw(live.table.id, caller(request))


@router.get("/tables/{table_id}/picture.svg", summary="Draw the final sheet as a picture")
async def result_picture(live: LiveTable, language: Language) -> Response:
    """The final sheet as a picture."""
    sheet = final_sheet(live.table, table_words(live.table, language))
    return Response(picture(sheet, live.table.game.folder), media_type="image/svg+xml")


# ---- the profile of a device


@router.get("/profile", summary="What this device calls itself")
async def profile(request: Request, known: PeopleOf) -> ProfileSeen:
    """What this device calls itself, and how often it was here."""
    return await seen_profile(known, device_of(request))


async def seen_profile(known: People, device: str | None) -> ProfileSeen:
    mine, presence = await known.of(device), await known.presence(device)
    return ProfileSeen(
        name=mine.name, dice=mine.dice, streak=presence.streak, days=len(presence.days), games=presence.games
    )


@router.put("/profile", dependencies=[Depends(same_site)], summary="Change this device's name and dice")
async def change_profile(wanted: ProfileRequest, request: Request, response: Response, known: PeopleOf) -> ProfileSeen:
    """Another name, other dice."""
    device = known_device(request, response)
    commanding.take(address_of(request), device)
    await known.change(device, wanted.name, wanted.dice)
    return await seen_profile(known, device)


@router.get("/profile/file", response_class=Response, summary="Fetch the profile as a file")
async def profile_file(request: Request, known: PeopleOf) -> Response:
    """The profile as a file to carry along."""
    document = await known.document(device_of(request))
    text = await asyncio.to_thread(json.dumps, document, ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": 'attachment; filename="redpip-profile.json"', "Cache-Control": "no-store"}
    return Response(text, media_type="application/json", headers=headers)


@router.put("/profile/file", dependencies=[Depends(same_site)], summary="Take over what a profile file carries")
async def take_file(
    request: Request, response: Response, known: PeopleOf, text: Annotated[bytes, Body(media_type="text/plain")] = b""
) -> ProfileSeen:
    """Add what a profile file carries to this device."""
    device = known_device(request, response)
    opening.take(address_of(request), device_of(request))
    await known.take_document(device, text)
    return await seen_profile(known, device)


@router.put(
    "/device/token", status_code=204, dependencies=[Depends(same_site)], summary="Give this device another token"
)
async def renew_token(wanted: TokenRequest, request: Request, response: Response, rooms: HouseOf) -> None:
    """Another token for this device. All that is its own goes along, and the old token opens nothing any more."""
    device = caller(request)
    opening.take(address_of(request), device)
    await rooms.renew(device, hashed(wanted.token))
    if COOKIE in request.cookies:
        give_token(request, response, wanted.token)


@router.post(
    "/profile/code", status_code=201, dependencies=[Depends(same_site)], summary="Make a code for one more device"
)
async def show_code(request: Request, known: PeopleOf) -> CodeShown:
    """A code by which one more device gets this profile and its seats: good once, and for ten minutes."""
    device = caller(request)
    commanding.take(address_of(request), device)
    code, until = await known.show_code(device)
    return CodeShown(code=code, until=datetime.fromtimestamp(until, UTC).isoformat())


@router.post("/profile/code/use", dependencies=[Depends(same_site)], summary="Take over a profile by its code")
async def use_code(wanted: CodeRequest, request: Request, response: Response, known: PeopleOf) -> ProfileSeen:
    """Take over the profile of the device that shows this code, and sit wherever it sits."""
    opening.take(address_of(request), device_of(request))
    device = known_device(request, response)
    await known.use_code(device, wanted.code)
    return await seen_profile(known, device)
