"""Real dice at a table: tally, final dice, every roll; slips put right; nothing doubled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from redpip.core.catalog import all_games
from redpip.core.dice import shown
from redpip.core.game import Acted, Noted, Over, Roll, Thrown
from redpip.core.noting import ways_of
from redpip.core.problem import Problem
from redpip.core.record import replay
from redpip.core.transcript import from_text, read_record, to_jsonl, to_text
from redpip.core.words import common_words
from redpip.play.fairness import check_dice
from redpip.play.review import review
from redpip.table.command import Abandon, Act, AnswerAsk, ChangeKeeping, Correct, NoteTurn, Redo, Saw, ThrowDice, Undo
from redpip.table.events import Kept
from redpip.table.keeping import entry_again, final_dice, kept, numbering, told_entries, worths
from redpip.table.keeping import keeping as pad_of
from redpip.table.record_errands import LIMITS, dice_errand, pad_errand
from redpip.table.table import Table

from .desk import BEN, MIA, Desk, two_people

ALL = "roll 1 2 3 4 5 6"


def keeping(people: int = 1, bots: int = 0, **facts: Any) -> Desk:
    desk = Desk(people + bots, **{"dice": "people", "keep": "tally", **facts})
    for seat in range(people):
        desk.sit(seat, f"Mia{seat}", MIA)
    for seat in range(people, people + bots):
        desk.bot(seat, desk.table.game.house_bot)
    desk.ready()
    return desk


def code_of(desk: Desk, command: Any) -> str:
    before = desk.table
    with pytest.raises(Problem) as problem:
        desk.do(MIA, command)
    assert desk.table is before
    return problem.value.code


def sheet(desk: Desk, seat: int = 0) -> Any:
    assert desk.table.play is not None
    return desk.table.play.state.sheets[seat]


def test_a_whole_tally_with_its_bonus() -> None:
    desk = keeping()
    notes = ["1 2", "2 4", "3 6", "4 8", "5 10", "6 12", "RUN 21", "SET 20", "SUM 25"]
    for note in notes:
        desk.do(MIA, NoteTurn(0, f"{note} rolls 2"))
    assert code_of(desk, NoteTurn(0, "RED 30 rolls 13")) == "wrong_rolls"
    desk.do(MIA, NoteTurn(0, "RED 30 rolls 3"))
    assert desk.table.over is not None
    assert desk.table.over.scores == (2 + 4 + 6 + 8 + 10 + 12 + 21 + 20 + 25 + 30 + 5 * 9,)
    assert keeping_of(desk)["columns"][0]["extras"] == [{"text": "Bonus for saved rolls", "points": 45}]
    assert desk.again() == desk.table


def test_whoever_presses_while_the_turn_is_noted_does_not_begin_the_next() -> None:
    desk = keeping()
    chosen = Act(0, ALL, desk.table.position)
    desk.do(MIA, NoteTurn(0, "RUN 21 rolls 2"))
    assert code_of(desk, chosen) == "moved_on"


@pytest.mark.parametrize(
    ("note", "code"),
    [
        ("RUN 20 rolls 2", "impossible_points"),
        ("RED 35 rolls 2", "impossible_points"),
        ("6 7 rolls 2", "impossible_points"),
        ("RUN 21", "rolls_needed"),
        ("RUN rolls 2", "points_needed"),
        ("RUN 21 rolls 0", "wrong_rolls"),
        ("RUN 21 rolls 31", "wrong_rolls"),
        ("YAM 21 rolls 2", "no_such_note"),
        ("RUN 21 rolls 2 dice 1 2 3 4 5 5", "other_points"),
        ("RUN rolls 2 dice 4r 4r 1 1 2 2", "two_reds"),
        ("RUN rolls 2 dice x", "bad_dice"),
        ("RUN rolls 2 dice 1 2r 3 4 5", "dice_needed"),
        ("SET rolls 1 dice 3 3", "dice_needed"),
        ("", "bad_note"),
        ("RUN 99999999999999999999 rolls 2", "bad_note"),
    ],
)
def test_what_cannot_be_the_result_of_a_turn_is_refused(note: str, code: str) -> None:
    assert code_of(keeping(), NoteTurn(0, note)) == code


def test_final_dice_are_worth_what_the_rules_say() -> None:
    desk = keeping(keep="final")
    offered = {one["what"]: one["points"] for one in worths(desk.table, 0, (4, 2, 4, 4, 2, 5), common_words("en"))}
    assert (offered["4"], offered["2"], offered["RED"], offered["SUM"]) == (24, 8, 20, 21)
    desk.do(MIA, NoteTurn(0, "4 rolls 2 dice 4 2r 4 4r 2 5"))
    assert sheet(desk).card[3] == 24
    assert sheet(desk).used == 2
    seen = desk.seen(MIA)["table"]["keep"]
    assert seen["way"] == "final"
    [entry] = seen["entries"]
    assert (entry["event"], entry["seat"]) == (1, 0)
    assert sorted(entry["text"].split()[-6:]) == ["2", "2r", "4", "4", "4r", "5"]


def test_final_dice_are_read_where_people_throw_them() -> None:
    desk = keeping(keep="final")
    assert final_dice(desk.table, 0, "424425") == (4, 2, 4, 4, 2, 5)
    assert sorted(final_dice(desk.table, 0, "4 2r 4 4r 2 5")) == [2, 2, 4, 4, 4, 5]
    with pytest.raises(Problem) as few:
        final_dice(desk.table, 0, "1 2r 3 4 5")
    assert few.value.code == "dice_needed"
    some = keeping(2, game="rolling", keep="final")
    assert len(shown(final_dice(some.table, 0, "5 5 5"))) == 3, "the others are not aside"
    waiting = Desk(2, dice="people")
    for table, seat, code in (
        (Desk(1).table, 0, "dice_are_ours"),
        (waiting.table, 0, "not_playing"),
        (waiting.table, 5, "not_playing"),
        (desk.table, 1, "no_seat"),
        (desk.table, -1, "no_seat"),
    ):
        with pytest.raises(Problem) as problem:
            final_dice(table, seat, "424425")
        assert problem.value.code == code


def test_what_dice_are_worth_depends_on_what_may_still_be_taken() -> None:
    desk = keeping(2, game="catch6", keep="final")
    dice, words = (5, 5, 5, 4, 5, 6), desk.table.game.words(None, "en")
    five = {"what": "5-red", "text": "5 red", "points": 5}
    assert worths(desk.table, 0, dice, words)[1:] == [five]
    desk.do(MIA, NoteTurn(0, "6-red"))
    assert worths(desk.table, 1, dice, words)[1:] == [five]
    desk.do(MIA, NoteTurn(1, "5-red"))
    assert worths(desk.table, 0, dice, words)[1:] == [], "it is caught"
    assert worths(Desk(2, dice="people").table, 0, dice, words) == []


def test_the_pad_is_of_real_dice_alone() -> None:
    ours, waiting = two_people(), Desk(2, dice="people")
    words = common_words("en")
    assert not ours.table.turn_to_note(0).lines
    assert ours.table.play is not None
    for work, code in (
        (lambda: kept(ours.table.play, words), "dice_are_ours"),
        (lambda: told_entries(ours.table, words), "dice_are_ours"),
        (lambda: told_entries(waiting.table, words), "not_playing"),
    ):
        with pytest.raises(Problem) as problem:
            work()
        assert problem.value.code == code


def test_the_coach_says_first_that_white_dice_look_alike() -> None:
    words, ours, desk = common_words("de"), two_people(), keeping(2, keep="every")
    for play in (ours.table.play, desk.table.play):
        assert play is not None
        assert numbering(play, 0, words) is None
    for command in (Act(0, ALL), ThrowDice(0, "4 2r 4 4r 2 5")):
        desk.do(MIA, command)
    assert desk.table.play is not None
    said = numbering(desk.table.play, 0, words)
    assert said is not None
    assert said.startswith("Welcher weiße Würfel welcher ist")
    assert numbering(desk.table.play, 1, words) is None


def test_a_record_that_somebody_sends_is_looked_at_elsewhere() -> None:
    fair = two_people()
    fair.act(MIA, 0, ALL)
    fair.do(MIA, Abandon())
    fair.do(BEN, AnswerAsk(1, True))
    dice = dice_errand(to_jsonl(fair.table.record()), "de")
    assert (dice.name, dice.rules, dice.language, dice.limits) == ("dice", "", "de", LIMITS)
    assert dice.work(*dice.facts, lambda _: None) == 1
    desk = keeping(2, game="chili")
    desk.do(MIA, NoteTurn(0, "RUN 21 rolls 2"))
    pad = pad_errand(to_jsonl(desk.table.record()), "de")
    assert (pad.name, pad.rules, pad.language, pad.limits) == ("pad", "", "de", LIMITS)
    assert desk.table.play is not None
    assert pad.work(*pad.facts, lambda _: None) == kept(desk.table.play, desk.table.game.words("chili", "de"))


def test_the_way_is_changed_in_the_middle_and_every_roll_goes_on() -> None:
    desk = keeping()
    desk.do(MIA, NoteTurn(0, "RUN 21 rolls 3"))
    desk.do(MIA, ChangeKeeping(0, "every"))
    assert desk.table.keep == "every"
    assert desk.log[-1].event == Kept(0, "every")
    desk.do(MIA, Act(0, ALL))
    desk.do(MIA, ThrowDice(0, "4 2r 4 4r 2 5"))
    desk.do(MIA, Act(0, "score 4"))
    assert (sheet(desk).card[3], sheet(desk).used) == (24, 4)
    assert code_of(desk, ChangeKeeping(0, "by heart")) == "unknown_way_to_keep_a_game"
    assert code_of(keeping(2, game="hot"), ChangeKeeping(0, "final")) == "no_such_way"
    assert desk.again() == desk.table


def test_a_turn_that_was_begun_roll_by_roll_ends_with_its_result() -> None:
    desk = keeping(2, keep="every")
    throws = []
    for command in (Act(0, ALL), ThrowDice(0, "4 2r 4 4r 2 5"), Act(0, "roll = 5 4"), ThrowDice(0, "6 4")):
        desk.do(MIA, command)
        pad = keeping_of(desk)
        throws.append(pad["throw"])
        assert len(pad["sight"]["up"]) == pad["throw"]
        assert all([*one, ""] in pad["sight"]["lies"][0] for one in pad["sight"]["up"] if one[1])
    assert throws == [6, 0, 2, 0]
    assert keeping_of(desk)["begun"] == 2
    assert code_of(desk, NoteTurn(0, "SUM 21 rolls 1")) == "wrong_rolls", "two were told"
    assert code_of(desk, NoteTurn(1, "SUM 21 rolls 3")) == "not_your_turn"
    desk.do(MIA, NoteTurn(0, "SUM 21 rolls 3"))
    assert (sheet(desk).card[8], sheet(desk).used) == (21, 3)
    assert desk.table.turn == (1,)
    desk.do(MIA, Act(1, ALL))
    desk.do(MIA, NoteTurn(1, "RUN 21 rolls 1"))  # while the dice are in the air
    assert sheet(desk, 1).used == 1
    assert desk.again() == desk.table


def test_every_roll_told_by_sight_stands_in_the_record() -> None:
    desk = keeping(2, keep="every")
    for text in ("rolled: 4 2r 4 4r 2 5", "rolled 4r 5: 4r 4", "turned 4r: 6", "ended SUM 22"):
        desk.do(MIA, Saw(0, text))
    assert (sheet(desk).card[8], sheet(desk).used) == (22, 2)
    events = [event for _, event in told_events(desk)]
    assert sum(isinstance(event, Thrown) for event in events) == 2, "the result takes no roll's place"
    assert desk.table.turn == (1,)
    assert desk.again() == desk.table


def test_a_round_of_bids_ends_with_its_result_beside_them() -> None:
    desk = keeping(2, game="perfecto", keep="every")
    desk.do(MIA, Act(0, "bid 3x4"))
    assert "wait for the connection" in keeping_of(desk)["later"]
    desk.do(MIA, NoteTurn(1, "won-1 0,1"))
    events = [event for _, event in told_events(desk)]
    assert [type(event) for event in events] == [Acted, Noted], "the bid stands"
    assert desk.again() == desk.table


@pytest.mark.parametrize(
    ("before", "text", "code"),
    [
        ([], "kept: 1 2", "bad_sight"),
        ([], "fell: 1 2", "not_rolled_now"),
        ([], "turned 4: 9", "bad_sight"),
        ([], "ended RUN 21", "no_rolls_told"),
        (["rolled: 4 2r 4 4r 2 5"], "rolled 1: 5", "no_such_face"),
        (["rolled: 4 2r 4 4r 2 5"], "rolled 5: 5 5", "wrong_count"),
        (["rolled: 4 2r 4 4r 2 5"], "rolled 5: 4r", "red_elsewhere"),
        (["rolled: 4 2r 4 4r 2 5"], "turned 5: 4", "not_red"),
        (["rolled: 4 2r 4 4r 2 5"], "ended RUN 21", "other_points"),
        (["rolled: 4 2r 4 4r 2 5"] + ["rolled 2r: 2r"] * 29, "rolled 5: 5", "no_rolls"),
    ],
)
def test_what_cannot_have_been_seen_is_refused(before: list[str], text: str, code: str) -> None:
    desk = keeping(2, keep="every")
    for one in before:
        desk.do(MIA, Saw(0, one))
    assert code_of(desk, Saw(0, text)) == code


def test_a_throw_that_ended_the_turn_needs_no_other_result() -> None:
    desk = keeping(2, keep="every", game="hot")
    desk.do(MIA, Saw(0, "rolled: 2 3 4 6 2 3"))
    assert desk.table.turn == (1,)
    events = told_events(desk)
    desk.do(MIA, Saw(0, "ended bust"))
    assert told_events(desk) == events
    assert code_of(desk, Saw(0, "ended bank 1000")) == "does_not_follow"


def told_events(desk: Desk) -> list[tuple[int, Any]]:
    play = desk.table.play
    assert play is not None
    return [(number, play.events[number]) for number in play.standing]


def test_everybody_is_told_who_was_drawn_to_start() -> None:
    drawn, chosen = keeping(3, first=None), keeping(3, first=1)
    first = drawn.table.turn[0]
    told = [desk.seen(MIA, desk.table, "de")["table"] for desk in (drawn, chosen)]
    assert [one["log"][0]["text"] for one in told] == [f"Ausgelost: Mia{first} beginnt", "Mia1 beginnt"]
    assert told[0]["say"]["text"] == f"Ausgelost: Mia{first} beginnt."
    assert keeping(2, first=None).seen(MIA)["table"]["say"]["text"].startswith("Drawn by lot")
    alone = keeping(1, first=None)
    assert alone.table.told == ()
    assert "Drawn" not in alone.seen(MIA)["table"]["say"]["text"]


def test_slips_are_put_right_at_any_time_even_after_the_end() -> None:
    desk = keeping(2, options={"boxes": ("RUN", "SUM")})
    for note in ("RUN 21 rolls 3", "RUN 0 rolls 2", "SUM 20 rolls 1", "SUM 30 rolls 4"):
        assert desk.table.play is not None
        desk.do(MIA, NoteTurn(desk.table.turn[0], note))
    assert desk.table.over is not None
    before = desk.table.over.scores
    desk.do(MIA, Correct(0, 1, "RUN 21 rolls 2"))
    assert desk.table.over is not None
    assert desk.table.over.scores == (before[0] + 5, before[1])
    assert desk.table.can_undo(0)
    desk.do(MIA, Undo(0))
    assert desk.table.over is None
    assert desk.table.turn == (1,)
    desk.do(MIA, Redo(0))
    assert desk.table.over is not None
    assert desk.again() == desk.table
    assert code_of(desk, Redo(0)) == "nothing_to_redo"
    assert code_of(desk, Correct(0, 99, "RUN 21 rolls 2")) == "no_such_entry"


@pytest.mark.parametrize(
    ("game", "told", "wrong", "right", "anew"),
    [
        ("catch6", ["6-red", "5-red", "4-red", "3-red"], 1, "5-red", "6-red"),
        ("hot", ["bank 1000", "bank 1000", "bank 300", "bank 350"], 1, "bust", "bank 1000"),
        ("rolling", ["stop 20", "stop 12", "stop 24", "bust"], 1, "stop 250", None),
        ("poobah", ["hand dice 1 2 3 4 5 6r", "hand dice 1 1 1 2 2 2"], 1, "hand dice 6 6 6 1 1 1", None),
        ("diangle", ["2", "0", "1", "3+"], 1, "4", None),
        ("two_of_three", ["lines 4,4", "lines 5,3"], 1, "lines 3,3", None),
        ("perfecto", ["won-2 1,0", "won-2 1,0", "won-1 0,1"], 1, "won-1 0,1", None),
    ],
)
def test_what_no_longer_fits_is_offered_one_by_one(
    game: str, told: list[str], wrong: int, right: str, anew: str | None
) -> None:
    desk = keeping(2, game=game)
    for note in told:
        desk.do(MIA, NoteTurn(desk.table.turn[0], note))
    before = desk.table
    desk.do(MIA, Correct(0, wrong, right))
    offered = [one["text"] for one in keeping_of(desk)["offered"]]
    standing = [one["text"] for one in keeping_of(desk)["entries"]]
    assert len(standing) + len(offered) == len(told), "nothing is lost"
    assert offered == [one["text"] for one in keeping_of_table(before)["entries"]][len(standing) :]
    if anew:
        assert offered
        assert code_of(desk, Redo(0)), "it does not fit"
        desk.do(MIA, NoteTurn(desk.table.turn[0], anew))
        assert [one["text"] for one in keeping_of(desk)["offered"]] == offered[1:]
    while desk.table.over is None and keeping_of(desk)["offered"]:
        desk.do(MIA, Redo(0))
    assert desk.again() == desk.table


def told_roll_by_roll(game: str, *told: str) -> Desk:
    desk = keeping(2, game=game, keep="every")
    tell(desk, *told)
    return desk


def tell(desk: Desk, *told: str) -> None:
    """Dice in die order, or an action of whose turn it is."""
    for text in told:
        desk.do(MIA, (Act if text[0].isalpha() else ThrowDice)(desk.table.turn[0], text))


HOT = ["roll", "111546", "hold 1 2 3 4", "bank", "roll", "111234", "hold 1 2 3", "bank"]


@pytest.mark.parametrize(
    ("told", "wrong", "right", "more"),
    [
        (HOT, 3, "hold 1 2 3", []),  # a choice that changes nothing later
        (HOT, 4, "roll", ["----52", "hold 5", "bank"]),  # the turn is longer
        (HOT, 2, "223346", []),  # and shorter: nothing counts
    ],
)
def test_a_turn_that_becomes_another_leaves_those_of_others(
    told: list[str], wrong: int, right: str, more: list[str]
) -> None:
    desk = told_roll_by_roll("hot", *told)
    desk.do(MIA, Correct(0, wrong, right))
    tell(desk, *more)
    theirs = [one["text"] for one in keeping_of(desk)["offered"] if one["seat"] == 1]
    done = [one["text"] for one in keeping_of(desk)["entries"] if one["seat"] == 1]
    assert len(theirs) + len(done) == 4, "nothing of the other's turn is lost"
    while keeping_of(desk)["fits"]:
        desk.do(MIA, Redo(desk.table.turn[0]))
    assert len([one for one in keeping_of(desk)["entries"] if one["seat"] == 1]) == 4
    assert keeping_of(desk)["offered"] == []
    assert desk.again() == desk.table


def test_nothing_of_a_later_turn_is_offered_for_one_that_goes_on() -> None:
    again = ["select 1 2 3 4 5 6", "554413", "accept", "place 5>1", "end"]
    desk = told_roll_by_roll("diangle", *again, *again, "select 1 2 3 4 5 6", "554413")
    desk.do(MIA, Correct(0, 3, "reroll"))
    assert keeping_of(desk)["offered"] == []
    tell(desk, "554413")
    assert keeping_of(desk)["offered"][0]["text"] == "place 5>1"


def test_what_does_not_fit_is_said_to_and_told_anew() -> None:
    desk = told_roll_by_roll("spicy", ALL, "424425", "roll 1 2 3", "111---", "score SUM")
    desk.do(MIA, Correct(0, 3, "roll 1"))
    pad = keeping_of(desk)
    assert (pad["fits"], pad["offered"][0]["text"]) == (False, "1r 1 1")
    assert pad["offered"][0]["dice"] == [[1, 1], [2, 1], [3, 1]]
    desk.do(MIA, ThrowDice(0, "1"))
    pad = keeping_of(desk)
    assert (pad["fits"], pad["offered"][0]["text"]) == (True, "score SUM")
    desk.do(MIA, Undo(0))
    desk.do(MIA, NoteTurn(0, "SUM 21 rolls 2"))
    assert keeping_of(desk)["offered"] == []


@pytest.mark.parametrize(
    ("game", "told", "number", "labels"),
    [
        ("hot", HOT[:3], 3, {"behält 5: bisher 50 Punkte"}),
        ("hot", HOT[:4], 4, {"werfen"}),
        ("catch6", [ALL], 1, {"werfen 6 Würfel"}),
        ("two_of_three", ["roll 1 2 3", "123---", "place 1 2"], 3, {"setzt die rote 1 auf Feld 2"}),
        ("diangle", ["select 1 2 3 4 5 6", "123456", "accept"], 3, {"nochmal"}),
    ],
)
def test_what_could_be_told_instead_is_told_in_words(game: str, told: list[str], number: int, labels: set[str]) -> None:
    desk = told_roll_by_roll(game, *told)
    found = [one["label"] for one in entry_again(desk.table, number, desk.table.game.words(None, "de"))["options"]]
    assert labels <= set(found), found
    assert len(found) == len(set(found)), "dice that look alike are told alike"


def test_the_same_entry_sent_twice_is_made_once() -> None:
    desk = keeping()
    assert desk.do(MIA, NoteTurn(0, "RUN 21 rolls 3"), key="offline-1")
    assert not desk.do(MIA, NoteTurn(0, "RUN 21 rolls 3"), key="offline-1")
    assert sheet(desk).used == 3


def test_a_bot_throws_the_same_again_where_a_slip_before_it_is_put_right() -> None:
    desk = keeping(1, 1)
    desk.do(MIA, NoteTurn(0, "RUN 21 rolls 3"))
    desk.bots_move(2)
    assert desk.table.play is not None
    theirs = [event for event in desk.table.play.events if getattr(event, "seat", None) == 1]
    desk.do(MIA, Undo(0))
    assert desk.table.turn == (0,)
    desk.do(MIA, NoteTurn(0, "SUM 21 rolls 3"))
    desk.bots_move(2)
    assert [event for event in desk.table.play.events if getattr(event, "seat", None) == 1][-len(theirs) :] == theirs


def test_what_bots_did_with_their_dice_is_not_taken_back() -> None:
    desk = keeping(1, 1, keep="every", first=1)
    desk.bots_move()
    assert desk.table.turn == (0,)
    assert not desk.table.can_undo(0)
    desk.do(MIA, Act(0, ALL))
    assert desk.table.can_undo(0)
    assert not desk.table.can_undo(1)


def test_a_record_of_real_dice_replays_converts_and_is_told_apart() -> None:
    desk = keeping()
    desk.do(MIA, NoteTurn(0, "RUN 21 rolls 3"))
    desk.do(MIA, Act(0, ALL))
    desk.do(MIA, ThrowDice(0, "4 2r 4 4r 2 5"))
    record = desk.table.record()
    assert desk.table.play is not None
    assert desk.table.play.setup.seed is None
    assert from_text(to_text(record)) == read_record(to_jsonl(record)) == record
    assert replay(record).state == desk.table.play.state  # type: ignore[union-attr]
    assert record.setup.own_dice
    with pytest.raises(Problem) as problem:
        check_dice(record)
    assert problem.value.code == "own_dice"


def test_a_review_speaks_of_what_is_known_alone() -> None:
    desk = keeping(options={"boxes": ("RUN", "SUM"), "rolls": 4})
    desk.do(MIA, NoteTurn(0, "RUN 21 rolls 1"))
    for command in (Act(0, ALL), ThrowDice(0, "4 2r 4 4r 2 5"), Act(0, "score SUM")):
        desk.do(MIA, command)
    found = review(desk.table.record())
    assert [problem.code for problem in found.remarks] == ["noted_turns"]
    assert {decision.event for decision in found.decisions} <= {3, 4}
    sums = found.seats[0].sums
    assert sums is not None
    assert sums.start + sums.luck - sums.cost + sums.others == pytest.approx(found.seats[0].result)


# ---- every game


@pytest.mark.parametrize("game", [game.id for game in all_games().values() if game.noting])
def test_every_game_can_be_kept_by_its_results_to_the_end(game: str) -> None:
    """The line that ends a game soonest, with as many points as may be."""
    found = all_games()[game]
    desk = keeping(max(2, found.least_seats), game=game)
    assert desk.table.play is not None
    for _ in range(400):
        if desk.table.over:
            break
        seat = desk.table.turn[0]
        desk.do(MIA, NoteTurn(seat, _result(desk, seat)))
    assert desk.table.over is not None
    assert desk.again() == desk.table
    assert all(isinstance(event, Noted) for event in desk.table.play.events)
    assert isinstance(replay(desk.table.record()).next, Over)
    for language in ("en", "de"):
        assert desk.seen(MIA, desk.table, language)["table"]["keep"]["ways"] == list(ways_of(found))


def _result(desk: Desk, seat: int) -> str:
    lines = desk.table.turn_to_note(seat).lines
    line = next((line for line in lines if line.each), None) or max(lines, key=lambda line: line.what != "pass")
    if line.who is not None:
        return f"{line.what} {','.join(str(int(one != line.who)) for one in range(len(desk.table.chairs)))}"
    if line.each:
        return f"{line.what} {','.join(['10', *['0'] * (len(desk.table.chairs) - 1)])}"
    if line.needs_dice:
        return f"{line.what} dice 1 2 3 4 5 6r"
    if line.what == "0":
        return [other.what for other in lines if other.what.isdecimal()][-1]
    points = "" if line.points == () else " 1000" if line.points is None and line.what == "bank" else " 100"
    if line.points:
        points = f" {max(line.points)}"
    return line.what + points + (f" rolls {line.rolls[0]}" if line.rolls else "")


@pytest.mark.parametrize("game", [game for game in all_games().values() if game.noting], ids=lambda game: game.id)
def test_the_pad_has_a_column_and_lines_for_every_seat(game: Any) -> None:
    """Whoever writes down what cannot be sent yet finds the lines of the seats whose turn is still to come."""
    desk = keeping(max(2, game.least_seats), game=game.id)
    told = keeping_of(desk)
    assert len(told["columns"]) == len(desk.table.chairs)
    assert told["ahead"][told["seat"]] == told["lines"]
    assert all(told["ahead"])
    assert [column["gains"] for column in told["columns"]] == [[]] * len(desk.table.chairs)


def test_dice_that_are_nobody_s_are_thrown_by_anybody() -> None:
    desk = keeping(2, game="poobah", keep="every", options={"opening_turns": 1})
    tell(desk, *[ALL, "222222", "done"] * 2)
    assert desk.table.throwers == (0, 1)
    tell(desk, "123456")
    words = desk.table.game.words(None, "en")
    entry = told_entries(desk.table, words)[0]
    assert (entry["seat"], entry["name"], entry["bot"]) == (None, "", False)
    assert entry_again(desk.table, entry["event"], words)["seat"] is None


def test_nobody_s_dice_fall_by_themselves_where_no_person_plays() -> None:
    table, roll = keeping(2, game="poobah").table, Roll(None, (1, 2, 3, 4, 5, 6))
    absent = [replace(chair, stand_in="greedy") for chair in table.chairs]
    assert not table.service_throws(roll)
    assert not table.but(chairs=(absent[0], table.chairs[1])).service_throws(roll)
    assert table.but(chairs=tuple(absent)).service_throws(roll)
    assert table.but(timed_out=0).service_throws(roll)


def test_nothing_is_ahead_of_a_game_that_was_given_up() -> None:
    desk = keeping()
    desk.do(MIA, Abandon())
    assert not desk.table.turn_to_note(0).lines
    assert keeping_of(desk)["ahead"] == [[]]


def keeping_of(desk: Desk) -> dict[str, Any]:
    return keeping_of_table(desk.table)


def keeping_of_table(table: Table) -> dict[str, Any]:
    return pad_of(table, range(len(table.chairs)), table.game.words(None, "en"))


def test_columns_have_what_was_written_and_what_each_turn_brought() -> None:
    desk = keeping(2, game="rolling")
    for seat, note in ((0, "stop 20"), (1, "bust"), (0, "stop 12")):
        desk.do(MIA, NoteTurn(seat, note))
    assert [column["gains"] for column in keeping_of(desk)["columns"]] == [[20, 12], [0]]
    assert [column["score"] for column in keeping_of(desk)["columns"]] == [32, 0]
    assert [one["told"] for one in told_entries(desk.table, desk.table.game.words(None, "de"))][:2] == [
        "aufhören · 12 Punkte",
        "geplatzt",
    ]


def test_an_entry_says_what_could_be_told_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = keeping(keep="every")
    desk.do(MIA, Act(0, ALL))
    desk.do(MIA, ThrowDice(0, "4 2r 4 4r 2 5"))
    desk.do(MIA, Act(0, "roll 1 3"))
    words = desk.table.game.words(None, "en")
    throw = entry_again(desk.table, 2, words)
    assert (throw["kind"], throw["throw"], len(throw["dice"])) == ("throw", 6, 6)
    act = entry_again(desk.table, 3, words)
    assert act["kind"] == "act"
    assert {"roll 1 3", "score SUM"} <= {option["action"] for option in act["options"]}
    assert len(act["options"]) > 2
    monkeypatch.setattr("redpip.table.keeping.CHOICES", 1)
    assert len(entry_again(desk.table, 3, words)["options"]) == 2, "what was told, and so many others"
    with pytest.raises(Problem, match=r"^There is no entry 9 that stands\.$") as problem:
        entry_again(desk.table, 9, words)
    assert problem.value.code == "no_such_entry"


def test_perfecto_is_kept_by_its_rounds() -> None:
    desk = keeping(3, game="perfecto")
    assert code_of(desk, NoteTurn(0, "won-2 0,1,0")) == "impossible_points", "whoever won loses nothing"
    assert code_of(desk, NoteTurn(0, "won-2 2,0,0")) == "impossible_points", "nothing was doubled"
    assert code_of(desk, NoteTurn(0, "won-2 0,0,0")) == "points_needed"
    desk.do(MIA, NoteTurn(0, "won-2 1,0,1"))
    assert [column["score"] for column in keeping_of(desk)["columns"]] == [5, 6, 5]
    assert desk.table.turn == (1,), "the winner begins the next round"
    assert [line["text"] for line in keeping_of(desk)["lines"]][:2] == ["Mia0 won; lives lost", "Mia1 won; lives lost"]
    again = entry_again(desk.table, 1, desk.table.game.words(None, "en"))
    assert again["lines"] == keeping_of(desk)["lines"], "who has how many lives makes no difference yet"
    desk.do(MIA, Undo(0))
    assert desk.table.turn == (0,)
    while not desk.table.over:
        desk.do(MIA, NoteTurn(desk.table.turn[0], f"won-3 {','.join(str(min(1, n)) for n in lives(desk)[:2])},0"))
    assert desk.table.over.winners == (2,)


def lives(desk: Desk) -> list[int]:
    return [column["score"] for column in keeping_of(desk)["columns"]]


def test_a_game_of_lines_is_kept_by_how_it_ended() -> None:
    desk = keeping(2, game="two_of_three", match=3)
    assert code_of(desk, NoteTurn(0, "lines 6,5")) == "impossible_points", "there are ten lines"
    desk.do(MIA, NoteTurn(0, "lines 4,4"))  # a tie: the next game is worth two
    chooser = desk.table.turn[0]
    assert code_of(desk, Saw(chooser, "put 4: 7")) == "no_such_face", "between two games no dice lie there"
    desk.do(MIA, Act(chooser, f"first {chooser + 1}"))
    desk.do(MIA, NoteTurn(chooser, "lines 2,6"))
    assert desk.table.play is not None
    assert desk.table.play.state.points == (0, 2)
    assert told_entries(desk.table, desk.table.game.words(None, "de"))[0]["told"] == "Das Spiel ist aus; Linien · 2, 6"


# ---- real cups


def perfecto(people: int, bots: int = 0, **facts: Any) -> Desk:
    return keeping(people, bots, **{"game": "perfecto", "keep": "every", "first": 0, **facts})


def test_bids_and_calls_are_refereed_and_dice_told_at_the_showdown_alone() -> None:
    desk = perfecto(3)
    assert desk.table.turn == (0,)
    assert code_of(desk, Act(0, "challenge")) == "no_bid_yet"
    assert code_of(desk, Act(0, "roll 1 3")) == "roll_unseen", "nobody sees which dice these are"
    desk.do(MIA, Act(0, "rolling 2"))
    assert code_of(desk, Act(0, "challenge")) == "must_bid_after_roll"
    desk.do(MIA, Act(0, "bid 5x4"))
    assert code_of(desk, Act(1, "bid 5x3")) == "bid_not_higher"
    assert code_of(desk, ThrowDice(1, "1 1 1 1 1 1")) == "no_throw_due"
    desk.do(MIA, Act(1, "challenge"))
    desk.do(MIA, Act(2, "side caller"))
    assert code_of(desk, ThrowDice(0, "4r 4r 1 1 2 2")) == "two_reds"
    for seat, dice in enumerate(("4 2r 4 4r 2 5", "1 2 3 4 5 6", "1 1 2 2 3 3")):
        assert desk.table.turn == (seat,)
        desk.do(MIA, ThrowDice(seat, dice))
    # 4 + 4 + red 2, red 4 for two, and the 4 of the second cup: the bid holds
    assert lives(desk) == [6, 5, 5]
    assert desk.table.turn == (0,)
    assert desk.table.play is not None
    assert not any(map(any, desk.table.play.state.hands))
    desk.do(MIA, Undo(0))
    assert desk.table.turn == (2,)
    assert desk.again() == desk.table


def test_a_frozen_die_is_told_when_it_is_laid_open() -> None:
    desk = perfecto(2, preset="advanced", options={"calls": "advanced"})
    for seat, action in ((0, "bid 2x3"), (1, "challenge"), (0, "sidestep 5 3x3")):
        desk.do(MIA, Act(seat, action))
    assert desk.table.turn == (0,)
    assert code_of(desk, ThrowDice(0, "5")) == "must_be_red"
    desk.do(MIA, ThrowDice(0, "5r"))
    assert desk.table.play is not None
    assert desk.table.play.state.frozen == ((5,), ())
    for seat, action in ((1, "challenge"), (0, "pass")):
        desk.do(MIA, Act(seat, action))
    assert code_of(desk, ThrowDice(0, "5r 1 1 2 2")) == "red_elsewhere", "it lies frozen on the table"
    desk.do(MIA, ThrowDice(0, "3 3 6 1r 2"))
    desk.do(MIA, ThrowDice(1, "3 3 6 1 2 2"))
    assert lives(desk) == [6, 5], "3, 3, red 1, red 5, 3 and 3 are six"
    assert desk.table.play.state.frozen == ((5,), ())


def test_a_round_in_bids_may_end_with_its_lives() -> None:
    desk = perfecto(2)
    for seat, action in ((0, "bid 5x4"), (1, "perfecto")):
        desk.do(MIA, Act(seat, action))
    desk.do(MIA, NoteTurn(0, "won-2 1,0"))
    assert lives(desk) == [5, 6]
    assert desk.table.turn == (1,)


def test_teams_share_a_game_and_its_point() -> None:
    desk = perfecto(4, preset="teams", options={"dice": 2}, match=2)
    rounds = 0
    while not desk.table.over:  # one team always bids too high, and the other bids the truth
        for action in ("bid 1x6" if desk.table.turn[0] % 2 else "bid 8x1", "challenge"):
            desk.do(MIA, Act(desk.table.turn[0], action))
        while isinstance(due := desk.table.play and desk.table.play.next, Roll):
            desk.do(MIA, ThrowDice(desk.table.turn[0], "6 6"[: 2 * len(due.dice) - 1]))
        rounds += 1
    assert rounds == 2 * 3, "two dice to lose, and then nothing left to give"
    assert desk.table.over.winners == (1, 3)
    assert desk.table.over.scores == (0, 2, 0, 2)
    assert desk.again() == desk.table


def test_noted_rounds_bring_points_of_a_match() -> None:
    desk = keeping(3, game="perfecto", preset="match", match=5, first=0)
    while desk.table.play is not None and not any(desk.table.play.state.points):
        desk.do(MIA, NoteTurn(desk.table.turn[0], "won-1 0,1,0"))
    assert desk.table.play is not None
    assert desk.table.play.state.points == (1, 0, 1), "a point for each player who is outlived"


def test_a_bot_keeps_its_dice_to_itself_until_the_showdown() -> None:
    desk = perfecto(1, 1)
    assert desk.table.play is not None
    words = desk.table.game.words(None, "en")
    assert [entry["text"] for entry in keeping_of(desk)["entries"]] == [""]
    assert [entry["dice"] for entry in told_entries(desk.table, words)] == [[]]
    assert entry_again(desk.table, 1, words)["dice"] == []
    assert not desk.table.turn_to_note(0).lines, "a bot is to bid, so the round cannot be its lives alone"
    for action in ("bid 11x6", "bid 12x6", "bid 13x6"):
        desk.do(MIA, Act(0, action))
        desk.bots_move(1)
        if desk.table.play.state.call:
            break
    assert desk.table.turn == (0,), "the cup of the person is lifted; the bot's dice are known"
    desk.do(MIA, ThrowDice(0, "1 1 2 2 3 3"))
    assert sum(lives(desk)) == 11


def test_the_log_says_in_a_word_that_a_throw_busts() -> None:
    desk = keeping(2, game="hot", keep="every")
    for command in (
        Act(0, "roll"),
        ThrowDice(0, "5 1 1 4 2 5"),
        Act(0, "hold 2 3"),
        Act(0, "roll"),
        ThrowDice(0, "2 3 4 6"),
    ):
        desk.do(MIA, command)
    throws = [line for line in desk.seen(MIA)["table"]["log"] if line["dice"]]
    assert [line.get("bust", "") for line in throws] == ["", "bust"]
