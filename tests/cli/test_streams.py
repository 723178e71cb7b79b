"""Standard streams of every kind: full, closed, without colours, in another encoding."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
COMMANDS = {
    "games": ["games"],
    "games as data": ["games", "--json"],
    "rules": ["rules", "spicy"],
    "simulation": ["simulate", "spicy", "--games", "2"],
    "help": ["--help"],
}


def complaint(text: str) -> str:
    """The one sentence on standard error, in either form."""
    (line,) = text.splitlines()
    return json.loads(line)["error"]["message"] if line.startswith("{") else line.removeprefix("redpip: ")


@pytest.mark.parametrize("words", COMMANDS.values(), ids=list(COMMANDS))
def test_no_room_for_the_output(words: list[str], redpip: Run) -> None:
    with Path("/dev/full").open("wb") as full:
        done = redpip(*words, stdout=full)
    assert done.returncode == 1
    assert complaint(done.stderr) == "The output cannot be written: No space left on device."


@pytest.mark.parametrize("words", COMMANDS.values(), ids=list(COMMANDS))
def test_a_closed_pipe(words: list[str], redpip: Run) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = redpip(*words, stdout=writer)
    finally:
        os.close(writer)
    assert done.returncode == 1
    assert complaint(done.stderr) == "The output cannot be written: Broken pipe."


@pytest.mark.parametrize("target", ["pipe", "/dev/full"])
def test_a_game_that_nobody_can_read_is_saved(target: str, redpip: Run, saved: Callable[[], Path]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    out = writer if target == "pipe" else os.open(target, os.O_WRONLY)
    done = redpip("play", "spicy", "--players", "Mia", "--seed", "5", typed="r\nr 1\n", stdout=out)
    os.close(out)
    assert done.returncode == 1
    assert done.stderr == f"The game is saved. Go on with: redpip resume {saved().stem}\n"
    assert redpip("resume", saved().stem, typed="r\nq\n").returncode == 0


def test_closed_standard_streams(redpip: Run) -> None:
    done = redpip("games", preexec_fn=lambda: os.close(1))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    done = redpip("play", "spicy", "--players", "Mia", preexec_fn=lambda: os.close(0))
    assert done.returncode == 3
    assert "The game is saved." in done.stdout
    assert redpip("play", "nosuch", preexec_fn=lambda: os.close(2)).returncode == 2


def test_an_old_encoding_replaces_what_it_lacks(redpip: Run) -> None:
    old = {"PYTHONIOENCODING": "ascii"}
    done = redpip("play", "spicy", "--players", "Zoë", "--lang", "de", typed="r\nq\n", set_env=old)
    assert done.returncode == 0
    assert "Zo? wirft" in done.stdout


@pytest.mark.parametrize("words", [["games"], ["rules", "chili"], ["play", "spicy", "--players", "Mia,bot:greedy"]])
def test_no_escape_codes_in_a_pipe(words: list[str], redpip: Run) -> None:
    done = redpip(*words, typed="r\n?\ns 1\nq\n", set_env={"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"})
    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize("set_env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
@pytest.mark.parametrize("words", [["games"], ["rules", "spicy"], ["play", "spicy", "--players", "Mia"]])
def test_no_colour_where_none_is_wanted(words: list[str], set_env: dict[str, str], terminal: Any) -> None:
    screen = terminal(*words, set_env=set_env)
    if words[0] == "play":
        screen.answer("> ", "r")
        screen.answer("> ", "q")
    assert screen.finish() == 0
    assert "\x1b" not in screen.raw


def test_colour_on_a_terminal(terminal: Any) -> None:
    screen = terminal("games")
    assert screen.finish() == 0
    assert "\x1b[1mSpicy Dice" in screen.raw
