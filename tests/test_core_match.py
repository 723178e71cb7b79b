"""A match: a point for each game won alone, and the start moves on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from redpip.core.codec import to_json
from redpip.core.dice import Faces
from redpip.core.game import Next, OpenRules, Over, Roll, Seat, throw
from redpip.core.match import MatchBot, MatchRules, MatchState
from redpip.core.problem import Problem, Refusal


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


Match = MatchRules[Thrown, str]


def after(rules: Any, state: MatchState[Thrown], *faces: int) -> MatchState[Thrown]:
    for face in faces:
        state = throw(rules, state, (face, 0, 0, 0, 0, 0))
    return state


def test_game_won_alone_is_a_point_and_the_start_moves_on() -> None:
    rules: Match = MatchRules(HighDie(), 2)
    state = after(rules, rules.start(2, 1), 6, 3)  # seat 1 begins and wins
    assert state == MatchState(Thrown(0, (0, 0)), 0, (0, 1), ((3, 6),))
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
    assert (state.points, state.results, state.first) == ((0, 0), ((4, 4),), 1)
    assert rules.next(state) == Roll(1, (1,))


def test_match_ends_with_the_last_point() -> None:
    rules: Match = MatchRules(HighDie(), 2)
    state = after(rules, rules.start(2, 0), 6, 1, 1, 6)
    assert rules.next(state) == Over((2, 0), (2.0, 0.0), (0,))
    assert state.game == Thrown(1, (6, 1))  # the last game stays to be looked at
    assert state.results == ((6, 1), (6, 1))


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


def test_bot_sees_the_game_of_the_match() -> None:
    class Echo:
        def choose(self, view: Thrown, options: Sequence[str]) -> str:
            return options[view.first]

    bot: MatchBot[str] = MatchBot(Echo())
    assert bot.choose(MatchState(Thrown(1, (0, 0)), 1, (0, 0), ()), ["a", "b"]) == "b"
