"""What a coach speaks of is said in words, in every game that has one."""

from __future__ import annotations

import pytest

from redpip.core.catalog import Game, all_games
from redpip.core.coaching import plain_line
from redpip.games.perfecto import GAME as PERFECTO
from redpip.games.perfecto.rules import PerfectoRules
from redpip.play.reasons import coaching_of


@pytest.mark.parametrize("game", [game for game in all_games().values() if game.advisor], ids=lambda game: game.id)
def test_no_coach_says_a_line_as_it_is_typed(game: Game) -> None:
    assert coaching_of(game, game.rules(), "win chance").line is not plain_line


@pytest.mark.parametrize(
    ("action", "english", "german"),
    [
        ("bid 9x6", "bid nine 6s", "neun Sechsen bieten"),
        ("roll 1 2 6", "keep the red 3 and the two 5s, roll the rest", "die rote 3 und die zwei Fünfen behalten"),
        ("challenge", "challenge the bid", "das Gebot anzweifeln"),
        ("perfecto", "call Perfecto", "Perfecto rufen"),
        ("side caller", "side with the caller", "für den Zweifel stimmen"),
        ("sidestep 3 6x2", "freeze the red 3 and bid six 2s", "die rote 3 einfrieren und sechs Zweien bieten"),
    ],
)
def test_what_one_does_in_perfecto(action: str, english: str, german: str) -> None:
    rules = PerfectoRules(calls="advanced")
    view = rules.rolled(rules.start(2, 0), (1, 4, 3, 5, 5, 2))
    told = [
        coaching_of(PERFECTO, rules, "win chance").line(rules, view, 0, [rules.parse(action)], words)
        for words in (PERFECTO.words("basic", language).aloud() for language in ("en", "de"))
    ]
    assert told[0] == english
    assert told[1].startswith(german)
