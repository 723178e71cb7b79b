"""What is about this game alone."""

from redpip.core.dice import parse_faces
from redpip.core.game import Over, act, throw
from redpip.core.guide import asked_all, guide, lesson_and_setup
from redpip.template import GAME
from redpip.template.notation import RollDice, Stop
from redpip.template.rules import TemplateRules

RULES = TemplateRules()


def test_a_red_face_takes_the_turn() -> None:
    state = act(RULES, RULES.start(seats=2, first=0), 0, RollDice())
    state = act(RULES, throw(RULES, state, parse_faces("415---")), 0, RollDice())
    state = throw(RULES, state, parse_faces("423---"))
    assert (state.seat, state.totals) == (1, (0, 0))


def test_points_are_kept_by_stopping() -> None:
    state = act(RULES, RULES.start(seats=2, first=0), 0, RollDice())
    state = act(RULES, throw(RULES, state, parse_faces("415---")), 0, Stop())
    assert (state.seat, state.totals) == (1, (10, 0))


def test_the_lesson_goes_to_its_end() -> None:
    lesson, setup = lesson_and_setup(GAME, "", "Mia")
    *_, last = asked_all(guide(lesson, setup, ()))
    over = last.history.next
    assert isinstance(over, Over)
    assert over.winners == (0,)
