"""A tiny game with secrets, to try the contract tests on: two dice each in secret, then all guess the sum at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from redpip.core.advice import BotKind, RandomBot
from redpip.core.catalog import Game, Preset
from redpip.core.dice import Faces
from redpip.core.game import Acted, BaseRules, Choose, Event, Next, Over, Roll, Seat, Thrown
from redpip.core.notation import bad_action, split_command
from redpip.core.options import option
from redpip.core.plain import plain_scene
from redpip.core.problem import Refusal
from redpip.core.words import Line, Words, line


@dataclass(frozen=True, slots=True)
class Guess:
    total: int

    def __str__(self) -> str:
        return f"guess {self.total}"


@dataclass(frozen=True, slots=True)
class State:
    first: Seat
    hands: tuple[tuple[int, ...] | None, ...]  # None: not thrown yet, or not yours to see
    guesses: tuple[int | None, ...]  # None: not made yet, or not yours to see
    points: tuple[int, ...]
    shown: tuple[tuple[tuple[int, ...], ...], ...] = ()  # the hands of the rounds that are over


@dataclass(frozen=True, slots=True)
class HiddenRules(BaseRules[State, Guess]):
    rounds: int = option(2, "how often we guess", least=1, most=9)

    version: ClassVar[int] = 1
    state_type: ClassVar[type[State]] = State

    def start(self, seats: int, first: Seat) -> State:
        return State(first, (None,) * seats, (None,) * seats, (0,) * seats)

    def next(self, state: State) -> Next[Guess]:
        if len(state.shown) == self.rounds:
            best = max(state.points)
            winners = tuple(seat for seat, points in enumerate(state.points) if points == best)
            return Over(state.points, tuple(map(float, state.points)), winners)
        seats = len(state.hands)
        for seat in ((state.first + step) % seats for step in range(seats)):
            if state.hands[seat] is None:
                return Roll(seat, (1, 2), secret=True)
        return Choose({seat: self.guesses(state) for seat in range(seats) if state.guesses[seat] is None})

    def guesses(self, state: State) -> Sequence[Guess]:
        seats = len(state.hands)
        return tuple(map(Guess, range(2 * seats, 12 * seats + 1)))

    def rolled(self, state: State, faces: Faces) -> State:
        due = self.next(state)
        assert isinstance(due, Roll)
        return replace(state, hands=tuple(faces if at == due.seat else hand for at, hand in enumerate(state.hands)))

    def play(self, state: State, seat: Seat, action: Guess) -> State:
        guesses = tuple(action.total if at == seat else guess for at, guess in enumerate(state.guesses))
        made = [guess for guess in guesses if guess is not None]
        hands = tuple(hand for hand in state.hands if hand is not None)
        if len(made) < len(guesses):
            return replace(state, guesses=guesses)
        total = sum(map(sum, hands))
        nearest = min(abs(guess - total) for guess in made)
        points = tuple(p + (abs(guess - total) == nearest) for p, guess in zip(state.points, made, strict=True))
        again = self.start(len(made), state.first)
        return replace(again, points=points, shown=(*state.shown, hands))

    def why_not(self, state: State, seat: Seat, action: Guess) -> Refusal:
        return Refusal("bad_guess", {"total": action.total})

    def view(self, state: State, seat: Seat | None) -> Any:
        hands = tuple(hand if at == seat else None for at, hand in enumerate(state.hands))
        guesses = tuple(guess if at == seat else None for at, guess in enumerate(state.guesses))
        return replace(state, hands=hands, guesses=guesses)

    def seen(self, event: Event[Guess], seat: Seat | None) -> Event[Any]:
        match event:
            case Thrown(seat=thrower) if thrower != seat:
                return replace(event, faces=None)
            case Acted(seat=guesser) if guesser != seat:
                return Acted(guesser, None)
        return event

    def parse(self, text: str) -> Guess:
        match split_command(text, ("guess",)):
            case _, [total] if total.isdecimal():
                return Guess(int(total))
        raise bad_action(text)

    def reveals(self, before: State, after: State) -> bool:
        return before.shown != after.shown


def screen(_rules: HiddenRules, view: State, names: Sequence[str], _words: Words) -> list[Line]:
    return [line(f"{name}: {points}") for name, points in zip(names, view.points, strict=True)]


def story(_rules: HiddenRules, event: Event[Guess], _view: State, names: Sequence[str], _words: Words) -> str:
    return f"{names[event.seat]} guesses" if isinstance(event, Acted) else ""


def scene(
    _rules: HiddenRules, view: State, seat: Seat | None, words: Words, options: Sequence[Guess]
) -> Mapping[str, Any]:
    return plain_scene(seat=seat or 0, scores=view.points, options=options, label=str, words=words)


HIDDEN = Game(
    id="hidden",
    name="Hidden",
    about="guess the sum of all dice",
    folder=Path(__file__).parent,
    rules=HiddenRules,
    presets={"usual": Preset("usual", "two rounds")},
    bots={"random": BotKind("anything", RandomBot)},
    house_bot="random",
    refusals={"bad_guess": "The dice cannot make {total}."},
    screen=screen,
    story=story,
    help=lambda *_: (),
    scene=scene,
    page_texts=lambda _: {},
    least_seats=2,
    most_seats=3,
    secrets=True,
)
