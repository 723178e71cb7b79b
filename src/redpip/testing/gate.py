"""One gate: what the options list is accepted, anything else is refused with a code that has a sentence."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from redpip.core.catalog import Game
from redpip.core.codec import to_json
from redpip.core.dice import NO_FACES, Faces
from redpip.core.game import Choose, Over, Roll, act, throw
from redpip.core.problem import Problem, Refusal, Refused
from redpip.testing.playouts import some_states, whole_game
from redpip.testing.strange_actions import misspelt, pool, strange_actions
from redpip.testing.suite import Suite
from redpip.testing.tables import Table

STATES = 5  # positions looked at in each game


class Gate(Suite):
    def test_every_option_is_accepted(self, table: Table, seed: int) -> None:
        playout = whole_game(table, seed)
        rules = playout.rules
        for state in some_states(playout, Random(seed), STATES):
            due = rules.next(state)
            for seat, actions in due.options.items() if isinstance(due, Choose) else ():
                for action in actions:
                    after = act(rules, state, seat, action)
                    assert hash(after) == hash(rules.play(state, seat, action))
                    assert after != state

    def test_anything_else_is_refused(self, table: Table, seed: int) -> None:
        luck = Random(seed)
        playout = whole_game(table, seed)
        rules, actions = playout.rules, pool(table.game)
        for state in some_states(playout, luck, STATES):
            before = hash(state), to_json(state)
            for action in strange_actions(rules, actions, luck, number=15):
                for seat in seats_to_try(rules.next(state), table.seats):
                    check_gate(table.game, rules, state, seat, action)
            assert (hash(state), to_json(state)) == before

    def test_what_cannot_be_read_is_refused_with_a_sentence(self, table: Table, seed: int) -> None:
        luck = Random(seed)
        rules = table.setup(seed).rules
        actions = pool(table.game)
        for text in ["", " ", "?", "quite so", *(misspelt(str(luck.choice(actions)), luck) for _ in range(50))]:
            refusal = refusal_of(rules, text)
            assert refusal is None or has_sentence(table.game, refusal), refusal

    def test_only_the_dice_that_are_due_are_taken(self, table: Table, seed: int) -> None:
        playout = whole_game(table, seed)
        rules = playout.rules
        for state in some_states(playout, Random(seed), 20):
            due = rules.next(state)
            wrong = wrong_throws(due) if isinstance(due, Roll) else [NO_FACES, (1, 2, 3, 4, 5, 6)]
            for faces in wrong:
                with pytest.raises(Problem) as caught:
                    throw(rules, state, faces)
                assert caught.value.code == ("wrong_dice" if isinstance(due, Roll) else "no_throw_due")


def seats_to_try(due: Any, seats: int) -> set[int]:
    """Those whose turn it is, and one whose turn it is not."""
    active = set(due.options) if isinstance(due, Choose) else set()
    return active | {seat for seat in range(seats) if seat - 1 in active} | {0}


def check_gate(game: Game, rules: Any, state: Any, seat: int, action: Any) -> None:
    due = rules.next(state)
    if isinstance(due, Choose) and action in due.options.get(seat, ()):
        act(rules, state, seat, action)
        return
    with pytest.raises(Refused) as caught:
        act(rules, state, seat, action)
    refusal = caught.value.refusal
    assert refusal.code == expected_code(rules, state, seat, action)
    assert has_sentence(game, refusal), refusal


def expected_code(rules: Any, state: Any, seat: int, action: Any) -> str:
    match rules.next(state):
        case Over():
            return "game_over"
        case Roll():
            return "wrong_phase"
        case Choose(options) if seat not in options:
            better: Refusal | None = rules.out_of_turn(state, seat, action)
            return better.code if better else "not_your_turn"
    by_the_game: Refusal = rules.why_not(state, seat, action)
    return by_the_game.code


def has_sentence(game: Game, refusal: Refusal) -> bool:
    """A sentence of its own, not the one for codes that nobody wrote a sentence for."""
    words = game.words(None, "en")
    return words.refusal(refusal) != words.refusal(Refusal("refused", {**refusal.facts, "code": refusal.code}))


def refusal_of(rules: Any, text: str) -> Refusal | None:
    try:
        rules.parse(text)
    except Refused as refused:
        return refused.refusal
    return None


def wrong_throws(due: Roll) -> list[Faces]:
    right = tuple(3 * (die in due.dice) for die in range(1, 7))
    at = due.dice[0] - 1
    one_less, too_high, below = ((*right[:at], face, *right[at + 1 :]) for face in (0, 7, -1))
    return [one_less, too_high, below, right[:5], (*right, 1), tuple(3 - face for face in right)]
