"""Records are checked event by event and pass between their two forms without loss."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from redpip.core.record import Record
from redpip.core.transcript import read_record, to_jsonl

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def record(inside: Run) -> str:
    """A game of Extra Spicy between a bot that holds dice and one that does anything."""
    words = ["--players", "bot:greedy,bot:random+junior", "--preset", "extra", "--seed", "7", "--option", "bonus=10"]
    return inside("play", "spicy", *words, "--first", "Greedy", "--no-save", "--json").stdout


def test_replay_tells_the_game_again(record: str, redpip: Run, tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text(record)
    done = redpip("replay", "game.jsonl")
    assert done.returncode == 0
    count = len(record.splitlines()) - 2  # all but the header and the result
    assert done.stdout.endswith(f"The record is sound: {count} events, and the result is what they come to.\n")
    data = json.loads(redpip("replay", "-", "--json", typed=record).stdout)
    assert data["events"] == count
    assert data["header"] == json.loads(record.splitlines()[0])
    assert data["result"] == json.loads(record.splitlines()[-1])["result"]


def test_both_forms_say_the_same(record: str, inside: Run) -> None:
    text = inside("convert", "-", typed=record).stdout
    assert text.startswith('[format "redpip-record/1"]\n[game "spicy"]\n')
    assert inside("convert", "-", "--to", "jsonl", typed=text).stdout == record
    assert inside("convert", "-", "--to", "text", typed=text).stdout == text
    assert inside("replay", "-", typed=text).stdout == inside("replay", "-", typed=record).stdout


def test_a_record_that_stops_early_is_sound_so_far(record: str, inside: Run) -> None:
    early = "".join(record.splitlines(keepends=True)[:20])
    done = inside("replay", "-", typed=early)
    assert done.returncode == 0
    assert done.stdout.endswith("The record is sound: 19 events. The game is not over.\n")


def with_line(number: int, **changes: object) -> Callable[[list[str]], list[str]]:
    def change(lines: list[str]) -> list[str]:
        return [*lines[:number], json.dumps(json.loads(lines[number]) | changes), *lines[number + 1 :]]

    return change


SPOILED = {
    "no record": (lambda _: [], "The record is empty; its first line should be a header."),
    "another version": (
        with_line(0, format="redpip-record/2"),
        "This is not a record we can read: its format is 'redpip-record/2', not 'redpip-record/1'.",
    ),
    "another file": (lambda _: ['{"name": "something else"}'], "This is no record: its first line should say"),
    "other rules": (with_line(0, rules="0123456789abcdef"), "The record was played by other rules (0123456789abcdef)"),
    "other options": (with_line(0, options={"bonus": 9}), "The record was played by other rules"),
    "unknown option": (with_line(0, options={"bonsu": 9}), "There is no option 'bonsu'. Did you mean 'bonus'?"),
    "unknown game": (with_line(0, game="solitaire"), "There is no game 'solitaire'. There are: "),
    "unknown preset": (with_line(0, preset="clasic"), "There is no preset 'clasic'. Did you mean 'classic'?"),
    "option of another kind": (with_line(0, options={"bonus": "x"}), "Option bonus cannot be 'x'; it takes a whole"),
    "no first": (
        lambda lines: [lines[0].replace('"first"', '"fist"'), *lines[1:]],
        "The header is damaged: it has no first.",
    ),
    "another kind of game": (
        with_line(0, game=["spicy"]),
        "The header is damaged at game: Expected a text, found ['spicy'].",
    ),
    "another kind of players": (
        with_line(0, players=None),
        "The header is damaged at players: Expected a list, found None.",
    ),
    "a player without a name": (
        with_line(0, players=["Mia"]),
        "The header is damaged: each of its players is an object with a name.",
    ),
    "true is no seat": (
        with_line(1, seat=True),
        "Event 1: This is neither a throw, an action, a noted turn nor a step back",
    ),
    "no JSON": (lambda lines: [*lines[:5], "{", *lines[6:]], "Line 6 is not a JSON object: '{'."),
    "malformed dice": (with_line(2, throw="42x425"), "Event 2: Dice are six characters in die order"),
    "malformed action": (with_line(1, do="dance"), "Event 1: "),
    "other dice": (with_line(2, throw="111111"), "Event 2 does not fit: These are not the dice"),
    "another seat": (with_line(1, seat=1), "Event 1 does not fit"),
    "another action": (with_line(1, do="score RUN"), "Event 1 does not fit: Roll the dice first."),
    "a line too few": (lambda lines: lines[:9] + lines[10:], "Event 9 does not fit"),
    "an event too many": (lambda lines: [*lines[:9], '{"dance": 1}', *lines[9:]], "Event 9: This is neither a throw"),
    "another result": (
        lambda lines: [*lines[:-1], '{"result": {"scores": [1, 2], "returns": [1, 2], "winners": [1]}}'],
        "is not what the game came to.",
    ),
}


@pytest.mark.parametrize(("spoil", "sentence"), SPOILED.values(), ids=list(SPOILED))
def test_a_spoiled_record_is_refused(
    spoil: Callable[[list[str]], list[str]], sentence: str, record: str, inside: Run
) -> None:
    done = inside("replay", "-", typed="\n".join(spoil(record.splitlines())) + "\n")
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("redpip: ")
    assert sentence in line


@pytest.mark.parametrize("verb", ["replay", "convert", "verify-dice", "import"])
def test_a_record_of_an_unknown_game_is_no_wrong_usage(verb: str, record: str, inside: Run, tmp_path: Path) -> None:
    (tmp_path / "ludo.jsonl").write_text(record.replace('"game":"spicy"', '"game":"ludo"'))
    done = inside(verb, "ludo.jsonl", *(["--data", "tables.sqlite"] if verb == "import" else []))
    assert done.returncode == 1
    named = "ludo.jsonl: " if verb == "import" else ""  # it takes several files
    assert done.stderr.startswith(f"redpip: {named}There is no game 'ludo'. There are: ")


def test_a_text_nested_too_deep_is_refused(inside: Run) -> None:
    done = inside("replay", "-", typed=f"[format {'[' * 10_000}]\n")
    assert done.returncode == 1
    assert done.stderr.startswith("redpip: Line 1 holds '[[[")


GERMAN = {
    "a line": (lambda lines: [*lines[:5], "{", *lines[6:]], "Zeile 6 ist kein JSON-Objekt: '{'."),
    "a problem in an event": (
        with_line(2, throw="111111"),
        "Ereignis 2 passt nicht: Das sind nicht die Würfel, die der Startwert der Aufzeichnung ergibt.",
    ),
    "what the game refuses": (with_line(1, do="score RUN"), "Ereignis 1 passt nicht: Wirf zuerst die Würfel."),
    "what nobody knows": (with_line(1, do="dance"), "Ereignis 1: 'dance' ist hier kein Zug."),
    "what kind of value": (
        with_line(0, first="1"),
        "Der Kopf ist bei first beschädigt: Erwartet: eine ganze Zahl, gefunden: 1.",
    ),
}


@pytest.mark.parametrize(("spoil", "sentence"), GERMAN.values(), ids=list(GERMAN))
def test_a_spoiled_record_is_refused_in_german(
    spoil: Callable[[list[str]], list[str]], sentence: str, record: str, inside: Run
) -> None:
    done = inside("replay", "-", "--lang", "de", typed="\n".join(spoil(record.splitlines())) + "\n")
    assert done.returncode == 1
    assert done.stderr.startswith(f"redpip: {sentence}")


@pytest.fixture
def told(inside: Run) -> str:
    """Perfecto as the service tells it to a spectator before its end."""
    words = ["--players", "bot:odds,bot:random,bot:random", "--seed", "3", "--no-save", "--json"]
    record = read_record(inside("play", "perfecto", *words).stdout)
    seen = tuple(replace(entry, event=record.setup.rules.seen(entry.event, None)) for entry in record.entries[:-1])
    return to_jsonl(Record(replace(record.setup, seed=None), seen))


def test_a_record_that_keeps_secrets_can_be_read(told: str, inside: Run) -> None:
    text = inside("convert", "-", typed=told).stdout
    assert "= 6 in secret" in text
    assert "rolling " in text
    assert "side taken" in text
    assert inside("convert", "-", "--to", "jsonl", typed=text).stdout == told
    done = inside("replay", "-", typed=text)
    assert done.returncode == 0
    assert "rolls 6 dice in secret.\n" in done.stdout
    assert ": bid " in done.stdout
    count, secrets = len(told.splitlines()) - 1, sum('"throw"' in line for line in told.splitlines())
    assert f"The record was written before the end: {count} events, " in done.stdout
    assert done.stdout.endswith("Events checked, up to the first secret: 0.\n")
    data = json.loads(inside("replay", "-", "--json", typed=told).stdout)
    assert (data["events"], data["checked"], data["result"]) == (count, 0, None)
    assert data["secrets"] > secrets


def test_what_is_known_of_secrets_is_checked(told: str, inside: Run) -> None:
    lines = told.splitlines()
    for number, changes, sentence in (
        (1, {"seat": 3}, "Event 1: There is no seat 3."),
        (1, {"throw": 7}, "Event 1: This is neither a throw, an action, a noted turn nor a step back"),
        (0, {"seed": "3"}, "Event 1: This record may keep no secrets; a throw says what the dice show."),
    ):
        done = inside("replay", "-", typed="\n".join(with_line(number, **changes)(lines)))
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith(f"redpip: {sentence}")


def test_what_is_no_text_is_no_record(redpip: Run, tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xff")
    for words in (["replay", "picture"], ["convert", "-"]):
        done = redpip(*words, typed=b"\xff\xfe")
        assert done.returncode == 1
        assert done.stderr.endswith(" is not a text file.\n")
