"""What may stand in a log: of tables from before a field was there, of other rules, and what is no event at all."""

from __future__ import annotations

from typing import Any

import pytest

from redpip.core.game import Back, Over
from redpip.core.problem import Problem
from redpip.table.command import AnswerAsk
from redpip.table.events import (
    Abandoned,
    Asked,
    Ended,
    Entry,
    Played,
    Seated,
    TableEvent,
    Unread,
    from_data,
    to_data,
)
from redpip.table.evolve import evolve, read_back
from redpip.table.lines import lines
from redpip.table.summary import listed, read_summary, summary
from redpip.table.table import Table
from redpip.table.viewer import heard, table_words

from .desk import ADA, BEN, MIA, SECRETS, Desk, two_people

ROLL = "roll 1 2 3 4 5 6"


def rows(desk: Desk) -> list[tuple[dict[str, Any], float, str | None]]:
    return [(to_data(entry.event), entry.at, entry.key) for entry in desk.log]


def read(log: list[tuple[dict[str, Any], float, str | None]]) -> Table:
    return read_back("abcdefghij", SECRETS, log)


@pytest.mark.parametrize(
    "data", [{}, {"kind": "dance"}, {"kind": "ready", "seat": 0}, {"kind": "ready", "chair": 0}, {"kind": "played"}]
)
def test_what_is_no_event_is_named(data: dict[str, Any]) -> None:
    with pytest.raises(Problem) as caught:
        from_data(data, None)
    assert caught.value.code == "bad_event"
    assert str(data) in str(caught.value)


def test_a_long_one_is_named_by_its_beginning() -> None:
    with pytest.raises(Problem) as caught:
        from_data({"kind": "x" * 100}, None)
    assert "x" * 70 in str(caught.value)
    assert "x" * 71 not in str(caught.value)


def test_a_move_of_unknown_rules_is_kept_as_it_was_logged() -> None:
    move = {"seat": 0, "do": ROLL}
    assert from_data({"kind": "played", "event": move}, None) == Unread(move)
    assert to_data(Unread(move)) == {"kind": "played", "event": move}


def test_a_log_begins_with_its_opening() -> None:
    seated = Seated(0, "x" * 80)
    with pytest.raises(Problem) as caught:
        read([(to_data(seated), 1000.0, None), *rows(two_people())[1:]])
    assert caught.value.code == "bad_event"
    assert str(caught.value) == f"This is no event of a table: {str(seated)[:80]}."


def test_a_move_that_our_rules_refuse_ends_what_can_be_played() -> None:
    desk = two_people()
    log = [*rows(desk), ({"kind": "asked", "by": 0, "what": "end", "seat": 0}, 1000.5, None)]
    wrong = ({"kind": "played", "event": {"seat": 0, "do": "score RUN"}}, 1001.0, "key")
    later = ({"kind": "played", "event": {"seat": 1, "do": ROLL}}, 1002.0, None)
    table = read([*log, wrong, later])
    assert (table.phase, table.outdated, table.seq) == ("abandoned", "must_roll", len(log) + 2)
    assert [told.event for told in table.told] == [Unread({"seat": 0, "do": "score RUN"}), Unread(later[0]["event"])]
    assert table.keys == {"key": len(log) + 1}
    assert table.ask is None, "nothing can be answered any more"
    assert table.turn_since == 1001.0, "nobody's time runs since then"


def test_what_our_rules_cannot_tell_is_told_as_it_was_logged() -> None:
    desk = two_people()
    desk.act(MIA, 0, ROLL)
    lost = [{"seat": 1, "do": "dance"}, {"seat": 1, "throw": "123456"}, {"throw": "12----"}, {"seat": 2, "do": "x"}, {}]
    table = read([*rows(desk), *(({"kind": "played", "event": event}, 1001.0, None) for event in lost)])
    said = [(line["seat"], line["text"], line["dice"]) for line in lines(table, table_words(table, "en"))]
    whole = [[die, die] for die in range(1, 7)]
    assert said == [(1, "Ben: dance", []), (1, "Ben: 123456", whole), (None, "12----", whole[:2]), (2, "x", [])]


