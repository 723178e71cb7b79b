"""The guide chooses what it should, and beats chance by far."""

from __future__ import annotations

from random import Random

import pytest

from duels import lower_bound, wins
from moves import moved
from redpip.core.dice import parse_faces
from redpip.core.game import Choose
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


def test_it_goes_on_from_what_was_begun_before_the_roll() -> None:
    rules = DiangleRules(advance_anytime=True)
    waiting = State((Climber(0, ((1,), (2, 3), ()), parse_faces("122433"), 2),), 0, "select")
    bot, moves, state = GuideBot(rules, 0, Random(1)), [], moved(rules, waiting, "advance 1")
    while state.before_roll:
        due = rules.next(state)
        assert isinstance(due, Choose)
        moves.append(str(bot.choose(state, due.options[0])))
        state = moved(rules, state, moves[-1])
    assert sorted(moves[:3]) == ["place 4>3", "place 5>2", "place 6>2"]
    assert moves[3:] == ["advance 3", "select 1 2 3 4 5 6"]


def test_it_beats_chance_in_a_few_games() -> None:
    assert wins(GAME, "guide", 40) >= 36


@pytest.mark.slow
def test_it_beats_chance() -> None:
    assert lower_bound(GAME, "guide") >= 0.9
