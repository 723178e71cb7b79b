"""What the rules and their options allow, and what is true of every game."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moves import any_game, code_of, moved
from redpip.core.dice import parse_faces
from redpip.core.game import Choose, Over, Roll, act
from redpip.core.match import MatchRules
from redpip.core.playing import Play
from redpip.core.problem import Problem, Refused
from redpip.core.setup import Player, Setup
from redpip.games.perfecto import GAME
from redpip.games.perfecto.match import PerfectoCourse
from redpip.games.perfecto.notation import CallName, MakeBid, RollDice, Sidestep, TakeSide, parse
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.state import Bid, Call, State

BASIC = PerfectoRules()
ADVANCED = PerfectoRules(calls="advanced")
TEAMS = PerfectoRules(teams=True, calls="advanced")
few_games = settings(deadline=None, max_examples=10, derandomize=True)


def position(hands: str, *bids: Bid, **more: Any) -> State:
    """Bidding among these hands; lives follow from the dice unless they are given."""
    dice = tuple(map(parse_faces, hands.split()))
    lives = tuple(sum(map(bool, hand)) for hand in dice)
    seats = len(dice)
    return replace(State(lives, dice, ((),) * seats, 0, 0, (None,) * seats, "bidding", bids=bids), **more)


def verbs(rules: PerfectoRules, state: State) -> set[str]:
    due = rules.next(state)
    assert isinstance(due, Choose)
    return {str(action).split()[0] for actions in due.options.values() for action in actions}


# ---- the deal and the bids


def test_each_hand_is_thrown_in_secret_from_the_leader_on() -> None:
    state = BASIC.start(3, 1)
    for seat in (1, 2, 0):
        assert BASIC.next(state) == Roll(seat, (1, 2, 3, 4, 5, 6), secret=True)
        state = moved(BASIC, state, "123456")
    assert (state.phase, state.seat) == ("bidding", 1)


def test_bids_climb_and_are_capped() -> None:
    state = position("111111 222222", Bid(3, 4, 1))
    options = BASIC.next(state).options[0]  # type: ignore[union-attr]
    bids = [action for action in options if isinstance(action, MakeBid)]
    assert (bids[0], bids[-1]) == (MakeBid(3, 5), MakeBid(14, 6))
    assert len(bids) == 6 * 14 - (6 * 2 + 4)
    for move, code in {
        "bid 3x4": "bid_not_higher",
        "bid 2x6": "bid_not_higher",
        "bid 15x1": "bid_out_of_range",
    }.items():
        assert code_of(BASIC, state, move) == code
    assert code_of(BASIC, state, "bid 4x0") == code_of(BASIC, state, "bid 0x3") == "bid_out_of_range"


def test_highest_bid_leaves_only_calls() -> None:
    state = position("111111 222222", Bid(14, 6, 1))
    assert verbs(BASIC, state) == {"challenge", "perfecto"}
    for move in ("roll 1", "bid 14x6", "bid 15x1"):
        assert code_of(BASIC, state, move) == "no_higher_bid"


def test_nobody_is_told_to_bid_higher_than_the_highest() -> None:
    words = GAME.words(None, "en")
    for bid, say, tap in (
        (Bid(14, 5, 1), "Bid higher, or challenge it.", "Tap a higher bid, then the button; or doubt this one."),
        (Bid(14, 6, 1), "No bid is higher: challenge it.", "No bid is higher: tap how you doubt this one."),
    ):
        state = position("111111 222222", bid)
        due = BASIC.next(state)
        assert isinstance(due, Choose)
        scene = GAME.scene(BASIC, state, 0, words, due.options[0])
        assert (scene["say"], scene["tap"]["text"]) == (say, tap)


def test_roll_is_followed_by_a_bid() -> None:
    state = moved(BASIC, position("111111 222222", Bid(3, 4, 1)), "roll 1 3")
    assert BASIC.next(state) == Roll(0, (1, 3), secret=True)
    assert [BASIC.view(state, seat).cast for seat in (0, 1, None)] == [(1, 3), (), ()]
    state = moved(BASIC, state, "4-4---")
    assert state.hands[0] == (4, 1, 4, 1, 1, 1)
    assert code_of(BASIC, state, "challenge") == code_of(BASIC, state, "roll 2") == "must_bid_after_roll"
    after = moved(BASIC, state, "bid 4x4")
    assert after.bids[-1] == Bid(4, 4, 0, rolled=2)
    assert (after.cast, after.announced) == ((), 0)


def test_dice_that_cannot_be_rolled() -> None:
    state = position("1111-- 222222", Bid(1, 1, 1), frozen=((2,), ()))
    assert code_of(BASIC, state, "roll") == "no_dice"
    assert code_of(BASIC, state, "roll 5") == "die_not_in_hand"
    assert code_of(BASIC, state, "roll 2") == "die_frozen"
    assert code_of(BASIC, replace(state, frozen=((1, 2, 3, 4), ())), "roll 1") == "no_die_to_roll"


def test_rolling_before_the_first_bid_is_a_house_rule() -> None:
    state = position("111111 222222")
    assert verbs(BASIC, state) == {"bid", "roll"}
    strict = PerfectoRules(roll_on_opening=False)
    assert verbs(strict, state) == {"bid"}
    assert code_of(strict, state, "roll 1") == "not_allowed"
    assert "roll" in verbs(strict, replace(state, bids=(Bid(1, 1, 1),)))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("bid 5x4", MakeBid(5, 4)),
        ("b 5 4", MakeBid(5, 4)),
        ("bid 12 x 3", MakeBid(12, 3)),
        ("sidestep 3 6x2", Sidestep(3, 6, 2)),
        ("roll 31", RollDice((1, 3))),
        ("side b", TakeSide("bidder")),
    ],
)
def test_what_people_type(text: str, action: Any) -> None:
    assert parse(text) == action


@pytest.mark.parametrize(
    "text", ["bid", "bid five", "bid 5x", "r 1", "side", "sidestep 3", "pass 1", "p", "rolling 7", "rolling"]
)
def test_what_nobody_can_read(text: str) -> None:
    with pytest.raises(Refused) as caught:
        parse(text)
    assert caught.value.code == "bad_action"


# ---- showdowns


def test_red_counts_for_every_number_and_twice_for_its_own() -> None:
    state = moved(BASIC, position("142222 66666-", Bid(4, 1, 1)), "challenge")
    assert state.last is not None
    assert state.last.count == 2  # the red 1 twice; no other red, no other 1
    assert (state.last.winner, state.last.lost, state.lives) == (0, (0, 1), (6, 4))
    assert (state.leader, state.phase, state.round) == (0, "deal", 2)


def test_perfecto_wins_only_if_exact() -> None:
    state = position("111111 11----", Bid(10, 1, 1))  # eight dice, two of them red
    assert moved(BASIC, state, "perfecto").lives == (6, 1)
    assert moved(BASIC, replace(state, bids=(Bid(9, 1, 1),)), "perfecto").lives == (5, 2)


def test_last_chance_takes_all_dice_back() -> None:
    state = moved(BASIC, position("111111 22----", Bid(1, 1, 0), seat=1), "challenge")
    assert state.lives == (6, 1)
    state = moved(BASIC, state, "111111")
    assert BASIC.next(state) == Roll(1, (1, 2, 3, 4, 5, 6), secret=True)
    state = moved(BASIC, state, "222222")
    assert BASIC.dice_in_play(state) == 12
    over = moved(BASIC, state, "bid 1x1", "challenge")
    assert BASIC.next(over) == Over((6, 0), (1.0, 0.0), (0,))
    assert over.round == state.round, "no further one begins"
    assert PerfectoRules(dice=2).hand(over, 0) == (1, 2, 3, 4, 5, 6)
    assert PerfectoRules(dice=2).hand(replace(over, lives=(1, 1)), 0) == (1, 2)


def test_sides_are_taken_in_secret_and_all_lose_at_once() -> None:
    bidding = position("111111 222222 333333 444444", Bid(9, 6, 3))
    assert BASIC.side_takers(bidding) == ()
    state = moved(BASIC, bidding, "challenge")
    assert set(BASIC.next(state).options) == {1, 2}  # type: ignore[union-attr]
    state = act(BASIC, state, 2, TakeSide("caller"))
    assert set(BASIC.next(state).options) == {1}  # type: ignore[union-attr]
    assert BASIC.view(state, 1).sides == (None,) * 4
    assert BASIC.view(state, 1).chosen == (2,)
    assert BASIC.view(state, 2).sides == (None, None, "caller", None)
    for seat, code in {2: "already_chose", 0: "not_a_side_taker", 3: "not_a_side_taker"}.items():
        with pytest.raises(Refused) as caught:
            act(BASIC, state, seat, TakeSide("bidder"))
        assert caught.value.code == code
    assert code_of(BASIC, state, "bid 10x1") == "wrong_phase"
    after = act(BASIC, state, 1, TakeSide("bidder"))
    assert after.lives == (6, 5, 6, 5)
    assert after.last is not None
    assert after.last.sides == (None, "bidder", "caller", None)


def test_two_can_be_knocked_out_together() -> None:
    state = position("111111 222222 333333", Bid(1, 1, 2), lives=(1, 1, 6))
    state = moved(BASIC, state, "challenge", "side caller")
    assert (state.lives, state.phase, BASIC.winners(state)) == ((0, 0, 6), "over", (2,))


# ---- advanced calls


def test_call_stands_when_all_others_pass() -> None:
    state = moved(ADVANCED, position("111111 222222 333333", Bid(9, 6, 2)), "challenge")
    assert verbs(ADVANCED, state) == {"bid", "roll", "pass"}
    state = moved(ADVANCED, state, "pass")
    assert verbs(ADVANCED, state) == {"double", "sidestep", "pass"}
    assert (state.passes, moved(ADVANCED, state, "sidestep 1 10x1").passes) == (1, 0)
    state = moved(ADVANCED, state, "double", "redouble", "pass")
    assert verbs(ADVANCED, state) == {"sidestep", "surrender", "pass"}
    state = moved(ADVANCED, state, "pass")
    assert state.phase == "sides"
    assert moved(ADVANCED, state, "side bidder").lives == (6, 5, 3)


def test_surrender_costs_one_life_and_sides_follow_the_dice() -> None:
    state = moved(
        ADVANCED, position("111111 222222 333333", Bid(9, 6, 2)), "double", "pass", "surrender", "pass", "pass"
    )
    after = moved(ADVANCED, state, "side bidder")
    assert after.lives == (6, 5, 5)
    assert after.leader == 0


def test_sidestep_freezes_a_die_for_the_rest_of_the_game() -> None:
    state = moved(ADVANCED, position("111116 222222", Bid(3, 1, 0), seat=1), "challenge")
    assert code_of(ADVANCED, state, "bid 4x1") == "must_sidestep"
    assert code_of(ADVANCED, state, "roll 1") == "cannot_roll_to_sidestep"
    assert code_of(ADVANCED, state, "sidestep 1 3x1") == "bid_not_higher"
    state = moved(ADVANCED, state, "sidestep 6 9x1")
    assert (state.frozen, state.call) == (((6,), ()), None)
    assert ADVANCED.view(state, 1).hands[0] == (0, 0, 0, 0, 0, 6)
    state = moved(ADVANCED, state, "double", "pass")  # five 1s and three reds make eight
    assert state.lives == (4, 6)
    assert state.frozen == ((), ())  # die 6 is lost
    kept = moved(ADVANCED, position("111116 222222", Bid(9, 1, 1), frozen=((1,), ())), "challenge", "pass")
    assert (kept.hands[0], kept.frozen[0]) == ((1, 0, 0, 0, 0, 0), (1,))
    assert ADVANCED.next(kept) == Roll(0, (2, 3, 4, 5, 6), secret=True)


def test_round_with_nothing_to_throw_begins_at_once() -> None:
    state = position("123--- 12----", Bid(1, 1, 1), frozen=((1, 2, 3), (1, 2)))
    after = moved(ADVANCED, state, "challenge", "pass")
    assert (after.lives, after.frozen, after.phase) == ((2, 2), ((1, 2), (1, 2)), "bidding")
    assert verbs(ADVANCED, after) == {"bid"}


def test_house_rules_of_the_sidestep() -> None:
    doubled = position("111111 222222", Bid(8, 1, 1), call=Call("challenge", 0, 2, 1))
    assert verbs(ADVANCED, doubled) == {"sidestep", "redouble", "surrender", "pass"}
    free = PerfectoRules(calls="advanced", sidestep_own_call=False)
    assert verbs(free, doubled) == {"bid", "roll", "redouble", "surrender", "pass"}
    exact = position("111111 222222", Bid(8, 1, 0), call=Call("perfecto", 1))
    assert verbs(ADVANCED, exact) == {"bid", "roll", "pass"}
    assert verbs(PerfectoRules(calls="advanced", sidestep_on_perfecto=True), exact) == {"sidestep", "pass"}


def test_what_calls_need() -> None:
    names: tuple[CallName, ...] = ("challenge", "perfecto", "double", "redouble", "surrender")
    assert [ADVANCED.price(name) for name in names] == [0, 0, 3, 4, 0]
    assert [TEAMS.price(name) for name in names] == [0, 0, 4, 5, 0]
    state = position("111--- 222222", Bid(3, 1, 1))
    assert moved(ADVANCED, state, "double").call == Call("challenge", 0, 2, 0)


def test_calls_need_lives() -> None:
    state = position("11---- 222222", Bid(3, 1, 1))
    assert code_of(ADVANCED, state, "double") == "not_enough_dice"
    assert code_of(BASIC, state, "double") == code_of(BASIC, state, "pass") == "advanced_only"
    assert code_of(ADVANCED, state, "redouble") == code_of(ADVANCED, state, "surrender") == "not_allowed"
    assert code_of(ADVANCED, state, "pass") == "cannot_pass_after_bid"
    assert code_of(ADVANCED, state, "sidestep 1 9x1") == "nothing_to_sidestep"
    assert code_of(ADVANCED, replace(state, bids=()), "challenge") == "no_bid_yet"


# ---- real cups

CUPS = ADVANCED.with_real_dice((0, 1))


def test_under_real_cups_dice_are_counted_and_lifted_at_the_end() -> None:
    state = CUPS.start(2, 0)
    options = CUPS.next(state).options[0]  # type: ignore[union-attr]
    assert [str(action) for action in options if "rolling" in str(action)] == [f"rolling {n}" for n in range(1, 7)]
    state = moved(CUPS, state, "rolling 2", "bid 5x4")
    assert state.bids[-1] == Bid(5, 4, 0, rolled=2)
    state = moved(CUPS, state, "challenge", "pass")
    assert CUPS.next(state) == Roll(0, (1, 2, 3, 4, 5, 6), numbered=True)
    state = moved(CUPS, state, "424425")
    assert CUPS.next(state) == Roll(1, (1, 2, 3, 4, 5, 6), numbered=True)


def test_each_frozen_die_is_laid_open_once() -> None:
    state = moved(CUPS, CUPS.start(2, 0), "bid 2x3", "challenge", "sidestep 5 3x3")
    assert CUPS.next(state) == Roll(0, (5,), numbered=True)
    state = moved(CUPS, state, "----5-", "challenge", "sidestep 6 4x3")
    assert CUPS.next(state) == Roll(0, (6,), numbered=True)
    assert moved(CUPS, state, "-----1").phase == "bidding"


# ---- teams


def test_teams_are_four() -> None:
    with pytest.raises(Problem) as caught:
        TEAMS.start(3, 0)
    assert caught.value.code == "bad_seats"
    with pytest.raises(Problem):
        Setup(GAME, "basic", {"teams": True}, tuple(map(Player, "abc")), 0)


def test_partner_pays_at_the_last_chance() -> None:
    state = position("111111 222222 333333 444444", Bid(1, 1, 0), lives=(6, 1, 6, 3), seat=1)
    after = moved(PerfectoRules(teams=True), state, "challenge")
    assert after.lives == (6, 1, 6, 2)
    lost = moved(PerfectoRules(teams=True), replace(state, lives=(6, 1, 6, 1)), "challenge")
    assert PerfectoRules(teams=True).next(lost) == Over((12, 0, 12, 0), (1.0, 0.0, 1.0, 0.0), (0, 2))


def test_partner_may_speak_after_two_passes() -> None:
    state = position("111111 222222 333333 444444", Bid(9, 1, 0), seat=1)
    state = moved(TEAMS, state, "challenge", "pass", "pass", "double", "pass", "pass")
    assert state.seat == 3
    assert verbs(TEAMS, state) == {"sidestep", "redouble", "surrender", "pass"}
    redoubled = moved(TEAMS, state, "redouble")
    assert redoubled.call == Call("challenge", 1, 3, 1)


def test_a_doubled_caller_of_a_team_may_be_free_to_bid() -> None:
    """The booklet binds who saves a partner's bid or cancels a partner's call; of one's own call it says nothing."""
    free = replace(TEAMS, team_sidestep_own_call=False)
    state = position("111111 222222 333333 444444", Bid(8, 1, 0), seat=1)
    doubled = moved(TEAMS, state, "challenge", "pass", "pass", "double")
    assert doubled.seat == 1
    assert verbs(TEAMS, doubled) == {"sidestep", "redouble", "surrender", "pass"}
    assert verbs(free, doubled) == {"bid", "roll", "redouble", "surrender", "pass"}
    assert code_of(free, doubled, "sidestep 1 9x1") == "nothing_to_sidestep"
    assert moved(free, doubled, "bid 9x1").frozen == ((),) * 4
    partners = [moved(free, state, "challenge"), moved(free, state, "challenge", "pass"), moved(free, doubled, "pass")]
    assert [after.seat for after in partners] == [2, 3, 2]
    assert all(code_of(free, after, "bid 9x1") == "must_sidestep" for after in partners)


