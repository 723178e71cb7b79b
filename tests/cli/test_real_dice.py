"""Real dice at the keyboard: what people type, in three ways."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Run

TALLY = ["1 2", "2 4", "3 6", "4 8", "5 10", "6 12", "RUN 21", "SET 20", "SUM 25", "RED 30"]


def saved(folder: Path) -> Path:
    [path] = (folder / "state" / "games").glob("*.jsonl")
    return path


def test_a_whole_game_by_tally(inside: Run, tmp_path: Path) -> None:
    typed = "".join(f"\n\n{note}\n" for note in TALLY)
    done = inside("play", "spicy", "--players", "Mia", "--dice", "typed", "--keep", "tally", typed=typed)
    assert done.returncode == 0
    assert f"Your result: {138 + 5 * 10} points." in done.stdout
    checked = inside("replay", str(saved(tmp_path)))
    assert "The record is sound" in checked.stdout
    verified = inside("verify-dice", str(saved(tmp_path)), "--json")
    assert verified.returncode == 1
    assert "nobody can check them" in verified.stderr
    text = inside("convert", str(saved(tmp_path))).stdout
    assert "0: noted 1 2 rolls 2; noted 2 4 rolls 2" in text
    (tmp_path / "game.txt").write_text(text)
    back = inside("convert", "game.txt", "--to", "jsonl").stdout
    assert [json.loads(line) for line in back.splitlines()] == [
        json.loads(line) for line in saved(tmp_path).read_text().splitlines()
    ]


def test_final_dice_and_every_roll_in_one_game_which_is_left_and_taken_up(inside: Run) -> None:
    typed = "\n\n4 2r 4 4r 2 5\n4\nkeep every\nr\n4r 4r 1 1 2 2\n6 6 6 3 1 1\nr = 3\n"
    done = inside("play", "spicy", "--players", "Mia", "--dice", "typed", "--keep", "final", typed=typed)
    assert done.returncode == 3
    assert "4              24" in done.stdout, "all boxes with what the dice bring"
    assert "You have 2 red 4s: is one of them white?" in done.stdout
    again = inside("resume", typed="4r\ncorrect 1 4 rolls 3 dice 4 2r 4 4r 2 5\nentries\nu\nredo\ns SUM\n")
    assert "Mia writes 24 in SUM" in again.stdout
    assert "24 rolls left" in again.stdout or "25 rolls left" in again.stdout
    assert "    1  Mia: 4 rolls 3" in again.stdout, "entries are counted as they stand"
    assert "The record" not in again.stderr


def test_advice_says_that_it_took_one_way_to_number_the_dice(inside: Run) -> None:
    small = ("--option", "boxes=RUN,SUM", "--option", "rolls=4")
    game = ("play", "chili", "--players", "Mia,Ben", "--first", "Mia", *small, "--dice", "typed", "--no-save")
    done = inside(*game, typed="r\n4 2r 4 4r 2 5\nhint\nq\n")
    assert "Custom of the box: whoever ate something spicy last." in done.stdout
    assert "and that is exact" in done.stdout
    assert "Which white die is which cannot be seen; this takes one way that fits." in done.stdout


def test_a_bot_throws_its_own(inside: Run) -> None:
    typed = "RUN 21 rolls 3\n"
    game = ("play", "spicy", "--players", "Mia,bot:greedy", "--first", "Mia", "--seed", "1")
    done = inside(*game, "--dice", "typed", "--keep", "tally", "--no-save", typed=typed)
    assert "Greedy rolls" in done.stdout


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("spicy", "--dice", "loaded"), "unknown_source_of_dice"),
        (("spicy", "--dice", "typed", "--keep", "nothing"), "unknown_way_to_keep_a_game"),
        (("spicy", "--keep", "tally"), "bad_usage"),
        (("hot", "--dice", "typed", "--keep", "final"), "no_such_way"),
    ],
)
def test_what_makes_no_sense_is_refused(inside: Run, words: tuple[str, ...], code: str) -> None:
    done = inside("play", *words)
    assert done.returncode == 2
    assert done.stderr.startswith("redpip: "), code


def test_whoever_types_the_dice_has_rolled(inside: Run) -> None:
    """Before the only roll there is nobody has to say that it is made."""
    typed = "entries\n4 2r 4 4r 2 5\ns 4\n7\n1 1\n1 2 3 4 5 5\n"
    told = inside("play", "spicy", "--players", "Mia", "--dice", "typed", "--no-save", typed=typed).stdout
    assert "Nothing was typed yet.\n" in told
    assert "Mia writes 24 in 4." in told
    assert "'7' is not a move here." in told
    assert "6 dice were thrown, not 2." in told
    assert "turn 2 of 10\nDie " in told, "the second roll fell too"


def test_nothing_that_is_typed_ends_the_game(inside: Run) -> None:
    strange = "7 7 7|RUN|RUN 20 rolls 2|XX 1|correct|correct x|correct 9 RUN 21|redo|u|keep|keep it|entries|?|log|r = 4"
    typed = (strange + "|dice|4 4|=|;;|").replace("|", "\n")
    for way in ("tally", "every"):
        done = inside("play", "spicy", "--players", "Mia", "--dice", "typed", "--keep", way, "--no-save", typed=typed)
        assert done.returncode == 1, "the input ended, and nothing was saved"
    for game in ("rolling", "two_of_three", "poobah"):
        done = inside("play", game, "--dice", "typed", "--keep", "tally", "--no-save", typed=typed)
        assert done.returncode == 1


def test_rounds_of_perfecto_are_typed_without_their_dice(inside: Run) -> None:
    game = (
        "play",
        "perfecto",
        "--players",
        "Mia,Ben",
        "--first",
        "Mia",
        "--dice",
        "typed",
        "--keep",
        "tally",
        "--no-save",
    )
    done = inside(*game, typed="won-2 1,0\n" * 5 + "won-2 0,1\nwon-2 1,0\n")
    assert "No dice bring 1 points there" in done.stdout
    assert "Ben wins" in done.stdout
    assert done.returncode == 0


def test_what_no_longer_fits_is_named_in_words_and_the_end_can_still_be_put_right(inside: Run, tmp_path: Path) -> None:
    small = ("--option", "boxes=SUM", "--option", "rolls=3")
    game = ("play", "spicy", "--players", "Mia,Ben", "--first", "Mia", *small, "--dice", "typed")
    typed = ["r", "4 2r 4 4r 2 5", "r 1 2 3", "1 1 1r", "s SUM", "r", "6 6 6 6 6 5", "keep tally", "", "keep final"]
    typed += ["u", "", "1 2 3 4 5 6", "SUM", "correct 3 r 1", "keep every", "3", "redo", "redo"]
    typed += ["correct 9 SUM", "entries", ""]
    done = inside(*game, typed="\n".join(typed))
    assert "Taken back; redo does it again: Mia: writes" in done.stdout
    assert "No longer fits, tell what it was instead: Mia: 1r 1 1" in done.stdout
    assert "Ben notes SUM: 2 1 4 3 6 5, 2 rolls." in done.stdout, "a roll that was counted stays where the way changes"
    assert "There is no entry 9 that stands." in done.stdout
    assert "    6  Ben: SUM rolls 2" in done.stdout, "entries are counted as they stand"
    assert "Ben: SUM 21 + " in done.stdout, "the sum step by step"
    assert done.returncode == 0
    ended = [line for line in saved(tmp_path).read_text().splitlines() if "result" in line]
    assert len(ended) == 1


def test_dice_that_get_other_numbers_are_not_told_as_a_slip(inside: Run) -> None:
    """The die of the 5 was taken for the one with the red 6, which cannot show a white one."""
    game = ("play", "spicy", "--players", "Mia", "--dice", "typed", "--no-save")
    done = inside(*game, typed="r\n4 2r 4 4r 2 5\nroll = 5\n6\nq\n")
    assert "Which white die was which was a guess; now others fit." in done.stdout
    assert "taken back" not in done.stdout
