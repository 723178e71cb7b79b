"""Positions of a lone player, drawn at random, for checks of the solver."""

from __future__ import annotations

from random import Random
from typing import Any

from redpip.core.dice import DICE
from redpip.core.game import Choose, Over, Roll
from redpip.games.diangle.notation import Select
from redpip.games.diangle.rules import Climber, DiangleRules, State
from redpip.solve.rows.facts import BASE, OUT, Rows

STEPS = 8  # so many steps from the start of a turn a position is at most
FEW = 3  # dice that a sampled throw has at most: every way to fall is looked at


def samples(rules: DiangleRules, rows: Rows, luck: Random, count: int) -> list[State]:
    return [_walked(rules, _start(rules, rows, luck), luck) for _ in range(count)]


def _start(rules: DiangleRules, rows: Rows, luck: Random) -> State:
    """A turn about to begin, with any dice on the board that can lie there, and extra turns to come or not."""
    level = luck.randrange(len(rules.track))
    more = luck.randrange(level // len(rules.rows) + 1)
    number = int(luck.choice(rows.keeps(level).tolist()))
    digits = [number // BASE**die % BASE for die in range(rows.dice)]
    climber = Climber(level, ((),) * len(rules.rows), _faces(digits, luck), turns=luck.randint(1, 20))
    state = State((climber,), 0, "arrange")
    for die in (die for die, digit in enumerate(digits, 1) if digit != OUT):
        state = _placed(rules, state, die)
    return State(state.climbers, 0, "select", extra=more, is_extra=bool(more) or luck.random() < 0.5)


def _faces(digits: list[int], luck: Random) -> tuple[int, ...]:
    shown = [digit + 1 if digit != OUT else luck.randint(1, 6) for digit in digits]
    return (*shown, *(0,) * (len(DICE) - len(shown)))


def _placed(rules: DiangleRules, state: State, die: int) -> State:
    """In the highest row that does not fill the board, if there is any."""
    options = rules.next(state)
    assert isinstance(options, Choose)
    places = [action for action in options.options[0] if str(action).startswith(f"place {die}>")]
    after = [rules.play(state, 0, action) for action in reversed(places)]
    return next((state for state in after if not rules.is_diangle(state.climber)), state)


def _walked(rules: DiangleRules, state: State, luck: Random) -> State:
    for _ in range(luck.randrange(STEPS)):
        step = _any_step(rules, state, luck)
        if step is None:
            break
        state = step
    return state if not _large(state) else _thrown(rules, state, luck)


def _any_step(rules: DiangleRules, state: State, luck: Random) -> State | None:
    match rules.next(state):
        case Over():
            return None
        case Roll():
            return _thrown(rules, state, luck)
        case Choose(options):
            return rules.play(state, 0, luck.choice(list(_tempting(options[0]))))


def _tempting(actions: Any) -> list[Any]:
    """Few dice are thrown as often as many."""
    selects = [action for action in actions if isinstance(action, Select)]
    return [*selects[:1], *(action for action in actions if action not in selects[1:])] if selects else list(actions)


def _large(state: State) -> bool:
    return state.phase in ("rolling", "rerolling") and len(state.cast) > FEW


def _thrown(rules: DiangleRules, state: State, luck: Random) -> State:
    return rules.rolled(state, tuple(luck.randint(1, 6) if die in state.cast else 0 for die in DICE))
