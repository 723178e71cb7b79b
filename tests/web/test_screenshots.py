"""What ``make screenshots`` leaves for a look at all pages and states."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .screenshots import DEVICES, LANGUAGES, THEMES

TESTS = Path(__file__).parents[1]


def taken(folder: Path, part: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "web.screenshots", str(folder), part]
    return subprocess.run(command, cwd=TESTS, capture_output=True, text=True, check=False)


def test_a_state_is_taken_in_every_dress(tmp_path: Path) -> None:
    done = taken(tmp_path, "nothing-here")
    assert done.returncode == 0, done.stderr
    names = {
        f"nothing-here-{device}-{theme}-{language}.png"
        for device in DEVICES
        for theme in THEMES
        for language in LANGUAGES
    }
    pictures = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert pictures.keys() == names
    assert len(set(pictures.values())) == len(names), "some look alike"


def test_a_name_that_is_none_is_refused(tmp_path: Path) -> None:
    done = taken(tmp_path, "no-such-state")
    assert done.returncode == 2
    assert "no state has 'no-such-state' in its name" in done.stderr
