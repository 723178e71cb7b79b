"""What players see: a whole game on a terminal of 80 columns, the same in a pipe, and in German."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

BOXES = ["1", "2", "3", "4", "5", "6", "RUN", "SET", "SUM", "RED"]
GAME = ("play", "spicy", "--players", "Mia,Ben+junior", "--seed", "11", "--first", "Mia", "--no-save")
# Mia writes from the top and Ben from the bottom; both roll again once in every turn
TYPED = [
    command
    for number in range(10)
    for box in (BOXES[number], BOXES[9 - number])
    for command in ("r", "r 2 3 5", "s " + box.lower())
]
TABLE = """\
Ben> Ben rolls dice 2 3: 1 5.

Ben: turn 1 of 10
Die         1    2    3    4    5    6
Shows       5    1    5    5    3   6r   (r = red: 6)
Rolled           ^    ^
Rolls    ++... ..... ..... ..... ..... .....  28 rolls left, 1 this turn

Box     now                Mia       Ben
1       1                4 (2)         .
2       0                    .         .
3       3                    .         .
4       0                    .         .
5       15                   .         .
6       12 red ×2            .         .
RUN     0                    .         .
SET     0                    .         .
SUM     25                   .         .
RED     10                   .         .
Bonus                        .         .
Total                        4         0
Ben>\x20
The game was not saved.
"""
END = """\
1            4 (2)     2 (2)
2            2 (2)     0 (2)
3            3 (2)     3 (2)
4            0 (2)     0 (2)
5            5 (2)     0 (2)
6            0 (2)    12 (2)
RUN          0 (2)     0 (2)
SET          0 (2)     0 (2)
SUM         19 (2)    24 (2)
RED          0 (2)    20 (2)
Bonus           50        50
Total           83       111

