"""How somebody is doing: the cards that were met, the answers given, the games looked at.

Progress is the sum of entries that are only ever added, each a small JSON object: ``{"game": …}``, ``{"card": …}`` or
``{"answer": …}``. Whoever keeps them, in a file or a database, keeps them in order and loses none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from itertools import islice
from typing import Any

from redpip.core.advice import Unit
from redpip.core.coaching import MARKS
from redpip.core.codec import from_json, to_json
from redpip.core.game import Seat
from redpip.core.history import History
from redpip.core.problem import Problem
from redpip.core.record import Record, dump
from redpip.play.review import Review
from redpip.play.schedule import Answer, Memory, read_answer
from redpip.play.training import Card, cards_of

FORMAT = "redpip-training/1"
SESSION = 5  # cards
MOST = 1e12  # of anything that is counted in a game


@dataclass(frozen=True, slots=True)
class Kind:
    """How often one kind of mistake was made, and what that cost in sum."""

    name: str
    times: int
    cost: float


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was looked at, as one seat saw it."""

    key: str
    name: str  # what its owner knows it by
    at: str  # when it was played, in ISO 8601
    game: str
    preset: str
    unit: Unit
    exact: bool
    result: float | None
    start: float | None  # what could be expected; None where nothing can be worked out
    luck: float | None
    cost: float | None
    decisions: int
    marks: tuple[int, ...]  # inaccuracies, mistakes, blunders
    mistakes: tuple[Kind, ...]


def record_key(record: Record, seat: Seat) -> str:
    """Names a game and a seat in it, so that nobody takes the same twice."""
    return sha256("\n".join([*dump(record), str(seat)]).encode()).hexdigest()[:16]


def played(review: Review, seat: Seat, key: str, name: str, at: datetime) -> Played:
    sums, decisions = review.seats[seat].sums, review.of(seat)
    marks = Counter(decision.mark for decision in decisions)
    kinds = Counter(decision.mistake for decision in decisions if decision.mistake)
    return Played(
        key,
        name,
        at.isoformat(),
        review.setup.game.id,
        review.setup.preset,
        review.unit,
        review.exact,
        review.seats[seat].result,
        sums.start if sums else None,
        sums.luck if sums else None,
        sums.cost if sums else None,
        len(decisions),
        tuple(marks[mark] for mark in MARKS),
        tuple(
            Kind(kind, times, sum(decision.cost for decision in decisions if decision.mistake == kind))
            for kind, times in kinds.items()
        ),
    )


def read_played(data: Any) -> Played:
    """As figures can be made of it: its month is known, and it tells either all of its sums or none."""
    game: Played = from_json(Played, data)
    sums = [figure for figure in (game.start, game.luck, game.cost) if figure is not None]
    figures = [*sums, *(kind.cost for kind in game.mistakes), game.result or 0.0]
    try:
        dated = datetime.fromisoformat(game.at).isoformat()[:7] == game.at[:7]
    except ValueError:
        dated = False
    if dated and len(sums) in (0, 3) and len(game.marks) == len(MARKS) and all(abs(one) <= MOST for one in figures):
        return game
    raise Problem("bad_value", "This is no entry of a training: {entry}.", entry=str(data)[:60])


