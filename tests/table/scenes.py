"""Tables at telling moments, and all that is told of them: to pages, to lists, and in the log.

What is told is kept in ``golden``; ``python tests/update.py`` writes it anew, and the difference is to be looked at.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from redpip.table.command import (
    AWAY,
    Abandon,
    Act,
    BotAnswer,
    Correct,
    Follow,
    Join,
    NoteTurn,
    Presence,
    React,
    RemoveDevice,
    SeatBot,
    ShowCode,
    ThrowDice,
    Undo,
)
from redpip.table.events import Started
from redpip.table.keeping import entry_again, kept, told_entries, worths
from redpip.table.picture import Moment
from redpip.table.summary import listed, summary
from redpip.table.table import LOG_GAP
from redpip.table.viewer import Viewer, heard, table_words

from .desk import ADA, BEN, MIA, Desk, against_a_bot, two_people

FOLDER = Path(__file__).parent / "golden"
ROLL = "roll 1 2 3 4 5 6"
PHONE = "mia's phone"


def waiting() -> Desk:
    """Mia has opened a table of four, Ben has come, a bot sits there, and one chair is free."""
    desk = Desk(4, clock=60, coach=True, first=None)
    desk.sit(0, "Mia", MIA)
    desk.do(BEN, Join(desk.link(1), "Ben", agrees=True))
    desk.bot(2)
    desk.do(BEN, React(1, "nice"))
    return desk


def asked_to_undo() -> Desk:
    desk = two_people(clock=60)
    for action in (ROLL, "score SUM"):
        desk.act(MIA, 0, action)
    desk.do(MIA, Undo(0))
    return desk


def asked_for_a_bot() -> Desk:
    """Mia is away, and Ben would like the house's bot to play for her."""
    desk = Desk(3)
    for seat, (name, device) in enumerate([("Mia", MIA), ("Ben", BEN), ("Ada", ADA)]):
        desk.sit(seat, name, device)
    desk.ready()
    desk.now += 100
    desk.presence = Presence(frozenset({BEN, ADA}), {MIA: desk.now - AWAY})
    desk.do(BEN, SeatBot(0, None))
    return desk


def asked_to_end() -> Desk:
    desk = two_people(first=None)
    desk.do(BEN, Abandon())
    return desk


def failing() -> Desk:
    """A bot has given no answer and nobody knows why; Ben has played himself again for a stand-in."""
    desk = Desk(3)
    for seat, (name, device) in enumerate([("Mia", MIA), ("Ben", BEN)]):
        desk.sit(seat, name, device)
    desk.bot(2)
    desk.ready()
    for seat, device in enumerate((MIA, BEN)):
        desk.do(device, SeatBot(seat, None))
        desk.act(device, seat, ROLL)
        desk.act(device, seat, "score SUM")
    desk.do(None, BotAnswer(2, desk.table.position, ROLL, "greedy"))
    return desk


def played_on() -> Desk:
    """From a moment of another game on."""
    given = [{"seat": 0, "do": ROLL}, {"seat": 0, "throw": "424425"}, {"seat": 0, "do": "score SUM"}]
    return against_a_bot(given=given)


def given_up() -> Desk:
    desk = against_a_bot()
    desk.do(MIA, Abandon())
    desk.do(MIA, Follow("klmnopqrst"))
    return desk


def out_of_time() -> Desk:
    """A bot plays the rest of Mia's turn, and a stand-in has played for Ben."""
    desk = two_people(clock=60)
    desk.do(BEN, SeatBot(1, "greedy"))
    desk.act(MIA, 0, ROLL)
    desk.now += 60
    desk.tick()
    return desk


def several_devices() -> Desk:
    desk = two_people(game="chili")
    desk.do(MIA, ShowCode(0))
    desk.join(PHONE, desk.seen(MIA)["table"]["seats"][0]["code"].partition("#")[2])
    desk.do(PHONE, RemoveDevice(0, MIA[:8]))
    desk.do(PHONE, ShowCode(0))
    return desk


def over() -> Desk:
    """Three have written one box each."""
    desk = Desk(3, options={"boxes": ("SUM",)})
    people = [("Mia", MIA), ("Ben", BEN), ("Ada", ADA)]
    for seat, (name, device) in enumerate(people):
        desk.sit(seat, name, device)
    desk.ready()
    for seat, (_, device) in enumerate(people):
        desk.act(device, seat, ROLL)
        desk.act(device, seat, "score SUM")
    return desk


def won() -> Desk:
    """As ``over``, but Ben and Ada have rolled more than once, so that Mia alone has won."""
    desk = Desk(3, options={"boxes": ("SUM",)}, same="daily")
    people = [("Mia", MIA), ("Ben", BEN), ("Ada", ADA)]
    for seat, (name, device) in enumerate(people):
        desk.sit(seat, name, device)
    desk.ready()
    for seat, (_, device) in enumerate(people):
        for action in (ROLL, *["roll 1"] * seat, "score SUM"):
            desk.act(device, seat, action)
    return desk


