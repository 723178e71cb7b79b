"""The scripts of the vectors once more with real dice: their throws are told as people see them, in any order, and the
referee who does not know which die is which comes to the same sheets and the same refusals."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

import conformance
from redpip.core import game as gates
from redpip.core import naming
from redpip.core.catalog import Game, find_game
from redpip.core.dice import DICE, NO_FACES, Faces, shown
from redpip.core.game import Acted, Roll, Thrown
from redpip.core.growing import Growing
from redpip.core.history import History
from redpip.core.match import MatchRules
from redpip.core.notation import renamed
from redpip.core.problem import Refused
from redpip.core.seen import seen_of
from redpip.core.setup import Player, Setup
from test_conformance import OURS

SCRIPTS = [one for one in OURS if "script" in one.get("in", {}) or "trace" in one.get("action", {})]


@dataclass
class Step:
    """What a script did to the rules, with dice that have numbers."""

    rules: Any
    before: Any
    event: Any
    after: Any = None  # None: it was refused
    refused: str = ""


@dataclass
class Hands:
    """The real dice of a seat: which of them bears which name in the record."""

    at: dict[int, int] = field(default_factory=lambda: dict(zip(DICE, DICE, strict=True)))

    @property
    def names(self) -> tuple[int, ...]:
        by_die = {die: name for name, die in self.at.items()}
        return tuple(by_die[die] for die in DICE)

    def follow(self, told: Thrown, fell: Faces, names: naming.Names) -> None:
        self.at = {names[name - 1]: die for name, die in self.at.items()}
        left = {die: fell[die - 1] for die in shown(fell)}
        faces = told.faces or NO_FACES
        for name in shown(faces):
            alike = (die for die, face in left.items() if face == faces[name - 1] and (die == face) == (name == face))
            self.at[name] = next(alike)
            del left[self.at[name]]


def steps_of(vector: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> list[Step]:
    found: list[Step] = []

    def act(rules: Any, state: Any, seat: int, action: Any, due: Any = None) -> Any:
        found.append(Step(rules, state, Acted(seat, action)))
        try:
            found[-1].after = gates.act(rules, state, seat, action, due)
        except Refused as refused:
            found[-1].refused = refused.code
            raise
        return found[-1].after

    def throw(rules: Any, state: Any, faces: Faces, due: Any = None) -> Any:
        roll = rules.next(state)
        after = gates.throw(rules, state, faces, due)
        found.append(Step(rules, state, Thrown(roll.seat, faces, len(shown(faces))), after))
        return after

    adapter = conformance.adapter_of(find_game(vector["game"])[0].id)
    for name, spy in (("act", act), ("throw", throw)):
        with suppress(AttributeError):
            monkeypatch.setattr(adapter, name, spy)
    assert conformance.check(vector).verdict == "passed"
    return found


class Referee:
    """Hears what people see, from a position on."""

    def __init__(self, game: Game, step: Step, luck: Random) -> None:
        self.luck = luck
        self.hands: dict[int | None, Hands] = {}
        setup = Setup(game, next(iter(game.presets)), {}, (Player("A"), Player("B")), 0, own_dice=True)
        object.__setattr__(setup, "rules", real_dice(step.rules))
        object.__setattr__(setup, "game_rules", getattr(setup.rules, "rules", setup.rules))
        state = covered(step) if game.secrets else step.before
        self.history = History(setup, Growing(), Growing((state,)), Growing(), (0,) * 9)

    def hear(self, step: Step) -> None:
        match step.event:
            case Thrown() if self.history.setup.game.secrets:
                return  # under a cup
            case Thrown(seat=seat, faces=tuple(faces)):
                self._throw(seat, faces)
            case Acted(seat=seat, action=action):
                self._act(step, seat, action)

    def _act(self, step: Step, seat: int, action: Any) -> None:
        secret = self.history.setup.game.secrets
        if secret and hasattr(action, "dice"):
            action = step.rules.seen(step.event, None).action  # which dice they are nobody knows
        told = renamed(action, self._of(seat).names)
        if step.after is None:
            with pytest.raises(Refused) as refused:
                self.history.acted(seat, told)
            assert refused.value.code == step.refused
            return
        self.history = self.history.acted(seat, told)
        while secret and isinstance(due := self.history.next, Roll):
            assert due.seat is not None
            hand = game_of(step.before).hands[due.seat]
            self._throw(due.seat, tuple(hand[die - 1] if die in due.dice else 0 for die in DICE))

    def _throw(self, seat: int | None, faces: Faces) -> None:
        due = self.history.next
        assert isinstance(due, Roll)
        seen = list(seen_of(faces))
        self.luck.shuffle(seen)
        placing = naming.told(self.history, seat, due, tuple(seen))
        for event in placing.events:
            self.history = self.history.again(event)
        told = self.history.events[-1]
        assert isinstance(told, Thrown)
        if not due.numbered:
            self._of(seat).follow(told, faces, placing.names)

    def _of(self, seat: int | None) -> Hands:
        return self.hands.setdefault(seat, Hands())


def real_dice(rules: Any) -> Any:
    everybody = tuple(range(4))
    if isinstance(rules, MatchRules):
        return replace(rules, rules=rules.rules.with_real_dice(everybody))
    return rules.with_real_dice(everybody)


def covered(step: Step) -> Any:
    """The same position where nobody has looked under a cup."""
    state = step.rules.view(step.before, None)
    game = replace(game_of(state), phase="bidding") if game_of(state).phase == "deal" else game_of(state)
    return replace(state, game=game) if state is not game_of(state) else game


def game_of(state: Any) -> Any:
    return getattr(state, "game", state)


def sheets(game: Game, rules: Any, state: Any) -> Any:
    """What stands on paper, and what was won before."""
    assert game.noting is not None
    return game.noting.columns(getattr(rules, "rules", rules), game_of(state)), getattr(state, "points", None)


@pytest.mark.parametrize("vector", SCRIPTS, ids=lambda vector: vector["id"])
def test_a_script_comes_to_the_same_with_real_dice(vector: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = find_game(vector["game"])
    steps = steps_of(vector, monkeypatch)
    assert steps
    referee, real = None, None
    for step in steps:
        if referee is None or step.before != real:
            referee = Referee(game, step, Random(vector["id"]))
        referee.hear(step)
        if step.after is not None:
            real = step.after
            assert sheets(game, step.rules, referee.history.state) == sheets(game, step.rules, real)
