"""Training at the keyboard: own games and the daily set, both languages, and a file that loses nothing."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from redpip.term import training

Run = Callable[..., subprocess.CompletedProcess[str]]
SMALL = ("--option", "boxes=1,RED", "--option", "rolls=3", "--option", "dice=2")
GAME = ("play", "spicy", "--players", "Mia", "--seed", "5", *SMALL)
PLAYED = "r\ns 1\nr\ns RED\n"  # two turns, each written at once


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets the day."""
    start = datetime(2026, 11, 16, 12, tzinfo=UTC)

    def on(day: int) -> None:
        monkeypatch.setattr(training, "clock", lambda: start + timedelta(days=day))

    return on


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / ".local" / "share" / "redpip" / "training.jsonl"


def test_a_mistake_of_an_own_game_is_met_again(inside: Run, clock: Callable[[int], None]) -> None:
    clock(0)
    inside(*GAME, typed=PLAYED)
    first, last = json.loads(inside("train", "--list", "--json").stdout)
    assert (first["played"], first["answers"], first["due"]) == ("score 1", 0, None)
    told = inside("train", "--game", "spicy", typed="nonsense\n?\n\nu\ns 1\ns RED\nq\n").stdout
    assert "From your game spicy-" in told
    assert "'nonsense' is not a move here." in told
    assert "u            begin the decision anew" in told
    assert "Box 1 is written already." in told  # the latest mistake is asked first
    assert "Mistake: that costs 13.8 points.\n" in told
    assert "Best is roll all dice.\n" in told
    assert "It comes back in 1 day.\n" in told
    first, last = json.loads(inside("train", "--list", "--json").stdout)
    assert (first["answers"], last["answers"], last["due"][:10]) == (0, 1, "2026-11-17")
    clock(1)
    answer = json.loads(inside("train", "--game", "spicy", "--json", typed="r 1 2\n").stdout)
    assert (answer["card"], answer["cost"], answer["mark"]) == (last["id"], 0, None)
    assert answer["due"] > "2026-11-18"
    new, answered = inside("train", "--list").stdout.splitlines()
    assert new.startswith("new ")
    assert answered.startswith("in ")


def test_statistics_know_the_game_and_look_at_it_once(inside: Run, kept: Path) -> None:
    assert "No game was looked at yet" in inside("stats").stdout
    inside(*GAME, typed=PLAYED)
    told = inside("stats").stdout
    assert "Spicy Dice · Classic" in told
    assert "expected + luck − cost = result" in told
    before = kept.read_bytes()
    (standing,) = json.loads(inside("stats", "--json").stdout)
    assert kept.read_bytes() == before
    means = standing["means"]
    assert means["games"] == 1
    assert means["result"] == pytest.approx(means["expected"] + means["luck"] - means["cost"])
    assert "Spiele" in inside("stats", "--lang", "de").stdout


def test_the_daily_set_in_both_languages(inside: Run, clock: Callable[[int], None]) -> None:
    clock(0)
    told = inside("train", "--daily", typed="q\n")
    assert told.returncode == 0
    assert "From the daily set of 2026-11-16." in told.stdout
    german = inside("train", "--daily", "--lang", "de", typed="schluss\n").stdout
    assert "Was machst du hier?" in german
    assert "Aus den Tagesaufgaben vom 2026-11-16." in german


def test_the_end_of_input_keeps_every_answer(inside: Run, clock: Callable[[int], None], kept: Path) -> None:
    clock(0)
    first = inside("train", "--game", "spicy", "--daily", "--json", typed="r 1\n")
    assert first.returncode == 0
    (answer,) = map(json.loads, first.stdout.splitlines())
    assert [list(json.loads(line)) for line in kept.read_text().splitlines()] == [["format"], ["card"], ["answer"]]
    again = inside("train", "--game", "spicy", "--daily", "--json", typed="r 1\n")
    assert json.loads(again.stdout)["card"] != answer["card"]  # each once a day


def test_a_record_is_added_once_and_says_whose(inside: Run, tmp_path: Path) -> None:
    inside("play", "spicy", "--players", "Mia,Jo", "--first", "Mia", "--seed", "5", *SMALL, typed=PLAYED * 2)
    (path,) = (tmp_path / "state" / "games").glob("*.jsonl")
    assert inside("train", "--list", "--json").stdout == "[]\n"  # whose they are nobody knows
    asked = inside("train", "--add", str(path))
    assert (asked.returncode, "--seat" in asked.stderr) == (1, True)
    unknown = inside("train", "--add", str(path), "--seat", "Ann", "--json")
    assert json.loads(unknown.stderr)["error"]["code"] == "unknown_player"
    added = json.loads(inside("train", "--add", str(path), "--seat", "Mia", "--json").stdout)
    assert added["new"]
    assert added["cards"] == len(json.loads(inside("train", "--list", "--json").stdout)) > 0
    assert inside("train", "--add", str(path), "--seat", "1").stdout == "This game was looked at before.\n"


def test_what_cannot_be_learnt_from_gets_a_clear_word(inside: Run, tmp_path: Path) -> None:
    unfinished = tmp_path / "some.jsonl"
    inside(*GAME, typed="r\ns 1\nq\n")
    (path,) = (tmp_path / "state" / "games").glob("*.jsonl")
    unfinished.write_bytes(path.read_bytes())
    assert "The game is not over" in inside("train", "--add", "some.jsonl").stdout
    unfinished.write_text(path.read_text().replace('"rules":"', '"rules":"0'))
    assert "other rules" in inside("train", "--add", "some.jsonl").stderr
    unfinished.write_text("{")
    assert inside("train", "--add", "some.jsonl").returncode == 1
    assert json.loads(inside("train", "--seat", "1", "--json").stderr)["error"]["code"] == "bad_usage"
    poobah = json.loads(inside("train", "--daily", "--game", "poobah", "--json").stderr)
    assert poobah["error"]["code"] == "no_daily"


def test_a_damaged_file_is_set_aside_and_the_rest_goes_on(inside: Run, kept: Path) -> None:
    inside(*GAME, typed=PLAYED)
    inside("stats")
    header, *entries = kept.read_bytes().splitlines(keepends=True)
    damaged = b"".join([header, b'{"card":{"game":1}}\n', entries[0], b"\xff\x00 not JSON\n", *entries[1:], b'{"torn'])
    kept.write_bytes(damaged)
    told = inside("train", "--list", "--json")
    assert "2 of its lines could not be read" in told.stderr
    assert len(json.loads(told.stdout)) == len(entries) - 1  # all but the game itself are positions
    assert kept.with_suffix(".damaged-1.jsonl").read_bytes() == damaged
    assert kept.read_bytes() == b"".join([header, *entries])
    assert inside("train", "--list", "--json").stderr == ""


def test_a_training_of_another_version_is_left_alone(inside: Run, kept: Path) -> None:
    kept.parent.mkdir(parents=True)
    kept.write_text('{"format":"redpip-training/9"}\n{"new": 1}\n')
    told = inside("stats", "--json")
    assert json.loads(told.stderr)["error"]["code"] == "bad_format"
    assert kept.read_text() == '{"format":"redpip-training/9"}\n{"new": 1}\n'


def test_where_nothing_can_be_kept_nothing_is_asked(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = inside("train", "--daily", "--json", set_env={"REDPIP_DATA_DIR": str(tmp_path / "file" / "data")})
    assert json.loads(told.stderr)["error"]["code"] == "cannot_save"
    assert told.stdout == ""
