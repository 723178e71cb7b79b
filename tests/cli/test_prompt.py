"""At the prompt: hints, editing, completion, rules and log, and words in the player's own language."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
SPICY = ("play", "spicy", "--players", "Mia,bot:greedy", "--first", "Mia", "--seed", "7", "--no-save")
PERFECTO = ("play", "perfecto", "--players", "Mia,Jo", "--first", "Mia", "--seed", "3", "--no-save")


def play(game: str, players: str = "Mia,bot:random", *more: str) -> tuple[str, ...]:
    return ("play", game, "--players", players, "--first", "Mia", "--seed", "7", "--no-save", *more)


# ---- hints


@pytest.mark.parametrize("more", [(), ("--match", "2")], ids=["game", "match"])
def test_a_hint_in_a_solved_game_is_exact(more: tuple[str, ...], inside: Run) -> None:
    told = inside(*SPICY, *more, typed="r\nhint\nq\n").stdout
    assert "Best is flip 2>1; flip 3>6; score RUN: you can then expect 356.13 points, and that is exact.\n" in told
    assert re.search(r"Next is .*, which costs \d+\.\d\d points\.\n", told)
    told = inside(*SPICY, *more, "--lang", "de", typed="w\ntipp\nq\n").stdout
    assert "Am besten ist drehen 2>1; drehen 3>6; schreiben RUN: Dann kannst du 356,13 Punkte erwarten" in told


def test_the_coach_says_what_another_line_costs(inside: Run) -> None:
    told = inside(*SPICY, typed="r\ncoach f 2>3\ncoach f 2>1; f 3>6; s RUN\ncoach nonsense\nq\n").stdout
    assert "What you have in mind, flip 2>3" in told
    assert re.search(r"costs 4\.13 points\.\n", told)
    assert "What you have in mind is as good.\n" in told
    assert "'nonsense' is not a move here." in told


def test_the_coach_says_why_something_cannot_be_done(inside: Run) -> None:
    told = inside(*SPICY, typed="r\ncoach r\nq\n").stdout
    assert "Name at least one die to roll. (rules roll-again)\n" in told
    assert "bot:greedy would play" not in told
    told = inside(*PERFECTO, typed="\ncoach challenge\ncoach bid 99x1\nq\n").stdout
    assert "Nobody has bid yet, so there is nothing to call. (rules first-bid)\n" in told
    assert "A bid is 1 to 14 dice of a number 1 to 6." in told


def test_the_coach_can_be_silenced(inside: Run) -> None:
    told = inside(*SPICY, typed="r\nhint\nq\n", set_env={"REDPIP_COACH": "off"}).stdout
    assert "The coach is silent: your settings say so.\n" in told
    assert "Best is" not in told
    wrong = inside(*SPICY, typed="r\nq\n", set_env={"REDPIP_COACH": "loud"})
    assert "The setting coach is on or off, not 'loud'." in wrong.stderr


def test_a_whole_line_can_be_typed(inside: Run) -> None:
    told = inside(*SPICY, typed="r\nf 2>1; r 6\nq\n").stdout
    assert "Mia turns the red 2 into a 1.\n" in told
    assert "Mia rolls die 6: " in told
    refused = inside(*SPICY, typed="r\nf 2>7; r 6\nq\n").stdout
    assert "A die has the faces 1 to 6, not 7. (rules the-dice)\n" in refused
    assert "Mia rolls die 6: " not in refused  # what was typed after a slip is not done


def test_a_hint_where_nothing_is_solved_is_an_estimate(inside: Run) -> None:
    assert "give or take 2.00 %" in inside(*play("poobah"), typed="\nhint\nq\n").stdout
    assert "There is only one move: roll 1 2 3 4 5 6.\n" in inside(*play("poobah"), typed="hint\nq\n").stdout


# ---- editing on a terminal


def test_tab_completes_legal_moves(terminal: Any) -> None:
    screen = terminal(*SPICY)
    screen.answer("> ", "r")
    screen.wait_for(lambda: screen.text.endswith("Mia> "), "prompt")
    for keys, line in (("fl\t", "flip "), ("3>1\t", "flip 3>1 "), ("\x15sc\tR\t", "score R\a")):
        screen.send(keys)
        screen.wait_for(lambda line=line: screen.text.endswith(line), line)
    screen.send("\t\t")  # what it could be
    screen.wait_for(lambda: re.search(r"RED +RUN", screen.text), "boxes")
    screen.send("ED\n")
    screen.wait_for(lambda: "Mia writes 20 in RED." in screen.text, "writing")
    screen.answer("> ", "q")
    assert screen.finish() == 0


def test_lines_come_back_with_the_arrows(terminal: Any) -> None:
    screen = terminal(*SPICY)
    screen.answer("> ", "r")
    screen.answer("> ", "f 9>9")
    screen.answer("> ", "\x1b[A\x01dance ")  # the line before, with something put in front of it
    screen.wait_for(lambda: "'dance f 9>9' is not a move here." in screen.text, "the edited line")
    screen.answer("> ", "q")
    assert screen.finish() == 0


def test_nobody_s_lines_come_back_to_another(terminal: Any) -> None:
    """What the next player could bring back with the arrows may be a secret."""
    screen = terminal(*PERFECTO)
    screen.answer("Mia, Enter when only you are looking> ", "")
    screen.answer("Mia> ", "roll 2 4")
    screen.answer("Mia> ", "b 3x3")
    screen.answer("Jo, Enter when only you are looking> ", "\x1b[A")
    screen.answer("Jo> ", "\x1b[A\x1b[A")
    screen.answer("Jo> ", "q")
    screen.finish()
    assert screen.text.split("Jo, Enter")[1].count("roll 2 4") == 0


# ---- rules and log


def test_the_rules_can_be_read_in_the_game(inside: Run) -> None:
    told = inside(*SPICY, typed="rules\nq\n").stdout
    assert inside("rules", "spicy").stdout in told
    told = inside(*SPICY, "--lang", "de", typed="regeln\nq\n").stdout
    assert inside("rules", "spicy", "--lang", "de").stdout in told


def test_the_log_tells_what_happened(inside: Run, saved: Any) -> None:
    game = [word for word in SPICY if word != "--no-save"]
    told = inside(*game, typed="r\ns 1\nr\nlog\nlog 2\nq\n").stdout
    *_, log, last, _ = told.split("Mia> ")
    assert log.startswith("Mia rolls 5 2r 3r 2 4 3.\nMia writes 0 in 1.\nGreedy rolls ")
    assert last.splitlines() == log.splitlines()[-2:]
    again = inside("resume", saved().stem, "--lang", "de", typed="verlauf\nq\n").stdout
    assert "Mia> Mia wirft 5 2r 3r 2 4 3.\nMia schreibt 0 in 1.\n" in again


def test_the_log_keeps_secrets(inside: Run) -> None:
    told = inside(*PERFECTO, typed="\nroll 2 4\nb 3x3\n\nlog\nq\n").stdout
    log = told.split("Jo> ")[1]
    assert "Mia rolls 2 dice in secret.\nMia bids three 3s.\n" in log
    assert "roll 2 4" not in log


# ---- German


def test_verbs_in_german(inside: Run) -> None:
    told = inside(*SPICY, "--lang", "de", typed="wirf\ndreh 2>1\ndrehen 3>6\nschreib run\nr\nschluss\n").stdout
    assert "Mia, Enter für: werfen 1 2 3 4 5 6> Mia wirft 5 2r 3r 2 4 3." in told
    assert "Mia schreibt 21 in RUN." in told
    assert "Mia wirft 1r 4 1 6 6 5." in told  # English is understood


def test_a_refusal_repeats_what_was_typed(inside: Run) -> None:
    assert "'dreh 2' ist hier kein Zug." in inside(*SPICY, "--lang", "de", typed="w\ndreh 2\nq\n").stdout


def test_a_word_that_is_not_understood_gets_examples(inside: Run) -> None:
    told = inside(*SPICY, typed="r\ns\nq\n").stdout
    assert "'s' is not a move here. Type ? for what you can do.\nFor example: roll 1 / flip 2>1 / score 1\n" in told
    told = inside(*SPICY, "--lang", "de", typed="w\nquatsch\nq\n").stdout
    assert "Zum Beispiel: werfen 1 / drehen 2>1 / schreiben 1\n" in told
    told = inside(*SPICY, typed="quatsch\nq\n").stdout
    assert "For example" not in told, "the prompt says what to do"


def test_german_help_names_german_words(inside: Run) -> None:
    told = inside(*SPICY, "--lang", "de", typed="hilfe\nq\n").stdout
    for typed in ("w 1 4 ", "d 4>2 ", "tipp ", "zurück ", "regeln ", "verlauf "):
        assert f"\n  {typed}" in told


def test_a_newcomer_rolls_in_diangle(inside: Run) -> None:
    told = inside(*play("diangle"), typed="roll\nroll\nq\n").stdout
    assert "Mia rolls 5 2r 3r 2 4 3." in told
    assert "Mia rolls again: 1r 4 1 6 6 5." in told
    told = inside(*play("diangle"), typed="roll 1 2 3 4 5 6\nkeep\nq\n").stdout
    assert "Mia keeps this roll." in told


# ---- legends


def test_shorthand_is_explained(inside: Run) -> None:
    told = inside(*play("two_of_three", "Mia,Max"), typed="r 1\np 1 1\nq\n").stdout
    assert "1 X5 " in told
    assert "X5: a 5 of Mia; O5: one of Max; r: red\n" in told
    assert "A number is caught by: its red and three white of it; " in inside(*play("catch6"), typed="q\n").stdout
    turns = "r 1 2 3 4 5 6\nd\n" + 2 * "r none\nd\n"
    told = inside(*play("poobah"), typed=turns + "q\n").stdout
    assert re.search(r"\+\d+", told)
    assert "Each pays its number, a red one twice, to whoever has the most of it" in told
    assert "24 (2)       on the sheet: 24 points, written with 2 rolls" in inside(*SPICY, typed="?\nq\n").stdout


def test_reds_are_explained_in_their_own_row(inside: Run) -> None:
    told = inside(*play("rolling"), typed="\na 2 4\nr\nq\n").stdout
    assert "Aside       .    .    .    .    .    .\nRolled      5   2r   3r    2    4    3   (r = red: 2 3)" in told
    assert (
        "Aside       .   2r    .    2    .    .   (r = red: 2)\nRolled     1r    .    1    .    6    5   (r = red: 1)"
        in told
    )
