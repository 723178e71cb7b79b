"""A round as arrays: what is said in public is a tree, what each player holds a vector of hands.

The hands of the two do not depend on each other, and an end pays by what each hand amounts to in one measure. So all
hands are reckoned with at once at each node, and an end costs as much as there are hands, not pairs of hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NOTHING = -1  # an edge that changes no hand

Change = Sequence[Mapping[int, float]]  # by hand: into which hands it changes, and how likely; none: it cannot


class Arrays(NamedTuple):
    """What the kernels get. Node n has the edges ``first[n]`` to ``first[n + 1]`` - 1; children come after parents."""

    hands: Ints  # [player] how many
    measures: Ints  # [player, measure, hand] what a hand amounts to
    pays: Floats  # [payment, mine, theirs] to the first player, by what the two hands amount to
    player: Ints  # [node]
    first: Ints  # [node + 1]
    to: Ints  # [edge] a node, or below zero the end -1 - number
    fresh: Ints  # [edge] 1 unless an edge before it leads to the same node
    open: NDArray[np.bool_]  # [edge, hand] may a hand of whoever chooses be played so?
    change: Ints  # [edge] how the hand of whoever chooses changes, or NOTHING
    end_measure: Ints  # [end]
    end_pay: Ints  # [end]
    rows: Ints  # [change, hand + 1] where its ways are
    into: Ints  # [way]
    chance: Floats  # [way]


@dataclass(frozen=True, slots=True)
class Duel:
    """A round whose tree is built from the root down."""

    weights: tuple[Floats, Floats]  # [hand] how likely each is, for both players
    measures: tuple[Ints, Ints]  # [measure, hand]
    pays: Floats  # [payment, mine, theirs]
    _player: list[int] = field(default_factory=list)
    _edges: list[list[tuple[int, int]]] = field(default_factory=list)
    _ends: list[tuple[int, int]] = field(default_factory=list)
    _changes: list[Change] = field(default_factory=list)

    def node(self, player: int) -> int:
        """A place where this player chooses; the first one made is the root. Make parents before children."""
        self._player.append(player)
        self._edges.append([])
        return len(self._player) - 1

    def end(self, measure: int, pay: int) -> int:
        """An end to lead an edge to."""
        self._ends.append((measure, pay))
        return -len(self._ends)

    def changing(self, change: Change) -> int:
        """A way in which a hand may change in secret."""
        self._changes.append(change)
        return len(self._changes) - 1

    def edge(self, node: int, to: int, change: int = NOTHING) -> None:
        """The next choice at a node. Several may lead to the same child: which of them it was nobody else learns."""
        self._edges[node].append((to, change))

    def choices(self, node: int) -> int:
        return len(self._edges[node])

    def movers(self) -> list[tuple[int, int]]:
        """Of each edge: who chooses it, and how it changes the hand."""
        return [
            (player, change) for player, edges in zip(self._player, self._edges, strict=True) for _, change in edges
        ]

    @property
    def size(self) -> int:
        """How many numbers a strategy of both players has."""
        return sum(
            len(edges) * len(self.weights[player]) for edges, player in zip(self._edges, self._player, strict=True)
        )

    def arrays(self) -> Arrays:
        flat = [edge for edges in self._edges for edge in edges]
        most = max(map(len, self.weights))
        rows, into, chance = _ways(self._changes, most)
        return Arrays(
            np.array([len(weights) for weights in self.weights]),
            np.stack([np.pad(found, ((0, 0), (0, most - found.shape[1]))) for found in self.measures]),
            np.ascontiguousarray(self.pays, float),
            np.array(self._player),
            np.cumsum([0, *map(len, self._edges)]),
            np.array([to for to, _ in flat]),
            np.array(_first_to_lead(flat)),
            _open_to(self, most, rows),
            np.array([change for _, change in flat]),
            _column(self._ends, 0),
            _column(self._ends, 1),
            rows,
            into,
            chance,
        )


def _open_to(duel: Duel, most: int, rows: Ints) -> NDArray[np.bool_]:
    """An edge is open to a hand if it changes nothing, or can change that hand."""
    able = np.vstack([rows[:, 1:] > rows[:, :-1], np.ones((1, most), bool)])  # the last is NOTHING
    found = [able[change] & (np.arange(most) < len(duel.weights[player])) for player, change in duel.movers()]
    return np.array(found)


def _first_to_lead(edges: Sequence[tuple[int, int]]) -> list[int]:
    seen: set[int] = set()
    return [0 if to >= 0 and (to in seen or seen.add(to)) else 1 for to, _ in edges]  # type: ignore[func-returns-value]


def _column(pairs: Sequence[tuple[int, int]], at: int) -> Ints:
    return np.array([pair[at] for pair in pairs], np.int64)


def _ways(changes: Sequence[Change], hands: int) -> tuple[Ints, Ints, Floats]:
    rows = np.zeros((max(1, len(changes)), hands + 1), np.int64)
    into: list[int] = []
    chance: list[float] = []
    for number, change in enumerate(changes):
        for hand in range(hands):
            rows[number, hand] = len(into)
            ways: Mapping[int, float] = change[hand] if hand < len(change) else {}
            into.extend(ways)
            chance.extend(ways.values())
        rows[number, hands] = len(into)
    return rows, np.array(into, np.int64), np.array(chance, float)


def table_of(pay: Any, mine: int, theirs: int) -> Floats:
    """A payment as a table: ``pay(a, b)`` for what the hands amount to, 0 to mine and 0 to theirs."""
    return np.array([[float(pay(a, b)) for b in range(theirs + 1)] for a in range(mine + 1)])
