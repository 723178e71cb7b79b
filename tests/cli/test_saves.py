"""A game is on the disk before it is on the screen: stopping it in any way loses nothing that was shown."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from redpip.core.problem import Problem
from redpip.term.saves import load_game

from .conftest import full_after

COMMAND = Path(sys.executable).with_name("redpip")
Run = Callable[..., subprocess.CompletedProcess[str]]
Saved = Callable[[], Path]

BOXES = ["1", "2", "3", "4", "5", "6", "RUN", "SET", "SUM", "RED"]
SOLO = ("play", "spicy", "--players", "Mia", "--seed", "5")
# a whole game for Mia, two of its turns with a second roll
TYPED = [command for box in BOXES for command in ["r", *(["r 1 2"] if box in "36" else []), f"s {box}"]]


def lines(commands: Sequence[str]) -> str:
    return "".join(f"{command}\n" for command in commands)


# ---- stopping and going on


@pytest.mark.parametrize("opponent", ["", ",bot:greedy", ",bot:random"], ids=["alone", "a bot", "lots"])
def test_an_interrupted_game_is_the_same_game(opponent: str, inside: Run, saved: Saved) -> None:
    game = ("play", "spicy", "--players", f"Mia{opponent}", "--seed", "5", "--first", "Mia")
    assert inside(*game, typed=lines(TYPED)).returncode == 0
    whole = saved().read_text()
    saved().unlink()
    # the end of input comes in the middle of a turn, twice
    assert inside(*game, typed=lines(TYPED[:7])).returncode == 3
    assert inside("resume", typed=lines(TYPED[7:12])).returncode == 3
    done = inside("resume", saved().stem, typed=lines(TYPED[12:]))
    assert done.returncode == 0
    assert "The game goes on where it stopped." in done.stdout
    assert saved().read_text() == whole


def test_your_dice_do_not_depend_on_what_a_bot_does(inside: Run, saved: Saved) -> None:
    thrown = []
    for stop in (len(TYPED), 5):
        inside("play", "spicy", "--players", "Mia,bot:random", "--seed", "5", typed=lines(TYPED[:stop]))
        if stop < len(TYPED):
            inside("resume", typed=lines(TYPED[stop:]))
        events = [json.loads(line) for line in saved().read_text().splitlines()[1:]]
        thrown.append([event["throw"] for event in events if event.get("seat") == 0 and "throw" in event])
        saved().unlink()
    assert thrown[0] == thrown[1]


def test_leaving_and_the_end_of_input(inside: Run, saved: Saved) -> None:
    done = inside(*SOLO, typed="r\nq\n")
    assert done.returncode == 0
    assert done.stdout.endswith(f"The game is saved. Go on with: redpip resume {saved().stem}\n")
    done = inside("resume", typed="s 1\nr")
    assert done.returncode == 3
    assert done.stdout.endswith(f"The game is saved. Go on with: redpip resume {saved().stem}\n")
    done = inside("resume", "--list")
    assert done.stdout == f"{saved().stem}  Spicy Dice: Mia\n"
    assert [one["game"] for one in json.loads(inside("resume", "--list", "--json").stdout)] == [saved().stem]


def test_ctrl_c_at_the_prompt(terminal: Any, saved: Saved, redpip: Run) -> None:
    screen = terminal(*SOLO)
    screen.answer("> ", "r")
    screen.wait_for(lambda: screen.text.endswith("Mia> "), "prompt")
    screen.send("s 1")  # half a command is no command
    screen.wait_for(lambda: screen.text.endswith("s 1"), "echo")
    screen.interrupt()
    assert screen.finish() == 130
    assert screen.text.endswith(f"s 1\nThe game is saved. Go on with: redpip resume {saved().stem}\n")
    assert json.loads(saved().read_text().splitlines()[-1])["throw"]
    assert redpip("resume", typed="s 1\nq\n").returncode == 0


def test_ctrl_d_at_the_prompt(terminal: Any, saved: Saved) -> None:
    screen = terminal(*SOLO)
    screen.answer("> ", "r")
    screen.wait_for(lambda: screen.text.endswith("Mia> "), "prompt")
    screen.send("\x04")
    assert screen.finish() == 3
    assert screen.text.endswith(f"The game is saved. Go on with: redpip resume {saved().stem}\n")


def test_without_saving(inside: Run, tmp_path: Path) -> None:
    done = inside(*SOLO, "--no-save", typed="r\n")
    assert done.returncode == 1
    assert done.stdout.endswith("The game was not saved.\n")
    assert not (tmp_path / "state").exists()


def test_a_game_that_is_over_stays_as_it_is(inside: Run, saved: Saved) -> None:
    assert inside(*SOLO, typed=lines(TYPED)).returncode == 0
    before = saved().read_bytes()
    done = inside("resume", saved().stem)
    assert done.returncode == 1
    assert done.stderr == f"redpip: The game {saved().stem} is over. See it again with: redpip replay {saved()}\n"
    assert saved().read_bytes() == before
    assert inside("resume", "--list").stdout == "There is no saved game to take up.\n"


def test_a_game_killed_before_its_result_was_written_gets_it(inside: Run, saved: Saved) -> None:
    assert inside(*SOLO, typed=lines(TYPED)).returncode == 0
    whole = saved().read_text()
    saved().write_text("".join(whole.splitlines(keepends=True)[:-1]))
    assert inside("resume", saved().stem).returncode == 0
    assert saved().read_text() == whole


def test_one_window_at_a_time(terminal: Any, redpip: Run, saved: Saved) -> None:
    screen = terminal(*SOLO)
    screen.answer("> ", "r")
    screen.wait_for(lambda: screen.text.endswith("Mia> "), "prompt")
    before = saved().read_bytes()
    done = redpip("resume", typed="s 1\n")
    assert done.returncode == 1
    assert done.stderr == f"redpip: The game {saved().stem} is being played in another window.\n"
    assert saved().read_bytes() == before
    screen.send("q\n")
    assert screen.finish() == 0


# ---- killing


@pytest.mark.parametrize("trial", range(5))
def test_killed_at_any_moment(trial: int, redpip: Run, saved: Saved, tmp_path: Path, env: dict[str, str]) -> None:
    count = random.Random(trial).randrange(1, 60)
    words = [COMMAND, "play", "spicy", "--players", "bot:random,bot:greedy", "--seed", str(trial), "--json"]
    with subprocess.Popen(words, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as game:
        assert game.stdout is not None
        shown = b"".join(game.stdout.readline() for _ in range(count))
        game.send_signal(signal.SIGKILL)
        shown += game.stdout.read()
    shown = shown[: shown.rfind(b"\n") + 1]
    assert shown.count(b"\n") >= count
    assert saved().read_bytes().startswith(shown)
    assert redpip("resume", saved().stem).returncode == 0
    assert saved().read_bytes().startswith(shown)
    assert redpip("replay", str(saved())).returncode == 0


def test_a_torn_last_line_is_dropped(inside: Run, saved: Saved, tmp_path: Path) -> None:
    inside("play", "spicy", "--players", "Zoë", "--seed", "5", typed=lines(TYPED[:6]))
    whole = saved().read_bytes()
    file = tmp_path / "torn.jsonl"
    for length in range(len(whole.splitlines(keepends=True)[0]), len(whole)):
        file.write_bytes(whole[:length])
        assert len(load_game(file).events) == whole[:length].count(b"\n") - 1
        assert file.read_bytes() == whole[:length]  # looking at a game does not change it
    *before, _roll, _throw = whole.splitlines(keepends=True)
    saved().write_bytes(whole[:-3])
    inside("resume", typed="q\n")
    assert saved().read_bytes() == whole  # a torn throw falls again as it fell
    saved().write_bytes(b"".join(before) + b'{"seat":0,"do":"ro')
    inside("resume", typed="q\n")
    assert saved().read_bytes() == b"".join(before)


def test_a_torn_header_is_no_game(tmp_path: Path, inside: Run, saved: Saved) -> None:
    inside(*SOLO, typed="r\n")
    header = saved().read_bytes().splitlines()[0]
    file = tmp_path / "torn.jsonl"
    for length in range(0, len(header), 17):
        file.write_bytes(header[:length])
        with pytest.raises(Problem, match="The record is empty"):
            load_game(file)


# ---- where nothing can be written


def test_a_full_disk_in_mid_game(redpip: Run, saved: Saved) -> None:
    done = redpip(*SOLO, typed=lines(TYPED), preexec_fn=full_after(700))  # the header and some events
    assert done.returncode == 1
    folder = saved().parent
    assert done.stderr == (
        f"redpip: The game cannot be saved in {folder}: File too large. What was saved before is intact. "
        "Choose another folder with REDPIP_STATE_DIR, or play with --no-save.\n"
    )
    kept = load_game(saved()).events
    assert 3 < len(kept) < len(TYPED)
    told = done.stdout.count("Mia rolls") + done.stdout.count("Mia writes")
    assert told <= len(kept)
    # with room again it goes on, to the game it would have been
    rest = TYPED[sum(hasattr(event, "action") for event in kept) :]
    assert redpip("resume", typed=lines(rest)).returncode == 0
    full = saved().read_text()
    saved().unlink()
    redpip(*SOLO, typed=lines(TYPED))
    assert saved().read_text() == full


def test_a_step_back_that_cannot_be_saved_ends_the_game(redpip: Run, saved: Saved) -> None:
    typed = ["r", "f 1>2", "u", "f 1>3", "s 1"]
    game = ("play", "spicy", "--players", "Mia", "--seed", "11")
    redpip(*game, typed=lines(typed[:2]))
    limit = saved().stat().st_size + 3
    saved().unlink()
    done = redpip(*game, typed=lines(typed), preexec_fn=full_after(limit))
    assert done.returncode == 1
    assert "cannot be saved" in done.stderr
    assert len(load_game(saved()).events) == 3


def unusable_folders() -> list[str]:
    places = ["taken/state"]  # there is a file of that name
    if Path("/proc/self").exists():
        places.append("/proc/redpip")  # not even root may make folders here
    if os.geteuid() != 0:
        places.append("locked/state")
    return places


@pytest.mark.parametrize("place", unusable_folders())
def test_an_unusable_state_folder(place: str, inside: Run, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    (tmp_path / "locked").mkdir(mode=0o500)
    where = {"REDPIP_STATE_DIR": place}
    done = inside(*SOLO, typed=lines(TYPED), set_env=where)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"redpip: The game cannot be saved in {place}/games: ")
    assert line.endswith("Choose another folder with REDPIP_STATE_DIR, or play with --no-save.")
    assert inside(*SOLO, "--no-save", typed=lines(TYPED), set_env=where).returncode == 0
    assert inside("resume", set_env=where).returncode == 1
    assert inside("resume", "--list", set_env=where).stdout == "There is no saved game to take up.\n"


# ---- records that are no saved games


def test_a_damaged_game_is_refused_where_it_is_damaged(inside: Run, saved: Saved) -> None:
    inside(*SOLO, typed=lines(TYPED[:6]))
    text = saved().read_text().splitlines(keepends=True)
    for spoiled, sentence in (
        (text[:2] + text[3:], "Event 2 does not fit"),
        ([*text[:3], "nonsense\n", *text[3:]], "Line 4 is not a JSON object: 'nonsense'."),
        ([text[0].replace("record/1", "record/9"), *text[1:]], "its format is 'redpip-record/9'"),
    ):
        saved().write_text("".join(spoiled))
        done = inside("resume", saved().stem)
        assert done.returncode == 1
        assert sentence in done.stderr
        assert saved().read_text() == "".join(spoiled)
        assert inside("resume", "--list").stdout == "There is no saved game to take up.\n"


def test_dice_from_outside_cannot_go_on(inside: Run, saved: Saved) -> None:
    inside(*SOLO, typed="r\n")
    saved().write_text(saved().read_text().replace('"seed":"5"', '"seed":null'))
    done = inside("resume", saved().stem)
    assert done.returncode == 1
    assert "without a seed it cannot go on here" in done.stderr