def test_each_doubled_caller_has_an_option_of_their_own() -> None:
    doubled = position("111111 222222 333333 444444", Bid(8, 1, 0), call=Call("challenge", 1, 2, 0), seat=1)
    assert "sidestep" in verbs(replace(TEAMS, sidestep_own_call=False), doubled)
    assert "sidestep" in verbs(replace(ADVANCED, team_sidestep_own_call=False), doubled)


def test_partners_bid_against_perfecto_as_agreed() -> None:
    """The bidder's partner speaks first, then the caller's, then the bidder."""
    state = moved(TEAMS, position("111111 222222 333333 444444", Bid(8, 1, 0), seat=1), "perfecto")
    answers = [state, moved(TEAMS, state, "pass"), moved(TEAMS, state, "pass", "pass")]
    assert [after.seat for after in answers] == [2, 3, 0]
    free, frozen = {"bid", "roll", "pass"}, {"sidestep", "pass"}
    partners = replace(TEAMS, team_sidestep_on_perfecto=True)
    bidder = replace(TEAMS, sidestep_on_perfecto=True)
    assert [verbs(TEAMS, after) for after in answers] == [free, free, free]
    assert [verbs(partners, after) for after in answers] == [frozen, frozen, free]
    assert [verbs(bidder, after) for after in answers] == [free, free, frozen]
    alone = moved(ADVANCED, position("111111 222222 333333", Bid(8, 1, 0), seat=1), "perfecto")
    assert verbs(replace(ADVANCED, team_sidestep_on_perfecto=True), alone) == free


