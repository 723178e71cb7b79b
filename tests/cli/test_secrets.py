"""A game with secrets at one keyboard: the curtain between two turns, and what a pipe cannot hide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

GAME = ("play", "perfecto", "--players", "Mia,Jo", "--seed", "3", "--first", "Mia", "--no-save")
COVER, UNCOVER = "\x1b[?1049h", "\x1b[?1049l"
MIAS, JOS = "3  4  5  5  1  4", "5  4  6  6  4  5"  # the dice that this seed deals


def test_terminal_covers_dice_when_the_turn_passes(terminal: Callable[..., Any]) -> None:
    screen = terminal(*GAME)
    screen.answer("Mia, Enter when only you are looking> ", "")
    screen.answer("Mia> ", "bid 3x3")
    screen.answer("Jo, Enter when only you are looking> ", "")
    screen.answer("Jo> ", "challenge")
    screen.answer("Jo, Enter when only you are looking> ", "q")
    screen.finish()
    shown, covered = split(screen.raw)
    assert len(covered) == 2
    assert MIAS in covered[0]
    assert JOS not in covered[0]
    assert JOS in covered[1]
    assert MIAS not in covered[1]
    for line in ("Mia bids three 3s.", "Jo challenges. The dice count 1"):
        assert shown.count(line) == 1
    before, after = shown.split("Showdown", 1)
    assert MIAS not in before
    assert "1 =" in after  # Mia's one 3, for all to see


def split(text: str) -> tuple[str, list[str]]:
    """What stays on the screen, and what was shown on the other one, which was wiped before it was left."""
    stays, *rest = text.split(COVER)
    parts = [part.split(UNCOVER, 1) for part in rest]
    assert all(len(part) == 2 and part[0].endswith("\x1b[2J") for part in parts)
    return stays + "".join(part[1] for part in parts), [part[0] for part in parts]


def test_ctrl_c_leaves_the_covered_screen(terminal: Callable[..., Any]) -> None:
    screen = terminal(*GAME)
    screen.answer("Mia, Enter when only you are looking> ", "")
    screen.wait_for(lambda: "Mia> " in screen.text, "the prompt")
    screen.interrupt()
    assert screen.finish() == 130
    assert MIAS not in split(screen.raw)[0]


def test_pipe_says_once_what_it_cannot_hide(redpip: Callable[..., Any]) -> None:
    told = redpip(*GAME, typed="\nb 3x3\n\nb 4x3\n\nq\n").stdout
    assert told.count("What is printed here stays") == 1
    assert COVER not in told
    assert told.count("when only you are looking") == 3


def test_one_person_against_bots_is_not_asked(inside: Callable[..., Any]) -> None:
    told = inside("play", "perfecto", "--players", "Mia,bot:odds", "--seed", "3", "--no-save", typed="q\n").stdout
    assert "looking" not in told
    assert MIAS in told


def test_chances_can_be_hidden(inside: Callable[..., Any]) -> None:
    game = ("play", "perfecto", "--players", "Mia,bot:odds", "--seed", "3", "--first", "Mia", "--no-save")
    screens = inside(*game, typed="b 1x1\no\no\n?\nq\n").stdout.split("is to speak")
    assert ["By your dice" in screen for screen in screens[2:]] == [True, False, True]
    assert "o            hide the chances" in screens[-1]


def test_risk_can_be_hidden(inside: Callable[..., Any]) -> None:
    game = ("play", "rolling", "--players", "Mia,bot:steady", "--seed", "3", "--first", "Mia", "--no-save")
    screens = inside(*game, typed="r\na 3 4\no\no\nq\n").stdout.split("playing to 250")
    assert ["busts" in screen for screen in screens[-3:]] == [True, False, True]


def test_whole_game_resumes_and_replays(inside: Callable[..., Any], saved: Callable[[], Any]) -> None:
    game = ("play", "perfecto", "--preset", "advanced", "--players", "Mia,bot:odds", "--seed", "5", "--first", "Mia")
    inside(*game, typed="bid 2x2\nq\n")
    for _ in range(40):
        again = inside("resume", typed="challenge\npass\n" * 6)
        if again.returncode == 0:
            break
    record = saved().read_text("utf-8")
    assert '"result"' in record
    assert inside("replay", str(saved())).returncode == 0
