"""A picture that keeps parts of the one before is the picture that is drawn from nothing."""

from __future__ import annotations

from typing import Any

import pytest

from redpip.core.game import Over
from redpip.table.command import BeReady, Presence, ShowCode
from redpip.table.picture import Moment, places_of
from redpip.table.refusals import refused
from redpip.table.summary import listed, summary
from redpip.table.viewer import Viewer, table_words

from .desk import BEN, MIA, Desk, two_people

ROLL = "roll 1 2 3 4 5 6"


class Album:
    """One picture after the other, each made from the last."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._last: Moment | None = None

    def look(self) -> None:
        desk, words = self._desk, table_words(self._desk.table, "en")
        now = Moment(desk.table, desk.presence, desk.now, before=self._last)
        anew = Moment(desk.table, desk.presence, desk.now)
        for device in (MIA, BEN, None):
            assert now.sight(Viewer(device), words) == anew.sight(Viewer(device), words)
        self._last = now


def test_every_picture_is_as_if_drawn_anew() -> None:
    desk = Desk(2)
    album = Album(desk)
    album.look()
    desk.sit(0, "Mia", MIA)
    album.look()
    desk.join(BEN, desk.link(1), "Ben")
    album.look()
    for seat, device in enumerate((MIA, BEN)):
        desk.do(device, BeReady(seat, "nonce0000"))
        album.look()
    desk.presence = Presence(frozenset({MIA}), {BEN: desk.now})
    album.look()
    desk.now += 60
    album.look()
    desk.presence = Presence(frozenset({MIA, BEN, "mia's phone"}))
    album.look()
    desk.do(MIA, ShowCode(0))
    album.look()
    desk.now += 600
    album.look()
    desk.act(MIA, 0, ROLL)
    album.look()


def test_what_stays_the_same_is_drawn_once() -> None:
    desk = Desk(2)
    desk.sit(0, "Mia", MIA)
    words = table_words(desk.table, "en")
    first = Moment(desk.table, desk.presence, desk.now)
    seats = first.sight(Viewer(MIA), words).own["seats"]
    assert Moment(desk.table, desk.presence, desk.now, before=first).sight(Viewer(MIA), words).own["seats"] is seats
    assert first.sight(Viewer(BEN), words) is first.sight(Viewer(None), words)
    again = Moment(desk.table, desk.presence, desk.now, before=first)
    in_english = first.sight(Viewer(None), words).common["reactions"]
    assert again.sight(Viewer(None), words).common["reactions"] is in_english
    in_german = again.sight(Viewer(None), table_words(desk.table, "de")).common["reactions"]
    assert in_german[0]["text"] == "Schöner Wurf!" != in_english[0]["text"]


def test_whoever_has_nothing_to_choose_sees_what_all_see() -> None:
    desk = two_people()
    moment, words = Moment(desk.table, desk.presence, desk.now), table_words(desk.table, "en")
    assert moment.sight(Viewer(BEN), words).drawn is moment.sight(Viewer(None), words).drawn
    assert moment.sight(Viewer(MIA), words).drawn is not moment.sight(Viewer(None), words).drawn


def test_nothing_is_drawn_before_the_start() -> None:
    desk = Desk(2)
    sight = Moment(desk.table, desk.presence, desk.now).sight(Viewer(MIA), table_words(desk.table, "en"))
    assert sight.drawn == {"scene": None, "ended": None, "options": []}


def test_whoever_was_first_of_two_equals_is_ahead_by_nothing() -> None:
    desk = two_people(game="hot")
    for scores, margin in (((500, 500), None), ((600, 500), "100 points ahead of Ben")):
        table = desk.table.but(over=Over(scores, (1.0, 0.0), (0,)))
        sight = Moment(table, desk.presence, desk.now).sight(Viewer(MIA), table_words(table, "en"))
        assert sight.own["result"]["margin"] == margin


def test_places_follow_who_won_then_what_each_got_then_the_points() -> None:
    assert places_of(Over((10, 30, 20, 20), (0.0, 1.0, 0.0, 0.0), (1,))) == [
        [1, 30, 1],
        [2, 20, 2],
        [3, 20, 2],
        [0, 10, 4],
    ]


@pytest.mark.parametrize(
    ("facts", "told"), [({}, "3 dice left"), ({"match": 2}, "3 points"), ({"preset": "match"}, "3 points")]
)
def test_a_match_is_told_in_points_whatever_its_game_counts(facts: dict[str, Any], told: str) -> None:
    desk = two_people(game="perfecto", **facts)
    table = desk.table.but(over=Over((0, 3), (0.0, 1.0), (1,)))
    words = table_words(table, "en")
    result = Moment(table, desk.presence, desk.now).sight(Viewer(MIA), words).own["result"]
    assert result["told"][1] == told
    assert result["title"] == f"Ben wins with {told}."
    assert listed(table.id, summary(table), desk.now, MIA, "en")["result"]["title"] == f"Ben wins with {told}."


def test_of_a_device_with_several_seats_no_one_is_you() -> None:
    desk = Desk(2, "chili")
    desk.sit(0, "Mia", MIA)
    desk.sit(1, "Ben", MIA)
    table = desk.table.but(over=Over((3, 0), (1.0, 0.0), (0,)))
    rows = [listed(table.id, summary(table), desk.now, device, "en") for device in (MIA, BEN)]
    assert [row["result"]["title"] for row in rows] == ["Mia wins with 3 points."] * 2
    assert [row["result"]["won"] for row in rows] == [True, False]


def test_a_table_speaks_in_the_words_of_its_edition_and_of_tables() -> None:
    words = table_words(Desk(2, "chili").table, "en")
    assert words.name("RUN") == "Straight"
    assert words.problem(refused("no_seat")) == "There is no such seat at this table."
