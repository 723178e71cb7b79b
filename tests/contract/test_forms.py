"""Actions, positions and records have forms in text and JSON that lead back to the very same value."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.playouts import play_out, some_states
from contract.tables import GAMES, Table, by_chance, every_preset, every_table, seeds
from redpip.core.codec import to_json
from redpip.core.game import Choose
from redpip.core.problem import Problem
from redpip.core.record import Entry, Record, load, record_of
from redpip.core.setup import Player, Setup
from redpip.core.transcript import from_text, read_record, to_jsonl, to_text

# a note is one line, and braces enclose it
one_line = st.text(
    st.characters(categories=["L", "M", "N", "P", "S"], include_characters=" ", exclude_characters="{}"), max_size=20
)


@every_table
@by_chance
def test_action_text(table: Table, seed: int) -> None:
    playout = play_out(table.setup(seed), seed)
    for due in map(playout.rules.next, some_states(playout, Random(seed), 5)):
        for actions in due.options.values() if isinstance(due, Choose) else ():
            for action in actions:
                text = str(action)
                assert playout.rules.parse(text) == action
                # what a record's text form is made of
                assert text == text.strip() != ""
                assert not text.startswith("=")
                assert not set(text) & set(";{}\n")


@every_table
@by_chance
def test_state_json(table: Table, seed: int) -> None:
    playout = play_out(table.setup(seed), seed)
    for state in some_states(playout, Random(seed), 20):
        again = playout.rules.read_state(json.loads(json.dumps(to_json(state))))
        assert again == state
        assert hash(again) == hash(state)


@every_table
@by_chance
def test_damaged_state_is_refused(table: Table, seed: int) -> None:
    playout = play_out(table.setup(seed), seed)
    (state, *_) = some_states(playout, Random(seed), 1)
    for damaged in damages(to_json(state)):
        with pytest.raises(Problem) as caught:
            playout.rules.read_state(damaged)
        assert caught.value.code == "bad_value"


def damages(data: dict[str, Any]) -> Iterator[Any]:
    yield from (None, 3, "state", [], {})
    yield {**data, "unheard_of": 1}
    for name in data:
        yield {key: value for key, value in data.items() if key != name}
        yield {**data, name: {"unheard_of": data[name]}}


@every_table
@by_chance
def test_views_have_a_json_form(table: Table, seed: int) -> None:
    playout = play_out(table.setup(seed), seed)
    for state in some_states(playout, Random(seed), 5):
        for seat in (None, *range(table.seats)):
            json.dumps(to_json(playout.rules.view(state, seat)))


@every_preset
@settings(max_examples=GAMES)
@given(seed=seeds, data=st.data())
def test_record_in_both_forms(table: Table, seed: int, data: st.DataObject) -> None:
    playout = play_out(named_setup(table, seed, data), seed)
    whole = record_of(playout.play)
    length = data.draw(st.integers(0, len(whole.entries)), "events")
    for record in (whole, Record(whole.setup, noted(whole.entries[:length], data))):
        lines, text = to_jsonl(record), to_text(record)
        assert to_jsonl(load(lines)) == lines
        assert to_text(load(lines)) == text
        assert to_jsonl(from_text(text)) == lines
        assert to_text(from_text(text)) == text
        assert to_jsonl(read_record(lines)) == to_jsonl(read_record(text)) == lines
        assert load(lines).entries == record.entries


def named_setup(table: Table, seed: int, data: st.DataObject) -> Setup:
    setup = table.setup(seed)
    players = tuple(Player(data.draw(one_line, "name"), "someone" if seat else None) for seat in range(table.seats))
    return Setup(setup.game, setup.preset, setup.options, players, setup.first, setup.seed, setup.match)


def noted(entries: tuple[Entry, ...], data: st.DataObject) -> tuple[Entry, ...]:
    notes = data.draw(st.lists(one_line, max_size=len(entries)), "notes")
    told = [Entry(entry.event, note) for entry, note in zip(entries, notes, strict=False)]
    return (*told, *entries[len(told) :])
