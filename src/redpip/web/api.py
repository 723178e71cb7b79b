"""The HTTP interface, ``/api/v1``; ``streams`` has its WebSocket. docs/protocol.md tells it with a whole example."""

from __future__ import annotations

from typing import Annotated, Any

import segno
from fastapi import APIRouter, Body, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse

from redpip.core.transcript import to_jsonl, to_text
from redpip.core.words import common_words
from redpip.play.fairness import dice_lines
from redpip.play.thinking_question import Errand
from redpip.table.command import Join
from redpip.table.keeping import entry_again, final_dice, told_entries, worths
from redpip.table.links import device_code, door, free_seats, invitation
from redpip.table.record_errands import dice_errand, pad_errand
from redpip.table.refusals import refused
from redpip.table.summary import listed
from redpip.table.viewer import Viewer, eyes, table_words
from redpip.web import coming_api, lessons, same_dice_api, streams, training_api
from redpip.web.calls import HouseOf, Language, LiveTable, caller, commanding, opening, perform, same_site
from redpip.web.connection import connection_for
from redpip.web.desk import Desk
from redpip.web.examples import example_of
from redpip.web.house import House, SeatPlan, TablePlan, bot_plan
from redpip.web.identity import address_of, device_of, known_device, language_of
from redpip.web.live import Live
from redpip.web.models import (
    Acknowledged,
    BranchRequest,
    CoachRequest,
    CoachSays,
    CommandRequest,
    DiceChecked,
    Entry,
    EntryAgain,
    ExampleRequest,
    ExampleShown,
    JoinRequest,
    LinkFound,
    LinkRequest,
    Pad,
    ProblemBody,
    SeatRequest,
    TableOpened,
    TableRequest,
    Worth,
    WorthRequest,
)
from redpip.web.offer import offered_games, rules_page
from redpip.web.reach import reach_of

PROBLEM = {"model": ProblemBody, "content": {"application/problem+json": {}}}
MINE = 100  # tables on a page
router = APIRouter(
    prefix="/api/v1",
    responses={code: {"description": "a problem", **PROBLEM} for code in (401, 403, 404, 409, 422, 429, 503)},
)
router.include_router(streams.router)
router.include_router(training_api.router)
router.include_router(coming_api.router)
router.include_router(same_dice_api.router)
router.include_router(lessons.router)


@router.get("/games", summary="List all games")
async def games(language: Language) -> list[dict[str, Any]]:
    """The games with their presets, seats, bots and options."""
    return offered_games(language)


@router.get("/games/{game}/rules", summary="Read the rules of a game")
async def rules(game: str, language: Language) -> dict[str, str]:
    """A game's rules as HTML."""
    return rules_page(game, language)


@router.post("/games/{game}/example", dependencies=[Depends(same_site)], summary="Count example dice by a game's rules")
async def example(game: str, wanted: ExampleRequest, language: Language) -> ExampleShown:
    """What dice come to by the game's own scoring: those beside its rules, which readers turn."""
    return ExampleShown.model_validate(example_of(game, wanted.dice, wanted.roll, language))


@router.post("/tables", status_code=201, dependencies=[Depends(same_site)], summary="Open a table")
async def open_a_table(
    wanted: TableRequest, request: Request, response: Response, rooms: HouseOf, language: Language
) -> TableOpened:
    """Open a table. It starts when every seat is taken and every person has added a nonce (command ``ready``)."""
    opening.take(address_of(request), device_of(request))
    device = known_device(request, response)
    seats = [_seat_plan(seat, device, language) for seat in wanted.seats]
    clock = wanted.clock.seconds if wanted.clock else None
    table = await rooms.open(
        TablePlan(
            wanted.game,
            wanted.preset,
            wanted.options,
            seats,
            device,
            wanted.first,
            clock,
            wanted.match,
            wanted.dice,
            wanted.coach,
            keep=wanted.keep,
        )
    )
    return TableOpened(table=table.id, url=f"/t/{table.id}")


