"""Games of other packages: a broken one is left out and named, and everything else goes on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from patience import PATIENCE
from plugins import SOUND, install
from redpip.core.catalog import all_games

COMMAND = Path(sys.executable).with_name("redpip")
Run = Callable[..., subprocess.CompletedProcess[str]]

OURS = [*all_games()]
BROKEN = {
    "missing": ("import nothing_of_that_name\n", "No module named 'nothing_of_that_name' ("),
    "wrong": ("GAME = = 3\n", "SyntaxError: "),
    "leaving": ("raise SystemExit(7)\n", "SystemExit: 7"),
    "nameless": ("", "AttributeError: "),
    "number": ("GAME = 3\n", "3 is no Game."),
    "double": (SOUND + 'GAME = replace(GAME, id="spicy")\n', "There is a game 'spicy' already."),
    "posing": (SOUND + 'GAME = replace(GAME, id="chili")\n', "There is a game 'chili' already."),
    "edition": (
        SOUND + 'GAME = replace(GAME, presets={"chili": replace(GAME.presets["classic"], edition="Mine")})\n',
        "There is a game 'chili' already.",
    ),
    "shouting": (SOUND + 'GAME = replace(GAME, id="../Loud")\n', "not '../Loud'."),
    "folderless": (SOUND + 'GAME = replace(GAME, folder=Path("/nowhere"))\n', "There is no RULES.md in /nowhere."),
    "botless": (SOUND + "GAME = replace(GAME, bots={})\n", "There is no bot 'random'."),
    "homeless": (SOUND + 'GAME = replace(GAME, house_bot="absent")\n', "There is no bot 'absent'."),
    "empty": (SOUND + "GAME = replace(GAME, presets={})\n", "There is no preset"),
    "ruleless": (SOUND + "GAME = replace(GAME, rules=dict)\n", "TypeError: "),
    "optioned": (
        SOUND + 'GAME = replace(GAME, presets={"one": replace(GAME.presets["classic"], options={"no": 1})})\n',
        "There is no option 'no'.",
    ),
    "speechless": (SOUND + "GAME = replace(GAME, page_texts=None)\n", "TypeError: "),
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return tmp_path / "site"


@pytest.fixture
def with_plugins(site: Path, redpip: Run) -> Run:
    def run(*words: str, **how: object) -> subprocess.CompletedProcess[str]:
        return redpip(*words, set_env={"PYTHONPATH": str(site)}, **how)

    return run


def test_broken_plugins_are_named_and_left_out(site: Path, with_plugins: Run) -> None:
    for name, (source, _) in BROKEN.items():
        install(site, name, source)
    install(site, "sound")
    done = with_plugins("games", "--json")
    assert done.returncode == 0
    listed = {game["game"]: game for game in json.loads(done.stdout)}
    assert set(listed) == {*OURS, "sound"}
    assert listed["spicy"]["name"] == "Spicy Dice"
    told = done.stderr.splitlines()
    assert len(told) == len(BROKEN), done.stderr  # each once
    for name, (_, reason) in BROKEN.items():
        (line,) = [
            line for line in told if line.startswith(f"redpip: The plug-in {name} ({name}-dice 1.0) is left out: ")
        ]
        assert reason in line


def test_fault_is_told_in_german_and_explains_why_a_game_is_unknown(site: Path, with_plugins: Run) -> None:
    install(site, "missing", *BROKEN["missing"][:1])
    done = with_plugins("rules", "missing", "--lang", "de")
    assert done.returncode == 2
    told, refused = done.stderr.splitlines()
    assert told.startswith("redpip: Das Plug-in missing (missing-dice 1.0) wird übergangen: ")
    assert refused.startswith("redpip: Es gibt kein Spiel 'missing'.")
    assert f"{site}/missing/__init__.py, Zeile 1" in refused


def test_plugin_without_rules_to_read_is_left_out(site: Path, with_plugins: Run) -> None:
    install(site, "silent", rules=None)
    done = with_plugins("play", "spicy", "--seed", "1", typed="q\n")
    assert done.returncode == 0
    assert "There is no RULES.md in " in done.stderr


def test_nothing_is_loaded_where_no_game_is_asked_for(site: Path, with_plugins: Run) -> None:
    install(site, "missing", *BROKEN["missing"][:1])
    assert with_plugins("--help").stderr == ""


def test_two_of_one_name_are_one_game(site: Path, with_plugins: Run) -> None:
    install(site, "one", SOUND.replace("{name}", "same"))
    install(site, "two", SOUND.replace("{name}", "same"))
    done = with_plugins("games")
    assert "The plug-in two (two-dice 1.0) is left out: There is a game 'same' already." in done.stderr
    assert done.stdout.count("(same)") == 1


def test_game_without_german_is_played_in_english(site: Path, with_plugins: Run) -> None:
    install(site, "sound")
    done = with_plugins("games", "--lang", "de")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Other Dice (sound), 1 oder mehr Personen\n  Like another.\n" in done.stdout
    assert with_plugins("rules", "sound", "--lang", "de").stdout.startswith("# Other Dice")
    done = with_plugins("play", "sound", "--lang", "de", "--seed", "1", "--first", "1", typed="roll\nq\n")
    assert done.returncode == 0
    assert "Das Spiel ist gespeichert." in done.stdout  # what is no game's own word is German still


def test_simulation_in_other_processes_does_not_tell_it_again(site: Path, with_plugins: Run) -> None:
    install(site, "missing", *BROKEN["missing"][:1])
    done = with_plugins("simulate", "hot", "--games", "40", "--processes", "2", "--seed", "1", "--json")
    assert done.returncode == 0
    assert done.stderr.count("The plug-in missing") == 1


def test_service_goes_on_without_the_broken_and_in_english(site: Path, env: dict[str, str]) -> None:
    install(site, "missing", *BROKEN["missing"][:1])
    install(site, "sound")
    with served(env | {"PYTHONPATH": str(site)}) as (url, told):
        games = {game["game"]: game for game in json.loads(page(f"{url}/api/v1/games"))}
        assert games["sound"]["about"] == "Like another."
        assert set(games) == {*OURS, "sound"}
        assert "Other Dice" in page(f"{url}/")
        assert "Roll on." in page(f"{url}/rules/sound")
    assert "".join(told).count("The plug-in missing (missing-dice 1.0) is left out: ") == 1
    assert "Traceback" not in "".join(told)


def page(url: str) -> str:
    with urlopen(Request(url, headers={"Accept-Language": "de"})) as answer:
        text: str = answer.read().decode()
        return text


@contextmanager
def served(env: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    """The service's address; what it logged once it has ended."""
    command = [COMMAND, "serve", "--port", "0", "--no-browser", "--data", f"{env['HOME']}/tables.sqlite"]
    process = subprocess.Popen(command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    told: list[str] = []
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[3].rstrip("/"), told
    finally:
        process.send_signal(signal.SIGINT)
        told += process.communicate(timeout=PATIENCE)
