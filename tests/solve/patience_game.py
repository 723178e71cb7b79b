"""A tiny game that is solved: throw a die, keep what it shows or throw again, three times at most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from redpip.core.advice import BotKind, OpenAdvisor, Point, RandomBot, Unit, Worth
from redpip.core.catalog import Game, Preset
from redpip.core.dice import Faces
from redpip.core.effort import Effort
from redpip.core.game import Choose, Next, OpenRules, Over, Roll, Seat
from redpip.core.notation import bad_action
from redpip.core.options import option
from redpip.core.problem import Refusal
from redpip.solve.oracle import Oracle


@dataclass(frozen=True, slots=True)
class Say:
    what: str

    def __str__(self) -> str:
        return self.what


KEEP, AGAIN = Say("keep"), Say("again")


@dataclass(frozen=True, slots=True)
class State:
    face: int = 0  # 0: the die is in the air
    thrown: int = 0
    kept: bool = False


@dataclass(frozen=True, slots=True)
class PatienceRules(OpenRules[State, Say]):
    throws: int = option(3, "throws", least=1, most=9)

    version: ClassVar[int] = 1
    state_type: ClassVar[type[State]] = State

    def start(self, seats: int, first: Seat) -> State:
        return State()

    def next(self, state: State) -> Next[Say]:
        if state.kept:
            return Over((state.face,), (float(state.face),), (0,))
        if not state.face:
            return Roll(0, (1,))
        return Choose({0: (KEEP, AGAIN) if state.thrown < self.throws else (KEEP,)})

    def rolled(self, state: State, faces: Faces) -> State:
        return State(faces[0], state.thrown + 1)

    def play(self, state: State, seat: Seat, action: Say) -> State:
        return replace(state, kept=True) if action == KEEP else replace(state, face=0)

    def why_not(self, state: State, seat: Seat, action: Say) -> Refusal:
        return Refusal("refused")

    def parse(self, text: str) -> Say:
        if text not in ("keep", "again"):
            raise bad_action(text)
        return Say(text)


class PatienceAdvisor(OpenAdvisor[Say]):
    unit: ClassVar[Unit] = "points"

    def __init__(self, rules: PatienceRules, seat: Seat, effort: Effort) -> None:
        super().__init__(rules, seat)
        self._oracle = Oracle(rules)

    def value(self, point: Point) -> Worth:
        return Worth(self._oracle.value(point.view))


class PatienceSolver:
    def __init__(self, rules: PatienceRules, effort: Effort) -> None:
        self.rules = rules

    def solve(self, again: bool) -> None:
        pass

    def summary(self) -> Mapping[str, Any]:
        left = range(1, self.rules.throws + 1)
        values = {str(throws): Oracle(PatienceRules(throws)).value(State()) for throws in left}
        return {"turn_value": values[str(self.rules.throws)], "by_throws": values}

    def sample(self, luck: Random, count: int) -> Sequence[State]:
        return [State(luck.randint(0, 6), luck.randint(1, 2)) for _ in range(count)]


def game(**more: Any) -> Game:
    bots = {"random": BotKind("any move", RandomBot)}
    return Game(
        id="patience",
        name="Patience",
        about="a die",
        folder=Path(__file__).parent,
        rules=PatienceRules,
        presets={"usual": Preset("Usual", "three throws")},
        bots=bots,
        house_bot="random",
        refusals={},
        screen=lambda *_: (),
        story=lambda *_: "",
        help=lambda *_: (),
        scene=lambda *_: {},
        page_texts=lambda _: {},
        **more,
    )
