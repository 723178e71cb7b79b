"""The contract: what is next, who may do what, and what follows from it.

Rules are frozen dataclasses whose fields are the options. They own no randomness: where dice are thrown they
answer ``Roll`` and are told the faces. States are immutable, hashable values.

    match rules.next(state):
        case Roll() as roll:   state = rules.rolled(state, shaker.throw(roll))
        case Choose(options):  state = act(rules, state, seat, action)
        case Over() as over:   return over
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from redpip.core.codec import from_json
from redpip.core.dice import DICE, Faces, shown
from redpip.core.problem import Problem, Refusal, Refused

Seat = int
S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance is next: these dice are thrown for this seat, or for nobody (neutral dice)."""

    seat: Seat | None
    dice: tuple[int, ...]
    secret: bool = False  # others then learn how many dice fell, not which and what
    among: tuple[int, ...] = ()  # picked from these unseen, so that people cannot tell which they are; empty: not so
    numbered: bool = False  # people have looked for their red faces, so these are the very dice


@dataclass(frozen=True, slots=True)
class Choose(Generic[A]):
    """One seat may act, or several at once in secret. The list of a seat's actions *is* the rule."""

    options: Mapping[Seat, Sequence[A]]


@dataclass(frozen=True, slots=True)
class Over:
    scores: tuple[int, ...]  # what the sheet says
    returns: tuple[float, ...]  # more is better, whatever the sheet counts
    winners: tuple[Seat, ...]


Next = Roll | Choose[A] | Over


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice fell. ``faces`` is None in what others hear of a secret throw."""

    seat: Seat | None
    faces: Faces | None
    count: int


@dataclass(frozen=True, slots=True)
class Acted(Generic[A]):
    seat: Seat
    action: A


@dataclass(frozen=True, slots=True)
class Noted:
    """Of a turn with real dice the result alone was told: its ``note`` is a ``core.noting.Note``."""

    seat: Seat
    note: Any


@dataclass(frozen=True, slots=True)
class Back:
    """Everything after event number ``to`` is taken back."""

    to: int


Event = Thrown | Acted[A] | Noted | Back


class Rules(Protocol[S, A]):
    """What a game implements. Everyone else plays, shows and checks games through this alone."""

    version: ClassVar[int]  # goes up whenever the same actions and dice could lead elsewhere than before

    @property
    def all_dice(self) -> tuple[int, ...]:
        """The dice of a set: each player's own, or the one that goes round."""

    def start(self, seats: int, first: Seat) -> S: ...

    def next(self, state: S) -> Next[A]: ...

    def rolled(self, state: S, faces: Faces) -> S:
        """The state after the dice of ``next(state)`` fell as ``faces``, 0 for every die not thrown."""

    def play(self, state: S, seat: Seat, action: A) -> S:
        """The state after a legal action. Players come through ``act``, which checks first."""

    def why_not(self, state: S, seat: Seat, action: A) -> Refusal:
        """The reason, for an action of a seat that may act but is not among its options."""

    def with_real_dice(self, people: tuple[Seat, ...]) -> Any:
        """The same rules where these seats throw dice of their own and tell what they see."""

    def out_of_turn(self, state: S, seat: Seat, action: A) -> Refusal | None:
        """For a seat that may not act while others may: a better reason than that it is not its turn, if any."""

    def reveals(self, before: S, after: S) -> bool:
        """Did this action show somebody a secret? Then it cannot be taken back."""

    def view(self, state: S, seat: Seat | None) -> Any:
        """What that seat may see; None is a spectator."""

    def seen(self, event: Event[A], seat: Seat | None) -> Event[A]:
        """What that seat may hear of an event."""

    def parse(self, text: str) -> A:
        """The action that this text means; ``rules.parse(str(action)) == action``."""

    def read_state(self, data: object) -> S:
        """The state whose JSON form this is."""


class BaseRules(Generic[S, A]):
    """What most games share."""

    state_type: ClassVar[type[Any]]

    @property
    def all_dice(self) -> tuple[int, ...]:
        return DICE

    def with_real_dice(self, people: tuple[Seat, ...]) -> Any:
        return self

    def out_of_turn(self, state: S, seat: Seat, action: A) -> Refusal | None:
        return None

    def reveals(self, before: S, after: S) -> bool:
        return False

    def read_state(self, data: object) -> S:
        state: S = from_json(self.state_type, data)
        return state


class OpenRules(BaseRules[S, A]):
    """For games in which everybody sees everything: the view is the state."""

    def view(self, state: S, seat: Seat | None) -> S:
        return state

    def seen(self, event: Event[A], seat: Seat | None) -> Event[A]:
        return event


def legal(due: Next[A], seat: Seat | None) -> Sequence[A]:
    """What this seat may do where this is next; nothing for a spectator or while others are to move."""
    return due.options.get(seat, ()) if isinstance(due, Choose) and seat is not None else ()


def act(rules: Rules[S, A], state: S, seat: Seat, action: A, due: Next[A] | None = None) -> S:
    """The one gate between players and rules: a legal action is played, any other is ``Refused``.

    ``due`` is what the rules say is next, where the caller has asked them already.
    """
    match due or rules.next(state):
        case Over():
            raise Refused(Refusal("game_over"))
        case Roll():
            raise Refused(Refusal("wrong_phase"))
        case Choose(options):
            if seat not in options:
                not_yours = Refusal("not_your_turn", {"seat": min(options)})
                raise Refused(rules.out_of_turn(state, seat, action) or not_yours)
            if action not in options[seat]:
                raise Refused(rules.why_not(state, seat, action))
            return rules.play(state, seat, action)


def throw(rules: Rules[S, A], state: S, faces: Faces, due: Next[A] | None = None) -> S:
    """The gate for dice: exactly the dice that ``next`` names, each with a face."""
    match due or rules.next(state):
        case Roll(dice=dice):
            if len(faces) != 6 or shown(faces) != dice or not all(0 <= face <= 6 for face in faces):
                wanted = " ".join(map(str, dice))
                raise Problem(
                    "wrong_dice", "These dice are to be thrown, each with a face 1 to 6: {dice}.", dice=wanted
                )
            return rules.rolled(state, faces)
        case _:
            raise Problem("no_throw_due", "No dice are to be thrown now.")
