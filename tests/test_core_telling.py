"""How a game ended, in a good sentence of each language: what stands after "with" is bent where that is usual."""

from __future__ import annotations

import re

import pytest

from redpip.core.catalog import Game, all_games
from redpip.core.game import Over, Seat
from redpip.core.telling import measure_of, verdict

NAMES = ("Mia", "Ben", "Ada")


@pytest.mark.parametrize(
    ("winners", "you", "english", "german"),
    [
        ((1,), None, "Ben wins with 96 points.", "Ben gewinnt mit 96 Punkten."),
        ((1,), 1, "You win with 96 points.", "Du gewinnst mit 96 Punkten."),
        ((1, 2), None, "Ben and Ada share the win with 96 points.", "Ben und Ada teilen sich den Sieg mit 96 Punkten."),
        ((1, 2), 1, "You and Ada share the win with 96 points.", "Du und Ada teilt euch den Sieg mit 96 Punkten."),
        (
            (0, 1, 2),
            1,
            "You, Mia and Ada share the win with 96 points.",
            "Du, Mia und Ada teilt euch den Sieg mit 96 Punkten.",
        ),
    ],
)
def test_who_won_and_with_what(winners: tuple[Seat, ...], you: Seat | None, english: str, german: str) -> None:
    game = all_games()["spicy"]
    over = Over(tuple(96 if seat in winners else 9 for seat in range(3)), (0.0,) * 3, winners)
    told = [verdict(NAMES, over, game.words(None, language), game.measure, you) for language in ("en", "de")]
    assert told == [english, german]


@pytest.mark.parametrize("number", [1, 2, 12])
@pytest.mark.parametrize("match", [False, True])
@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_every_unit_can_be_won_with(game: Game, match: bool, number: int) -> None:
    over = Over((number, 0), (1.0, 0.0), (0,))
    told = verdict(NAMES[:2], over, game.words(None, "de"), measure_of(game, match))
    ending = "" if number == 1 else "n"
    assert re.fullmatch(rf"Mia gewinnt mit (noch )?{number} \w+{ending}\.", told)
    assert verdict(NAMES[:1], Over((number,), (1.0,), (0,)), game.words(None, "de"), game.measure).startswith(
        "Dein Ergebnis: "
    )
