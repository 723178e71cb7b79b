"""What a bot is asked and what it answers, and what else a worker can be asked to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from redpip.core.game import Event, Seat, legal
from redpip.core.history import History
from redpip.core.luck import luck_key
from redpip.core.record import header_json

Key = tuple[str, Seat, str]  # table, seat, bot
Kind = tuple[str, str]  # rules (their hash) and bot or errand: those of one kind take about as long


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may take for one choice."""

    seconds: float = 10.0
    memory: int = 2 * 1024**3  # bytes that its worker may write to; bots of other tables live there too


@dataclass(frozen=True, slots=True)
class Question:
    table: str
    seat: Seat
    bot: str
    seq: int  # the position it is asked about; the answer carries it
    setup: dict[str, Any]  # a record's header, without the seed of the dice
    luck: str  # the key of the bot's luck
    heard: Sequence[Event[Any]]  # all that its seat has heard
    view: Any
    options: Sequence[Any]
    limits: Limits = Limits()

    @classmethod
    def of(cls, table: str, seq: int, play: History, seat: Seat, bot: str, limits: Limits) -> Question:
        """What this bot would do in this seat now, with nothing that the seat may not know."""
        setup, rules = play.setup, play.rules
        header = header_json(setup) | {"seed": None}
        header.pop("fair", None)
        heard = tuple(rules.seen(event, seat) for event in play.events)
        view, options = rules.view(play.state, seat), tuple(legal(play.next, seat))
        return cls(table, seat, bot, seq, header, luck_key(setup.seed, seat), heard, view, options, limits)

    @property
    def key(self) -> Key:
        return self.table, self.seat, self.bot

    @property
    def kind(self) -> Kind:
        return self.setup["rules"], self.bot


@dataclass(frozen=True, slots=True)
class Answer:
    seq: int
    action: Any
    seconds: float


@dataclass(frozen=True, slots=True)
class Errand:
    """Other work: a function of ours, called with these facts and whom to tell how far it is. It returns what JSON can
    hold; a Problem that it raises is said in the language that it was asked in."""

    name: str
    rules: str  # the hash of those that it is about
    work: Callable[..., Any]
    facts: tuple[Any, ...]
    language: str
    limits: Limits = Limits(seconds=300.0)

    @property
    def kind(self) -> Kind:
        return self.rules, self.name
