"""A table by itself: commands in, events out, the same table again from its log."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from redpip.core.fair import check_fair
from redpip.core.game import Choose
from redpip.core.problem import Problem, Refused
from redpip.core.transcript import to_jsonl
from redpip.play.fairness import check_dice
from redpip.table.chair import NOBODY, new_secrets
from redpip.table.command import (
    AWAY,
    CODE_TIME,
    Abandon,
    Act,
    AnswerAsk,
    BeReady,
    BotAnswer,
    Caller,
    End,
    Follow,
    Leave,
    Presence,
    React,
    RemoveDevice,
    Return,
    SeatBot,
    ShowCode,
    Start,
    ThrowDice,
    Undo,
    Withdraw,
)
from redpip.table.decide import Draft
from redpip.table.events import Joined, Started
from redpip.table.picture import Moment
from redpip.table.viewer import Viewer, heard, table_words

from .desk import ADA, BEN, MIA, SECRETS, Desk, against_a_bot, two_people

ROLL = "roll 1 2 3 4 5 6"


def refusal(work: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        work()
    return caught.value.code


def test_a_game_starts_when_all_sit_and_have_added_a_nonce() -> None:
    desk = Desk(2)
    desk.sit(0, "Mia", MIA)
    assert refusal(lambda: desk.do(MIA, Start())) == "too_few"
    desk.do(MIA, BeReady(0, "mia0nonce0"))
    assert desk.table.phase == "waiting"
    desk.join(BEN, desk.link(1), "Ben")
    assert desk.table.unready == (1,)
    desk.do(BEN, BeReady(1, "ben0nonce0"))
    assert desk.table.phase == "playing"
    assert desk.table.turn == (0,)


def test_two_of_one_name_can_be_told_apart() -> None:
    desk = Desk(2)
    desk.sit(0, "Mia", MIA)
    desk.sit(1, "Mia", BEN)
    assert desk.table.names == ("Mia", "Mia 2")


def test_only_the_seat_s_own_device_moves_and_only_in_turn() -> None:
    desk = two_people()
    before = desk.table
    assert refusal(lambda: desk.act(BEN, 0, ROLL)) == "not_your_seat"
    assert refusal(lambda: desk.act(BEN, 1, ROLL)) == "not_your_turn"
    assert refusal(lambda: desk.act(MIA, 0, "score RUN")) == "must_roll"
    assert refusal(lambda: desk.act(MIA, 0, "dance")) == "bad_action"
    assert refusal(lambda: desk.act(MIA, 7, "roll")) == "no_seat"
    assert desk.table is before
    desk.act(MIA, 0, ROLL)
    assert desk.table.seq == before.seq + 2, "the choice and the dice"


def test_the_same_key_is_never_done_twice() -> None:
    desk = two_people()
    assert desk.do(MIA, Act(0, ROLL), "once-only")
    assert desk.do(MIA, Act(0, ROLL), "once-only") == ()
    assert desk.table.keys["once-only"] == desk.table.seq
    desk.table = desk.again()
    assert desk.do(MIA, Act(0, ROLL), "once-only") == (), "not even after a restart"
    assert desk.do(BEN, React(1, "nice"), "once-only") == (), "nor as something else, by whomever"


def test_of_two_devices_in_a_seat_that_press_at_once_one_moves() -> None:
    desk = against_a_bot()
    seen = desk.table.position
    desk.do(MIA, Act(0, ROLL, seen))
    before = desk.table
    assert refusal(lambda: desk.do(MIA, Act(0, ROLL, seen))) == "moved_on", "or all would be rolled once more"
    assert desk.table is before
    desk.do(MIA, Act(0, "score SUM", desk.table.position))
    seen = desk.table.position
    desk.do(MIA, Undo(0, seen))
    assert refusal(lambda: desk.do(MIA, Undo(0, seen))) == "moved_on"
    assert refusal(lambda: desk.do(MIA, Act(0, "score RED", seen))) == "moved_on", "a step was taken back"
    desk.do(MIA, Act(0, "score RED", desk.table.position))
    seen = desk.table.position
    desk.bots_move()
    assert desk.do(MIA, Act(0, ROLL, seen)), "what others did meanwhile is no hindrance"


def test_what_was_seen_long_ago_is_not_done_now() -> None:
    """Of a table not all that happened is remembered."""
    desk = two_people()
    seen = desk.table.position
    desk.do(MIA, Act(0, ROLL, seen))
    while desk.table.told[0].seq <= desk.table.position:
        desk.do(BEN, SeatBot(1, "greedy"))
        desk.do(BEN, Return(1))
    assert refusal(lambda: desk.do(MIA, Act(0, ROLL, seen))) == "moved_on"
    assert desk.do(MIA, Act(0, "score SUM", desk.table.position)), "nobody has moved since"


def test_undo_alone_with_bots_is_done_at_once_but_never_across_a_throw() -> None:
    desk = against_a_bot()
    desk.act(MIA, 0, ROLL)
    assert refusal(lambda: desk.do(MIA, Undo(0))) == "cannot_undo"
    assert desk.table.play is not None
    before = desk.table.play.state
    desk.act(MIA, 0, "score SUM")
    desk.do(MIA, Undo(0))
    assert desk.table.play.state == before
    desk.act(MIA, 0, "score RED")
    desk.bots_move()
    assert refusal(lambda: desk.do(MIA, Undo(0))) == "cannot_undo"


@pytest.mark.parametrize("yes", [True, False])
def test_undo_among_people_needs_their_consent(yes: bool) -> None:
    desk = two_people()
    desk.act(MIA, 0, ROLL)
    desk.act(MIA, 0, "score SUM")
    desk.do(MIA, Undo(0))
    assert desk.table.turn == (1,), "not before Ben has answered"
    assert refusal(lambda: desk.do(MIA, AnswerAsk(0, True))) == "nothing_asked"
    desk.do(BEN, AnswerAsk(1, yes))
    assert desk.table.turn == ((0,) if yes else (1,))
    assert desk.table.ask is None


def test_a_bot_may_stand_in_for_somebody_long_away_and_gives_the_seat_back() -> None:
    desk = Desk(3)
    for seat, (name, device) in enumerate([("Mia", MIA), ("Ben", BEN), ("Ada", ADA)]):
        desk.sit(seat, name, device)
    desk.ready()
    assert refusal(lambda: desk.do(BEN, SeatBot(0, None))) == "not_away"
    desk.presence = Presence(frozenset({BEN, ADA}), {MIA: desk.now - AWAY})
    desk.do(BEN, SeatBot(0, "random"))
    assert desk.table.bot_seat is None, "Ada has a say"
    desk.do(ADA, AnswerAsk(2, True))
    assert desk.table.bot_seat == 0
    assert desk.table.chairs[0].stand_in == desk.table.game.house_bot, "whoever asks does not choose the bot"
    desk.bots_move()
    assert desk.table.turn == (1,)
    desk.do(MIA, Return(0))
    assert desk.table.chairs[0].stand_in is None


def test_whoever_shares_a_device_with_the_one_away_has_no_say() -> None:
    desk = Desk(3)
    for seat, (name, device) in enumerate([("Mia", MIA), ("Ben", BEN), ("Ada", MIA)]):
        desk.sit(seat, name, device)
    desk.ready()
    desk.do(MIA, ShowCode(2))
    desk.join(ADA, SECRETS.code(2, 0))
    desk.presence = Presence(frozenset({BEN, ADA}), {MIA: desk.now - AWAY})
    desk.do(BEN, SeatBot(0, None))
    assert desk.table.bot_seat == 0


def test_who_was_just_heard_of_or_not_yet_watched_is_not_away() -> None:
    nobody = Presence(frozenset(), {}, since=1000.0)
    assert not nobody.is_away({MIA}, 1000.0 + AWAY - 1), "the service has only just begun to look"
    assert nobody.is_away({MIA}, 1000.0 + AWAY)
    assert not Presence(frozenset(), {MIA: 1500.0}).is_away({MIA}, 1500.0 + AWAY - 1)
    assert not Presence(frozenset({MIA}), {MIA: 0.0}).is_away({MIA}, 1e9)


def test_when_the_time_is_up_a_bot_plays_the_rest_of_the_turn() -> None:
    assert two_people().table.deadline is None
    desk = two_people(clock=60)
    desk.act(MIA, 0, ROLL)
    desk.now += 59
    assert desk.tick() == ()
    desk.now += 1
    assert desk.tick()
    desk.bots_move()
    assert desk.table.turn == (1,)
    assert desk.table.deadline == desk.now + 60
    assert desk.seen(MIA, desk.again()) == desk.seen(MIA)


def test_a_bot_s_answer_to_an_old_position_is_dropped() -> None:
    desk = against_a_bot(first=1)
    old = desk.table.position
    desk.do(None, BotAnswer(1, old, ROLL))
    before = desk.table
    assert desk.do(None, BotAnswer(1, old, ROLL)) == ()
    assert desk.do(None, BotAnswer(0, before.position, ROLL)) == (), "nor does it answer for somebody else"
    assert desk.table is before


@pytest.mark.parametrize(
    ("why", "told", "in_german"),
    [
        ("bot_overran", "took too long", "zu lange"),
        ("bot_too_large", "too much memory", "zu viel Speicher"),
        ("bot_failed", "failed", "ausgefallen"),
    ],
)
def test_a_bot_that_gave_no_answer_is_told_of(why: str, told: str, in_german: str) -> None:
    desk = against_a_bot(first=1)
    desk.do(None, BotAnswer(1, desk.table.position, ROLL, "greedy", why))
    assert told in desk.seen(MIA)["table"]["log"][0]["text"]
    assert in_german in desk.seen(MIA, language="de")["table"]["log"][0]["text"]


def test_whoever_waits_for_a_bot_is_told_that_it_thinks() -> None:
    desk = against_a_bot(first=1)
    moment = Moment(desk.table, desk.presence, desk.now, thinking=1)
    said = moment.sight(Viewer(MIA), table_words(desk.table, "de")).table
    assert (said["say"]["title"], said["thinking"]) == ("Greedy denkt nach", 1)


def test_the_seed_is_nobody_s_business_before_the_end() -> None:
    desk = against_a_bot()
    hidden = [SECRETS.server_seed, SECRETS.invite_key]
    assert desk.table.play is not None
    hidden.append(str(desk.table.play.setup.seed))

    def everything() -> str:
        told = [heard(desk.table, entry.event, None) for entry in desk.log]
        return json.dumps([told, desk.seen(MIA), desk.seen(None)]) + to_jsonl(desk.table.record())

    while desk.table.phase == "playing":
        assert not [secret for secret in hidden if secret in everything()]
        desk.bots_move(1)
        if desk.table.turn == (0,):
            due = desk.table.play.next
            assert isinstance(due, Choose)
            desk.act(MIA, 0, str(Random(desk.table.seq).choice(due.options[0])))
    record = desk.table.record()
    assert record.setup.fair is not None
    check_fair(record.setup.fair, record.setup.seed)
    assert check_dice(record) == sum("throw" in line for line in to_jsonl(record).splitlines())
    assert SECRETS.invite_key not in everything()


# ---- the end


def test_an_abandoned_table_reveals_its_seed_and_says_who_closed_it() -> None:
    desk = against_a_bot()
    assert refusal(lambda: desk.do(BEN, Abandon())) == "host_only"
    desk.do(MIA, Abandon())
    assert desk.table.phase == "abandoned"
    assert desk.seen(MIA)["table"]["say"]["title"] == "Mia closed the table"
    assert check_dice(desk.table.record()) == 0
    assert refusal(lambda: desk.act(MIA, 0, ROLL)) == "game_over"
    assert desk.do(MIA, Follow("following")), "the same players can go on elsewhere"


def test_nobody_ends_a_game_for_others_who_are_there() -> None:
    desk = two_people()
    desk.do(BEN, Abandon())
    assert desk.seen(MIA)["table"]["ask"]["text"] == "Ben would like to end the game here."
    desk.do(MIA, AnswerAsk(0, False))
    assert desk.table.phase == "playing"
    agreed = desk.copy()
    agreed.do(BEN, Abandon())
    agreed.do(MIA, AnswerAsk(0, True))
    assert (agreed.table.phase, agreed.table.ask) == ("abandoned", None)
    desk.presence = Presence(frozenset({BEN}), {MIA: desk.now - AWAY})
    desk.do(BEN, Abandon())
    assert desk.table.phase == "abandoned", "whoever is away is not waited for"


def test_whoever_won_is_told_so() -> None:
    desk = two_people(options={"boxes": ("SUM",)})
    desk.act(MIA, 0, ROLL)
    desk.act(MIA, 0, "score SUM")
    desk.act(BEN, 1, ROLL)
    desk.act(BEN, 1, "score SUM")
    assert desk.table.over is not None
    (winner,) = desk.table.over.winners
    best = max(desk.table.over.scores)
    device, other = (MIA, BEN)[winner], (BEN, MIA)[winner]
    assert desk.seen(device)["table"]["result"]["title"] == f"You win with {best} points."
    assert desk.seen(other)["table"]["result"]["title"] == f"{desk.table.names[winner]} wins with {best} points."
    assert desk.seen(device, language="de")["table"]["say"]["title"] == f"Du gewinnst mit {best} Punkten."


@pytest.mark.parametrize("begun", [True, False])
def test_the_house_closes_a_table_but_none_that_is_over(begun: bool) -> None:
    desk = two_people() if begun else Desk(2)
    desk.do(None, End())
    assert (desk.table.phase, desk.table.abandoned_by, desk.table.revealed) == ("abandoned", -1, True)
    assert desk.do(None, End()) == ()


def test_whoever_plays_dice_that_others_have_too_adds_what_is_fixed() -> None:
    desk = Desk(1)
    draft = Draft(desk.table, Caller(MIA), desk.now)
    draft.seat_person(0, "Mia", MIA)
    draft.deal(0, "daily")
    desk.keep(draft.signed())
    assert (desk.table.phase, desk.table.chairs[0].nonce) == ("playing", "daily")


# ---- links, codes and devices


def test_empty_seats_are_put_away_when_the_game_starts() -> None:
    desk = Desk(4)
    desk.sit(0, "Mia", MIA)
    late = desk.link(2)
    desk.join(BEN, desk.link(3), "Ben")
    desk.ready()
    assert refusal(lambda: desk.do(BEN, Start())) == "host_only"
    desk.do(MIA, Start())
    assert desk.table.names == ("Mia", "Ben")
    assert refusal(lambda: desk.join(ADA, late)) == "link_used"
    assert refusal(lambda: desk.join(ADA, "x" * 20)) == "wrong_link"


def test_a_link_seats_one_person() -> None:
    desk = Desk(3)
    desk.sit(0, "Mia", MIA)
    link = desk.link(1)
    desk.join(BEN, link, "Ben")
    assert desk.join(BEN, link, "Ben") == (), "pressed twice"
    assert refusal(lambda: desk.join(MIA, link)) == "link_used"
    assert desk.table.seats_of(MIA) == (0,)
    desk.join(ADA, link, "Ada", seat=2)
    assert desk.table.names == ("Mia", "Ben", "Ada"), "whoever comes late gets another seat"


def test_a_withdrawn_link_is_dead_and_the_next_one_opens() -> None:
    desk = Desk(2)
    desk.sit(0, "Mia", MIA)
    old = desk.link(1)
    assert refusal(lambda: desk.do(BEN, Withdraw(1))) == "host_only"
    desk.do(MIA, Withdraw(1))
    assert refusal(lambda: desk.join(BEN, old)) == "link_used"
    second = SECRETS.invitation(1, 1)
    assert desk.seen(MIA)["table"]["seats"][1]["invite"] == f"/t/{desk.table.id}#{second}"
    desk.do(MIA, Withdraw(1))
    assert refusal(lambda: desk.join(BEN, second)) == "link_used"
    desk.join(BEN, desk.link(1), "Ben")
    assert desk.table.names == ("Mia", "Ben")


def test_whoever_leaves_before_the_game_frees_the_seat_for_another_link() -> None:
    desk = Desk(3)
    desk.sit(0, "Mia", MIA)
    old = desk.link(1)
    desk.join(BEN, old, "Ben")
    desk.ready()
    desk.do(BEN, Leave())
    assert (desk.table.names, desk.table.seats_of(BEN), desk.table.host) == (("Mia", "", ""), (), MIA)
    assert refusal(lambda: desk.join(ADA, old, "Ada")) == "link_used"
    desk.join(ADA, desk.link(1), "Ada")
    desk.ready()
    desk.do(MIA, Start())
    assert desk.table.names == ("Mia", "Ada")
    assert desk.again() == desk.table


def test_a_host_who_leaves_hands_the_table_on() -> None:
    desk = Desk(3)
    desk.sit(0, "Mia", MIA)
    desk.join(BEN, desk.link(1), "Ben")
    before = desk.seen(BEN)["table"]
    assert not before["host"]
    desk.do(MIA, Leave())
    after = desk.seen(BEN)["table"]
    assert after["host"]
    assert [seat["name"] for seat in after["seats"]] == ["", "Ben", ""]
    assert [bool(seat.get("invite")) for seat in after["seats"]] == [True, False, True]
    assert desk.again() == desk.table
    desk.do(BEN, SeatBot(0, "greedy"))
    desk.ready()
    desk.do(BEN, Start())
    assert desk.table.names == ("Greedy", "Ben")


def test_a_host_keeps_seat_and_table_with_another_device() -> None:
    desk = Desk(2)
    desk.join(BEN, desk.link(1), "Ben")
    desk.sit(0, "Mia", MIA)
    desk.do(MIA, ShowCode(0))
    desk.join(ADA, SECRETS.code(0, 0))
    desk.do(MIA, Leave())
    assert (desk.table.host, desk.table.names[0], desk.table.phase) == (ADA, "Mia", "waiting")


def test_whoever_leaves_with_one_device_after_another_is_gone() -> None:
    desk = Desk(3)
    desk.sit(0, NOBODY, NOBODY)  # as the log has a device that was forgotten, and its name
    desk.join(BEN, desk.link(1), "Ben")
    desk.do(MIA, SeatBot(2, "greedy"))
    draft = Draft(desk.table, Caller(), desk.now)
    draft.note(Joined(0, MIA))
    desk.keep(draft.signed())
    desk.do(MIA, Leave())
    assert (desk.table.names, desk.table.host) == (("", "Ben", "Greedy"), BEN)
    assert desk.again() == desk.table


def test_two_who_each_gave_a_device_up_are_two_all_the_same() -> None:
    desk = Desk(2)
    for seat, device in enumerate((MIA, BEN)):
        desk.sit(seat, NOBODY, NOBODY)
        draft = Draft(desk.table, Caller(), desk.now)
        draft.note(Joined(seat, device))
        desk.keep(draft.signed())
    desk.do(MIA, BeReady(0, "nonce00000"))
    desk.do(BEN, BeReady(1, "nonce00001"))
    assert desk.table.others(0) == {1}


def test_the_last_device_in_a_seat_stays_also_where_another_was_forgotten() -> None:
    desk = two_people()
    desk.table = desk.table.but(chairs=(replace(desk.table.chairs[0], devices=()), desk.table.chairs[1]))
    for device in (NOBODY, MIA):
        draft = Draft(desk.table, Caller(), desk.now)
        draft.note(Joined(0, device))
        desk.keep(draft.signed())
    assert refusal(lambda: desk.do(MIA, RemoveDevice(0, MIA[:8]))) == "last_device"
    desk.do(MIA, RemoveDevice(0, NOBODY))
    assert desk.table.chairs[0].device_ids == {MIA}


def test_a_code_is_not_good_again_for_the_next_in_a_seat() -> None:
    desk = Desk(2)
    desk.sit(0, "Mia", MIA)
    desk.join(BEN, desk.link(1), "Ben")
    desk.do(BEN, ShowCode(1))
    shown = SECRETS.code(1, desk.table.chairs[1].codes)
    desk.do(BEN, Leave())
    desk.join(ADA, desk.link(1), "Ada")
    desk.do(ADA, ShowCode(1))
    assert refusal(lambda: desk.join("a stranger", shown)) == "code_used"


def test_a_table_is_closed_with_the_last_who_leaves() -> None:
    desk = Desk(3)
    desk.sit(0, "Mia", MIA)
    desk.bot(1)
    desk.do(MIA, Leave())
    assert desk.table.phase == "abandoned"
    assert desk.table.revealed


def test_a_game_that_has_begun_keeps_the_seat_of_whoever_leaves() -> None:
    desk = two_people()
    assert desk.do(BEN, Leave()) == ()


def test_a_withdrawn_link_stays_dead_when_a_bot_came_and_went() -> None:
    desk = Desk(2)
    old = desk.link(1)
    desk.do(MIA, Withdraw(1))
    desk.do(MIA, SeatBot(1, "greedy"))
    desk.do(MIA, SeatBot(1, None))
    assert refusal(lambda: desk.join(BEN, old)) == "link_used"


def test_a_link_to_a_seat_that_a_bot_has_taken_opens_none() -> None:
    desk = Desk(3)
    desk.sit(0, "Mia", MIA)
    desk.do(MIA, SeatBot(1, "greedy"))
    for seat in (None, 0, 1):
        assert refusal(partial(desk.join, BEN, desk.link(1), seat=seat)) == "seat_taken"
    desk.ready()
    desk.do(MIA, Start())
    assert refusal(lambda: desk.join(BEN, desk.link(1))) == "already_started"


def test_a_bot_in_a_bot_s_place_may_bear_its_name() -> None:
    desk = Desk(4)
    for seat in (2, 1, 1):
        desk.do(MIA, SeatBot(seat, "greedy"))
    assert desk.table.names == ("", "Greedy 2", "Greedy", "")


def test_a_second_device_comes_by_a_code_and_all_are_told() -> None:
    desk = two_people()
    phone, thief = "mia's phone", "somebody's phone"
    assert refusal(lambda: desk.do(BEN, ShowCode(0))) == "not_your_seat"
    desk.do(MIA, ShowCode(0))
    code = desk.seen(MIA)["table"]["seats"][0]["code"].partition("#")[2]
    assert "code" not in desk.seen(BEN)["table"]["seats"][0]
    assert desk.join(MIA, code) == (), "it plays there already"
    desk.join(phone, code)
    assert desk.table.seats_of(phone) == (0,)
    assert refusal(lambda: desk.join(thief, code)) == "code_used"
    assert desk.seen(BEN)["table"]["log"][-1]["text"] == "Mia now plays from another device too"
    devices = desk.seen(phone)["table"]["seats"][0]["devices"]
    assert [device["this"] for device in devices] == [False, True]
    assert refusal(lambda: desk.do(BEN, RemoveDevice(0, devices[1]["device"]))) == "not_your_seat"
    desk.do(MIA, RemoveDevice(0, devices[1]["device"]))
    assert desk.table.seats_of(phone) == ()
    assert refusal(lambda: desk.do(MIA, RemoveDevice(0, devices[0]["device"]))) == "last_device"
    assert refusal(lambda: desk.do(MIA, RemoveDevice(0, "nothing"))) == "no_device_there"


def test_a_code_is_good_for_a_while_and_until_it_is_withdrawn() -> None:
    desk = two_people()
    desk.do(MIA, ShowCode(0))
    code = SECRETS.code(0, 0)
    desk.now += CODE_TIME
    assert refusal(lambda: desk.join(ADA, code)) == "code_used"
    assert desk.seen(MIA)["table"]["seats"][0]["code"] is None
    desk.do(MIA, ShowCode(0))
    desk.do(MIA, Withdraw(0))
    assert refusal(lambda: desk.join(ADA, SECRETS.code(0, 1))) == "code_used"
    assert refusal(lambda: desk.do(MIA, Withdraw(0))) == "nothing_to_withdraw"


def test_the_keys_of_a_table_are_long() -> None:
    secrets = new_secrets()
    assert [len(bytes.fromhex(key)) for key in (secrets.server_seed, secrets.invite_key)] == [32, 32]
    assert secrets.server_seed != secrets.invite_key


# ---- what belongs to a person goes with the person


def test_junior_goes_with_the_player_when_a_chair_is_put_away() -> None:
    desk = Desk(3, options={"junior": (False, False, True)})
    desk.sit(0, "Mia", MIA)
    desk.join(BEN, desk.link(2), "Ben")
    desk.ready()
    desk.do(MIA, Start())
    assert desk.table.play is not None
    assert desk.table.play.setup.game_rules.junior == (False, True)


@pytest.mark.parametrize(("players", "points"), [(2, 3), (3, 5), (4, 7)])
def test_a_match_is_as_long_as_its_players_make_it(players: int, points: int) -> None:
    desk = Desk(4, "perfecto", "match")
    for seat, device in list(enumerate((MIA, BEN, ADA, "ida")))[:players]:
        desk.sit(seat, f"Player {seat}", device)
    desk.ready()
    if players < 4:
        desk.do(MIA, Start())
    assert desk.table.play is not None
    assert desk.table.play.setup.match == points
    assert desk.again().play == desk.table.play


@pytest.mark.parametrize(
    ("game", "facts"), [("spicy", {"match": 3}), ("perfecto", {"preset": "match"}), ("catch6", {})]
)
def test_a_start_with_too_few_changes_nothing(game: str, facts: dict[str, Any]) -> None:
    desk = Desk(2, game, **facts)
    desk.sit(0, "Mia", MIA)
    desk.ready()
    before = desk.table
    assert refusal(lambda: desk.do(MIA, Start())) == "too_few"
    assert desk.table is before
    desk.join(BEN, desk.link(1), "Ben")
    desk.ready()
    assert desk.table.phase == "playing"
    assert desk.again() == desk.table


# ---- dice from people


def test_people_throw_their_own_dice_and_the_service_those_of_bots() -> None:
    desk = against_a_bot(dice="people")
    desk.act(MIA, 0, ROLL)
    assert desk.table.turn == (0,)
    assert refusal(lambda: desk.do(BEN, ThrowDice(0, "424425"))) == "not_your_seat"
    with pytest.raises(Problem, match="These dice are to be thrown"):
        desk.do(MIA, ThrowDice(0, "42442-"))
    desk.do(MIA, ThrowDice(0, "424425"))
    desk.act(MIA, 0, "score SUM")
    desk.bots_move(1)
    assert desk.table.play is not None
    assert desk.table.bot_seat == 1, "its dice have fallen, and it chooses on"
    assert desk.table.record().setup.seed is None
    assert desk.again() == desk.table
    assert refusal(lambda: two_people().do(MIA, ThrowDice(0, "424425"))) == "dice_are_ours"


def test_the_service_throws_for_whoever_a_bot_plays_for() -> None:
    desk = two_people(dice="people", clock=60)
    desk.act(MIA, 0, ROLL)
    assert desk.table.turn == (0,)
    desk.now += 60
    desk.tick()
    assert desk.table.bot_seat == 0, "the time was up, her dice have fallen, and a bot chooses"
    desk.bots_move()
    assert desk.table.turn == (1,)
    desk.act(BEN, 1, ROLL)
    desk.do(BEN, SeatBot(1, "greedy"))
    assert desk.table.bot_seat == 1, "what he was to throw has fallen"
    desk.bots_move()
    assert desk.table.turn == (0,)
    desk.do(BEN, Return(1))
    desk.act(MIA, 0, ROLL)
    assert desk.table.throwers == (0,), "her next turn is her own again"
    assert desk.again() == desk.table


# ---- rules that are no longer ours


def test_a_game_of_other_rules_is_shown_as_it_was_logged() -> None:
    desk = two_people(options={"boxes": ("SUM",)})
    for device, seat in ((MIA, 0), (BEN, 1)):
        desk.act(device, seat, ROLL)
        desk.act(device, seat, "score SUM")
    assert desk.table.over is not None
    desk.log = [
        replace(entry, event=replace(entry.event, rules="0" * 16)) if isinstance(entry.event, Started) else entry
        for entry in desk.log
    ]
    old = desk.again()
    assert old.phase == "over"
    assert old.seq == desk.table.seq
    assert old.over == desk.table.over, "the points that were logged, whatever ours would be"
    assert old.outdated == "other_rules"
    seen = desk.seen(MIA, old)
    assert "other rules" in seen["table"]["outdated"]
    assert seen["scene"] is None
    assert [line["text"] for line in seen["table"]["log"]][1:3:1]
    desk.table = old
    assert refusal(lambda: desk.act(MIA, 0, ROLL)) == "other_rules"


# ---- small things


def test_a_shared_device_sees_with_the_eyes_of_whose_turn_it_is() -> None:
    desk = Desk(2)
    desk.sit(0, "Mia", MIA)
    desk.sit(1, "Ben", MIA)
    desk.ready()
    assert desk.seen(MIA)["table"]["me"] == 0
    desk.act(MIA, 0, ROLL)
    desk.act(MIA, 0, "score SUM")
    assert desk.seen(MIA)["table"]["me"] == 1
    assert desk.seen(MIA)["table"]["say"]["title"] == "Your turn, Ben"


def test_reactions_are_ready_made() -> None:
    desk = two_people()
    assert desk.do(BEN, React(1, "nice"))
    assert refusal(lambda: desk.do(BEN, React(1, "<b>"))) == "bad_reaction"


def test_whoever_may_act_is_told_what_they_may_do() -> None:
    desk = two_people()
    assert desk.seen(MIA)["options"] == [ROLL]
    assert desk.seen(BEN)["options"] == []
