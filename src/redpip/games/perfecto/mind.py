"""What one seat can make of all that was said: beliefs about every cup, and what its choices are worth in the round.

Every bid of the round is read by solving a sketch of the position in which it was made: a hand is believed as far as
the solution would have bid so with it. Values are of the round, 1 for winning it and -1 for losing it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from redpip.core.dice import DICE, Faces
from redpip.core.game import Seat
from redpip.games.perfecto.beliefs import counts, dealt, idle, means, number_of, spread, summed, thrown_again
from redpip.games.perfecto.notation import MakeBid
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.sketch import Answer, Cup, Sketch, ladder
from redpip.games.perfecto.state import Bid, State
from redpip.solve.bluff.duel import Floats

NUMBERS = 3  # that a sketch reckons with
READING, SPEAKING = 16, 40  # rounds of regret, to understand a bid and to make one
DEEP = 2  # bids after each other in a sketch
DOUBT = 0.04  # that somebody plays as no solution would


@dataclass(frozen=True)
class Scene:
    """What all can see of a round: the same for every seat, so what was understood of it is kept."""

    rules: PerfectoRules
    lives: tuple[int, ...]
    known: tuple[Faces, ...]  # the frozen dice
    bids: tuple[Bid, ...]
    leader: Seat

    @classmethod
    def of(cls, rules: PerfectoRules, view: State) -> Scene:
        known = tuple(
            tuple(face if die in frozen else 0 for die, face in enumerate(hand, 1))
            for hand, frozen in zip(view.hands, view.frozen, strict=True)
        )
        return cls(rules, view.lives, known, view.bids, view.leader)

    @property
    def active(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, lives in enumerate(self.lives) if lives)

    @property
    def standing(self) -> MakeBid | None:
        return MakeBid(*self.bids[-1].order) if self.bids else None

    @property
    def speaker(self) -> Seat:
        """Who bids next, if nobody calls."""
        return self.after(self.bids[-1].seat) if self.bids else self.leader

    def after(self, seat: Seat) -> Seat:
        return self._state.after(seat)

    def dice(self, seat: Seat) -> int:
        return len(self.rules.hand(self._state, seat))

    def loose(self, seat: Seat) -> int:
        """The dice that may be thrown, as bits."""
        return sum(1 << die for die in range(self.dice(seat)) if not self.known[seat][die])

    @property
    def highest(self) -> int:
        return self.rules.highest(self._state)

    @property
    def may_roll(self) -> bool:
        return bool(self.bids) or self.rules.roll_on_opening

    @property
    def _state(self) -> State:
        empty = ((),) * len(self.lives)
        return State(self.lives, self.known, empty, self.leader, self.leader, (None,) * len(self.lives))


@lru_cache(maxsize=96)
def beliefs(scene: Scene, announced: int = 0) -> tuple[Floats, ...]:
    """[seat][hand] after the bids, and after the speaker has thrown so many dice again."""
    if announced:
        return _replaced(scene, scene.speaker, _after_roll(scene, announced, reading(scene, None)))
    if not scene.bids:
        return tuple(dealt(scene.dice(seat), scene.known[seat]) for seat in range(len(scene.lives)))
    last, before = scene.bids[-1], Scene(scene.rules, scene.lives, scene.known, scene.bids[:-1], scene.leader)
    bid = MakeBid(*last.order)
    answer = reading(before, bid, last.seat)
    if last.rolled:
        belief, wanted = _after_roll(before, last.rolled, answer, last.seat), answer.bids_rolled(bid)
    else:
        belief, wanted = beliefs(before)[last.seat], answer.bids(bid)
    said = belief * (DOUBT + wanted[answer.sketch.kinds[0].of_hand])
    return _replaced(before, last.seat, said / said.sum())


def _replaced(scene: Scene, seat: Seat, belief: Floats) -> tuple[Floats, ...]:
    return tuple(belief if at == seat else other for at, other in enumerate(beliefs(scene)))


def _after_roll(scene: Scene, announced: int, answer: Answer, seat: Seat | None = None) -> Floats:
    """Of whoever rolls: a hand kept what counts for a number, and so many dice were idle for it."""
    seat = scene.speaker if seat is None else seat
    belief, dice, loose = beliefs(scene)[seat], scene.dice(seat), scene.loose(seat)
    found = DOUBT * dealt(dice, scene.known[seat])
    for rank in answer.sketch.ranks:
        masks = idle(dice, rank) & loose
        wanted = DOUBT + answer.rolls(rank)[answer.sketch.kinds[0].of_hand]
        rolling = np.where(np.bitwise_count(masks) == announced, belief * wanted, 0.0)
        found = found + thrown_again(rolling, dice, masks, loose)
    return np.asarray(found / found.sum())


@lru_cache(maxsize=64)
def reading(scene: Scene, bid: MakeBid | None, seat: Seat | None = None) -> Answer:
    """The speaker's position as the others see it, with the bid that was made."""
    speaker = scene.speaker if seat is None else seat
    likely = _means(scene, (speaker,))
    ranks = _some([bid.rank if bid else None, scene.standing.rank if scene.standing else None], likely)
    return sketched(scene, speaker, ranks, bid, must_bid=False, announced=0).solved(READING)


