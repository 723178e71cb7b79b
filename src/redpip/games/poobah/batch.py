"""Whole batches of games of two between the best bot and the collector, beside the rules: hundreds a
second where the rules play dozens. The same dice lead to the same games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Final

import numpy as np

from redpip.core.batch import Pair
from redpip.games.poobah.bots import Outlook
from redpip.games.poobah.hands import COUNTS, HANDS, ROWS, Floats
from redpip.games.poobah.kernels import BEST, COLLECTOR, Room, Tables, play_all
from redpip.games.poobah.outlook import OPENING, PATTERNS, outlook
from redpip.games.poobah.pay import MOST, all_pays, pairs
from redpip.games.poobah.rules import PoobahRules
from redpip.solve.batch import Deals, KernelBatch, Played, Whose
from redpip.solve.heaps import HEAP_LIST, HEAPS, MASKS, MORE, SIZE

BOTS: Final = {"best": BEST, "collector": COLLECTOR}


class PoobahBatch(KernelBatch):
    throws = 40
    whose: ClassVar[Whose] = (0, 1, None)  # last the scoring dice

    def __init__(self, rules: PoobahRules) -> None:
        self._rules, self._tables = rules, _tables(rules.target)
        kinds = len(self._tables.firsts) - 1
        self._room = Room(
            np.zeros((MOST * MOST, 2 + PATTERNS)),
            np.zeros((kinds, 2 + PATTERNS)),
            np.zeros(kinds, np.int64),
            np.zeros(HANDS),
            np.zeros((1 << SIZE, HEAPS)),
        )

    def play(self, deals: Deals, bots: Sequence[Pair]) -> Played:
        scores, thrown = np.zeros((len(deals.dice), 2), np.int64), np.zeros((len(deals.dice), 3), np.int64)
        seated = np.array([[BOTS[name] for name in pair] for pair in bots], np.int64)
        rules = self._rules.target, self._rules.opening_turns
        winners = play_all(self._tables, self._room, deals.dice, deals.firsts, seated, *rules, scores, thrown)
        return Played(winners, scores, thrown)


@cache
def _tables(target: int) -> Tables:
    known = outlook()
    codes, kinds = np.unique(pairs(), return_inverse=True)
    points, likely, firsts = all_pays(tuple(codes.tolist()))
    lying = [ROWS[SIZE - thrown].stop for thrown in range(SIZE + 1)]
    opening = np.stack([known.unpaid(turns, target) for turns in range(OPENING)])
    return Tables(
        MORE,
        np.array(lying),
        MASKS,
        kinds,
        np.append(firsts, len(points)),
        points,
        likely,
        known.means,
        known.weights,
        known.patterns,
        known.overtime,
        opening,
        _collected(),
    )


@cache
def _collected() -> Floats:
    """By the collector's own reckoning, so that its choices are the same to the last digit."""
    rivals = [*map(tuple, COUNTS.tolist()), (0,) * SIZE]
    return np.array([[mind.after(heap, SIZE - sum(heap)) for heap in HEAP_LIST] for mind in map(_mind, rivals)])


def _mind(rival: tuple[int, ...]) -> Outlook:
    return Outlook((rival,))
