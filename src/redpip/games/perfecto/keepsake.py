"""A finished game of Perfecto as a picture shows it: the last showdown, in which the dice of the bid stand out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from redpip.core.dice import Faces
from redpip.core.game import Seat
from redpip.core.keepsake import Die, Keepsake, Row, Token, hand_of
from redpip.core.words import Words
from redpip.games.perfecto.names import count_text, of_rank, outcome_text
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.scoring import counts_for
from redpip.games.perfecto.state import State


def keepsake(_rules: PerfectoRules, view: State, names: Sequence[str], words: Words) -> Keepsake | None:
    last = view.last
    if last is None or not any(map(any, last.hands)):
        return None  # of real dice nobody told how they lie
    bid = of_rank(last.bid.quantity, last.bid.rank, words)
    hands: list[Row] = [
        (Token(seat), *_counted(hand, seat, last.bid.rank)) for seat, hand in enumerate(last.hands) if any(hand)
    ]
    said = [f"{count_text(last, words)}.", f"{outcome_text(last, names, words)}."]
    return Keepsake([(words.say("Showdown: {name} bid {bid}", name=names[last.bid.seat], bid=bid),), *hands], said)


def _counted(hand: Faces, seat: Seat, rank: int) -> Iterator[Die]:
    return (replace(die, faint=not counts_for(die.number, die.face, rank)) for die in hand_of(hand, seat))
