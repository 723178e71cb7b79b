"""What practice has taught about basic rounds of two, as ``make tables`` stored it: at each gist what comes of each
way, and how often to take it."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from redpip.core.dice import DICE, Faces
from redpip.core.effort import QUIET, Progress
from redpip.core.game import Seat
from redpip.games.perfecto import gist
from redpip.games.perfecto.notation import CallName, MakeBid
from redpip.games.perfecto.round import CALLS
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.scoring import count, counts_for
from redpip.games.perfecto.state import State

FILE: Final = Path(__file__).parent / "tables" / "experience.npz.xz"
ROUNDS: Final = 5_000_000
SEED: Final = 1
LEAST: Final = 2  # times that a gist was studied, as later rounds count; of others nothing is known
RARE: Final = 0.02  # what is done less often is chance
EVEN: Final = 5 / 3  # so many equal tries tell as much as one of those that count the more the later they were


class Experience(NamedTuple):
    gists: NDArray[np.int32]  # [known] in rising order
    often: NDArray[np.uint8]  # [known, way] of 255
    won: NDArray[np.int8]  # [known, way] 127 if every round was won, -127 if every one was lost
    tried: NDArray[np.float16]  # [known] how often each way was, as later rounds count


class Learned(NamedTuple):
    """What came of one of the things that can be done: a bid, to roll for a number, or a call."""

    choice: MakeBid | int | CallName
    value: float  # of the round: 1 is to win it, -1 to lose it
    error: float
    often: float


@cache
def experience() -> Experience:
    with lzma.open(FILE) as packed, np.load(BytesIO(packed.read())) as kept:
        return Experience(*(kept[name] for name in Experience._fields))


def make_tables(progress: Progress = QUIET.progress) -> None:
    from redpip.games.perfecto.practice import learn

    found = learn(ROUNDS, SEED, progress)
    kept = summary(found.chosen, found.won, found.tried)
    FILE.parent.mkdir(exist_ok=True)
    with lzma.open(FILE, "wb") as packed:
        np.savez(packed, **kept._asdict())


def summary(chosen: NDArray[np.float32], won: NDArray[np.float32], tried: NDArray[np.float32]) -> Experience:
    """What is worth keeping of a practice, in few bytes."""
    gists = np.flatnonzero(tried.max(axis=1) >= LEAST)
    often = chosen[gists] / chosen[gists].sum(axis=1, keepdims=True)
    often = np.where(often < RARE, 0.0, often)
    mean = won[gists] / np.maximum(tried[gists], 1e-9)
    return Experience(
        gists.astype(np.int32),
        np.rint(255 * often / often.sum(axis=1, keepdims=True)).astype(np.uint8),
        np.rint(127 * mean).astype(np.int8),
        tried[gists].max(axis=1).astype(np.float16),
    )


def learned(rules: PerfectoRules, view: State, seat: Seat) -> list[Learned]:
    """What this seat can do now, as far as practice has shown; nothing where it has not."""
    if not _practised(rules, view, seat):
        return []
    sight, known = Sight(rules, view, seat), experience()
    row = int(np.searchsorted(known.gists, sight.gist))
    if row == len(known.gists) or known.gists[row] != sight.gist:
        return []
    return list(sight.learned(known, row))


def _practised(rules: PerfectoRules, view: State, seat: Seat) -> bool:
    """A round of two whose dice this seat can see, while nothing is called. With the advanced calls more may follow,
    but what to bid and when to doubt is nearly the same."""
    shown = all(view.hands[seat][die - 1] for die in rules.hand(view, seat))
    plain = not (rules.teams or any(view.frozen)) and rules.roll_on_opening
    return plain and shown and len(view.active) == 2 and view.phase in ("bidding", "rolled") and not view.call


class Sight:
    """A position as a gist, and its ways as what they mean."""

    def __init__(self, rules: PerfectoRules, view: State, seat: Seat) -> None:
        other = view.after(seat)
        self._highest, self._rolled, self._hand = rules.highest(view), view.phase == "rolled", view.hands[seat]
        self._counts = [count([self._hand], number) for number in DICE]
        self._quantity, self._rank = view.bid.order if view.bid else gist.NO_BID
        self._own = gist.own_number(self._counts, self._quantity, self._rank)
        mine, theirs = len(rules.hand(view, seat)), len(rules.hand(view, other))
        kept = [theirs - bid.rolled for bid in view.bids if bid.seat == other and bid.rolled]
        said = [bid.rank for bid in view.bids if bid.seat == seat]
        self.gist = gist.place(
            self._counts,
            self._own,
            mine,
            theirs,
            self._quantity,
            self._rank,
            max(kept, default=gist.NEVER),
            said[-1] if said else 0,
            int(self._rolled),
        )

    def learned(self, known: Experience, row: int) -> Iterator[Learned]:
        """Of the ways that a gist can have this hand may lack some; the others are taken the more often."""
        ways = [(way, choice) for way in range(gist.WAYS) if (choice := self._meaning(way)) is not None]
        times, total = EVEN * float(known.tried[row]), sum(float(known.often[row, way]) for way, _ in ways)
        for way, choice in ways if total else ():
            value = float(known.won[row, way]) / 127
            error = sqrt((1 - value * value) / times + 1 / times**2)
            yield Learned(choice, value, error, float(known.often[row, way]) / total)

    def _meaning(self, way: int) -> MakeBid | int | CallName | None:
        if gist.THEIRS <= way < gist.ROLL_THEIRS:
            bid = gist.bid_of(way, self._counts, self._own, self._quantity, self._rank, self._highest)
            return MakeBid(*divmod(bid, 10)) if bid else None
        if self._rolled or (self._quantity == 0 and way != gist.ROLL_OWN):
            return None
        if way < gist.THEIRS:
            return CALLS[way]
        number = self._own if way == gist.ROLL_OWN else self._rank
        return number if idle_dice(self._hand, number) else None


def idle_dice(hand: Faces, number: int) -> tuple[int, ...]:
    """Those that count nothing for it: they are rolled by whoever wants it."""
    return tuple(die for die, face in enumerate(hand, 1) if face and not counts_for(die, face, number))