# ---- matches


def match_of(rules: PerfectoRules, target: int) -> MatchRules[State]:
    return MatchRules(rules, target, PerfectoCourse())


def test_survivors_score_for_each_knock_out() -> None:
    rules: Any = match_of(BASIC, 5)
    state = rules.start(3, 0)
    game = position("111111 222222 333333", Bid(1, 1, 0), lives=(6, 1, 6), seat=1)
    level = moved(rules, replace(state, game=game, points=(4, 0, 4)), "challenge", "side bidder")
    assert level.points == (5, 0, 5)
    assert isinstance(rules.next(level), Roll)  # nobody is ahead, so the game goes on
    ahead = moved(rules, replace(state, game=game, points=(4, 0, 3)), "challenge", "side bidder")
    assert rules.next(ahead) == Over((5, 0, 4), (5.0, 0.0, 4.0), (0,))


def test_winner_leads_the_next_game() -> None:
    rules: Any = match_of(BASIC, 3)
    game = position("111111 222222", Bid(1, 1, 1), lives=(1, 2))
    state = moved(rules, replace(rules.start(2, 0), game=game), "challenge")
    assert (state.points, state.game.leader, state.game.lives) == ((0, 1), 1, (6, 6))
    assert state.ended is not None
    assert state.ended.lives == (0, 2)


