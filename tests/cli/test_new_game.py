"""``redpip new-game``: what it makes plays at once, keeps the contract, and takes nobody's place."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from plugins import register

from .conftest import full_after

Run = Callable[..., subprocess.CompletedProcess[str]]
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def package(tmp_path: Path, redpip: Run) -> Path:
    done = redpip("new-game", "long_dash")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "A small game is in long_dash. Go on with:"
    return tmp_path / "long_dash"


def path_of(package: Path) -> dict[str, str]:
    """An environment in which it is installed."""
    register(package / "site", package.name)
    return {"PYTHONPATH": f"{package / 'site'}:{package / 'src'}"}


def test_package_plays_in_the_terminal_in_both_languages(package: Path, redpip: Run) -> None:
    env = path_of(package)
    for lang, words in (("en", "Player, playing to 50"), ("de", "Spieler, gespielt wird bis 50")):
        done = redpip(
            "play", "long_dash", "--seed", "1", "--first", "1", "--lang", lang, typed="?\nroll\nq\n", set_env=env
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert words in done.stdout
    done = redpip("simulate", "long_dash", "--games", "5", "--processes", "1", "--json", set_env=env)
    assert json.loads(done.stdout)["games"] == 5
    assert redpip("rules", "long_dash", set_env=env).stdout.startswith("# Long Dash")


def test_package_keeps_the_contract_by_its_own_tests(package: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-k", "ends or scene or description or rules"],
        cwd=package,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_package_names_itself_alone(package: Path) -> None:
    for file in package.rglob("*"):
        if file.is_file() and file.suffix in (".py", ".md", ".toml", ".svg"):
            assert "template" not in file.read_text("utf-8").lower(), file
    assert (package / "src" / "long_dash" / "art" / "long_dash.svg").exists()


def test_contributors_are_shown_the_test_that_it_comes_with(package: Path) -> None:
    made = (package / "tests" / "test_contract.py").read_text("utf-8").replace("long_dash", "my_game")
    assert made.partition("\n\n")[2] in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


HOUSE = """
import sys
import redpip.games
redpip.games.__path__.append(sys.argv[1])
from redpip.cli import main
sys.argv[1:] = sys.argv[2:]
main()
"""


def test_game_of_the_house_plays_where_it_is(tmp_path: Path, redpip: Run) -> None:
    done = redpip("new-game", "dash", "--house", "--folder", "rooms", "--json")
    assert json.loads(done.stdout) == {"game": "dash", "folder": "rooms/dash"}
    assert not (tmp_path / "rooms" / "dash" / "pyproject.toml").exists()
    assert "from redpip.games.dash.rules import DashRules" in (tmp_path / "rooms/dash/__init__.py").read_text("utf-8")
    command = [sys.executable, "-c", HOUSE, "rooms", "simulate", "dash", "--games", "3", "--processes", "1", "--json"]
    played = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(played.stdout)["games"] == 3


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("My Game", "A game's name is a word of small letters, digits and _, not 'My Game'."),
        ("class", "not 'class'."),
        ("spicy", "There is a game 'spicy' already."),
        ("chili", "There is a game 'chili' already."),
        ("json", "There is a Python package 'json' already."),
    ],
)
def test_bad_name(name: str, told: str, tmp_path: Path, inside: Run) -> None:
    done = inside("new-game", name)
    assert done.returncode == 2
    assert told in done.stderr
    assert not (tmp_path / name).exists()


def test_folder_that_is_there_is_left_alone(tmp_path: Path, inside: Run) -> None:
    (tmp_path / "dash").mkdir()
    done = inside("new-game", "dash", "--lang", "de")
    assert done.returncode == 1
    assert done.stderr == "redpip: dash gibt es schon.\n"
    assert list((tmp_path / "dash").iterdir()) == []


def test_half_a_game_is_none(tmp_path: Path, redpip: Run) -> None:
    done = redpip("new-game", "long_dash", preexec_fn=full_after(700))
    assert (done.returncode, done.stderr) == (1, "redpip: long_dash cannot be written: File too large.\n")
    assert not (tmp_path / "long_dash").exists()