@dataclass
class Progress:
    cards: dict[str, Card] = field(default_factory=dict)  # by their id, in the order they were met
    answers: dict[str, list[Answer]] = field(default_factory=dict)  # by the card's id
    games: dict[str, Played] = field(default_factory=dict)  # by their key, in the order they were looked at
    # what follows from them, kept for whoever has answered thousands of times
    _days: dict[date, list[Answer]] = field(default_factory=dict, init=False, repr=False, compare=False)  # in UTC
    _given: set[Answer] = field(default_factory=set, init=False, repr=False, compare=False)
    _memories: dict[str, Memory] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, entries: Iterable[Mapping[str, Any]]) -> Progress:
        progress = cls()
        for entry in entries:
            progress.add(entry)
        return progress

    def add(self, entry: Mapping[str, Any]) -> None:
        match entry:
            case {"card": data, **rest} if not rest:
                card = from_json(Card, data)
                self.cards.setdefault(card.id, card)
            case {"game": data, **rest} if not rest:
                game = read_played(data)
                self.games.setdefault(game.key, game)
            case {"answer": data, **rest} if not rest and _card_of(data) in self.cards:
                answer = read_answer(data)
                self.answers.setdefault(answer.card, []).append(answer)
                self._days.setdefault(answer.time.astimezone(UTC).date(), []).append(answer)
                self._given.add(answer)
            case _:
                raise Problem("bad_value", "This is no entry of a training: {entry}.", entry=str(entry)[:60])

    def lacks(self, entry: Mapping[str, Any]) -> bool:
        """Would it add anything?"""
        match entry:
            case {"card": data}:
                return from_json(Card, data).id not in self.cards
            case {"game": data}:
                return read_played(data).key not in self.games
            case {"answer": data}:
                return read_answer(data) not in self._given
        return False

    # ---- what is next

    def due(self, card: Card, now: datetime) -> bool:
        """Is it to be asked now? A card that was never answered is."""
        return card.id not in self.answers or self.due_at(card) <= now

    def due_at(self, card: Card) -> datetime:
        """When a card that was answered is to be asked again."""
        return self._memories.setdefault(card.id, Memory()).due_after(self.answers[card.id])

    @property
    def days(self) -> Collection[date]:
        """On which something was answered, in UTC."""
        return self._days.keys()

    def waiting(self, now: datetime, game: str | None = None) -> list[Card]:
        """What is due: cards that come back, the longest due first, then new ones, the latest first."""
        asked = [card for card in self.cards.values() if game in (None, card.game) and card.still_asked]
        known = [card for card in asked if card.id in self.answers and self.due(card, now)]
        new = [card for card in reversed(asked) if card.id not in self.answers]
        return sorted(known, key=self.due_at) + new

    def answered_on(self, now: datetime) -> list[tuple[Card, Answer]]:
        """The answers of this day, in order."""
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        days = {time.astimezone(UTC).date() for time in (midnight, midnight + timedelta(hours=24))}
        today = [
            answer
            for day in days
            for answer in self._days.get(day, ())
            if answer.time.astimezone(now.tzinfo).date() == now.date()
        ]
        return [(self.cards[answer.card], answer) for answer in sorted(today, key=lambda answer: answer.time)]


def _card_of(data: Any) -> Any:
    return data.get("card") if isinstance(data, dict) else None


def session(
    progress: Progress, now: datetime, daily: Iterable[Card], game: str | None = None, *, own: bool = True
) -> Iterator[Card]:
    """Five for today: what is due of one's own, and then the daily set as far as it was not answered. The set is only
    drawn as far as it is needed."""
    waiting = progress.waiting(now, game)[:SESSION] if own else []
    yield from waiting
    if len(waiting) < SESSION:
        seen = {card.id for card in waiting} | set(progress.answers)
        yield from islice((card for card in daily if card.id not in seen), SESSION - len(waiting))


# ---- entries


def card_entry(card: Card) -> dict[str, Any]:
    return {"card": to_json(card)}


def answer_entries(progress: Progress, card: Card, answer: Answer) -> Iterator[dict[str, Any]]:
    """An answer, and before it the card, where it is met for the first time."""
    if card.id not in progress.cards:
        yield card_entry(card)
    yield {"answer": to_json(answer)}


def game_entries(
    review: Review, history: History, seat: Seat, key: str, name: str, at: datetime
) -> Iterator[dict[str, Any]]:
    """A game that was looked at, and the questions that come of it. The game is last, so that it counts as looked at
    only when all of them are kept."""
    yield from (card_entry(card) for card in cards_of(review, history, seat, key))
    yield {"game": to_json(played(review, seat, key, name, at))}
