"""The guide chooses what it should, and beats chance by far."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from redpip.core.dice import parse_faces
from redpip.core.game import Choose, Over, Roll, act
from redpip.core.shaker import SeededShaker
from redpip.games.diangle import GAME
from redpip.games.diangle.bots import GuideBot
from redpip.games.diangle.rules import Climber, DiangleRules, Row, State

RULES = DiangleRules()


def choices(level: int, faces: str, rows: tuple[Row, ...] = ((), (), ())) -> list[str]:
    """What the guide does from here to the end of its turn."""
    state = State((Climber(level, rows, parse_faces(faces), 2),), 0, "arrange")
    bot, done = GuideBot(RULES, 0, Random(1)), []
    while state.phase == "arrange":
        due = RULES.next(state)
        assert isinstance(due, Choose)
        action = bot.choose(state, due.options[0])
        assert action in due.options[0]
        done.append(str(action))
        state = RULES.play(state, 0, action)
    return done


def test_it_lays_out_what_fits_and_goes_on() -> None:
    assert choices(0, "511146") == ["place 2>1", "place 3>1", "place 4>1", "advance 1", "place 5>3", "end"]


def test_it_takes_a_diangle_and_holds_what_is_left() -> None:
    moves = choices(0, "123544")
    assert moves[:4] == ["place 1>1", "place 2>2", "place 3>3", "advance 3"]
    assert sorted(moves[4:-1]) == ["place 4>2", "place 5>1", "place 6>1"]


def test_it_clears_whites_from_under_a_red() -> None:
    assert choices(3, "442415", ((1, 2), (), ()))[:2] == ["place 4>1", "lift 1"]


def rate(games: int) -> tuple[float, float]:
    """How often the guide wins against chance, and the lower end of the 95 % interval."""
    won = sum(wins(f"1/{number}") for number in range(games)) / games
    return won, won - 1.96 * sqrt(won * (1 - won) / games)


def wins(seed: str) -> bool:
    shaker = SeededShaker(seed)
    kinds = (GAME.bot("guide"), GAME.bot("random"))
    bots = [kind.seat(RULES, seat, Random(f"{seed}/bot/{seat}")) for seat, kind in enumerate(kinds)]
    state = RULES.start(2, shaker.first(2))
    while True:
        match RULES.next(state):
            case Roll() as roll:
                state = RULES.rolled(state, shaker.throw(roll))
            case Choose(options):
                state = act(RULES, state, state.seat, bots[state.seat].choose(state, options[state.seat]))
            case Over(winners=winners):
                return 0 in winners


def test_it_beats_chance_in_a_few_games() -> None:
    assert rate(40)[0] > 0.9


@pytest.mark.slow
def test_it_beats_chance() -> None:
    assert rate(2000)[1] >= 0.9
