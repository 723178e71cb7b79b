"""A picture that keeps parts of the one before is the picture that is drawn from nothing."""

from __future__ import annotations

from redpip.core.game import Over
from redpip.table.command import BeReady, Presence, ShowCode
from redpip.table.picture import Moment
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
    assert first.sight(Viewer(BEN), words).drawn is first.sight(Viewer(None), words).drawn


def test_whoever_was_first_of_two_equals_is_ahead_by_nothing() -> None:
    desk = two_people(game="hot")
    for scores, margin in (((500, 500), None), ((600, 500), "100 points ahead of Ben")):
        table = desk.table.but(over=Over(scores, (1.0, 0.0), (0,)))
        sight = Moment(table, desk.presence, desk.now).sight(Viewer(MIA), table_words(table, "en"))
        assert sight.own["result"]["margin"] == margin
