"""What the rules and their options allow, and what is true of every game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moves import code_of, facts_of, moved
from redpip.core.dice import DICE, NO_FACES, red_dice, without
from redpip.core.game import Acted, Choose, Event, Over, Roll, Thrown, act, throw
from redpip.core.options import make_rules
from redpip.core.problem import Problem, Refusal
from redpip.core.shaker import SeededShaker
from redpip.games.spicy.notation import Action, Flip, Hold, RollDice, Score, Waive
from redpip.games.spicy.rules import Sheet, SpicyRules, State
from redpip.games.spicy.scoring import BOXES, default_use, value

seeds = st.integers(0, 2**32)
few_games = settings(deadline=None, max_examples=25, derandomize=True)


def rules_with(seats: int = 1, **options: Any) -> SpicyRules:
    rules: SpicyRules = make_rules(SpicyRules, options, seats)
    return rules


def played(rules: SpicyRules, *moves: str, state: State | None = None) -> State:
    """The position after these moves of whoever is next; a move of six characters is a throw."""
    at = state or rules.start(1, 0)
    return moved(rules, at, *moves)


def options_in(rules: SpicyRules, state: State) -> tuple[Action, ...]:
    due = rules.next(state)
    assert isinstance(due, Choose)
    return tuple(due.options[state.seat])


def kinds(rules: SpicyRules, state: State) -> set[type[Action]]:
    return {type(action) for action in options_in(rules, state)}


ALL = "roll 1 2 3 4 5 6"


# ---- what a sentence about a refusal tells


@pytest.mark.parametrize(
    ("moves", "move", "code", "facts"),
    [
        ((), "roll 1 2", "first_roll", {"dice": (1, 2, 3, 4, 5, 6)}),
        ((), "flip 1>2", "must_roll", {}),
        ((), "score 1", "must_roll", {}),
        ((), "hold 1", "no_hold", {}),
        ((ALL, "123456"), "flip 1>1", "same_face", {"die": 1}),
        ((ALL, "123455"), "flip 6>1", "not_red", {"die": 6}),
        ((ALL, "123456", "roll 1", "1-----"), "flip 2>1", "not_just_rolled", {"die": 2}),
        ((ALL, "123456"), "score 9", "no_box", {"box": "9", "boxes": "1 2 3 4 5 6 RUN SET SUM RED"}),
        ((ALL, "123456", "score RUN", ALL, "123456"), "score RUN", "box_filled", {"box": "RUN"}),
        ((ALL, "123456", "score RUN", ALL, "123456"), "hold 1", "no_hold", {}),
        ((ALL, "123456"), "score RUN 1 2", "used_invalid", {"box": "RUN"}),
    ],
)
def test_refusals_tell_what_a_sentence_needs(
    moves: tuple[str, ...], move: str, code: str, facts: dict[str, Any]
) -> None:
    rules = SpicyRules()
    state = played(rules, *moves)
    assert (code_of(rules, state, move), facts_of(rules, state, move)) == (code, facts)


def test_refusals_tell_how_many_rolls_there_are() -> None:
    few = rules_with(rolls=3, boxes=("SUM", "RED"))
    assert facts_of(few, played(few, ALL, "123456", *["roll 1", "1-----"] * 2), "roll 1") == {"rolls": 3}
    junior = rules_with(junior=(True,))
    capped = played(junior, ALL, "123456", *["roll 1", "1-----"] * 2)
    assert (code_of(junior, capped, "roll 1"), facts_of(junior, capped, "roll 1")) == ("junior_cap", {"rolls": 3})
    short = rules_with(junior=(True,), rolls=17)
    capped = played(short, ALL, "123456", "score 1", ALL, "123456", "roll 1", "1-----")
    assert repr(facts_of(short, capped, "roll 1")) == "{'rolls': 1}", "a whole number"


@pytest.mark.parametrize("dice", [(2, 1), (7,), (1, 1)])
def test_what_no_list_of_dice_is(dice: tuple[int, ...]) -> None:
    rules = SpicyRules()
    assert rules.why_not(rules.start(1, 0), 0, RollDice(dice)) == Refusal("bad_die", {"given": dice})


def test_the_table_is_empty_after_a_turn() -> None:
    state = played(SpicyRules(), ALL, "123456", "score RUN")
    assert (state.sheet.dice, state.cast) == (NO_FACES, ())


# ---- flips


def test_f1_a_flipped_die_is_white_and_shows_any_other_face() -> None:
    rules = SpicyRules()
    state = played(rules, ALL, "123456")
    for die in DICE:
        faces = {act(rules, state, 0, Flip(die, face)).sheet.dice[die - 1] for face in without(DICE, (die,))}
        assert faces == set(without(DICE, (die,)))
        assert Flip(die, die) not in options_in(rules, state)


@pytest.mark.parametrize("die", DICE)
@pytest.mark.parametrize("number", DICE)
def test_f2_one_die_short_of_six_of_a_kind(die: int, number: int) -> None:
    """A die that is thrown again makes the number with one face in six if it is red there, with two otherwise."""
    rules = SpicyRules()
    others = "".join("1" if at == die and number != 1 else "2" if at == die else str(number) for at in DICE)
    state = played(rules, ALL, others, f"roll {die}")
    good = [face for face in DICE if number in reachable(rules, throw_one(rules, state, die, face), die)]
    assert len(good) == (1 if die == number else 2)


def throw_one(rules: SpicyRules, state: State, die: int, face: int) -> State:
    return throw(rules, state, tuple(face if at == die else 0 for at in DICE))


def reachable(rules: SpicyRules, state: State, die: int) -> set[int]:
    flips = {action.face for action in options_in(rules, state) if isinstance(action, Flip) and action.die == die}
    return flips | {state.sheet.dice[die - 1]}


def test_only_dice_of_the_last_roll_flip() -> None:
    rules = SpicyRules()
    state = played(rules, ALL, "124425", "roll 4", "---4--")
    assert red_dice(state.sheet.dice) == (1, 2, 4)
    assert rules.flippable(state) == (4,)
    assert code_of(rules, state, "flip 1>2") == "not_just_rolled"


def test_flips_may_be_left_out_in_the_laboratory() -> None:
    rules = rules_with(flips=False)
    state = played(rules, ALL, "123456")
    assert rules.flippable(state) == ()
    assert code_of(rules, state, "flip 1>2") == "no_flip"
    assert code_of(rules, state, "flip 1>1") == "same_face"


# ---- rolls and bonus


def test_roll_limit_ends_the_game_with_zeros_and_no_bonus() -> None:
    rules = rules_with(rolls=2)
    state = played(rules, ALL, "111112", "roll 6", "-----1")
    assert code_of(rules, state, "roll 6") == "no_rolls"
    over = rules.next(played(rules, "score 1", state=state))
    assert over == Over((50,), (50.0,), (0,))


@pytest.mark.parametrize(("bonus", "total"), [(5, 100), (0, 0), (7, 140)])
def test_bonus_is_for_each_unused_roll(bonus: int, total: int) -> None:
    rules = rules_with(bonus=bonus)
    moves = [move for box in BOXES for move in (ALL, "213465", f"score {box}")]
    last = played(rules, *moves)
    assert last.sheet.used == 10
    assert rules.bonus_of(last.sheet) == total
    assert rules.total(last.sheet) == sum(last.sheet.card[at] or 0 for at in range(10)) + total
    assert rules.bonus_of(played(rules, *moves[:-1]).sheet) == 0


def test_marks_tell_the_rolls_spent_on_each_box() -> None:
    rules = SpicyRules()
    state = played(rules, ALL, "123456", "roll 1", "2-----", "score 2", ALL, "111111", "score 1")
    assert state.sheet.marks[:2] == (1, 2)
    assert state.sheet.turn_rolls == 0


# ---- Junior


def test_junior_has_three_rolls_a_turn_and_what_was_saved() -> None:
    rules = rules_with(junior=True)
    state = rules.start(1, 0)
    used = 0
    for turn, box in enumerate(BOXES, 1):
        assert rules.rolls_allowed(state.sheet, 0) == 3 * turn - used
        spent = (3 * turn - used) if turn % 3 == 0 else 1
        state = played(rules, ALL, "111111", *["roll 1", "1-----"] * (spent - 1), state=state)
        used += spent
        if used == 3 * turn:
            assert code_of(rules, state, "roll 1") == "junior_cap"
        state = played(rules, f"score {box}", state=state)
    assert rules.next(state) == Over((rules.total(state.sheet),), (float(rules.total(state.sheet)),), (0,))
    assert used == 28


def test_junior_binds_only_the_seats_that_have_it() -> None:
    rules = rules_with(seats=2, junior=(False, True), rolls=10)
    state = rules.start(2, 0)
    assert rules.rolls_allowed(state.sheets[0], 0) == 10
    assert rules.rolls_allowed(state.sheets[1], 1) == 1


@pytest.mark.parametrize("rolls", [10, 15, 29, 30, 45])
def test_junior_always_has_a_roll_for_the_next_turn(rolls: int) -> None:
    rules = rules_with(junior=True, rolls=rolls)
    for turn in range(1, 11):
        bound = rolls * turn // 10
        card = (0,) * (turn - 1) + (None,) * (11 - turn)
        before = rolls * (turn - 1) // 10  # all that was allowed was used
        assert rules.rolls_allowed(Sheet(card, card, before), 0) == bound - before > 0


@pytest.mark.parametrize("boxes", [(), ("SUM", "1"), ("1", "1")])
def test_boxes_are_some_in_their_order(boxes: tuple[str, ...]) -> None:
    with pytest.raises(Problem) as caught:
        rules_with(boxes=boxes)
    assert caught.value.code == "bad_option"
    assert str(caught.value) == "Option boxes takes some of 1,2,3,4,5,6,RUN,SET,SUM,RED, in this order."


def test_junior_needs_a_roll_for_each_box() -> None:
    with pytest.raises(Problem) as caught:
        rules_with(junior=True, rolls=9)
    assert caught.value.code == "bad_option"


@few_games
@given(seed=seeds)
def test_junior_play_is_classic_play(seed: int) -> None:
    junior, classic = rules_with(junior=True), SpicyRules()
    state = classic.start(1, 0)
    for event, after in random_game(junior, seed):
        assert set(options_or_none(junior, state)) <= set(options_or_none(classic, state))
        state = follow(classic, state, event)
        assert state == after
    assert state.sheet.finished
    assert junior.total(state.sheet) == classic.total(state.sheet)


def options_or_none(rules: SpicyRules, state: State) -> tuple[Action, ...]:
    return options_in(rules, state) if isinstance(rules.next(state), Choose) else ()


# ---- Extra Spicy


def test_first_turn_holds_nothing() -> None:
    rules = rules_with(extra=True)
    assert kinds(rules, rules.start(1, 0)) == {RollDice}


def test_holds_are_the_subsets_of_unused_dice() -> None:
    rules = rules_with(extra=True)
    state = played(rules, ALL, "552656", "score 5")
    assert state.sheet.unused == (3, 4, 6)
    holds = [action.dice for action in options_in(rules, state) if isinstance(action, Hold)]
    assert holds == [(), (3,), (4,), (6,), (3, 4), (3, 6), (4, 6), (3, 4, 6)]


def test_after_a_hold_exactly_the_others_are_rolled() -> None:
    rules = rules_with(extra=True)
    state = played(rules, ALL, "552656", "score 5", "hold 4 6")
    assert options_in(rules, state) == (RollDice((1, 2, 3, 5)),)
    assert code_of(rules, state, ALL) == "first_roll"
    reds = played(rules, ALL, "152656", "score 5", "hold 4 6")
    assert rules.flippable(reds) == (), "what is to be thrown is not turned before"
    assert code_of(rules, reds, "flip 1>2") == "not_just_rolled"
    waived = rules_with(extra=True, zero_roll_turns=True)
    assert code_of(waived, played(waived, ALL, "552656", "score 5", "hold 4 6"), "waive 1") == "must_roll"
    after = played(rules, "roll 1 2 3 5", "123-6-", state=state)
    assert after.sheet.dice == (1, 2, 3, 6, 6, 6)
    assert rules.flippable(after) == (1, 2, 3)


def test_each_player_keeps_own_dice() -> None:
    rules = rules_with(seats=2, extra=True)
    state = played(rules, ALL, "552656", "score 5", ALL, "111111", "score 1", state=rules.start(2, 0))
    assert state.seat == 0
    assert state.sheet.dice == (5, 5, 2, 6, 5, 6)
    assert state.sheets[1].dice == (1,) * 6


def test_zero_frees_all_dice_or_none() -> None:
    for frees, unused in ((True, DICE), (False, ())):
        rules = rules_with(extra=True, zero_frees_dice=frees)
        state = played(rules, ALL, "662511", "score RUN")
        assert state.sheet.unused == unused
        assert played(rules, ALL, "662511", "score SUM 1 2").sheet.unused == (3, 4, 5, 6)


def test_hold_all_allows_a_turn_without_a_roll() -> None:
    strict, loose = rules_with(extra=True), rules_with(extra=True, hold_all=True)
    moves = (ALL, "324651", "score 1 none")
    assert code_of(strict, played(strict, *moves), "hold 1 2 3 4 5 6") == "hold_all"
    assert played(strict, *moves, "hold 1 2 3 4 5").phase == "held"
    state = played(loose, *moves, "hold 1 2 3 4 5 6")
    assert state.phase == "rolled"
    assert kinds(loose, state) == {RollDice, Score}
    assert rules_card(loose, played(loose, "score RUN", state=state)) == {"1": 0, "RUN": 21}
    assert code_of(loose, state, "flip 2>1") == "not_just_rolled"


def rules_card(rules: SpicyRules, state: State) -> dict[str, int]:
    return {box: points for box, points in zip(rules.boxes, state.sheet.card, strict=True) if points is not None}


@few_games
@given(seed=seeds)
def test_a_score_uses_dice_and_leaves_the_others(seed: int) -> None:
    rules = rules_with(extra=True)
    before = rules.start(1, 0)
    for event, after in random_game(rules, seed):
        match event:
            case Acted(action=Score(box=box, used=used)):
                faces = before.sheet.dice
                spent = default_use(faces, box) if used is None else used
                assert set(after.sheet.unused) == set(DICE) - set(spent)
                assert rules_card(rules, after)[box] <= value(faces, box)
                assert used is not None or rules_card(rules, after)[box] == value(faces, box)
        before = after


def test_a_turn_that_is_known_by_its_result_leaves_what_it_would() -> None:
    extra, classic = rules_with(extra=True), SpicyRules()
    dice = (5, 5, 2, 6, 5, 6)
    turn = played(extra, ALL, "552656", "score 5")
    told = extra.noted(extra.start(1, 0), "5", 1, turn.sheet.card[4] or 0, dice, (1, 2, 5))
    assert told == turn
    unseen = extra.noted(turn, "SUM", 2, 20, None, ())
    assert (unseen.sheet.dice, unseen.sheet.unused, unseen.sheet.used) == (NO_FACES, (), 3)
    nothing = rules_with(extra=True, zero_frees_dice=False)
    assert nothing.noted(nothing.start(1, 0), "RUN", 1, 0, dice, ()).sheet.unused == ()
    assert classic.noted(classic.start(1, 0), "5", 1, 30, dice, ()).sheet.unused == ()
    assert classic.score_used(dice, "5", None) == (30, ())


# ---- zero-roll turns


def test_zero_roll_turns_are_an_option() -> None:
    strict, loose = SpicyRules(), rules_with(zero_roll_turns=True)
    assert code_of(strict, strict.start(1, 0), "waive 1") == "must_roll"
    state = played(loose, "waive 1", "waive 6")
    assert (rules_card(loose, state), state.sheet.used) == ({"1": 0, "6": 0}, 0)
    assert code_of(loose, state, "waive 1") == "box_filled"
    assert code_of(loose, state, "waive 7") == "no_box"
    assert code_of(loose, played(loose, ALL, "111111"), "waive 1") == "already_rolled"
    assert loose.next(played(loose, *(f"waive {box}" for box in BOXES))) == Over((150,), (150.0,), (0,))


# ---- ties and seats


@pytest.mark.parametrize(
    ("tie", "totals", "used", "winners"),
    [
        ("shared", [250, 263, 199], [9, 9, 9], (1,)),
        ("shared", [263, 263, 199], [30, 10, 9], (0, 1)),
        ("fewer_rolls", [263, 263, 199], [30, 10, 9], (1,)),
        ("fewer_rolls", [263, 263, 263], [30, 10, 10], (1, 2)),
        ("fewer_rolls", [264, 263], [30, 10], (0,)),
    ],
)
def test_ties(tie: str, totals: list[int], used: list[int], winners: tuple[int, ...]) -> None:
    assert rules_with(tie=tie).winners(totals, used) == winners


def test_finished_players_are_skipped() -> None:
    rules = rules_with(seats=2, rolls=3)
    state = played(rules, ALL, "111111", "roll 1", "1-----", "roll 1", "1-----", "score 1", state=rules.start(2, 0))
    assert state.sheets[0].finished
    for box in BOXES[:3]:
        assert state.seat == 1
        state = played(rules, ALL, "123456", f"score {box}", state=state)
    assert isinstance(rules.next(state), Over)


# ---- what is true of every game


VARIANTS: list[dict[str, Any]] = [
    {},
    {"extra": True},
    {"extra": True, "hold_all": True, "zero_roll_turns": True},
    {"extra": True, "junior": True, "zero_frees_dice": False},
    {"junior": (True, False), "rolls": 17, "bonus": 2},
    {"rolls": 4},
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@few_games
@given(seed=seeds)
def test_every_game(options: dict[str, Any], seed: int) -> None:
    rules = rules_with(seats=2, **options)
    turns = [0, 0]
    last = rules.start(2, 0)
    for event, after in random_game(rules, seed, seats=2):
        check_sheets(rules, last, after)
        if isinstance(event, Acted) and isinstance(event.action, Score | Waive):
            turns[event.seat] += 1
        last = after
    assert max(turns) <= 10
    check_end(rules, last)


def check_sheets(rules: SpicyRules, before: State, after: State) -> None:
    for seat, (old, new) in enumerate(zip(before.sheets, after.sheets, strict=True)):
        assert old.used <= new.used <= rules.rolls
        assert new.finished or rules.rolls_allowed(new, seat) >= 0
        assert all(points in (None, new.card[at]) for at, points in enumerate(old.card))
        assert rules.total(new) == sum(points or 0 for points in new.card) + rules.bonus_of(new)
        assert new.turn_rolls >= 0


def check_end(rules: SpicyRules, state: State) -> None:
    over = rules.next(state)
    assert isinstance(over, Over)
    for sheet, score in zip(state.sheets, over.scores, strict=True):
        assert sheet.finished
        assert sum(mark or 0 for mark in sheet.marks) == sheet.used
        assert score == sum(points or 0 for points in sheet.card) + rules.bonus * (rules.rolls - sheet.used)
        assert score <= 675 + rules.bonus * rules.rolls


def random_game(rules: SpicyRules, seed: int, seats: int = 1) -> Iterator[tuple[Event[Action], State]]:
    """Each event of a game by chance, with the position after it."""
    luck, shaker = Random(seed), SeededShaker(seed)
    state = rules.start(seats, 0)
    while True:
        event = next_event(rules.next(state), luck, shaker)
        if event is None:
            return
        state = follow(rules, state, event)
        yield event, state


def next_event(due: Any, luck: Random, shaker: SeededShaker) -> Event[Action] | None:
    match due:
        case Roll(seat=seat, dice=dice):
            return Thrown(seat, shaker.throw(due), len(dice))
        case Choose(options):
            seat = luck.choice(sorted(options))
            kind = luck.choice(sorted({type(action).__name__ for action in options[seat]}))
            return Acted(seat, luck.choice([action for action in options[seat] if type(action).__name__ == kind]))
    return None


def follow(rules: SpicyRules, state: State, event: Event[Action]) -> State:
    match event:
        case Thrown(faces=tuple(faces)):
            return throw(rules, state, faces)
        case Acted(seat=seat, action=action):
            return act(rules, state, seat, action)
    raise AssertionError(event)