def in_a_match() -> Desk:
    return against_a_bot(match=2)


def taking_sides() -> Desk:
    """Two choose at once."""
    desk = people(4, game="perfecto", keep="every")
    for seat, action in ((0, "bid 5x4"), (1, "challenge")):
        desk.do(MIA, Act(seat, action))
    return desk


def between_games() -> Desk:
    """Of a match with real dice: a tie, so the next game is worth two, and the loser says who starts."""
    desk = people(2, game="two_of_three", match=3)
    desk.do(MIA, NoteTurn(0, "lines 4,4"))
    return desk


def other_rules() -> Desk:
    """The game of ``over`` as one of rules that are no longer ours."""
    desk = over()
    desk.log = [
        replace(entry, event=replace(entry.event, rules="0" * 16)) if isinstance(entry.event, Started) else entry
        for entry in desk.log
    ]
    desk.table = desk.again()
    return desk


def with_a_gap() -> Desk:
    desk = two_people()
    desk.table = desk.table.but(outdated=LOG_GAP)
    return desk


def real_dice() -> Desk:
    """A turn noted, one roll by roll, a slip put right, and a bot."""
    desk = people(2, bots=1, first=None, keep="every")
    for _ in range(2):
        while desk.table.bot_seat is not None:
            desk.bots_move(1)
        seat = desk.table.turn[0]
        for command in (Act(seat, ROLL), ThrowDice(seat, "4 2r 4 4r 2 5"), Act(seat, "score SUM")):
            desk.do(MIA, command)
    return desk


def tallied() -> Desk:
    desk = people(2, game="rolling")
    for seat, note in ((0, "stop 20"), (1, "bust"), (0, "stop 12"), (1, "stop 24")):
        desk.do(MIA, NoteTurn(seat, note))
    desk.do(MIA, Correct(0, 1, "stop 30"))
    return desk


def before_real_dice() -> Desk:
    """A second one is still to come."""
    desk = Desk(2, dice="people", keep="tally")
    desk.sit(0, "Mia", MIA)
    return desk


def people(seats: int, bots: int = 0, **facts: Any) -> Desk:
    """All at one device, with dice of their own."""
    desk = Desk(seats + bots, **{"dice": "people", "keep": "tally", **facts})
    for seat in range(seats):
        desk.sit(seat, f"Mia{seat}", MIA)
    for seat in range(seats, seats + bots):
        desk.bot(seat)
    desk.ready()
    return desk


SCENES: dict[str, Callable[[], Desk]] = {
    scene.__name__: scene
    for scene in (
        waiting, asked_to_undo, asked_for_a_bot, asked_to_end, failing, played_on, given_up, out_of_time,
        several_devices, over, won, in_a_match, taking_sides, between_games, other_rules, with_a_gap, before_real_dice,
        real_dice, tallied,
    )
}  # fmt: skip


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def told(name: str) -> str:
    """As it stands in the file: the scene for each viewer, the log, and a row of a list."""
    desk = SCENES[name]()
    table = desk.table
    moment = Moment(table, desk.presence, desk.now, thinking=table.bot_seat)
    sights = {
        device: moment.sight(Viewer(device), table_words(table, "en"))
        for device in (MIA, BEN, ADA, PHONE, None)
        if device is None or table.seats_of(device)
    }
    facts: dict[str, Any] = {
        "to all": sights[None].common,
        "own": {device or "spectator": sight.own for device, sight in sights.items()},
        "in German": moment.sight(Viewer(MIA), table_words(table, "de")).own["say"],
        "log": [heard(table, entry.event, None) for entry in desk.log],
        "summary": summary(table),
        "listed": [listed(table.id, summary(table), desk.now, device, "de") for device in (MIA, ADA)],
    }
    if table.own_dice:
        facts |= kept_dice(desk)
    return "".join(f"{path}: {json.dumps(fact, sort_keys=True, ensure_ascii=False)}\n" for path, fact in parts(facts))


def parts(facts: Any, depth: int = 3, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every fact on a line of its own."""
    pairs = facts.items() if isinstance(facts, dict) else enumerate(facts, 1) if isinstance(facts, list) else ()
    if not depth or not pairs:
        yield path, facts
        return
    for name, fact in pairs:
        yield from parts(fact, depth - 1, f"{path}, {name}" if path else str(name))


def kept_dice(desk: Desk) -> dict[str, Any]:
    words, play = table_words(desk.table, "en"), desk.table.play
    if play is None:
        return {}
    entries = told_entries(desk.table, words)
    return {
        "worths": [worths(desk.table, seat, (4, 2, 4, 4, 2, 5), words) for seat in desk.table.turn],
        "entries": entries,
        "again": [entry_again(desk.table, entry["event"], words) for entry in entries[-3:]],
        "kept": kept(play, table_words(desk.table, "de")),
    }
