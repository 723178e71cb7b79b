"""Guided first games at the keyboard."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from plugins import install
from redpip.core.catalog import all_games
from redpip.core.lesson import lesson_of

Run = Callable[..., subprocess.CompletedProcess[str]]
LESSONS = {name: lesson for game in all_games().values() if (lesson := lesson_of(game)) for name in game.names}


@pytest.mark.parametrize("name", LESSONS)
def test_a_whole_lesson_can_be_shown(inside: Run, name: str) -> None:
    steps = len(LESSONS[name].step)
    done = inside("learn", name, typed="show\n" * steps)
    assert (done.returncode, done.stderr) == (0, "")
    assert [f"Step {number} of {steps}: " in done.stdout for number in range(1, steps + 1)] == [True] * steps
    assert "You win with " in done.stdout
    assert done.stdout.endswith(f"\nNow play it, against the house bot: redpip play {name}\n")


def test_typed_moves_another_move_and_back(inside: Run) -> None:
    """By short words, by Enter, and several at once; what leaves the script is answered before it is done."""
    typed = [
        *("r", "", "s 4", "maybe", "back"),  # something else, thought better of
        *("r 2 3 5", "f 2>3", "", "show", "s RED", "back"),  # something else, and back from far away
        *("f 2>4; f 5>4", "back", "skip"),
        *("s 4", "", "score run", "r", "s sum"),
    ]
    done = inside("learn", "spicy", typed="\n".join(typed) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout
    assert "Player writes 24 in 4. 24 in box 4 is written for good." in told
    assert "On average it gives away 12.7 points.\n" in told
    assert told.count("Enter to go on with it, or back> ") == 3
    assert told.count("Press Enter to do it, or type back to take it back.\n") == 1
    assert "Play on as you like; the dice and Ada follow." in told
    assert told.count("The lesson waits; back leads to: Turn both reds into 4s\n") == 3  # there, asked, a box later
    assert told.count("Step 4 of 9: ") == 4  # twice back, and in the middle of it
    assert "That is typed: " not in told
    assert "Ada rolls 6 1 3r 2 2 4.\n" in told
    assert "Ada writes 40 in 5" not in told  # seven turns that nobody wants to watch
    assert told.endswith("redpip play spicy\n")


def test_who_is_back_on_the_way_is_picked_up(inside: Run) -> None:
    """Written too early, but in the same box: the next turn is the script's again, and back leads where it was left."""
    told = inside("learn", "spicy", typed="r\n\ns 4\n\nback\n").stdout
    picked_up, back = told.split("The lesson goes on from here.\n")
    assert picked_up.endswith("\n\n")
    assert back.startswith("Step 6 of 9: Your next turn\n")
    assert "Step 3 of 9: Keep the three 4s\n" in back


def test_a_game_may_end_another_way(inside: Run) -> None:
    """Whoever always passes loses; the lesson still waits."""
    lost = "show\n" * 4 + "pass\n\n" + "roll 1\npass\n" * 150
    told = inside("learn", "catch6", typed=lost + "show\nback\n").stdout
    assert "Ada wins with " in told
    assert "Enter to stop, or back> The game is over.\n" in told
    assert "Step 5 of 7: " in told.rpartition("Ada wins with ")[2]
    assert inside("learn", "catch6", typed=lost + "\n").returncode == 0


def test_nobody_looks_under_a_cup_and_takes_it_back(inside: Run) -> None:
    asked = inside("learn", "perfecto", typed="show\nshow\nperfecto\nback\n").stdout
    assert "Perfecto says exactly seven" in asked
    assert "The dice count" not in asked


def test_german(inside: Run) -> None:
    done = inside("learn", "spicy", "--lang", "de", typed="wirf\n\nschreib 6\nzurück\nhilfe\nzeig\nschluss\n")
    assert done.returncode == 0
    for text in (
        "Spicy Dice · Dein erstes Spiel",
        "Schritt 1 von 9: ",
        "Enter, um dabei zu bleiben, oder zurück> ",
        "zeigen       das Verlangte vormachen lassen",
        "Die Lektion endet hier. Neu beginnt sie mit: redpip learn spicy\n",
    ):
        assert text in done.stdout


def test_what_is_no_move_changes_nothing(inside: Run) -> None:
    told = inside("learn", "spicy", typed="nonsense\ns 4\nback\n?\nr\n\nr 7\nf 1>2\nrules rolls\nq\n").stdout
    assert "'nonsense' is not a move here. Type ? for what you can do." in told
    assert "This is where the lesson begins.\n" in told
    assert "  skip         go on to the next step at once\n" in told
    assert told.count("Step 3 of 9: ") == 1
    assert "Something else?" not in told
    assert told.endswith("The lesson ends here. Begin it anew with: redpip learn spicy\n")


def test_the_end_of_input_is_no_fault(inside: Run) -> None:
    for typed in ("", "r\n", "r\n\nscore 4\n"):  # at a move, at something to look at, at a question
        done = inside("learn", "spicy", typed=typed)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith("\nThe lesson ends here. Begin it anew with: redpip learn spicy\n")


def test_the_coach_is_silent_where_settings_say_so(inside: Run, tmp_path: Path) -> None:
    (tmp_path / "config" / "redpip").mkdir(parents=True)
    (tmp_path / "config" / "redpip" / "config.toml").write_text('coach = "off"\n')
    told = inside("learn", "spicy", typed="r\n\ns 4\n").stdout
    assert "24 in box 4 is written for good." in told
    assert "On average" not in told


def test_the_lessons_are_listed(inside: Run) -> None:
    told = inside("learn").stdout.splitlines()
    assert [line.split()[0] for line in told[:-1]] == list(LESSONS)
    assert told[-1] == "Learn one with: redpip learn GAME"
    assert "9 Schritte" in inside("learn", "--lang", "de").stdout


def test_a_game_without_a_lesson_says_so(redpip: Run, tmp_path: Path) -> None:
    install(tmp_path / "site", "other")
    done = redpip("learn", "other", set_env={"PYTHONPATH": str(tmp_path / "site")})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "redpip: Other Dice brings no guided game.\n"
    assert redpip("learn", "spicey").returncode == 2
