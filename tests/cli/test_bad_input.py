"""Whatever is typed wrong on the command line gets one sentence and status 2; a file that is wrong, status 1."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

USAGE = {
    "game": ("play nosuch", "There is no game 'nosuch'. There are: "),
    "near game": ("play spicey", "There is no game 'spicey'. Did you mean 'spicy'?"),
    "loud game": ("play SPICY", "There is no game 'SPICY'. Did you mean 'spicy'?"),
    "game of rules": ("rules nosuch", "There is no game 'nosuch'. There are: "),
    "preset": ("play spicy --preset clasic", "There is no preset 'clasic'. Did you mean 'classic'?"),
    "option": ("play spicy --option bonsu=3", "There is no option 'bonsu'. Did you mean 'bonus'?"),
    "option where there is none": ("play two_of_three --option x=1", "There is no option 'x'. There are: none."),
    "option without value": ("play spicy --option bonus", "Options are written name=value; got 'bonus'."),
    "option no number": ("play spicy --option bonus=x", "Option bonus cannot be 'x'; it takes a whole number"),
    "option too big": ("play spicy --option rolls=100", "Option rolls cannot be '100'; it takes a whole number"),
    "option no choice": ("play spicy --option tie=me", "Option tie cannot be 'me'; it takes shared, fewer_rolls."),
    "option truth": ("play spicy --option extra=maybe", "Option extra cannot be 'maybe'; it takes false, true."),
    "bot": ("play spicy --players A,bot:gredy", "There is no bot 'gredy'. Did you mean 'greedy'?"),
    "switch": ("play spicy --players A+senior", "There is no switch for a player 'senior'. Did you mean 'junior'?"),
    "empty name": ("play spicy --players A,", "A player's name has 1 to 20 letters; got ''."),
    "long name": (f"play spicy --players {'A' * 21}", "A player's name has 1 to 20 letters; got"),
    "same name": ("play spicy --players A,A", "Two players are called 'A'; give each a name of their own."),
    "starter": ("play spicy --players A,B --first C", "There is no player 'C'. There are: A, B."),
    "seats": ("play chili --players A,B,C,D,E", "Chili Dice is for 1 to 4 players, not 5."),
    "seats of a preset": (
        "play perfecto --preset teams --players A,B",
        "Perfecto with the preset teams is for 4 players, not 2.",
    ),
    "more seats than can be drawn from": (
        f"play spicy --players {','.join(f'P{number}' for number in range(257))}",
        "Spicy Dice is for 1 to 256 players, not 257.",
    ),
    "match": ("play spicy --match 0", "A match is to 1 point or more."),
    "match alone": ("play spicy --players A --match 2", "A match needs two players or more."),
    "language": ("rules spicy --lang fr", "There is no language 'fr'. There are: en, de."),
    "language of a game": ("play spicy --lang fr", "There is no language 'fr'. There are: en, de."),
    "position": ("advise spicy 42442", "This is no position: Dice are six characters in die order"),
    "position that cannot be": ("advise spicy 424425_31", "No game comes to this position: of 30 rolls 31 cannot be"),
    "position as a turn begins": ("advise spicy -_31", "No game comes to this position: of 30 rolls 31 cannot be"),
    "position in JSON": ('advise spicy {"state":{}}', "This is no position: Expected an object with sheets"),
    "position too deep": ("advise spicy " + '{"a":' * 10_000, "This is not JSON."),
    "preset of an edition": ("play chili --preset extra", "chili is a preset itself, so it cannot have the preset"),
    "preset of an advised edition": ("advise chili 424425 --preset extra", "chili is a preset itself"),
    "preset of an edition's bots": (
        "tournament chili --preset extra --players bot:greedy,bot:random",
        "chili is a preset itself",
    ),
    "players": ("play spicy --players ", "A player's name has 1 to 20 letters; got ''."),
    "nothing to look for": ("rules spicy --search ", "Name a game, or say what to look for: --search WORDS."),
    "two places to look": ("rules spicy --search red --at kept-red", "Either --at or --search, not both."),
    "proxy": ("serve --proxy next.door", "'next.door' is no address of a proxy."),
    "networks": ("serve --metrics-from everywhere", "The setting metrics_from cannot be 'everywhere'."),
    "address for a name": ("serve --allowed-host http://dice.example/", "'http://dice.example/' is no name"),
    "form": ("convert record.jsonl --to yaml", "There is no form 'yaml'. There are: text, jsonl."),
    "people in a simulation": ("simulate spicy --players A", "Only bots can play a simulation; 'A' is not one"),
    "no games": ("simulate spicy --games 0", "Simulate at least one game."),
}


@pytest.mark.parametrize(("words", "sentence"), USAGE.values(), ids=list(USAGE))
def test_usage(words: str, sentence: str, inside: Run, tmp_path: Path) -> None:
    done = inside(*words.split(" "))
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"redpip: {sentence}")
    assert not (tmp_path / "state").exists()  # nothing was begun


def test_a_bot_takes_no_name_that_somebody_has(inside: Run) -> None:
    done = inside("play", "spicy", "--players", "Greedy 2,bot:greedy,bot:greedy", "--json", "--no-save")
    names = [player["name"] for player in json.loads(done.stdout.splitlines()[0])["players"]]
    assert names == ["Greedy 2", "Greedy", "Greedy 3"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("nosuch", "No such command 'nosuch'."),
        ("play spicy --nosuch", "No such option: --nosuch"),
        ("play", "Missing argument 'GAME'."),
        ("simulate spicy --games many", "Invalid value for '--games'"),
        ("simulate spicy --processes 0", "Invalid value for '--processes'"),
    ],
)
def test_usage_that_the_command_line_itself_notices(words: str, sentence: str, inside: Run) -> None:
    done = inside(*words.split())
    assert done.returncode == 2
    assert sentence in done.stderr.splitlines()[-1]
    as_data = inside(*words.split(), "--json")
    assert (as_data.returncode, as_data.stdout) == (2, "")
    error = json.loads(as_data.stderr)["error"]
    assert error["code"] == "bad_usage"
    assert error["message"].startswith(f"The command line is wrong: {sentence}")


def test_files_that_are_not_there(inside: Run, tmp_path: Path) -> None:
    for words, sentence in (
        (["replay", "nosuch"], "nosuch cannot be read: No such file or directory."),
        (["convert", str(tmp_path)], f"{tmp_path} cannot be read: Is a directory."),
        (["restore", str(tmp_path)], f"{tmp_path} cannot be read: Is a directory."),
        (["export", "here", "--data", "nosuch"], "There are no games: nosuch is not there."),
        (["tidy", "--keep-finished", "1d", "--data", "nosuch"], "There are no games: nosuch is not there."),
        (["resume", "nosuch"], "There is no saved game 'nosuch'. See: redpip resume --list"),
        (["resume"], "There is no saved game to take up. Start one with: redpip play GAME"),
        (["simulate", "spicy", "--resume"], "There is no interrupted simulation of these games to go on with."),
    ):
        done = inside(*words)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", f"redpip: {sentence}\n")
    assert not (tmp_path / "nosuch").exists()


@pytest.mark.parametrize(
    ("settings", "status", "sentence"),
    [
        (b"lang = ", 1, "The settings in redpip.toml cannot be read: "),
        (b"lang = '\xff'", 1, "The settings in redpip.toml cannot be read: "),
        (b"lange = 'de'", 2, "redpip.toml: There is no setting 'lange'. Did you mean 'lang'?"),
        (b"state_dir = 5", 1, "redpip.toml: state_dir should be a text, in quotes."),
    ],
)
def test_settings_that_cannot_be_read(settings: bytes, status: int, sentence: str, inside: Run, tmp_path: Path) -> None:
    (tmp_path / "redpip.toml").write_bytes(settings)
    done = inside("games")
    assert done.returncode == status
    assert done.stderr.startswith(f"redpip: {sentence}")


def test_the_command_itself(redpip: Run) -> None:
    done = redpip("play", "nosuch")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("redpip: There is no game 'nosuch'. There are: ")


def test_programs_get_a_code(inside: Run) -> None:
    done = inside("play", "nosuch", "--json")
    assert done.returncode == 2
    assert json.loads(done.stderr)["error"]["code"] == "unknown_game"


def test_typed_commands_are_refused_and_the_game_goes_on(inside: Run) -> None:
    typed = ["s 1", "r", "dance", "r 7", "r", "f 4", "f 1>1", "f 4>9", "s RUNS", "s", "u", "r 1 2 3 4 5 6 1", "q"]
    done = inside("play", "spicy", "--players", "Mia", "--seed", "5", typed="\n".join(typed) + "\n")
    assert done.returncode == 0
    said = [line.removeprefix("Mia> ") for line in done.stdout.splitlines() if line.startswith("Mia> ")]
    assert "Mia, Enter: roll 1 2 3 4 5 6> Roll the dice first. (rules first-roll)\n" in done.stdout
    assert said == [
        "'dance' is not a move here. Type ? for what you can do.",
        "Dice are numbered 1 to 6; got 7.",
        "Name at least one die to roll. (rules roll-again)",
        "'f 4' is not a move here. Type ? for what you can do.",
        "Only a red face can be turned, and die 1 shows white. (rules turn-red)",
        "A die has the faces 1 to 6, not 9. (rules the-dice)",
        "There is no box RUNS to write in. The boxes are 1 2 3 4 5 6 RUN SET SUM RED. (rules the-ten-boxes)",
        "'s' is not a move here. Type ? for what you can do.",
        "Only what you chose since the last throw can be taken back.",
        "Mia rolls 3 6 3r 1 4 6r.",
        said[-1],
    ]
    assert said[-1].startswith("The game is saved. Go on with: redpip resume spicy-")


def test_letters_from_nowhere_are_refused_like_any_other(redpip: Run) -> None:
    done = redpip(
        "play",
        "spicy",
        "--players",
        "Mia",
        typed=b"r\n\xff\xfe\n\x00\x1b[2J\nq\n",
        set_env={"PYTHONIOENCODING": "utf-8:strict"},
    )
    assert done.returncode == 0
    assert done.stdout.count("is not a move here") == 2
    assert "\x1b" not in done.stdout


def test_a_service_that_cannot_keep_its_games(redpip: Run, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    done = redpip("serve", set_env={"REDPIP_DATA_DIR": "taken"})
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "redpip: The games cannot be kept in taken/tables.sqlite: File exists.\n"


def test_a_service_where_it_cannot_be(redpip: Run) -> None:
    done = redpip("serve", "--host", "999.1.1.1")
    assert (done.returncode, done.stdout) == (2, "")
    assert "999.1.1.1 is no address of this machine" in done.stderr


# ---- in German

GERMAN = {
    "a word that the sentence brings along": ("play nosuch", "Spiel 'nosuch' gibt es nicht. Es gibt: spicy, "),
    "a near name": ("play spicy --preset clasic", "Variante 'clasic' gibt es nicht. Meinst du 'classic'?"),
    "a phrase in a sentence": (
        "play spicy --option bonus=x",
        "Die Option bonus kann nicht 'x' sein. Möglich: eine ganze Zahl von 0 bis 100.",
    ),
    "seats": ("play chili --players A,B,C,D,E", "Chili Dice ist für 1 bis 4 Personen, nicht für 5."),
    "a game's own": ("play spicy --option boxes=RED,RUN", "Die Option boxes nimmt einige von "),
    "a game's own, simulated": (
        "simulate diangle --players bot:random --option rows=1,2",
        "Die Option rows nimmt bis zu drei Reihen ",
    ),
    "a position": ("advise spicy 424425_99", "In diese Stellung kommt kein Spiel: Von 30 Würfen können nicht "),
    "a file": ("replay nosuch", "nosuch lässt sich nicht lesen: Datei oder Ordner gibt es nicht."),
}


@pytest.mark.parametrize(("words", "sentence"), GERMAN.values(), ids=list(GERMAN))
def test_bad_input_is_told_in_german(words: str, sentence: str, inside: Run) -> None:
    for done in (inside(*words.split(), "--lang", "de"), inside(*words.split(), set_env={"REDPIP_LANG": "de"})):
        assert done.returncode in (1, 2)
        (line,) = done.stderr.splitlines()
        assert line.startswith(f"redpip: {sentence}")


def test_the_language_of_a_complaint(inside: Run) -> None:
    """The flag comes first; where it names no language of ours, the settings say which."""
    german = {"REDPIP_LANG": "de"}
    assert inside("rules", "nosuch", "--lang=en", set_env=german).stderr.startswith("redpip: There is no game")
    assert inside("rules", "spicy", "--lang", "fr", set_env=german).stderr.startswith(
        "redpip: Sprache 'fr' gibt es nicht"
    )
    assert inside("rules", "nosuch", set_env={"REDPIP_LANG": "fr"}).stderr.startswith("redpip: There is no game")


def test_the_code_of_a_complaint_knows_no_language(inside: Run) -> None:
    done = inside("rules", "spicey", "--json", "--lang", "de")
    assert json.loads(done.stderr) == {
        "error": {"code": "unknown_game", "message": "Spiel 'spicey' gibt es nicht. Meinst du 'spicy'?"}
    }
