"""Actions, positions and records have forms in text and JSON that lead back to the very same value."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from redpip.core.choices import describe_options, expanded, patterns
from redpip.core.codec import to_json
from redpip.core.game import Choose
from redpip.core.problem import Problem
from redpip.core.record import Entry, Record, load, record_of
from redpip.core.setup import Player, Setup
from redpip.core.transcript import from_text, read_record, to_jsonl, to_text
from redpip.testing.playouts import play_out, some_states, whole_game
from redpip.testing.suite import Suite
from redpip.testing.tables import Table

# a note is one line, and braces enclose it
LETTERS = " aZ09äßéñøŁжد你好한🎲½²№…–—“”„’«»\u0301*_#[]()<>|\\/'\"=;:,.!?%&@^~`$€+-"


class Forms(Suite):
    def test_action_text(self, table: Table, seed: int) -> None:
        playout = whole_game(table, seed)
        for due in map(playout.rules.next, some_states(playout, Random(seed), 5)):
            for actions in due.options.values() if isinstance(due, Choose) else ():
                for action in actions:
                    text = str(action)
                    assert playout.rules.parse(text) == action
                    # what a record's text form is made of
                    assert text == text.strip() != ""
                    assert not text.startswith("=")
                    assert not set(text) & set(";{}\n")
                    # what a description of many actions is made of
                    assert not set(text) & set("[|]")

    def test_description_of_all_actions(self, table: Table, seed: int) -> None:
        playout = whole_game(table, seed)
        for due in map(playout.rules.next, some_states(playout, Random(seed), 20)):
            for actions in due.options.values() if isinstance(due, Choose) else ():
                texts = sorted(map(str, actions))
                assert sorted(expanded(describe_options(actions))) == texts
                assert sorted(text for pattern in patterns(texts) for text in pattern.expanded) == texts

    def test_state_json(self, table: Table, seed: int) -> None:
        playout = whole_game(table, seed)
        for state in some_states(playout, Random(seed), 20):
            again = playout.rules.read_state(json.loads(json.dumps(to_json(state))))
            assert again == state
            assert hash(again) == hash(state)

    def test_damaged_state_is_refused(self, table: Table, seed: int) -> None:
        playout = whole_game(table, seed)
        (state, *_) = some_states(playout, Random(seed), 1)
        for damaged in damages(to_json(state)):
            with pytest.raises(Problem) as caught:
                playout.rules.read_state(damaged)
            assert caught.value.code == "bad_value"

    def test_views_have_a_json_form(self, table: Table, seed: int) -> None:
        playout = whole_game(table, seed)
        for state in some_states(playout, Random(seed), 5):
            for seat in (None, *range(table.seats)):
                json.dumps(to_json(playout.rules.view(state, seat)))

    def test_record_in_both_forms(self, plain_table: Table, seed: int) -> None:
        luck = Random(seed)
        whole_game(plain_table, seed)  # it has an end
        whole = record_of(play_out(named_setup(plain_table, seed, luck), seed).play)
        length = luck.randint(0, len(whole.entries))
        for record in (whole, Record(whole.setup, noted(whole.entries[:length], luck))):
            lines, text = to_jsonl(record), to_text(record)
            assert to_jsonl(load(lines)) == lines
            assert to_text(load(lines)) == text
            assert to_jsonl(from_text(text)) == lines
            assert to_text(from_text(text)) == text
            assert to_jsonl(read_record(lines)) == to_jsonl(read_record(text)) == lines
            assert load(lines).entries == record.entries


def damages(data: dict[str, Any]) -> Iterator[Any]:
    yield from (None, 3, "state", [], {})
    yield {**data, "unheard_of": 1}
    for name in data:
        yield {key: value for key, value in data.items() if key != name}
        yield {**data, name: {"unheard_of": data[name]}}


def named_setup(table: Table, seed: int, luck: Random) -> Setup:
    setup = table.setup(seed)
    players = tuple(Player(one_line(luck), "someone" if seat else None) for seat in range(table.seats))
    return Setup(setup.game, setup.preset, setup.options, players, setup.first, setup.seed, setup.match)


def noted(entries: tuple[Entry, ...], luck: Random) -> tuple[Entry, ...]:
    told = luck.randint(0, len(entries))
    return (*(Entry(entry.event, one_line(luck)) for entry in entries[:told]), *entries[told:])


def one_line(luck: Random) -> str:
    return "".join(luck.choices(LETTERS, k=luck.randrange(21)))