Ben wins with 111 points.
"""
PROMPT = re.compile(r"^(Mia|Ben)(, Enter: [^>]*)?> ", re.MULTILINE)


def test_a_whole_game_for_two(terminal: Any, redpip: Run) -> None:
    screen = terminal(*GAME)
    for command in TYPED:
        screen.answer("> ", command)
    assert screen.finish() == 0
    assert "\x1b[" in screen.raw
    shown = screen.text.splitlines()
    assert all(len(line) <= 80 for line in shown)
    assert "\n".join(shown[-14:]) + "\n" == END
    # colour and echo apart, a pipe gets the same lines
    piped = redpip(*GAME, typed="\n".join(TYPED) + "\n")
    on_screen = [line.rstrip() for line in shown if not PROMPT.match(line)]
    assert PROMPT.sub("", piped.stdout).splitlines() == on_screen


@pytest.mark.parametrize("no_color", ["", "1"])
def test_a_narrow_terminal_cuts_no_word(no_color: str, terminal: Any, redpip: Run) -> None:
    typed = ["?", "w 1", *TYPED[:4], "q"]
    screen = terminal(*GAME, columns=40, set_env={"NO_COLOR": no_color})
    for command in typed:
        screen.answer("> ", command)
    assert screen.finish() == 0
    shown = [line for line in screen.text.splitlines() if not PROMPT.match(line)]
    assert all(len(line) <= 40 for line in shown)
    assert "Box     now                Mia       Ben" in shown  # the sheet for two has room
    piped = redpip(*GAME, typed="\n".join(typed) + "\n")
    assert " ".join(shown).split() == PROMPT.sub("", piped.stdout).split()


def test_a_command_to_copy_is_never_broken(terminal: Any) -> None:
    screen = terminal("play", "spicy", "--players", "Mia", columns=40)
    screen.answer("> ", "q")
    assert screen.finish() == 0
    assert re.search(r"\nThe game is saved\. Go on with: redpip resume spicy-[-\d]+\n", screen.text)


def test_the_table_in_mid_turn(inside: Run) -> None:
    done = inside(*GAME, typed="\n".join([*TYPED[:3], "r", "r 2 3"]) + "\n")
    assert done.returncode == 1  # the input ended, and the game was not to be saved
    assert done.stdout.endswith(TABLE)


def test_reds_are_marked_by_more_than_colour(inside: Run) -> None:
    done = inside(*GAME, typed="r\n")
    assert "Mia rolls 1r 2r 3r 2 3 1.\n" in done.stdout
    assert "Shows      1r   2r   3r    2    3    1   (r = red: 1 2 3)\n" in done.stdout


def test_the_list_of_games_keeps_names_and_meanings_apart(inside: Run) -> None:
    listed = inside("games").stdout
    assert "    singles_make_set  three 1s or three 5s" in listed
    assert "    target            the total to pass (10000)\n" in listed
    assert "  options\n\n" not in listed  # nothing under a heading, nothing said


def test_commands_may_be_written_out(inside: Run) -> None:
    short, long = (inside(*GAME, typed=typed) for typed in ("r\n?\nu\nq\n", "r\nhelp\nUNDO\nquit\n"))
    assert long.stdout == short.stdout
    assert "  q            leave the game\n" in short.stdout
    assert inside(*GAME, typed="exit\n").returncode == 0


def test_a_hint_is_a_move_that_can_be_made(inside: Run) -> None:
    typed = ["r"]
    for _ in range(3):
        told = inside(*GAME, typed="\n".join([*typed, "hint"]) + "\n").stdout
        typed.append(re.findall(r"(?:Best is|only one move:) ([^:.]*)", told)[-1])
    assert "is not a move" not in inside(*GAME, typed="\n".join(typed) + "\n").stdout


def test_a_move_at_the_wrong_time_is_told_with_the_right_ones(inside: Run) -> None:
    done = inside("play", "diangle", "--players", "Mia", "--no-save", typed="\np 1>1\nq\n")
    told = "That is not what comes next in this turn. (rules your-turn)\nWhat you can do now: accept, reroll.\n"
    assert f"Mia (accept / reroll)> {told}" in done.stdout


def test_extra_spicy_shows_what_may_be_held(inside: Run) -> None:
    typed = ["r", "s 1 1", "h 2 3", "", "q"]
    done = inside(
        "play", "spicy", "--preset", "extra", "--players", "Mia", "--seed", "11", typed="\n".join(typed) + "\n"
    )
    assert "You may hold dice 2 3 4 5 6.\n" in done.stdout
    assert "Mia holds dice 2 3.\n" in done.stdout
    assert "Mia, Enter: roll 1 4 5 6> Mia rolls dice 1 4 5 6:" in done.stdout


def test_german_throughout(inside: Run) -> None:
    done = inside(*GAME, "--lang", "de", typed="?\ntanz\n" + "\n".join(TYPED) + "\n")
    assert done.returncode == 0
    assert done.stdout.endswith("\n\nBen gewinnt mit 111 Punkten.\n")
    for english in ("rolls", "writes", "turn", "Box", "Shows", "left", "Type", "wins"):
        assert not re.search(rf"\b{english}\b", done.stdout), english


def test_a_german_word_leaves_the_dice_in_their_columns(inside: Run) -> None:
    game = ("play", "rolling", "--players", "Mia", "--seed", "5", "--no-save", "--lang", "de")
    told = inside(*game, typed="\nq\n").stdout
    assert "Würfel      1    2    3    4    5    6\nBeiseite    .    .    .    .    .    .\n" in told


@pytest.mark.parametrize(
    ("words", "german"),
    [
        ("games", "true oder false, oder eins pro Platz"),
        ("solve spicy", "nach übrigen Würfen\n"),
        ("advise spicy 424425_12_4.5.6", "erwartete Summe, genau\n"),
        ("verify spicy --sample 1", "aus den Regeln hergeleitete Stellungen: 1, mit Abweichung: 0\n"),
        ("resume --list", "Es gibt kein gespeichertes Spiel, das weitergehen könnte.\n"),
    ],
)
def test_answers_in_german(words: str, german: str, inside: Run) -> None:
    assert german in inside(*words.split(), "--lang", "de").stdout


def test_a_player_without_a_name_in_german(inside: Run) -> None:
    assert "\nSpieler" in inside("play", "hot", "--first", "1", "--lang", "de", "--no-save").stdout


def test_a_problem_at_the_table_in_german(inside: Run) -> None:
    done = inside(*GAME, "--lang", "de", typed="u\nq\n")
    assert "Zurücknehmen kannst du nur, was du seit dem letzten Wurf gewählt hast.\n" in done.stdout


def test_the_language_of_the_system_and_of_the_settings(inside: Run, tmp_path: Any) -> None:
    english, german = "Ten boxes, thirty rolls", "Zehn Felder, dreißig Würfe"
    assert english in inside("games").stdout
    assert german in inside("games", set_env={"LANG": "de_DE.UTF-8"}).stdout
    assert german in inside("games", set_env={"REDPIP_LANG": "de"}).stdout
    assert english in inside("games", "--lang", "en", set_env={"REDPIP_LANG": "de"}).stdout
    (tmp_path / "config" / "redpip").mkdir(parents=True)
    (tmp_path / "config" / "redpip" / "config.toml").write_text('lang = "de"\n')
    assert german in inside("games").stdout
    (tmp_path / "redpip.toml").write_text('lang = "en"\n')
    assert english in inside("games").stdout
    assert german in inside("games", set_env={"REDPIP_LANG": "de"}).stdout


def test_chili_dice_has_its_own_words(inside: Run) -> None:
    done = inside("play", "chili", "--players", "Mia", "--seed", "3", typed="r\ns pas\nq\n")
    assert done.stdout.startswith("Chili Dice · Classic\n")
    assert "Mia writes 0 in X of a kind.\n" in done.stdout


def test_a_match_goes_on_to_its_end(inside: Run) -> None:
    words = [
        "play",
        "spicy",
        "--players",
        "bot:greedy,bot:random",
        "--match",
        "2",
        "--seed",
        "1",
        "--no-save",
        "--json",
    ]
    done = inside(*words)
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[-1])["result"]["scores"] == [2, 0]
    assert inside("replay", "-", typed=done.stdout).returncode == 0


STARTS = (
    "play",
    "two_of_three",
    "--players",
    "Mia,Ben",
    "--option",
    "dice=2",
    "--preset",
    "match",
    "--first",
    "Mia",
    "--seed",
)
FILLED = "r 1 2\np 1 1\np 2 2\nr 1 2\np 1 3\np 2 4\n"


def test_loser_of_a_game_says_who_starts_the_next(inside: Run) -> None:
    told = inside(*STARTS, "7", "--no-save", typed=f"{FILLED}?\nfirst 3\nf 2\nq\n").stdout
    _, asked = told.split("The board is full", 1)
    assert "who starts the next game? first 1 (Mia) / first 2 (Ben)>" in asked
    assert "  first 2      Ben starts the next game\n" in asked
    assert "'first 3' is not a move here." in asked
    assert "Ben starts the next game.\n" in asked
    assert asked.rstrip().endswith("Ben (roll 1 / roll 2 / roll 1 2)> The game was not saved.")


def test_end_of_a_game_is_shown_where_a_bot_goes_on(inside: Run) -> None:
    words = [
        "play",
        "two_of_three",
        "--players",
        "bot:planner,bot:random",
        "--preset",
        "match",
        "--seed",
        "1",
        "--no-save",
    ]
    told = inside(*words).stdout
    games = told.count("The board is full. Lines won:")
    assert games > 1
    assert told.count("The board is full\n") == games


def test_data_for_programs(inside: Run) -> None:
    games = {game["game"]: game for game in json.loads(inside("games", "--json").stdout)}
    assert games["spicy"]["presets"]["chili"]["most_seats"] == 4
    assert json.loads(inside("rules", "spicy", "--json").stdout)["text"].startswith("# Spicy Dice\n")
    done = inside(*GAME, "--json", typed="r\nq\n")
    assert done.returncode == 0
    assert [*map(json.loads, done.stdout.splitlines())][1:] == [
        {"seat": 0, "do": "roll 1 2 3 4 5 6"},
        {"seat": 0, "throw": "123231"},
    ]
    assert "Mia rolls 1r 2r 3r 2 3 1." in done.stderr
