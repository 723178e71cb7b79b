"""A match: how games follow one another, in the plain way and in others."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from redpip.core.codec import to_json
from redpip.core.dice import Faces
from redpip.core.game import Acted, Choose, Next, OpenRules, Over, Roll, Seat, act, throw
from redpip.core.match import PLAIN, Begin, Course, MatchBot, MatchRules, MatchState, next_game
from redpip.core.problem import Problem, Refusal, Refused


@dataclass(frozen=True, slots=True)
class Thrown:
    first: Seat
    faces: tuple[int, ...]  # 0: not yet


@dataclass(frozen=True, slots=True)
class HighDie(OpenRules[Thrown, str]):
    """Everybody throws die 1; the highest wins."""

    version: ClassVar[int] = 7
    state_type: ClassVar[type[Thrown]] = Thrown

    def start(self, seats: int, first: Seat) -> Thrown:
        return Thrown(first, (0,) * seats)

    def next(self, state: Thrown) -> Next[str]:
        seats = len(state.faces)
        for seat in ((state.first + step) % seats for step in range(seats)):
            if not state.faces[seat]:
                return Roll(seat, (1,))
        winners = tuple(seat for seat, face in enumerate(state.faces) if face == max(state.faces))
        return Over(state.faces, tuple(map(float, state.faces)), winners)

    def rolled(self, state: Thrown, faces: Faces) -> Thrown:
        due = self.next(state)
        assert isinstance(due, Roll)
        return Thrown(state.first, tuple(faces[0] if at == due.seat else face for at, face in enumerate(state.faces)))

    def play(self, state: Thrown, seat: Seat, action: str) -> Thrown:
        raise NotImplementedError

    def why_not(self, state: Thrown, seat: Seat, action: str) -> Refusal:
        raise NotImplementedError

    def parse(self, text: str) -> str:
        return text


Match = MatchRules[Thrown]


def won(*faces: int) -> Over:
    winners = tuple(seat for seat, face in enumerate(faces) if face == max(faces))
    return Over(faces, tuple(map(float, faces)), winners)


def after(rules: Any, state: MatchState[Thrown], *faces: int) -> MatchState[Thrown]:
    for face in faces:
        state = throw(rules, state, (face, 0, 0, 0, 0, 0))
    return state


def test_game_won_alone_is_a_point_and_the_start_moves_on() -> None:
    rules: Match = MatchRules(HighDie(), 2)
    state = after(rules, rules.start(2, 1), 6, 3)  # seat 1 begins and wins
    assert state == MatchState(Thrown(0, (0, 0)), 0, (0, 1), (won(3, 6),), 1, 1, ended=Thrown(1, (3, 6)))
    assert rules.next(state) == Roll(0, (1,))
    state = after(rules, state, 5, 2)  # seat 0 begins and wins
    assert (state.first, state.points) == (1, (1, 1))
    assert rules.next(state) == Roll(1, (1,))


def test_start_goes_round_the_table() -> None:
    rules: Match = MatchRules(HighDie(), 9)
    state = rules.start(3, 1)
    firsts = []
    for _ in range(4):
        firsts.append(state.first)
        state = after(rules, state, 6, 1, 1)
    assert firsts == [1, 2, 0, 1]
    assert state.points == (1, 2, 1)


def test_drawn_game_brings_no_point() -> None:
    rules: Match = MatchRules(HighDie(), 1)
    state = after(rules, rules.start(2, 0), 4, 4)
    assert (state.points, state.results, state.first) == ((0, 0), (won(4, 4),), 1)
    assert rules.next(state) == Roll(1, (1,))


def test_match_ends_with_the_last_point() -> None:
    rules: Match = MatchRules(HighDie(), 2)
    state = after(rules, rules.start(2, 0), 6, 1, 1, 6)
    assert rules.next(state) == Over((2, 0), (2.0, 0.0), (0,))
    assert state.game == Thrown(1, (6, 1))  # the last game stays to be looked at
    assert state.results == (won(6, 1), won(6, 1))


def test_match_reads_its_state_and_passes_on_the_rest() -> None:
    rules: Match = MatchRules(HighDie(), 2)
    state = after(rules, rules.start(2, 0), 6, 1, 3)
    assert rules.read_state(json.loads(json.dumps(to_json(state)))) == state
    assert rules.version == 7
    assert rules.parse("x") == "x"
    assert rules.view(state, 0) == state


def test_match_needs_a_game_to_win_and_two_players() -> None:
    for make in (lambda: MatchRules(HighDie(), 0), lambda: MatchRules(HighDie(), 1).start(1, 0)):
        with pytest.raises(Problem) as caught:
            make()
        assert caught.value.code == "bad_match"


def test_end_of_a_game_is_seen_until_the_next_goes_on() -> None:
    rules: Match = MatchRules(HighDie(), 2)
    state = after(rules, rules.start(2, 0), 6, 1)
    assert state.between
    assert state.shown == Thrown(0, (6, 1))
    state = after(rules, state, 3)
    assert not state.between
    assert state.shown == state.game == Thrown(1, (0, 3))


# ---- other courses


class LoserChooses(Course[Thrown]):
    """A drawn game makes the next worth one more; the loser, or the next seat after a draw, says who starts."""

    good_to_start = False

    def following(self, rules: Any, state: MatchState[Thrown]) -> MatchState[Thrown]:
        winners = state.results[-1].winners
        drawn = len(winners) > 1
        chooser = 1 - (state.chooser if drawn else winners[0])
        return replace(state, stake=state.stake + 1 if drawn else 1, chooser=chooser, choosing=True)


def test_choice_of_the_start_and_growing_stakes() -> None:
    rules: Match = MatchRules(HighDie(), 3, LoserChooses())
    state = after(rules, rules.start(2, 0), 4, 4)
    assert (state.points, state.stake, state.chooser) == ((0, 0), 2, 1)
    assert state.game == Thrown(0, (4, 4))  # stays to be looked at
    assert rules.next(state) == Choose({1: [Begin(0), Begin(1)]})
    for seat, action, code in ((0, Begin(0), "not_your_turn"), (1, "x", "wrong_phase"), (1, Begin(2), "bad_action")):
        with pytest.raises(Refused) as caught:
            act(rules, state, seat, action)
        assert caught.value.code == code
    state = act(rules, state, 1, Begin(1))
    assert (state.first, state.choosing, state.between) == (1, False, False)
    state = after(rules, state, 6, 2)
    assert (state.points, state.stake, state.chooser) == ((0, 2), 1, 0)
    assert rules.read_state(json.loads(json.dumps(to_json(state)))) == state


def test_choice_of_the_start_in_words() -> None:
    rules: Match = MatchRules(HighDie(), 3, LoserChooses())
    assert rules.parse(str(Begin(1))) == rules.parse("FIRST 2") == Begin(1)
    for text in ("first", "first 0", "first x", "first 1 2"):
        with pytest.raises(Refused):
            rules.parse(text)
    assert rules.seen(Acted(1, Begin(0)), None) == Acted(1, Begin(0))


class Sixes(Course[Thrown]):
    """Every six that falls is a point at once; seats 0 and 2 stand together."""

    def side(self, rules: Any, seat: Seat) -> int:
        return seat % 2

    def gains(self, rules: Any, before: Thrown, after: Thrown, over: Over | None, stake: int) -> dict[Seat, int]:
        sixes = [s for s, face in enumerate(after.faces) if face == 6 and not before.faces[s]]
        return {seat: 1 for seat in range(3) if sixes and seat % 2 == sixes[0] % 2}

    def following(self, rules: Any, state: MatchState[Thrown]) -> MatchState[Thrown]:
        return next_game(rules, state, state.first)


def test_points_within_a_game_can_end_the_match() -> None:
    rules: Match = MatchRules(HighDie(), 1, Sixes())
    state = after(rules, rules.start(3, 0), 6)
    assert rules.next(state) == Over((1, 0, 1), (1.0, 0.0, 1.0), (0, 2))
    assert state.game == Thrown(0, (6, 0, 0))
    assert state.results == ()


def test_match_goes_on_while_two_sides_are_level_at_the_top() -> None:
    rules: Match = MatchRules(HighDie(), 2, Sixes())
    level = replace(rules.start(3, 0), points=(2, 2, 2))
    assert rules.next(level) == Roll(0, (1,))
    assert isinstance(rules.next(after(rules, level, 1, 6)), Over)
    state = after(rules, level, 1, 1, 1)
    assert (state.points, state.first) == ((2, 2, 2), 0)


def test_bot_sees_the_game_of_the_match() -> None:
    class Echo:
        def choose(self, view: Thrown, options: Sequence[str]) -> str:
            return options[view.first]

    state = MatchRules(HighDie(), 2).start(2, 1)
    assert MatchBot(Echo(), PLAIN, 2).choose(state, ["a", "b"]) == "b"
    choosing = replace(state, choosing=True)
    assert MatchBot(Echo(), PLAIN, 2).choose(choosing, [Begin(0), Begin(1)]) == Begin(1)
    assert MatchBot(Echo(), LoserChooses(), 2).choose(choosing, [Begin(0), Begin(1)]) == Begin(0)


def test_course_tells_bots_what_the_score_of_the_match_forbids() -> None:
    class Careful(Course[Thrown]):
        def sensible(self, state: MatchState[Thrown], target: int, options: Sequence[str]) -> Sequence[str]:
            return options[1:] if max(state.points) + 1 == target else options

    class Eager:
        def choose(self, view: Thrown, options: Sequence[str]) -> str:
            return options[0]

    state = MatchRules(HighDie(), 3).start(2, 0)
    bot = MatchBot(Eager(), Careful(), 3)
    assert bot.choose(state, ["risk", "wait"]) == "risk"
    assert bot.choose(replace(state, points=(0, 2)), ["risk", "wait"]) == "wait"