@lru_cache(maxsize=64)
def speaking(scene: Scene, hand: Faces | None, announced: int, seat: Seat) -> Answer:
    """A position as whoever speaks sees it: with the numbers that its hand is best for. Once a call stands that may be
    somebody else than who would have bid next."""
    mine = _of_hand(scene, seat, hand) or _means(scene, (seat,))
    ranks = _some([scene.standing.rank if scene.standing else None], mine)
    return sketched(scene, seat, ranks, None, bool(announced), announced, mine).solved(SPEAKING)


@lru_cache(maxsize=64)
def listening(scene: Scene, hand: Faces | None, announced: int) -> Answer:
    """The speaker's position as whoever is next sees it, with the number that its own hand is best for."""
    listener = scene.after(scene.speaker)
    mine, likely = _of_hand(scene, listener, hand), _means(scene, (scene.speaker,))
    best = int(np.argmax(mine)) + 1 if mine else None
    ranks = _some([scene.standing.rank if scene.standing else None, best], likely)
    return sketched(scene, scene.speaker, ranks, None, bool(announced), announced).solved(READING)


def sketched(
    scene: Scene,
    speaker: Seat,
    ranks: tuple[int, ...],
    bid: MakeBid | None,
    must_bid: bool,
    announced: int,
    hand: list[float] | None = None,
) -> Sketch:
    """``hand`` is what the speaker's cup is taken to count where its bids are chosen."""
    cups, following = beliefs(scene, announced), scene.after(speaker)
    others = [seat for seat in scene.active if seat not in (speaker, following)]
    noise = tuple(summed([spread(cups[seat], scene.dice(seat), rank) for seat in others]) for rank in DICE)
    theirs = _means(scene, tuple(seat for seat in scene.active if seat != speaker))
    mine = hand or _means(scene, (speaker,))
    return Sketch(
        Cup(scene.dice(speaker), cups[speaker]),
        Cup(scene.dice(following), cups[following]),
        noise,
        scene.standing,
        ladder(ranks, [a + b for a, b in zip(mine, theirs, strict=True)], scene.standing, scene.highest, bid),
        ranks,
        must_bid,
        scene.may_roll,
        bool(others),
        DEEP,
    )


def _means(scene: Scene, seats: tuple[Seat, ...]) -> list[float]:
    """What these cups can be expected to count for each number."""
    found = np.sum([means(scene.dice(at)) @ beliefs(scene)[at] for at in seats], axis=0)
    return [float(mean) for mean in found]


def _some(first: list[int | None], likely: list[float]) -> tuple[int, ...]:
    """As many numbers as a sketch reckons with: those that must be, then the likeliest."""
    best = sorted(DICE, key=lambda rank: (-likely[rank - 1], -rank))
    wanted = dict.fromkeys(rank for rank in (*first, *best) if rank)
    return tuple(sorted(list(wanted)[:NUMBERS]))


def _of_hand(scene: Scene, seat: Seat, hand: Faces | None) -> list[float]:
    """What it counts for each number."""
    return [float(count) for count in counts(scene.dice(seat))[:, number_of(hand)]] if hand else []


def chances(scene: Scene, seat: Seat, hand: Faces | None, rank: int) -> Floats:
    """The chance of each count of all dice, as this seat sees it."""
    spreads = [spread(beliefs(scene)[at], scene.dice(at), rank) for at in scene.active if at != seat]
    if hand is None:
        return summed([*spreads, spread(beliefs(scene)[seat], scene.dice(seat), rank)])
    own = int(counts(scene.dice(seat))[rank - 1, number_of(hand)])
    return np.concatenate([np.zeros(own), summed(spreads)])
