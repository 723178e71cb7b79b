"""A record played again gives the same game, and taking back is part of the record."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from redpip.core.game import Acted, Back, Over, Thrown
from redpip.core.playing import Play
from redpip.core.problem import Problem
from redpip.core.record import Record, load, record_of, replay
from redpip.core.transcript import from_text, to_jsonl, to_text
from redpip.testing.playouts import Playout, step, whole_game
from redpip.testing.suite import Suite
from redpip.testing.tables import Table

MOST_UNDOS = 20


class Replay(Suite):
    def test_replay_is_the_game(self, table: Table, seed: int) -> None:
        playout = whole_game(table, seed)
        check_same(replay(record_of(playout.play)), playout.play)
        for length in Random(seed).sample(range(len(playout.states)), 3):
            part = Record(playout.play.setup, record_of(playout.play).entries[:length])
            assert replay(part).state == playout.states[length]

    def test_undo_gives_back_the_position_and_no_dice(self, table: Table, seed: int) -> None:
        playout = play_with_undos(table, seed)
        for number, event in enumerate(playout.events):
            if isinstance(event, Back):
                assert playout.states[number + 1] == playout.states[event.to]
                assert not any(isinstance(gone, Thrown) for gone in playout.events[event.to : number])
        record = record_of(playout.play)
        for read in (record, load(to_jsonl(record)), from_text(to_text(record))):
            check_same(replay(read), playout.play)

    def test_choices_are_taken_back_one_by_one(self, table: Table, seed: int) -> None:
        play, luck = Play(table.setup(seed)), Random(seed)
        states = [play.state]
        while not isinstance(play.next, Over) and len(states) < 300:
            step(play, luck)
            states.append(play.state)
            seat = getattr(play.events[-1], "seat", None)
            if len(states) > 2 and seat is not None and play.undoable_to(len(play.events) - 2) and same_seat(play):
                for before in (states[-2], states[-3]):
                    to = play.last_choice(seat)
                    assert to is not None
                    play.back(to)
                    assert play.state == before
                return

    def test_nothing_else_can_be_taken_back(self, table: Table, seed: int) -> None:
        play = Play(table.setup(seed))
        luck = Random(seed)
        for _ in range(20):
            before = play.history
            for to in range(-1, len(play.events) + 2):
                if not may_undo(play, to):
                    with pytest.raises(Problem) as caught:
                        play.back(to)
                    assert caught.value.code == "cannot_undo"
                    assert play.history is before
            if isinstance(play.next, Over):
                break
            step(play, luck)


def play_with_undos(table: Table, seed: int) -> Playout:
    """A game to its end in which, now and then, something is taken back where that is allowed."""
    whole_game(table, seed)  # it has an end
    play = Play(table.setup(seed))
    luck = Random(seed)
    states = [play.state]
    undos = 0
    while not isinstance(play.next, Over):
        if undos < MOST_UNDOS and luck.random() < 0.3 and may_undo(play, to := len(play.events) - luck.choice((1, 2))):
            play.back(to)
            undos += 1
        else:
            step(play, luck)
        states.append(play.state)
    return Playout(play, states)


def may_undo(play: Play, to: int) -> bool:
    """Said once more, in other words than the code's: event number ``to`` stands, and from there on only actions do.
    In a game with secrets some of them may have shown one, and then they stay."""
    standing: dict[int, Any] = {}
    for number, event in enumerate(play.events):
        if isinstance(event, Back):
            standing = {one: standing[one] for one in standing if one < event.to}
        else:
            standing[number] = event
    only_actions = to in standing and all(isinstance(standing[one], Acted) for one in standing if one >= to)
    allowed = play.undoable_to(to)
    assert allowed == only_actions or (play.setup.game.secrets and only_actions)
    return allowed


def same_seat(play: Play) -> bool:
    one, two = play.events[-2:]
    return isinstance(one, Acted) and isinstance(two, Acted) and one.seat == two.seat


def check_same(again: Play, play: Play) -> None:
    assert again.events == play.events
    assert again.state == play.state
    assert again.next == play.next
