"""A round as arrays: what is said in public is a tree, what each player holds a vector of hands.

The hands of the two do not depend on each other, and an end pays by what each hand amounts to in one measure. So all
hands are reckoned with at once at each node, and an end costs as much as there are hands, not pairs of hands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NOTHING = -1  # an edge that changes no hand


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


class Tree:
    """All that can be said, built from the root down. Measures, payments and changes are named by their numbers."""

    def __init__(self) -> None:
        self._player: list[int] = []
        self._edges: list[list[tuple[int, int]]] = []
        self._ends: list[tuple[int, int]] = []

    def node(self, player: int) -> int:
        """A place where this player chooses; the first one made is the root. Make parents before children."""
        self._player.append(player)
        self._edges.append([])
        return len(self._player) - 1

    def end(self, measure: int, pay: int) -> int:
        """An end to lead an edge to."""
        self._ends.append((measure, pay))
        return -len(self._ends)

    def edge(self, node: int, to: int, change: int = NOTHING) -> None:
        """The next choice at a node. Several may lead to the same child: which of them it was nobody else learns."""
        self._edges[node].append((to, change))

    def choices(self, node: int) -> int:
        return len(self._edges[node])

    def size(self, hands: tuple[int, int]) -> int:
        """How many numbers a strategy of both players has."""
        return sum(len(edges) * hands[player] for edges, player in zip(self._edges, self._player, strict=True))

    @cached_property
    def player(self) -> Ints:
        return np.array(self._player)

    @cached_property
    def first(self) -> Ints:
        return np.cumsum([0, *map(len, self._edges)])

    @cached_property
    def edges(self) -> Ints:
        """[edge, 2]: where to, and by which change."""
        return np.array([edge for edges in self._edges for edge in edges])

    @cached_property
    def ends(self) -> Ints:
        """[end, 2]: by which measure, and which payment."""
        return np.array(self._ends)

    @cached_property
    def fresh(self) -> Ints:
        found, seen = np.ones(len(self.edges), np.int64), set[int]()
        for edge, to in enumerate(self.edges[:, 0]):
            if to >= 0:
                found[edge] = to not in seen
                seen.add(int(to))
        return found


@dataclass(frozen=True, slots=True)
class Change:
    """A way in which a hand may change in secret: the ways of hand h are ``rows[h]`` to ``rows[h + 1]`` - 1. A hand
    without any cannot be changed so."""

    rows: Ints
    into: Ints
    chance: Floats

    @classmethod
    def of(cls, ways: Sequence[Mapping[int, float]]) -> Change:
        """From the chance of each hand after each hand."""
        into = [after for chances in ways for after in chances]
        chance = [value for chances in ways for value in chances.values()]
        return cls(np.cumsum([0, *map(len, ways)]), np.array(into, np.int64), np.array(chance, float))


@dataclass(frozen=True, slots=True)
class Duel:
    """A tree with what the two may hold."""

    tree: Tree
    weights: tuple[Floats, Floats]  # [hand] how likely each is, for both players
    measures: tuple[Ints, Ints]  # [measure, hand]
    pays: Floats  # [payment, mine, theirs]
    changes: Sequence[Change] = ()

    def arrays(self) -> Arrays:
        tree, most = self.tree, max(map(len, self.weights))
        rows, into, chance = self._ways(most)
        return Arrays(
            np.array([len(weights) for weights in self.weights]),
            np.stack([np.pad(found, ((0, 0), (0, most - found.shape[1]))) for found in self.measures]),
            np.ascontiguousarray(self.pays, float),
            tree.player,
            tree.first,
            np.ascontiguousarray(tree.edges[:, 0]),
            tree.fresh,
            self._open(rows, most),
            np.ascontiguousarray(tree.edges[:, 1]),
            np.ascontiguousarray(tree.ends[:, 0]),
            np.ascontiguousarray(tree.ends[:, 1]),
            rows,
            into,
            chance,
        )

    def _ways(self, most: int) -> tuple[Ints, Ints, Floats]:
        """All changes in one list; hands that a player has not have no ways."""
        before = np.cumsum([0, *(len(change.into) for change in self.changes)])
        rows = [
            start + np.pad(change.rows, (0, most + 1 - len(change.rows)), mode="edge")
            for start, change in zip(before, self.changes, strict=False)
        ]
        into = [change.into for change in self.changes]
        chance = [change.chance for change in self.changes]
        return (
            np.array(rows or [[0] * (most + 1)], np.int64),
            np.concatenate(into or [np.zeros(0, np.int64)]),
            np.concatenate(chance or [np.zeros(0)]),
        )

    def _open(self, rows: Ints, most: int) -> NDArray[np.bool_]:
        """An edge is open to a hand if it changes nothing, or can change that hand."""
        able = np.vstack([rows[:, 1:] > rows[:, :-1], np.ones((1, most), bool)])  # the last is NOTHING
        there = np.arange(most) < np.array([[len(weights)] for weights in self.weights])
        movers = np.repeat(self.tree.player, np.diff(self.tree.first))
        return np.asarray(able[self.tree.edges[:, 1]] & there[movers])


def table_of(pay: Callable[[int, int], float], mine: int, theirs: int) -> Floats:
    """A payment as a table: what is paid for what the hands amount to, 0 to mine and 0 to theirs."""
    return np.array([[float(pay(a, b)) for b in range(theirs + 1)] for a in range(mine + 1)])