@pytest.mark.parametrize(("seats", "teams", "points"), [(2, False, 3), (3, False, 5), (4, False, 7), (4, True, 3)])
def test_usual_length_of_a_match(seats: int, teams: bool, points: int) -> None:
    assert GAME.match_length("match", PerfectoRules(teams=teams), seats, None) == points
    assert GAME.match_length("match", PerfectoRules(teams=teams), seats, 2) == 2
    assert GAME.match_length("basic", PerfectoRules(), seats, None) is None


# ---- taking back


def test_what_all_have_seen_stays() -> None:
    play = Play(Setup(GAME, "advanced", {"calls": "advanced"}, (Player("Ada"), Player("Ben")), 0, "1"))
    play.shake()
    play.shake()
    for seat, move in enumerate(["bid 2x2", "challenge"]):
        play.act(seat, parse(move))
        assert play.undoable_to(len(play.events) - 1)
    play.act(0, parse("sidestep 1 9x6"))
    assert not play.undoable_to(len(play.events) - 1)


# ---- any game


@few_games
@given(st.sampled_from([BASIC, ADVANCED]), st.integers(2, 4), st.integers(0, 2**32))
def test_lives_only_fall_and_one_is_left(rules: PerfectoRules, seats: int, seed: int) -> None:
    states = list(any_game(rules, seats, seed))
    for before, after in pairwise(states):
        assert all(now <= then for now, then in zip(after.lives, before.lives, strict=True))
        assert set(after.active) >= {after.leader}
    assert len(states[-1].active) == 1


@few_games
@given(st.integers(0, 2**32))
def test_principals_of_teams_are_opponents(seed: int) -> None:
    """The caller sits next to the bidder, so every seat is on one side; a partner's Double never comes up."""
    for state in any_game(TEAMS, 4, seed):
        if state.bid and state.call:
            assert state.call.seat == (state.bid.seat + 1) % 4
            if state.phase == "bidding" and "double" in verbs(TEAMS, state):
                assert state.seat == state.bid.seat
