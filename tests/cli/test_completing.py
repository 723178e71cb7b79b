"""Tab in the shell, as bash asks for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


def completed(line: str, state: Path) -> set[str]:
    """What the shell would offer for the last word of this line."""
    words = line.split(" ")
    asked = {
        "_REDPIP_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
        "XDG_STATE_HOME": str(state),
    }
    program = "import sys; sys.argv = ['redpip']; from redpip.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", program], env={**os.environ, **asked}, capture_output=True, text=True)
    assert done.stderr == ""
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("redpip play sp", {"spicy"}),
        ("redpip play ch", {"chili"}),
        ("redpip rules per", {"perfecto"}),
        ("redpip learn di", {"diangle"}),
        ("redpip play spicy --preset e", {"extra", "extra-junior"}),
        ("redpip play spicy --players Mia,bot:gr", {"Mia,bot:greedy"}),
        ("redpip play spicy --option zero_r", {"zero_roll_turns="}),
        ("redpip play nothing --preset e", set()),
        ("redpip resume ", set()),
    ],
)
def test_tab_offers_what_fits(line: str, offered: set[str], tmp_path: Path) -> None:
    assert completed(line, tmp_path) == offered


def test_tab_offers_saved_games(tmp_path: Path) -> None:
    play = [sys.executable, "-m", "redpip", "play", "spicy", "--players", "Mia"]
    subprocess.run(play, input="", env={**os.environ, "XDG_STATE_HOME": str(tmp_path)}, capture_output=True, text=True)
    assert len(completed("redpip resume ", tmp_path)) == 1