def test_secret_dice_of_other_rules_are_not_told_before_the_seed_is() -> None:
    desk = Desk(2, "perfecto")
    event = Unread({"seat": 0, "throw": "123456"})
    assert heard(desk.table, event, 0) == {"kind": "played", "event": {"seat": 0}}
    assert heard(desk.table.but(revealed=True), event, None) == to_data(event)
    assert heard(two_people().table, event, None) == to_data(event)


def test_a_summary_is_read_as_it_was_kept_or_not_at_all() -> None:
    facts = summary(two_people().table)
    assert read_summary(facts) == facts
    assert read_summary(None) is None
    for damaged in ({}, [], 3, {**facts, "seats": None}, {**facts, "turn": 1}):
        with pytest.raises(ValueError, match=r"^no summary of a table$"):
            read_summary(damaged)


def test_a_game_that_is_no_longer_there_is_listed_by_its_name() -> None:
    facts = {**summary(two_people().table), "game": "ludo", "ended": 2000.0}
    row = listed("abcdefghij", facts, 3000.0, MIA, "en")
    assert (row["title"], row["game"], row["art"], row["variant"], row["result"]) == ("ludo", "ludo", "ludo", "", None)
    assert row["changed"] == "1970-01-01T00:33:20+00:00", "what is done after the end is no game"


def test_only_games_may_be_of_other_rules() -> None:
    with pytest.raises(Problem):
        read([*rows(two_people()), ({"kind": "dance"}, 1001.0, None)])


def after(desk: Desk, event: TableEvent) -> Table:
    return evolve(desk.table, Entry(event, 1500.0))


def test_a_question_from_before_it_was_told_who_is_asked_is_to_all_others() -> None:
    desk = Desk(3)
    for seat, (name, device) in enumerate([("Mia", MIA), ("Ben", BEN), ("Ada", ADA)]):
        desk.sit(seat, name, device)
    desk.ready()
    desk.table = after(desk, Asked(0, "end", 0))
    assert desk.table.ask is not None
    assert desk.table.ask.waiting == {1, 2}
    desk.do(BEN, AnswerAsk(1, True))
    assert desk.table.ask.waiting == {2}
    told = after(desk, Asked(0, "end", 0, [2]))
    assert told.ask is not None
    assert told.ask.waiting == {2}, "who was away then is not asked"


def test_a_result_from_before_returns_were_told_is_who_won() -> None:
    desk = two_people()
    old = desk.table.but(play=None, outdated="other_rules")
    ended = evolve(old, Entry(Ended([3, 5], [1]), 1500.0))
    assert ended.over == Over((3, 5), (0.0, 1.0), (1,))
    assert ended.ended == 1500.0


def test_a_start_from_before_it_told_its_match_has_that_of_the_opening() -> None:
    desk = two_people(match=2)
    log = [
        ({**data, "match": None, "rules": None} if data["kind"] == "started" else data, at, key)
        for data, at, key in rows(desk)
    ]
    assert desk.table.play is not None
    assert read(log).play == desk.table.play
    assert desk.table.play.setup.match == 2


def test_no_move_comes_before_the_start() -> None:
    with pytest.raises(Problem) as caught:
        after(Desk(2), Played(Back(0)))
    assert caught.value.code == "bad_event"
    assert str(caught.value) == "A move stands in the log before the start of the game."


@pytest.mark.parametrize("by", [-1, 2])
def test_a_table_that_nobody_at_it_has_closed_was_closed(by: int) -> None:
    desk = two_people()
    desk.table = after(desk, Abandoned(by))
    assert desk.seen(MIA)["table"]["say"]["title"] == "The table was closed"
