"""A position of Perfecto, as everybody at once would see it or, with gaps, as one seat does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from redpip.core.dice import Faces
from redpip.core.game import Seat
from redpip.games.perfecto.notation import Party

# deal: hands are thrown; rolling, rolled: a seat throws some of its dice again and then has to bid
# with real cups also freezing, show: the die that was frozen is told, and at the end what lay under the cups
Phase = Literal["deal", "bidding", "rolling", "rolled", "freezing", "sides", "show", "over"]


@dataclass(frozen=True, slots=True)
class Bid:
    quantity: int
    rank: int
    seat: Seat
    rolled: int = 0  # so many dice the bidder threw again before it

    @property
    def order(self) -> tuple[int, int]:
        return self.quantity, self.rank


@dataclass(frozen=True, slots=True)
class Call:
    kind: Literal["challenge", "perfecto"]
    seat: Seat
    level: int = 1  # lives at stake: 1, doubled 2, redoubled 3
    raiser: Seat | None = None  # the principal who raised last
    surrendered: Seat | None = None  # the principal who gave up


@dataclass(frozen=True, slots=True)
class Showdown:
    """A round that is over: everybody has seen all of this."""

    hands: tuple[Faces, ...]
    bid: Bid
    call: Call
    sides: tuple[Party | None, ...]
    count: int
    bidder_right: bool  # by the dice, whether or not somebody surrendered
    winner: Seat  # the principal who won the round
    loser: Seat
    stake: int  # the lives that the loser has to give
    wrong: tuple[Seat, ...]  # who took the wrong side
    lost: tuple[int, ...]  # lives that each seat lost
    out: tuple[Seat, ...]  # who was knocked out


@dataclass(frozen=True, slots=True)
class State:
    lives: tuple[int, ...]
    hands: tuple[Faces, ...]  # 0: not in play, not thrown yet or not for these eyes
    frozen: tuple[tuple[int, ...], ...]
    leader: Seat  # who bids first in this round
    seat: Seat  # whose turn it is; while sides are taken, who spoke last
    sides: tuple[Party | None, ...]  # None: not taken yet, or not for these eyes
    phase: Phase = "deal"
    round: int = 1
    bids: tuple[Bid, ...] = ()  # of this round; the last one stands
    call: Call | None = None
    passes: int = 0  # in a row since the last call
    chosen: tuple[Seat, ...] = ()  # who has taken a side
    cast: tuple[int, ...] = ()  # the dice thrown again this turn, for the thrower's eyes
    announced: int = 0  # how many they are, for everybody
    last: Showdown | None = None  # the round before

    @property
    def bid(self) -> Bid | None:
        return self.bids[-1] if self.bids else None

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that still play."""
        return tuple(seat for seat, lives in enumerate(self.lives) if lives)

    @property
    def order(self) -> tuple[Seat, ...]:
        """All seats, the leader first."""
        return (*range(self.leader, len(self.lives)), *range(self.leader))

    def after(self, seat: Seat) -> Seat:
        """The next seat that still plays."""
        order: tuple[Seat, ...] = (*range(seat + 1, len(self.lives)), *range(seat + 1))
        return next(other for other in order if self.lives[other])

    def with_hand(self, seat: Seat, hand: Faces) -> State:
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))
