"""Problems pass between processes as they are."""

from __future__ import annotations

import pickle

import pytest

from redpip.core.catalog import all_games
from redpip.core.problem import Phrase, Problem, Refusal, Refused
from redpip.core.words import common_words


class Stranger(Problem):
    """One of a package's own, made in a way of its own."""

    def __init__(self, number: int) -> None:
        super().__init__("strange", "Number {number} is strange.", number=number)
        self.number = number


PROBLEMS = {
    "plain": Problem("bad_match", "A match is played to at least one game."),
    "facts": Problem("unknown_game", "There is no {what} {given!r}.", what=Phrase("game"), given="ludo"),
    "refusal": Refused(Refusal("first_roll", {"dice": (1, 2, 3)})),
    "inside another": Problem("x", "Event {number}: {problem}", number=3, problem=Refused(Refusal("game_over"))),
    "subclass": Stranger(7),
}


@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=list(PROBLEMS))
def test_a_problem_survives_pickling(problem: Problem) -> None:
    again = pickle.loads(pickle.dumps(problem))
    assert type(again) is type(problem)
    assert (again.code, again.message, str(again), again.args) == (
        problem.code,
        problem.message,
        str(problem),
        problem.args,
    )
    assert again.__dict__.keys() == problem.__dict__.keys()
    for language in ("en", "de"):
        assert common_words(language).problem(again) == common_words(language).problem(problem)


def test_a_refusal_survives_with_its_facts() -> None:
    refused = PROBLEMS["refusal"]
    assert isinstance(refused, Refused)
    again = pickle.loads(pickle.dumps(refused))
    assert again.refusal == refused.refusal


def test_a_problem_of_a_game_survives() -> None:
    game = next(iter(all_games().values()))
    with pytest.raises(Refused) as caught, game.concerned(None):
        raise Refused(Refusal("first_roll", {"dice": (1, 2, 3)}))
    assert pickle.loads(pickle.dumps(caught.value)).refusal == caught.value.refusal
