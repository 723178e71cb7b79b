"""Rounds of Perfecto solved: an equilibrium of two hands with few bids, and the proof of how near it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from redpip.core.effort import QUIET, Effort
from redpip.core.problem import Problem
from redpip.core.words import N_
from redpip.games.perfecto.notation import MakeBid, parse
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.state import State

if TYPE_CHECKING:
    from redpip.games.perfecto.round import Round
    from redpip.solve.bluff.equilibrium import Equilibrium

QUESTIONS = {
    "hands": N_("how many dice the two have, the leader first: 2,2"),
    "bids": N_("the bids that there are: 2x1,2x4,3x1"),
    "rolling": N_("dice may be rolled again before a bid"),
    "gap": N_("how near an equilibrium: what best responses may gain together"),
}
NAMES = (N_("value"), N_("nash conv"), N_("leader wins"), N_("iterations"))  # what a summary is made of
LARGEST = 20_000_000  # numbers in a strategy: about a gigabyte while it is solved
USUAL_GAP, LEAST_GAP, MOST_ITERATIONS = 1e-4, 1e-9, 100_000


class PerfectoSolver:
    def __init__(
        self,
        rules: PerfectoRules,
        effort: Effort = QUIET,
        hands: str = "",
        bids: str = "",
        rolling: str | None = None,
        gap: str = "",
    ) -> None:
        self.rules, self._effort = rules, effort
        self._hands, self._bids, self._rolling, self._gap = hands, bids, rolling, gap

    def solve(self, again: bool) -> None:
        """Nothing is stored: a round is solved in seconds."""
        _ = self._found

    def summary(self) -> Mapping[str, Any]:
        found = self._found
        return {
            "value": found.value,
            "nash_conv": found.nash_conv,
            "leader_wins": (1 + found.value) / 2,
            "iterations": found.rounds,
        }

    def sample(self, luck: Random, count: int) -> Sequence[State]:
        raise Problem("not_solved", "Of Perfecto rounds are solved, and each is proved by its nash_conv.")

    @cached_property
    def _found(self) -> Equilibrium:
        from redpip.solve.bluff.equilibrium import solve

        gap, asked = read_gap(self._gap), self._round()
        if asked.size > LARGEST:
            raise Problem(
                "too_large",
                "This round is too large for an equilibrium: its strategies have {size} numbers, {most} is the most. "
                "Take fewer bids or dice, or leave out rolling.",
                size=f"{asked.size:.2g}",
                most=LARGEST,
            )
        return solve(asked.duel(), gap, MOST_ITERATIONS, self._effort)

    def _round(self) -> Round:
        from redpip.games.perfecto.round import Round

        if self.rules.advanced or self.rules.teams:
            raise Problem("not_solved", "Rounds are solved with the basic calls and without teams.")
        if not self._hands or not self._bids:
            raise Problem(
                "bad_question",
                "Say which round: --hands 2,2 for two dice each, --bids 2x1,2x4,3x1 for what may be bid.",
            )
        hands = read_hands(self._hands)
        highest = min(self.rules.bid_cap, sum(hands) + 2)
        return Round(hands, read_bids(self._bids, highest), read_rolling(self._rolling), self.rules.roll_on_opening)


def read_hands(text: str) -> tuple[int, int]:
    words = [word.strip() for word in text.split(",")]
    if len(words) != 2 or not all(word in ("1", "2", "3", "4", "5", "6") for word in words):
        raise Problem(
            "bad_question",
            "Hands are two numbers of dice from 1 to 6, the leader's first, such as 2,2; not {given!r}.",
            given=text[:40],
        )
    return int(words[0]), int(words[1])


def read_bids(text: str, highest: int) -> tuple[MakeBid, ...]:
    """In rising order, whichever way they were named."""
    bids = [_read_bid(word.strip(), highest) for word in text.split(",")]
    for bid in bids:
        if bids.count(bid) > 1:
            raise Problem("bad_question", "{bid} is named twice.", bid=_text(bid))
    return tuple(sorted(bids, key=lambda bid: (bid.quantity, bid.rank)))


def _read_bid(word: str, highest: int) -> MakeBid:
    try:
        bid = parse(f"bid {word.replace('×', 'x')}")
    except Problem:
        bid = None
    if not isinstance(bid, MakeBid):
        raise Problem(
            "bad_question", "A bid is written 3x6, three dice that count for 6; not {given!r}.", given=word[:20]
        )
    if not 1 <= bid.quantity <= highest or not 1 <= bid.rank <= 6:
        raise Problem(
            "bad_question",
            "{bid} cannot be bid: with these hands a bid is 1 to {most} dice of a number 1 to 6.",
            bid=_text(bid),
            most=highest,
        )
    return bid


def _text(bid: MakeBid) -> str:
    return f"{bid.quantity}x{bid.rank}"


def read_rolling(text: str | None) -> bool:
    if text not in (None, "", "yes", "no"):
        raise Problem("bad_question", "--rolling is yes or no, and alone means yes; not {given!r}.", given=text[:20])
    return text in ("", "yes")


def read_gap(text: str) -> float:
    try:
        gap = float(text) if text else USUAL_GAP
    except ValueError:
        gap = 0.0
    if not LEAST_GAP <= gap <= 1:
        raise Problem(
            "bad_question", "The gap is a number from {least} to 1; not {given!r}.", least=LEAST_GAP, given=text[:20]
        )
    return gap