def _seat_plan(seat: SeatRequest, device: str, language: str) -> SeatPlan:
    if seat.kind == "bot":
        return bot_plan(seat.bot, language)
    if seat.kind == "open":
        return SeatPlan("open")
    return SeatPlan("person", seat.name, devices=(device,), agrees=True)


@router.get("/tables/{table_id}", response_class=Response, summary="Look at a table")
async def look(live: LiveTable, request: Request, language: Language) -> Response:
    """The table as this device sees it now."""
    return _seen(live, device_of(request), language)


def _seen(live: Live, device: str | None, language: str) -> Response:
    return Response(live.snapshot(connection_for(live.table, device, language)), media_type="application/json")


@router.post("/tables/{table_id}/link", dependencies=[Depends(same_site)], summary="See where an invitation leads")
async def follow_link(wanted: LinkRequest, live: LiveTable, request: Request) -> LinkFound:
    """Where an invitation leads now, before anybody sits down."""
    table = live.table
    found = door(table, wanted.token, live.now())
    chair = None if found.seat is None else table.chairs[found.seat]
    mine = chair is not None and chair.holds(device_of(request))
    return LinkFound(
        kind="mine" if mine else found.kind,
        seat=found.seat,
        name=chair.name if chair else "",
        free=list(free_seats(table)),
        coach=table.opened.coach and table.game.advisor is not None,
    )


@router.post(
    "/tables/{table_id}/join",
    dependencies=[Depends(same_site)],
    response_class=Response,
    summary="Take a seat at a table",
)
async def join(wanted: JoinRequest, live: LiveTable, request: Request, response: Response) -> Response:
    """Take the seat that an invitation opens, or come to one's own seat from another device by its code."""
    device = known_device(request, response)
    commanding.take(address_of(request), device)
    await live.do(Join(wanted.token, wanted.name, wanted.seat, wanted.agrees), device)
    seen = _seen(live, device, language_of(request))
    seen.headers.raw.extend(pair for pair in response.headers.raw if pair[0] == b"set-cookie")
    return seen


@router.post("/tables/{table_id}/commands", dependencies=[Depends(same_site)], summary="Do one thing at a table")
async def command(
    wanted: CommandRequest, live: LiveTable, request: Request, rooms: HouseOf, language: Language
) -> Acknowledged:
    """Do one thing at a table. The same key is never done twice."""
    device = caller(request)
    commanding.take(address_of(request), device)
    return Acknowledged(ack=wanted.key, seq=await perform(wanted, live, device, rooms, language))


@router.post(
    "/tables/{table_id}/branch",
    status_code=201,
    dependencies=[Depends(same_site)],
    summary="Play a finished game on from one of its choices",
)
async def branch(
    table_id: str, wanted: BranchRequest, request: Request, response: Response, rooms: HouseOf, language: Language
) -> TableOpened:
    """Play a finished game on from one of its choices, at a new table with bots in the other seats."""
    opening.take(address_of(request), device_of(request))
    table = await rooms.branch(table_id, wanted.event, known_device(request, response), language)
    return TableOpened(table=table.id, url=f"/t/{table.id}")


@router.post("/tables/{table_id}/coach", dependencies=[Depends(same_site)], summary="Ask the coach")
async def coach(wanted: CoachRequest, live: LiveTable, request: Request, language: Language) -> CoachSays:
    """What the coach says to one's own seat, which is to choose. It is silent where not everybody agreed to it."""
    device = caller(request)
    commanding.take(address_of(request), device)
    return CoachSays.model_validate(await live.counsel(wanted.seat, wanted.lean, device, language))


@router.post("/tables/{table_id}/worth", dependencies=[Depends(same_site)], summary="What real dice bring in each line")
async def worth(wanted: WorthRequest, live: LiveTable, request: Request, language: Language) -> list[Worth]:
    """What real dice bring at the end of a turn, in every line of the sheet that takes them."""
    caller(request)
    table = live.table
    dice = final_dice(table, wanted.seat, wanted.faces)
    return [Worth.model_validate(one) for one in worths(table, wanted.seat, dice, table_words(table, language))]


