"""A record that was damaged or edited is refused, and the refusal says where."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from redpip.core.game import Acted, Choose, Thrown
from redpip.core.options import Option
from redpip.core.problem import Problem
from redpip.core.record import load, record_of, replay
from redpip.core.transcript import read_record, to_jsonl, to_text
from redpip.core.words import common_words
from redpip.testing.playouts import Playout, play_out, whole_game
from redpip.testing.strange_actions import pool
from redpip.testing.suite import Suite
from redpip.testing.tables import Table

FEW = 3  # damages of a kind tried on each record
SHORT = 40  # events; in longer records nothing else happens


class Damage(Suite):
    def test_throw_that_is_missing_double_or_changed(self, plain_table: Table, seed: int) -> None:
        playout = play_out(plain_table.setup(seed), seed, SHORT)
        lines = lines_of(playout)
        for number in some_events(playout, Thrown, Random(seed)):
            before, line, after = lines[:number], lines[number], lines[number + 1 :]
            assert refused_at(before + after) == number
            assert refused_at([*before, line, line, *after]) == number + 1
            assert refused_at([*before, edited(line, throw=other_dice(json.loads(line)["throw"])), *after]) == number

    def test_action_that_is_missing_or_double(self, plain_table: Table, seed: int) -> None:
        playout = play_out(plain_table.setup(seed), seed, SHORT)
        lines = lines_of(playout)
        for number in some_events(playout, Acted, Random(seed)):
            dropped = lines[:number] + lines[number + 1 :]
            doubled = [*lines[: number + 1], *lines[number:]]
            if isinstance(playout.events[number], Thrown):  # dice were due after it
                assert refused_at(dropped) == number
                assert refused_at(doubled) == number + 1
            check_refused_not_before(dropped, number)
            check_refused_not_before(doubled, number + 1)

    def test_action_that_was_not_an_option(self, plain_table: Table, seed: int) -> None:
        luck = Random(seed)
        playout = play_out(plain_table.setup(seed), seed, SHORT)
        lines = lines_of(playout)
        for number in some_events(playout, Acted, luck):
            event, due = playout.events[number - 1], playout.rules.next(playout.states[number - 1])
            assert isinstance(event, Acted)
            assert isinstance(due, Choose)
            action = luck.choice(pool(plain_table.game))
            legal = action in due.options[event.seat]
            changed = [*lines[:number], edited(lines[number], do=str(action)), *lines[number + 1 :]]
            assert legal or refused_at(changed) == number
            other_seat = [*lines[:number], edited(lines[number], seat=plain_table.seats), *lines[number + 1 :]]
            assert refused_at(other_seat) == number

    def test_step_back_over_a_throw(self, plain_table: Table, seed: int) -> None:
        playout = play_out(plain_table.setup(seed), seed, SHORT)
        lines = lines_of(playout)
        for number in some_events(playout, Thrown, Random(seed)):
            for to in (number - 1, number, number + 5, -1):
                assert refused_at([*lines[: number + 1], json.dumps({"back": to})]) == number + 1

    def test_line_that_is_no_event(self, plain_table: Table) -> None:
        lines = lines_of(play_out(plain_table.setup(1), 1, SHORT))
        strange = ["{", "3", "null", "{}", '{"seat":0}', '{"do":"x"}', '{"seat":"0","throw":"123456"}', '{"result":{}}']
        noted = [edited(lines[1], note=note) for note in ("two\nlines", "{", 3)]
        for line in [*strange, *noted, edited(lines[1], unheard_of=1), lines[0]]:
            problem = problem_of([lines[0], line, *lines[1:]])
            assert problem
            assert problem.code == "bad_record"
            assert re.search(r"(Line 2|[Ee]vent 1)\b", problem.message), problem.message

    def test_result_that_is_not_the_games(self, plain_table: Table, seed: int) -> None:
        lines = lines_of(whole_game(plain_table, seed))
        result = json.loads(lines[-1])["result"]
        for wrong in (
            {**result, "scores": [score + 1 for score in result["scores"]]},
            {**result, "returns": [value - 1 for value in result["returns"]]},
            {**result, "winners": [] if result["winners"] else [0]},
        ):
            assert code_of([*lines[:-1], json.dumps({"result": wrong})]) == "wrong_result"
        assert code_of([*lines[:-2], lines[-1]]) == "wrong_result"
        assert code_of(lines[:-1]) is None
        for damaged in (None, 3, {}, {"scores": [1]}):
            assert code_of([*lines[:-1], json.dumps({"result": damaged})]) == "bad_record"

    def test_header_that_is_not_ours(self, plain_table: Table) -> None:
        lines = lines_of(play_out(plain_table.setup(1), 1, SHORT))
        header = json.loads(lines[0])
        assert code_of([json.dumps({**header, "format": "redpip-record/2"}), *lines[1:]]) == "bad_format"
        assert code_of([json.dumps({**header, "rules": "0123456789abcdef"}), *lines[1:]]) == "other_rules"
        assert code_of([json.dumps({**header, "game": "ludo"}), *lines[1:]]) == "unknown_game"
        assert code_of([json.dumps({**header, "options": {"unheard_of": 1}}), *lines[1:]]) == "unknown_option"
        assert code_of([json.dumps({**header, "first": plain_table.seats}), *lines[1:]]) == "bad_first"
        assert code_of(lines[1:]) == "bad_format"
        assert code_of([]) == "bad_record"
        for name in header.keys() - {"format", "rules"}:
            missing = {key: value for key, value in header.items() if key != name}
            assert code_of([json.dumps(missing), *lines[1:]]) == "bad_record", name

    def test_record_of_another_rules_version(self, plain_table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        lines = lines_of(play_out(plain_table.setup(1), 1, SHORT))
        monkeypatch.setattr(plain_table.game.rules, "version", plain_table.game.rules.version + 1)
        assert code_of(lines) == "other_rules"

    def test_record_with_another_seed(self, plain_table: Table) -> None:
        playout = play_out(plain_table.setup(1), 1, SHORT)
        lines = lines_of(playout)
        first_throw = next(number for number, event in enumerate(playout.events, 1) if isinstance(event, Thrown))
        assert refused_at([edited(lines[0], seed="another"), *lines[1:]]) == first_throw

    def test_record_with_another_option(self, plain_table: Table) -> None:
        lines = lines_of(play_out(plain_table.setup(1), 1, SHORT))
        options = json.loads(lines[0])["options"]
        for option in plain_table.game.options.values():
            changed = {**options, option.name: other_choice(option, options.get(option.name, option.default))}
            assert code_of([edited(lines[0], options=changed), *lines[1:]]) in (
                "other_rules",
                "bad_option",
                "bad_seats",
            )

    def test_garbled_record_is_a_problem_and_nothing_worse(self, plain_table: Table, seed: int) -> None:
        luck = Random(seed)
        record = record_of(play_out(plain_table.setup(seed), seed, most_events=30).play)
        for form in (to_jsonl, to_text):
            for _ in range(FEW):
                with suppress(Problem):
                    replay(read_record(garbled(form(record), luck)))

    def test_header_value_of_any_kind_is_a_problem_and_nothing_worse(self, plain_table: Table) -> None:
        lines = lines_of(play_out(plain_table.setup(1), 1, SHORT))
        for name in json.loads(lines[0]):
            for value in ANY_KIND:
                problem_of([edited(lines[0], **{name: value}), *lines[1:]])


def lines_of(playout: Playout) -> list[str]:
    """The header, then event number n at index n, then the result if there is one."""
    return to_jsonl(record_of(playout.play)).splitlines()


def problem_of(lines: list[str]) -> Problem | None:
    try:
        replay(load("\n".join(lines)))
    except Problem as problem:
        german, english = (common_words(language).problem(problem) for language in ("de", "en"))
        assert german != english
        return problem
    return None


def refused_at(lines: list[str]) -> int | None:
    """The number of the event that is refused; 0 where it is not an event."""
    problem = problem_of(lines)
    if problem is None:
        return None
    at = re.match(r"Event (\d+) does not fit", problem.message)
    return int(at[1]) if at else 0


def some_events(playout: Playout, kind: type, luck: Random) -> list[int]:
    """Numbers of events of this kind, with another event after each."""
    numbers = [number for number, event in enumerate(playout.events[:-1], 1) if isinstance(event, kind)]
    return luck.sample(numbers, min(FEW, len(numbers)))


def edited(line: str, **fields: Any) -> str:
    return json.dumps({**json.loads(line), **fields})


# ---- events


def other_dice(throw: str) -> str:
    """The same dice, each with its next face."""
    return throw.translate(str.maketrans("123456", "234561"))


def check_refused_not_before(lines: list[str], number: int) -> None:
    """Without some actions a record still makes sense. Where it does not, all before that place does."""
    at = refused_at(lines)
    if at:
        assert at >= number
        assert refused_at(lines[:at]) is None


# ---- header and result


def code_of(lines: list[str]) -> str | None:
    problem = problem_of(lines)
    return problem.code if problem else None


def other_choice(option: Option, value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value - 1 if value == option.most else value + 1
    if isinstance(value, str):
        return next(choice for choice in option.choices if choice != value)
    return [] if value else [True]


# ---- anything at all


def garbled(text: str, luck: Random) -> str:
    at = luck.randrange(len(text))
    changes: list[Callable[[], str]] = [
        lambda: text[:at],
        lambda: text[:at] + text[at + 1 :],
        lambda: text[:at] + luck.choice('0123456789{}[]":;,-=x \n') + text[at + 1 :],
        lambda: text[:at] + text[at:][:20] + text[at:],
    ]
    return luck.choice(changes)()


ANY_KIND: list[Any] = [None, True, 3, -1, "x", "", [], [3], ["x"], {}, {"x": 3}, [{}], [{"name": []}]]
