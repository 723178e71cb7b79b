"""A simulation gives the same result however it is cut up: by processes, or by Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE

COMMAND = Path(sys.executable).with_name("redpip")

Run = Callable[..., subprocess.CompletedProcess[str]]
PLAN = ["simulate", "spicy", "--players", "bot:greedy,bot:random", "--games", "102", "--seed", "1"]


def test_any_number_of_processes(redpip: Run) -> None:
    results = {redpip(*PLAN, "--processes", str(number), "--json").stdout for number in (1, 2, 3)}
    assert len(results) == 1
    data = json.loads(results.pop())
    assert (data["games"], data["seed"]) == (102, "1")
    for player in data["players"]:
        assert sum(bar["games"] for bar in player["histogram"]) == 102
        assert set(player["quantiles"]) == {"1", "5", "25", "50", "75", "95", "99"}
        assert player["standard_error"] > 0
    greedy, chance = data["players"]
    assert greedy["mean"] > chance["mean"] + 100
    assert greedy["wins"] + chance["wins"] == 102


def test_a_page_to_read(inside: Run) -> None:
    done = inside(*PLAN[:-4], "--games", "10", "--seed", "two words", "--lang", "de")
    assert done.returncode == 0
    assert done.stdout.startswith("10 Spiele Spicy Dice, Startwert two words\n\nGreedy  gewinnt ")
    assert done.stderr == ""


def test_another_seed_another_result(inside: Run) -> None:
    results = [inside(*PLAN[:-4], "--games", "10", "--json", *seed).stdout for seed in ([], [], ["--seed", "2"])]
    assert len({json.dumps(json.loads(text)["players"]) for text in results}) == 3


def test_interrupted_and_taken_up(redpip: Run, terminal: Any) -> None:
    words, progress, screen = _interrupted(terminal)
    assert "\x1b[?25h" in screen.raw[screen.raw.rfind("\x1b[?25l") :]  # the cursor is there again
    going_on = redpip(*words, "--json")
    assert going_on.returncode == 0
    plain = [word for word in words if word != "--resume"]
    assert going_on.stdout == redpip(*plain, "--json", "--processes", "1").stdout
    assert f"Stopped after {progress} of " in screen.text
    again = redpip(*words)
    assert again.returncode == 1
    assert again.stderr == "redpip: There is no interrupted simulation of these games to go on with.\n"


def _interrupted(terminal: Any) -> tuple[list[str], int, Any]:
    """A simulation stopped by Ctrl-C, on a machine however fast: the words of the command that goes on."""
    for games in (1000, 4000, 16000, 64000):
        screen = terminal("simulate", "spicy", "--players", "bot:random", "--games", str(games), "--processes", "2")
        _wait_for_progress(screen, games)
        screen.send("\x03")
        if screen.finish() == 3:
            command = screen.text.split("Go on with:\n", 1)[1].strip()
            progress = int(screen.text.split("Stopped after ", 1)[1].split()[0])
            assert 0 < progress < games
            words = shlex.split(command)
            assert words[0] == "redpip"
            assert "--resume" in words
            assert "--seed" in words
            return words[1:], progress, screen
    raise AssertionError("too fast to be interrupted")


def _wait_for_progress(screen: Any, games: int) -> None:
    screen.wait_for(lambda: re.search(rf"[1-9]\d*/{games}", screen.text), "progress")


def test_a_worker_that_dies_stops_it(terminal: Any) -> None:
    screen = terminal("simulate", "spicy", "--players", "bot:random", "--games", "100000", "--processes", "2")
    _wait_for_progress(screen, 100000)
    os.kill(_children(screen.process.pid)[0], signal.SIGKILL)
    assert screen.finish() == 3
    assert "Traceback" not in screen.text
    assert "Go on with:\n  redpip simulate spicy" in screen.text


def _children(parent: int) -> list[int]:
    tasks = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def test_no_folder_for_the_progress(terminal: Any, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    words = ["simulate", "spicy", "--players", "bot:random", "--games", "100000", "--processes", "2"]
    screen = terminal(*words, set_env={"REDPIP_STATE_DIR": "taken/state"})
    _wait_for_progress(screen, 100000)
    screen.send("\x03")
    assert screen.finish() == 1
    assert "Traceback" not in screen.text
    assert "redpip: The progress could not be kept in taken/state/simulations/" in screen.text


CHEATING = """
from dataclasses import replace
from redpip.core.advice import BotKind
from redpip.games.hot import GAME as HOT

class Cheat:
    def __init__(self, rules, seat, luck):
        self._rules = rules

    def choose(self, view, options):
        return self._rules.parse("bank")

class Broken(Cheat):
    def choose(self, view, options):
        raise LookupError("no idea")

bots = {**HOT.bots, "cheat": BotKind("cheats", Cheat), "broken": BotKind("breaks", Broken)}
GAME = replace(HOT, id="cheating", bots=bots)
"""


@pytest.fixture
def cheating(tmp_path: Path) -> dict[str, str]:
    """The environment with a game installed whose bots are no good."""
    place = tmp_path / "installed"
    facts = place / "cheating-1.0.dist-info"
    facts.mkdir(parents=True)
    (place / "cheating.py").write_text(CHEATING)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: cheating\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[redpip.games]\ncheating = cheating:GAME\n")
    return {"PYTHONPATH": str(place)}


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_bot_that_cheats_is_named(processes: str, redpip: Run, cheating: dict[str, str]) -> None:
    words = ["--games", "200", "--seed", "1", "--processes", processes]
    done = redpip("simulate", "cheating", "--players", "bot:cool,bot:cheat", *words, set_env=cheating)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.match(r"redpip: Game \d+, seed 1/\d+: The bot of player 2 chose 'bank', which is", done.stderr)
    assert done.stderr.endswith(": Roll first.\n")
    done = redpip("simulate", "cheating", "--players", "bot:broken", *words, "--json", set_env=cheating)
    assert done.returncode == 1
    error = json.loads(done.stderr)["error"]
    assert error["code"] == "bot_failed"
    assert error["message"].endswith("The bot of player 1 failed: LookupError: no idea")


def test_workers_end_with_their_parent(tmp_path: Path, env: dict[str, str]) -> None:
    # not on a terminal, which would end them itself
    words = ["simulate", "spicy", "--players", "bot:random", "--games", "1000000", "--processes", "3"]
    with subprocess.Popen([COMMAND, *words], cwd=tmp_path, env=env, start_new_session=True) as parent:
        while len(_children(parent.pid)) < 3:
            assert parent.poll() is None
            time.sleep(0.01)
        workers = [os.pidfd_open(pid) for pid in _children(parent.pid)]
        parent.kill()
    still = [worker for worker in workers if not select.select([worker], [], [], PATIENCE)[0]]
    for worker in workers:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(worker, signal.SIGKILL)
        os.close(worker)
    assert not still


def test_no_more_processes_than_help(redpip: Run) -> None:
    most = 4 * (os.cpu_count() or 1)
    done = redpip(*PLAN, "--processes", str(most + 1))
    assert (done.returncode, done.stdout) == (2, "")
    said = f"redpip: At most {most} processes run here, 4 for each core; got {most + 1}.\n"
    assert done.stderr == said
