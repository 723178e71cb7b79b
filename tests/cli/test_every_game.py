"""Every game and preset starts without a word about who plays, in the terminal and in a simulation."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable

import pytest

from redpip.core.catalog import all_games

Run = Callable[..., subprocess.CompletedProcess[str]]

every_preset = pytest.mark.parametrize(
    ("game", "preset"), [(game.id, name) for game in all_games().values() for name in game.presets]
)


@every_preset
def test_play(game: str, preset: str, inside: Run) -> None:
    done = inside("play", game, "--preset", preset, "--seed", "1", "--first", "1", typed="?\nhint\nq\n")
    assert done.returncode == 0, done.stderr
    assert "Player" in done.stdout
    assert re.search("bot:.* would play: |There is only one move: |Best is ", done.stdout)
    assert "The game is saved." in done.stdout


@every_preset
def test_simulate(game: str, preset: str, inside: Run) -> None:
    done = inside("simulate", game, "--preset", preset, "--seed", "1", "--games", "2", "--processes", "1", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 2
