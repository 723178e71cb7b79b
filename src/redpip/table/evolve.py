"""How a table follows from what happened: the same function for what happens now and for what is read from a log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from redpip.core.game import Event, Over, Seat
from redpip.core.history import begin
from redpip.core.problem import Problem
from redpip.table.chair import Chair, Device, Secrets
from redpip.table.events import (
    Abandoned,
    Answered,
    Asked,
    Coded,
    Ended,
    Entry,
    Faltered,
    Followed,
    Forgotten,
    Hosted,
    Joined,
    Kept,
    Opened,
    OtherEvent,
    Played,
    Reacted,
    Ready,
    Removed,
    Renewed,
    Revealed,
    Seated,
    Started,
    StoodIn,
    TimedOut,
    Unread,
    Vacated,
    Withdrawn,
    from_data,
)
from redpip.table.table import Ask, Table, TableNews, Told, new_table, remembered


def evolve(table: Table, entry: Entry) -> Table:
    """The table after this event."""
    happened: dict[str, Any] = {"seq": table.seq + 1}
    if entry.key is not None:
        happened["keys"] = {**table.keys, entry.key: table.seq + 1}
    if isinstance(entry.event, Played):
        return _keep_time(_played(table, entry.event.event, happened), entry.at)
    return _keep_time(_applied(table.but(**happened), entry.event, entry.at), entry.at)


def read_back(table_id: str, secrets: Secrets, rows: Iterable[tuple[dict[str, Any], float, str | None]]) -> Table:
    """The table that its log tells of: for each event its JSON form, its time and the key of its command.

    Where the rules have changed since, what was logged is kept as it is.
    """
    log = iter(rows)
    opened = from_data(next(log)[0], None)
    if not isinstance(opened, Opened):
        raise Problem("bad_event", "This is no event of a table: {given}.", given=str(opened)[:80])
    table = new_table(table_id, secrets, opened)
    for data, at, key in log:
        try:
            event = from_data(data, table.play.setup if table.play else None)
            table = evolve(table, Entry(event, at, key))
        except Problem as problem:
            if data["kind"] not in ("started", "played"):
                raise
            table = _unread(table, data, at, key, problem)
    return table


def _unread(table: Table, data: dict[str, Any], at: float, key: str | None, problem: Problem) -> Table:
    """The game no longer makes sense by our rules from here on."""
    played = Unread(data["event"]) if data["kind"] == "played" else None
    if isinstance(started := None if played else from_data(data, None), Started):
        table = table.but(chairs=tuple(table.chairs[seat] for seat in started.seats))
    lost = table.but(play=None, ask=None, outdated=problem.code)
    return evolve(lost, Entry(played, at, key)) if played else lost.but(seq=lost.seq + 1)


def _applied(table: Table, event: OtherEvent, at: float) -> Table:
    match event:
        case Seated(seat=seat):
            return _with_chair(table, seat, _taken(table.chairs[seat], event, at))
        case Joined(seat=seat, device=device):
            chair = table.chairs[seat]
            joined = replace(chair, devices=(*chair.devices, Device(device, at)))
            return _tell(_with_chair(table, seat, _closed_code(joined)), event)
        case Removed(seat=seat, device=device):
            chair = table.chairs[seat]
            left = tuple(one for one in chair.devices if one.id != device)
            return _tell(_with_chair(table, seat, replace(chair, devices=left)), event)
        case Coded(seat=seat, until=until):
            return _with_chair(table, seat, replace(_closed_code(table.chairs[seat]), code_until=until))
        case Withdrawn(seat=seat):
            chair = table.chairs[seat]
            closed = _closed_code(chair) if chair.kind == "person" else replace(chair, links=chair.links + 1)
            return _with_chair(table, seat, closed)
        case Vacated(seat=seat):
            chair = _closed_code(table.chairs[seat])
            return _with_chair(table, seat, Chair(chair.number, links=chair.links, codes=chair.codes))
        case Hosted(device=device):
            return table.but(host=device)
        case Ready(seat=seat, nonce=nonce):
            return _with_chair(table, seat, replace(table.chairs[seat], nonce=nonce))
        case Started():
            return _started(table, event)
        case Kept(way=way):
            return table.but(keep=way)
        case Asked(by=by, what=what, seat=seat, of=of):
            waiting = frozenset(of) if of is not None else table.others(by, seat)
            return table.but(ask=Ask(by, what, seat, waiting))
        case Answered(by=by, yes=yes):
            return table.but(ask=_answered(table.ask, by, yes))
        case StoodIn(seat=seat, bot=bot):
            chair = replace(table.chairs[seat], stand_in=bot)
            return _tell(_with_chair(table, seat, chair).but(ask=None), event)
        case TimedOut(seat=seat):
            return _tell(table.but(timed_out=seat), event)
        case Ended():
            return table.but(over=_result(table, event), ended=at, ask=None)
        case Revealed():
            return table.but(revealed=True)
        case Abandoned(by=by):
            return table.but(abandoned_by=by, ended=at, ask=None)
        case Followed(table=following):
            return table.but(rematch=following)
        case Faltered() | Unread():
            return _tell(table, event)
        case Opened() | Reacted() | Forgotten() | Renewed():
            return table


def _taken(chair: Chair, seated: Seated, at: float) -> Chair:
    device = seated.device
    return Chair(
        chair.number,
        seated.name,
        (Device(device, at),) if device else (),
        seated.bot,
        links=chair.links + bool(device),
        codes=chair.codes,
        agrees=seated.agrees,
        named=device or "",
    )


def _with_chair(table: Table, seat: Seat, chair: Chair) -> Table:
    return table.but(chairs=(*table.chairs[:seat], chair, *table.chairs[seat + 1 :]))


def _closed_code(chair: Chair) -> Chair:
    return chair if chair.code_until is None else replace(chair, codes=chair.codes + 1, code_until=None)


def _tell(table: Table, event: TableNews) -> Table:
    return table.but(told=remembered(table.told, Told(table.seq, event)))


def _started(table: Table, started: Started) -> Table:
    chairs = tuple(table.chairs[seat] for seat in started.seats)
    # a log from before the start told its match has it in the opening
    match = started.match if started.rules else table.opened.match
    setup = table.setup(chairs, started.first, match, coach=started.coach)
    if started.rules not in (None, setup.hash):
        raise Problem(
            "other_rules",
            "The record was played by other rules ({theirs}) than ours ({ours}).",
            theirs=started.rules,
            ours=setup.hash,
        )
    begun = table.but(chairs=chairs, play=begin(setup), position=table.seq)
    return _tell(begun, started) if table.own_dice and len(chairs) > 1 else begun


def _played(table: Table, event: Event[Any], happened: dict[str, Any]) -> Table:
    """Most of what happens is this, so the table changes in one step."""
    if table.play is None:
        raise Problem("bad_event", "A move stands in the log before the start of the game.")
    play, seq = table.play.again(event), happened["seq"]
    told = Told(seq, play.rules.seen(event, None), play.rules.view(play.state, None))
    return table.but(**happened, told=remembered(table.told, told), play=play, position=seq, ask=None, over=None)


def _answered(ask: Ask | None, by: Seat, yes: bool) -> Ask | None:
    """Nobody's no leaves the question open, with fewer who have not answered yet."""
    return replace(ask, waiting=ask.waiting - {by}) if ask and yes else None


def _result(table: Table, ended: Ended) -> Over | None:
    outcome = table.play.next if table.play else None
    if isinstance(outcome, Over):
        return outcome
    returns = ended.returns or [float(seat in ended.winners) for seat in range(len(ended.scores))]
    return Over(tuple(ended.scores), tuple(returns), tuple(ended.winners))


def _keep_time(table: Table, now: float) -> Table:
    """A seat's time runs on while its dice are in the air, and begins when another's is over."""
    if table.movers == table.timed:
        return table
    return table.but(timed=table.movers, turn_since=now, timed_out=None)
