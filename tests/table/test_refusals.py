"""Whatever a table refuses: who may not, what is missing, and that nothing has changed by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from redpip.core.problem import Problem
from redpip.core.record import Record
from redpip.play.seating import LONGEST_NAME
from redpip.table.asking import may_ask
from redpip.table.command import (
    Abandon,
    Act,
    AnswerAsk,
    BeReady,
    BotAnswer,
    Caller,
    ChangeKeeping,
    Command,
    Follow,
    NoteTurn,
    Return,
    Reveal,
    SeatBot,
    ShowCode,
    Start,
    ThrowDice,
    Undo,
    Withdraw,
)
from redpip.table.decide import Draft
from redpip.table.names import clean_name, free_name
from redpip.table.table import LOG_GAP

from .desk import ADA, BEN, MIA, Desk, against_a_bot, two_people
from .scenes import over, people, waiting

ROLL = "roll 1 2 3 4 5 6"


def alone() -> Desk:
    """Mia has a seat at a table for three, and nobody else has come."""
    desk = Desk(3)
    desk.sit(0, "Mia", MIA)
    return desk


def with_a_bot_seated() -> Desk:
    desk = alone()
    desk.bot(1)
    return desk


def with_a_gap() -> Desk:
    desk = two_people()
    desk.table = desk.table.but(outdated=LOG_GAP)
    return desk


@pytest.mark.parametrize(
    ("table", "device", "command", "code"),
    [
        (two_people, MIA, Act(2, ROLL), "no_seat"),
        (two_people, MIA, Act(-1, ROLL), "no_seat"),
        (alone, MIA, Act(0, ROLL), "not_playing"),
        (over, MIA, Act(0, ROLL), "game_over"),
        (with_a_gap, MIA, Act(0, ROLL), LOG_GAP),
        (with_a_gap, MIA, Abandon(), LOG_GAP),
        (two_people, MIA, NoteTurn(0, "RUN 21"), "dice_are_ours"),
        (two_people, MIA, ThrowDice(0, "123456"), "dice_are_ours"),
        (two_people, MIA, ChangeKeeping(0, "tally"), "dice_are_ours"),
        (two_people, BEN, ChangeKeeping(0, "tally"), "not_your_seat"),
        (two_people, BEN, Undo(0), "not_your_seat"),
        (alone, MIA, Undo(0), "not_playing"),
        (over, MIA, Undo(0), "game_over"),
        (two_people, MIA, Act(0, "roll = 4 2r"), "bad_die"),
        (two_people, MIA, Undo(0), "cannot_undo"),
        (two_people, BEN, AnswerAsk(1, True), "nothing_asked"),
        (two_people, BEN, AnswerAsk(0, True), "not_your_seat"),
        (two_people, ADA, Return(0), "not_your_seat"),
        # who sits where
        (alone, BEN, SeatBot(1, "greedy"), "host_only"),
        (alone, MIA, SeatBot(0, "greedy"), "seat_taken"),
        (alone, MIA, SeatBot(1, "nobody"), "unknown_bot"),
        (two_people, ADA, SeatBot(0, None), "not_your_seat"),
        (against_a_bot, MIA, SeatBot(1, "random"), "not_your_seat"),
        (two_people, MIA, SeatBot(1, None), "not_away"),
        (with_a_bot_seated, MIA, Withdraw(1), "nothing_to_withdraw"),
        (alone, BEN, Withdraw(2), "host_only"),
        (alone, BEN, Withdraw(0), "not_your_seat"),
        (alone, MIA, Withdraw(0), "nothing_to_withdraw"),
        (alone, BEN, ShowCode(0), "not_your_seat"),
        # the start and the end
        (alone, MIA, BeReady(0, "seven77"), "bad_nonce"),
        (alone, MIA, BeReady(0, "x" * 65), "bad_nonce"),
        (alone, MIA, BeReady(0, "no-letters"), "bad_nonce"),
        (alone, MIA, BeReady(0, "größer999"), "bad_nonce"),
        (alone, BEN, BeReady(0, "nonce0000"), "not_your_seat"),
        (alone, BEN, Start(), "host_only"),
        (alone, MIA, Start(), "too_few"),
        (lambda: Desk(2), MIA, Start(), "too_few"),
        (two_people, MIA, Start(), "already_started"),
        (alone, BEN, Abandon(), "host_only"),
        (waiting, BEN, Abandon(), "host_only"),
        (over, MIA, Abandon(), "not_playing"),
        (two_people, None, Follow("klmnopqrst"), "not_over"),
    ],
)
def test_a_command_is_refused_and_changes_nothing(
    table: Callable[[], Desk], device: str | None, command: Command, code: str
) -> None:
    desk = table()
    before, log = desk.table, list(desk.log)
    with pytest.raises(Problem) as caught:
        desk.do(device, command)
    assert caught.value.code == code
    assert (desk.table, desk.log) == (before, log)


def test_a_bot_that_could_not_answer_by_these_rules_is_refused_at_once() -> None:
    desk = Desk(2, "hot", options={"target": 1_000_000})
    desk.sit(0, "Mia", MIA)
    with pytest.raises(Problem) as caught:
        desk.do(MIA, SeatBot(1, "best"))
    assert caught.value.code == "too_large"
    desk.do(MIA, SeatBot(1, "expert"))
    desk.ready()
    with pytest.raises(Problem) as caught:
        desk.do(MIA, SeatBot(0, "best"))
    assert caught.value.code == "too_large"
    desk.do(MIA, SeatBot(0, "club"))


def test_only_whose_dice_are_due_throws_them() -> None:
    desk = two_people(dice="people")
    desk.act(MIA, 0, ROLL)
    with pytest.raises(Problem) as caught:
        desk.do(BEN, ThrowDice(1, "123456"))
    assert caught.value.code == "not_your_turn"


def test_the_same_players_follow_to_one_table_alone() -> None:
    desk = over()
    assert desk.do(None, Follow("klmnopqrst"))
    assert desk.do(None, Follow("uvwxyzabcd")) == ()
    assert desk.table.rematch == "klmnopqrst"


@pytest.mark.parametrize("nonce", ["12345678", "x" * 64])
def test_the_shortest_and_the_longest_nonce_are_taken(nonce: str) -> None:
    desk = alone()
    desk.do(MIA, BeReady(0, nonce))
    assert desk.table.chairs[0].nonce == nonce
    assert desk.do(MIA, BeReady(0, "another00")) == (), "it stays what it was"


def test_a_seat_taken_by_a_bot_is_free_again_when_the_bot_is_sent_away() -> None:
    desk = with_a_bot_seated()
    desk.do(MIA, SeatBot(1, None))
    assert desk.table.chairs[1].kind == "open"
    assert desk.do(MIA, SeatBot(1, None)) == (), "nobody sits there"
    desk.join(BEN, desk.link(1), "Ben")
    assert desk.table.names == ("Mia", "Ben", "")


@pytest.mark.parametrize("table", [alone, waiting])
def test_the_host_closes_a_waiting_table(table: Callable[[], Desk]) -> None:
    desk = table()
    desk.do(MIA, Abandon())
    assert (desk.table.phase, desk.table.abandoned_by, desk.table.revealed) == ("abandoned", 0, True)


def test_a_host_without_a_seat_closes_the_table() -> None:
    desk = Desk(2)
    assert desk.seen(MIA)["table"]["host"]
    desk.do(MIA, Abandon())
    assert desk.table.abandoned_by == -1
    assert desk.seen(MIA)["table"]["say"]["title"] == "The table was closed"


@pytest.mark.parametrize("phase", ["waiting", "playing", "over"])
def test_a_bot_s_answer_that_nobody_waits_for_is_dropped(phase: str) -> None:
    desk = {"waiting": alone, "playing": two_people, "over": over}[phase]()
    assert desk.do(None, BotAnswer(0, desk.table.position, ROLL)) == ()


# ---- the coach


def coached(agrees: bool = True) -> Desk:
    desk = Desk(2, coach=True)
    draft = Draft(desk.table, Caller(MIA), desk.now)
    draft.seat_person(0, "Mia", MIA, agrees=agrees)
    desk.keep(draft.signed())
    desk.bot(1)
    desk.ready()
    return desk


def after_a_roll() -> Desk:
    desk = coached()
    desk.act(MIA, 0, ROLL)
    return desk


def after_a_turn() -> Desk:
    desk = after_a_roll()
    desk.act(MIA, 0, "score SUM")
    return desk


@pytest.mark.parametrize(
    ("table", "seat", "device", "code"),
    [
        (after_a_roll, 2, MIA, "no_seat"),
        (after_a_roll, -1, MIA, "no_seat"),
        (after_a_roll, 0, BEN, "not_your_seat"),
        (after_a_roll, 1, MIA, "not_your_seat"),
        (alone, 0, MIA, "not_playing"),
        (over, 0, MIA, "not_playing"),
        (lambda: coached(agrees=False), 0, MIA, "coach_silent"),
        (coached, 0, MIA, "only_move"),
        (after_a_turn, 0, MIA, "not_your_turn"),
    ],
)
def test_the_coach_answers_whoever_is_to_choose_among_several(
    table: Callable[[], Desk], seat: int, device: str, code: str
) -> None:
    with pytest.raises(Problem) as caught:
        may_ask(table().table, seat, device)
    assert caught.value.code == code


def test_the_coach_is_asked_of_the_game_as_it_stands() -> None:
    desk = after_a_roll()
    assert may_ask(desk.table, 0, MIA) is desk.table.play


@pytest.mark.parametrize("agrees", [True, False])
def test_the_page_offers_a_coach_that_all_agreed_to(agrees: bool) -> None:
    assert coached(agrees).seen(MIA)["table"]["coach"] == agrees


# ---- names


def test_names_lose_what_cannot_be_seen() -> None:
    assert clean_name("  Mia \t\n of\u200b  Aa ") == "Mia of Aa"
    assert clean_name("x" * LONGEST_NAME) == "x" * LONGEST_NAME
    assert clean_name("x") == "x"
    for name in ("", " \u200b\n", "x" * (LONGEST_NAME + 1)):
        with pytest.raises(Problem) as caught:
            clean_name(name)
        assert caught.value.code == "bad_player"
        assert str(LONGEST_NAME) in str(caught.value)


def test_each_further_one_of_a_name_gets_the_next_number() -> None:
    assert free_name("Mia", ["Ben"]) == "Mia"
    assert free_name("Mia", ["Mia", "Mia 3"]) == "Mia 2"
    assert free_name("Mia", ["Mia", "Mia 2"]) == "Mia 3"


# ---- records


def record_code(desk: Desk) -> str:
    with pytest.raises(Problem) as caught:
        desk.table.record()
    return caught.value.code


def test_there_is_no_record_of_what_cannot_be_replayed() -> None:
    assert record_code(alone()) == "not_playing"
    assert record_code(with_a_gap()) == LOG_GAP
    other = two_people()
    other.table = other.table.but(outdated="other_rules")
    assert record_code(other) == "other_rules"


def test_the_seed_is_revealed_when_nobody_can_use_it_any_more() -> None:
    facts: dict[str, Any] = {"options": {"boxes": ("SUM",)}, "sealed": 2000.0}
    desk = Desk(1, **facts)
    desk.sit(0, "Mia", MIA)
    desk.ready()
    for action in (ROLL, "score SUM"):
        desk.act(MIA, 0, action)
    assert (desk.table.phase, desk.table.revealed, desk.table.lends_dice) == ("over", False, False)
    assert desk.seen(MIA)["table"]["result"]["margin"] is None, "nobody else has played"
    record, play = desk.table.record(), desk.table.play
    assert play is not None
    assert play.setup.fair is not None
    assert record.result == desk.table.over
    assert (record.setup.seed, record.setup.fair) == (None, replace(play.setup.fair, server_seed=None))
    desk.now = 1999.0
    assert desk.do(None, Reveal()) == ()
    desk.now = 2000.0
    desk.do(None, Reveal())
    assert (desk.table.revealed, desk.table.lends_dice) == (True, True)
    assert desk.table.record() == Record(play.setup, record.entries, desk.table.over)
    assert desk.do(None, Reveal()) == ()


def test_real_dice_lend_nothing() -> None:
    desk = people(1, options={"boxes": ("SUM",), "rolls": 2})
    desk.do(MIA, NoteTurn(0, "SUM 20 rolls 1"))
    assert desk.table.over is not None
    assert not desk.table.lends_dice