@router.get("/tables/{table_id}/entries", summary="List what was entered of real dice")
async def entries(live: LiveTable, language: Language) -> list[Entry]:
    """What people have told of their real dice, the latest first."""
    found = told_entries(live.table, table_words(live.table, language))
    return [Entry.model_validate(one) for one in found]


@router.get("/tables/{table_id}/entries/{event}", summary="Look at one entry, to correct it")
async def one_entry(event: int, live: LiveTable, language: Language) -> EntryAgain:
    """One of them, and what could be told in its place."""
    return EntryAgain.model_validate(entry_again(live.table, event, table_words(live.table, language)))


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse, summary="Fetch the record of a game")
async def record(
    live: LiveTable, request: Request, form: Annotated[str, Query(pattern="^(jsonl|text)$")] = "jsonl"
) -> str:
    """The record so far, as this device may know it; the dice's seed is in it once it is revealed."""
    told = live.table.record(eyes(live.table, Viewer(device_of(request))))
    return to_text(told) if form == "text" else to_jsonl(told)


@router.get("/tables/{table_id}/seats/{seat}/qr.svg", summary="Draw an invitation as a QR code")
async def qr(live: LiveTable, seat: int, request: Request) -> Response:
    """An invitation as a QR code, for those who may hand it on."""
    device = device_of(request)
    known = 0 <= seat < len(live.table.chairs)
    link = None
    if known:
        link = invitation(live.table, seat, device) or device_code(live.table, seat, device, live.now())
    if link is None:
        raise refused("not_your_seat")
    image = segno.make((reach_of(request) or str(request.base_url)).rstrip("/") + link, error="m")
    svg = image.svg_inline(scale=4, border=2, dark="#271c19", light="#fdf9f0")
    return Response(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1), media_type="image/svg+xml")


@router.get("/mine", summary="List this device's tables")
async def mine(
    request: Request,
    rooms: HouseOf,
    language: Language,
    game: Annotated[str, Query(max_length=40, description="of this game or edition alone")] = "",
    page: Annotated[int, Query(ge=1, le=10_000, description="a hundred tables each")] = 1,
) -> list[dict[str, Any]]:
    """This device's tables, the latest first."""
    found = [one for one in await all_mine(request, rooms, language) if game in ("", one["game"], one["art"])]
    return found[(page - 1) * MINE : page * MINE]


async def all_mine(request: Request, rooms: House, language: str) -> list[dict[str, Any]]:
    device = device_of(request)
    if device is None:
        return []
    return [
        listed(row.id, row.facts, row.changed, device, language)
        for row in await rooms.tables_of(device)
        if row.facts is not None
    ]


@router.delete("/mine", status_code=204, dependencies=[Depends(same_site)], summary="Forget this device")
async def forget_me(request: Request, response: Response, rooms: HouseOf) -> None:
    """Remove what is known of this device: its names, and that it played."""
    device = device_of(request)
    if device:
        await rooms.forget(device)
    response.delete_cookie("redpip_device")


@router.post("/pad", dependencies=[Depends(same_site)], summary="Lay out sheets and entries from a record")
async def pad(request: Request, language: Language, text: Annotated[str, Body(media_type="text/plain")]) -> Pad:
    """The sheets and entries of a game with real dice, from its record."""
    return Pad.model_validate(await _looked_at(request, pad_errand(text, language)))


@router.post("/verify-dice", dependencies=[Depends(same_site)], summary="Check the dice of a record")
async def verify_dice(
    request: Request, language: Language, text: Annotated[str, Body(media_type="text/plain")]
) -> DiceChecked:
    """Check a record's commitment, seed and every throw."""
    throws = await _looked_at(request, dice_errand(text, language))
    return DiceChecked(ok=True, throws=throws, lines=dice_lines(throws, common_words(language)))


async def _looked_at(request: Request, errand: Errand) -> Any:
    """By a worker, one record of an address after the other."""
    desk: Desk = request.app.state.desk
    async with desk.turn(address_of(request)):
        return await request.app.state.thinkers.run(errand)
