"""What a table takes where nothing is said: in a log from before a field was there, in a command, of a new chair."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

from redpip.core.game import Over
from redpip.core.words import common_words
from redpip.table.chair import Chair
from redpip.table.command import HOUSE, REACTIONS, Abandon, BotAnswer, Caller, Join, Presence, React, Return, SeatBot
from redpip.table.events import Asked, Ended, Entry, Opened, Seated, Started
from redpip.table.lines import lines
from redpip.table.picture import REACTION_TEXTS
from redpip.table.refusals import REFUSALS, refused
from redpip.table.table import LOG_GAP, Table, Told
from redpip.table.viewer import Viewer, table_words

from .desk import MIA, SECRETS, Desk, against_a_bot, two_people

SOURCE = Path(__file__).parents[2] / "src" / "redpip"
NEW_CHAIR: dict[str, Any] = {
    "name": "", "devices": (), "bot": None, "stand_in": None, "nonce": "", "links": 0, "codes": 0, "code_until": None,
    "agrees": False, "named": "",
}  # fmt: skip
OPENED: dict[str, Any] = {
    "first": None, "clock": None, "match": None, "dice": "committed", "think": 120, "coach": False, "given": [],
    "keep": "every", "same": "", "sealed": None,
}  # fmt: skip
NEW_TABLE: dict[str, Any] = {
    "seq": 1, "position": 0, "play": None, "ask": None, "over": None, "ended": None, "revealed": False,
    "abandoned_by": None, "rematch": None, "timed_out": None, "turn_since": 0.0, "timed": (), "told": (), "keys": {},
    "keep": "every", "outdated": None,
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "taken"),
    [
        (Opened, OPENED),
        (Seated, {"device": None, "bot": None, "agrees": False}),
        (Started, {"match": None, "rules": None, "coach": False}),
        (Asked, {"of": None}),
        (Ended, {"returns": []}),
        (Entry, {"key": None}),
        (Join, {"seat": None, "agrees": False}),
        (BotAnswer, {"instead_of": None, "why": None}),
        (Presence, {"here": frozenset(), "seen": {}, "since": 0.0, "patience": 60.0}),
        (Caller, {"device": None, "key": None, "presence": Presence()}),
        (Chair, NEW_CHAIR),
        (Table, NEW_TABLE),
        (Told, {"view": None, "lines": {}}),
        (Viewer, {"seat": None}),
    ],
)
def test_what_is_not_said(kind: type[Any], taken: dict[str, Any]) -> None:
    found: dict[str, Any] = {}
    for field in fields(kind):
        if field.default_factory is not MISSING:
            found[field.name] = field.default_factory()
        elif field.default is not MISSING:
            found[field.name] = field.default
    assert found == taken


def test_what_was_told_in_some_language_makes_no_other_table() -> None:
    assert Told(1, Seated(0, "Mia"), lines={"en": "Mia"}) == Told(1, Seated(0, "Mia"))  # type: ignore[arg-type]


def test_a_table_that_is_opened_without_wishes() -> None:
    opened = Desk(2, first=None).table.opened
    assert {name: getattr(opened, name) for name in OPENED} == OPENED
    assert Caller(None, None, Presence()) == HOUSE


def test_the_last_things_that_were_told_are_kept() -> None:
    desk = two_people()
    for _ in range(100):
        desk.do(MIA, SeatBot(0, None))
        desk.do(MIA, Return(0))
        assert len(desk.table.told) <= 160
        assert len(lines(desk.table, common_words("en"))) <= 40
    latest = [line["seq"] for line in lines(desk.table, common_words("en"))]
    assert latest == [*range(desk.table.seq - 39, desk.table.seq + 1)]


def test_tokens_fit_into_a_link_as_they_are() -> None:
    for token in (SECRETS.invitation(0), SECRETS.invitation(0, 1), SECRETS.code(0, 0)):
        assert re.fullmatch(r"[\w-]{24}", token, re.ASCII)
    assert SECRETS.invitation(0) == SECRETS.invitation(0, 0)


def test_there_is_a_text_for_each_reaction() -> None:
    assert tuple(REACTION_TEXTS) == REACTIONS
    desk = two_people()
    assert all(desk.do(MIA, React(0, reaction)) for reaction in REACTIONS)


def test_there_is_a_sentence_for_each_refusal_and_no_other() -> None:
    """A code that is misspelt would be told as a code."""
    files = [file for room in ("table", "web") for file in sorted((SOURCE / room).glob("*.py"))]
    code = "".join(file.read_text("utf-8") for file in files if file.name != "refusals.py")
    assert [name for name in REFUSALS if f'"{name}"' not in code] == []
    words = table_words(Desk(2).table, "en")
    said = {name: words.problem(refused(name)) for name in re.findall(r'refused\("(\w+)"', code)}
    assert [name for name, sentence in said.items() if f"({name})" in sentence] == []


def test_whoever_sits_down_is_found_at_once() -> None:
    desk = Desk(2)
    assert desk.table.seats_of(MIA) == ()
    desk.sit(0, "Mia", MIA)
    assert desk.table.seats_of(MIA) == (0,)
    moved = desk.table.but(chairs=desk.table.chairs[::-1])
    assert moved.seats_of(MIA) == (1,)


def test_no_bot_is_asked_at_a_table_that_was_closed() -> None:
    desk = against_a_bot(first=1)
    assert desk.table.bot_seat == 1
    desk.do(MIA, Abandon())
    assert desk.table.bot_seat is None


def test_dice_are_lent_of_an_open_game_that_is_over_and_whole() -> None:
    done, secret = two_people().table, two_people(game="perfecto").table
    assert not done.lends_dice
    over = Over((1, 0), (1.0, 0.0), (0,))
    assert done.but(over=over).lends_dice
    assert not done.but(over=over, outdated=LOG_GAP).lends_dice
    assert not secret.but(over=over).lends_dice


def test_what_is_no_seat_s_own_stays_when_a_chair_is_put_away() -> None:
    boxes = ("1", "2", "3")
    assert Desk(3, options={"boxes": boxes}).table.options((0, 2))["boxes"] == boxes
