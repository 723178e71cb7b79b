"""Training: a position that asks for one decision, and what an answer to it is worth.

A ``Card`` keeps all that the question needs, as plain data. It names nobody: whoever answers is the seat that is asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from redpip.core.catalog import find_game
from redpip.core.coaching import Line, Mark
from redpip.core.codec import to_json
from redpip.core.effort import QUIET, Effort
from redpip.core.game import Choose, Event, Seat
from redpip.core.history import History
from redpip.core.options import changed_options, read_options
from redpip.core.problem import Problem
from redpip.core.record import event_json, read_event
from redpip.core.setup import Player, Setup
from redpip.core.words import Words
from redpip.play.coach import Coach, Counsel, game_state
from redpip.play.review import Decision, Review

CHOICES = 4  # so many lines are offered where nobody types one


@dataclass(frozen=True)
class Card:
    game: str
    preset: str
    options: dict[str, Any]
    rules: str  # the hash of the rules it was met by
    seats: int
    seat: Seat
    state: dict[str, Any]  # of the single game, also where it was one of a match
    heard: tuple[dict[str, Any], ...]  # what happened before, where there are secrets
    origin: str  # the key of the game it is from, or the day of the daily set
    event: int  # the number of the event there
    played: str  # what was chosen then
    mistake: str | None  # which kind of mistake that was

    @cached_property
    def id(self) -> str:
        """The same position is the same card, wherever it was met."""
        position = [self.rules, self.seat, self.state, list(self.heard)]
        return sha256(json.dumps(position, sort_keys=True).encode()).hexdigest()[:16]

    @cached_property
    def setup(self) -> Setup:
        """A table to ask at. The rules may have changed since; then nobody can say what is best there."""
        game, _ = find_game(self.game)
        preset, _ = game.preset(self.preset)
        game.check_seats(preset, self.seats)
        players = tuple(Player(f"{number + 1}") for number in range(self.seats))
        setup = Setup(game, preset, read_options(game.rules, self.options), players, 0)
        if setup.hash != self.rules:
            raise Problem(
                "other_rules", "The rules of {game} have changed since this position was met.", game=game.name
            )
        return setup

    @property
    def position(self) -> Any:
        return self.setup.game_rules.read_state(self.state)

    @property
    def events(self) -> tuple[Event[Any], ...]:
        return tuple(read_event(event, self.setup) for event in self.heard)

    def actions(self, text: str) -> tuple[Any, ...]:
        """The actions of a line as it is written in a review."""
        return tuple(self.setup.game_rules.parse(part) for part in text.split("; "))

    @property
    def still_asked(self) -> bool:
        """Can it be asked by the rules of today?"""
        try:
            return self.setup.game.advisor is not None and bool(options_at(self.setup, self.position, self.seat))
        except Problem:
            return False


def options_at(setup: Setup, state: Any, seat: Seat) -> Sequence[Any]:
    due = setup.game_rules.next(state)
    return due.options.get(seat, ()) if isinstance(due, Choose) else ()


def seat_names(card: Card, words: Words) -> list[str]:
    """Nobody is named in training but the one who is asked."""
    return [
        words.say("You") if seat == card.seat else words.say("Player {number}", number=seat + 1)
        for seat in range(card.seats)
    ]


def cards_of(review: Review, history: History, seat: Seat, origin: str) -> Iterator[Card]:
    """The decisions of a seat that were marked, as questions."""
    for decision in review.of(seat):
        if decision.mark:
            yield card_of(decision, history, origin)


def card_of(decision: Decision, history: History, origin: str) -> Card:
    setup = history.setup
    before = history.events[: decision.event - 1] if setup.game.secrets else ()
    return Card(
        setup.game.id,
        setup.preset,
        changed_options(setup.game_rules),
        setup.hash,
        len(setup.players),
        decision.seat,
        to_json(game_state(history.states[decision.event - 1])),
        tuple(map(event_json, before)),
        origin,
        decision.event,
        decision.played,
        decision.mistake,
    )


# ---- answers


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer cost, and why."""

    counsel: Counsel
    cost: float
    mark: Mark | None

    @property
    def line(self) -> Line:
        return self.counsel.lean or self.counsel.best


class Trainer:
    """Judges answers. Its coaches live as long as it does, so that one card is answered after another."""

    def __init__(self, effort: Effort = QUIET) -> None:
        self._effort = effort
        self._coaches: dict[tuple[str, str, int], Coach] = {}

    def coach(self, card: Card) -> Coach:
        key = (card.rules, card.preset, card.seats)
        if key not in self._coaches:
            self._coaches[key] = Coach(card.setup, self._effort)
        return self._coaches[key]

    def judge(self, card: Card, actions: Sequence[Any]) -> Verdict:
        """Actions that follow each other; what is left open after them is taken to be the best."""
        if not actions:
            raise Problem("empty_answer", "An answer is at least one action.")
        coach = self.coach(card)
        with card.setup.game.concerned(card.preset):
            counsel = coach.counsel_at(card.position, card.seat, card.events, actions)
        assert counsel.lean
        cost = counsel.cost(counsel.lean)
        return Verdict(counsel, cost, coach.coaching.bands.mark(cost))

    def choices(self, card: Card) -> tuple[Line, ...]:
        """The best line, what was played, and rivals of other kinds, in an order that tells nothing."""
        coach, state = self.coach(card), card.position
        chosen: list[Line] = []
        for first in self._candidates(card):
            line = coach.line(state, card.seat, card.events, first)
            if len(chosen) < CHOICES and all(line.view != other.view for other in chosen):
                chosen.append(line)
        return tuple(sorted(chosen, key=lambda line: sha256(f"{card.id} {line.text}".encode()).digest()))

    def _candidates(self, card: Card) -> Iterator[Sequence[Any]]:
        """The best, what was played, the best of each other kind of action, and then whatever is next."""
        ranked = [valued.action for valued in self.coach(card).advise(card.position, card.seat, card.events).ranked]
        yield ranked[:1]
        yield card.actions(card.played)
        kinds: dict[str, Any] = {}
        for action in ranked:
            kinds.setdefault(str(action).split()[0], action)
        yield from ([action] for action in kinds.values())
        yield from ([action] for action in ranked[1:CHOICES])
