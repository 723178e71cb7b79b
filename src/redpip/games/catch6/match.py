"""Matches of Catch 6: the seats roll in turn through the whole match, and a number may go over into the next game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from redpip.core.match import Course, MatchState, next_game
from redpip.games.catch6.notation import Action, Catch
from redpip.games.catch6.rules import Catch6Rules, State, other


class Catch6Course(Course[State]):
    def usual(self, seats: int) -> int:
        return 5

    def inside(self, rules: Catch6Rules) -> Catch6Rules:
        return replace(rules, carryover=True)

    def following(self, rules: Catch6Rules, state: MatchState[State]) -> MatchState[State]:
        """Who made the last roll does not make the first one, whoever has won."""
        ended = state.game
        begun = next_game(rules, state, other(ended.seat))
        if ended.carried is None:
            return begun
        return replace(begun, game=rules.begun_with(begun.game, ended.seat, ended.carried))

    def sensible(self, state: MatchState[State], target: int, options: Sequence[Action]) -> Sequence[Action]:
        """A game given up must not be the one that the opponent still needs."""
        if state.points[other(state.game.seat)] + state.stake < target:
            return options
        return [action for action in options if not (isinstance(action, Catch) and action.carry)]
