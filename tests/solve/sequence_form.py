"""What a duel is worth by a linear programme: the first player's flow of hands through the tree is chosen so that the
second player's best answer leaves the most. Slow and plain; the kernels know nothing of it.

Hands that can do the same from a node on, with the same payments, are one kind of hand there, named by the first of
them. Nothing is lost by that, and far down in the tree, where few bids are left, few kinds are.
"""

from collections import defaultdict
from itertools import count

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array

from redpip.solve.bluff.duel import Duel


class Programme:
    def __init__(self, duel: Duel) -> None:
        self.duel, self.arrays = duel, duel.arrays()
        self.columns, self._numbers = {}, count()
        self.like = self.kinds()
        self.rows: dict[str, list[tuple[list[tuple[object, float]], float]]] = {"equal": [], "at most": []}

    def kinds(self) -> dict[tuple[int, int], list[int]]:
        """(node, player): [hand] the hand that stands for it there. From the ends back."""
        found: dict[tuple[int, int], list[int]] = {}
        for node in reversed(range(len(self.arrays.player))):
            edges = range(self.arrays.first[node], self.arrays.first[node + 1])
            for player, weights in enumerate(self.duel.weights):
                first: dict[object, int] = {}
                ahead = [
                    tuple(self.ahead(node, edge, player, hand, found) for edge in edges) for hand in range(len(weights))
                ]
                found[node, player] = [first.setdefault(one, hand) for hand, one in enumerate(ahead)]
        return found

    def ahead(self, node: int, edge: int, player: int, hand: int, like: dict[tuple[int, int], list[int]]) -> object:
        """All that a choice can bring to a hand."""
        arrays, to = self.arrays, int(self.arrays.to[edge])
        if to < 0:
            measure, pay = arrays.end_measure[-1 - to], self.duel.pays[arrays.end_pay[-1 - to]]
            return np.take(pay, self.duel.measures[player][measure][hand], axis=player).tobytes()
        if arrays.player[node] != player:
            return like[to, player][hand]
        chances: dict[int, float] = defaultdict(float)
        for after, chance in self.ways(edge, hand):
            chances[like[to, player][after]] += chance
        return tuple(sorted((kind, round(chance, 12)) for kind, chance in chances.items()))

    def value(self) -> float:
        arrays = self.arrays
        for hand, weight in self.dealt(0).items():
            self.say("equal", [(("reach", 0, hand), 1.0)], weight)
        for node, player in enumerate(arrays.player):
            edges = range(arrays.first[node], arrays.first[node + 1])
            if player == 0:
                self.first_chooses(node, edges)
            else:
                self.second_chooses(node, edges)
        wanted = np.zeros(len(self.columns))
        for hand, weight in self.dealt(1).items():
            wanted[self.columns["worth", 0, hand]] = -weight
        bounds = [(None, None) if key[0] == "worth" else (0, None) for key in self.columns]
        equal, at_most = self.matrix("equal"), self.matrix("at most")
        found = linprog(wanted, *at_most, *equal, bounds, method="highs")
        assert found.status == 0, found.message
        return -float(found.fun)

    def first_chooses(self, node: int, edges: range) -> None:
        """Its flow divides among the choices; what the second has there is the sum over them."""
        arrays, sums = self.arrays, {hand: [(("worth", node, hand), 1.0)] for hand in self.hands(node, 1)}
        children = {int(arrays.to[edge]) for edge in edges if arrays.to[edge] >= 0}
        into = {(child, hand): [(("reach", child, hand), 1.0)] for child in children for hand in self.hands(child, 0)}
        for hand in self.hands(node, 0):
            flows = [(("flow", edge, hand), 1.0) for edge in edges if arrays.open[edge, hand]]
            self.say("equal", [*flows, (("reach", node, hand), -1.0)], 0)
            for edge in edges:
                if arrays.open[edge, hand] and arrays.to[edge] >= 0:
                    for after, chance in self.ways_of_kinds(edge, 0, hand):
                        into[int(arrays.to[edge]), after].append((("flow", edge, hand), -chance))
        for edge in edges:
            if arrays.to[edge] < 0:
                for hand, their_sum in sums.items():
                    their_sum += [(("flow", edge, mine), -paid) for mine, paid in self.paid(node, edge, hand)]
        for child in children:
            for hand, their_sum in sums.items():
                their_sum.append((("worth", child, self.like[child, 1][hand]), -1.0))
        for terms in (*into.values(), *sums.values()):
            self.say("equal", terms, 0)

    def second_chooses(self, node: int, edges: range) -> None:
        """No choice leaves less than what the second has there."""
        arrays = self.arrays
        for child in {int(arrays.to[edge]) for edge in edges if arrays.to[edge] >= 0}:
            together = {hand: [(("reach", child, hand), 1.0)] for hand in self.hands(child, 0)}
            for hand in self.hands(node, 0):
                together[self.like[child, 0][hand]].append((("reach", node, hand), -1.0))
            for terms in together.values():
                self.say("equal", terms, 0)
        for edge in edges:
            for hand in self.hands(node, 1):
                if not arrays.open[edge, hand]:
                    continue
                if arrays.to[edge] < 0:
                    terms = [(("reach", node, mine), -paid) for mine, paid in self.paid(node, edge, hand)]
                else:
                    ways = self.ways_of_kinds(edge, 1, hand)
                    terms = [(("worth", int(arrays.to[edge]), after), -chance) for after, chance in ways]
                self.say("at most", [(("worth", node, hand), 1.0), *terms], 0)

    def hands(self, node: int, player: int) -> list[int]:
        """Those that stand for others."""
        return sorted(set(self.like[node, player]))

    def dealt(self, player: int) -> dict[int, float]:
        """How likely each kind is at the root."""
        found: dict[int, float] = defaultdict(float)
        for hand, weight in enumerate(self.duel.weights[player]):
            found[self.like[0, player][hand]] += weight
        return found

    def ways_of_kinds(self, edge: int, player: int, hand: int) -> list[tuple[int, float]]:
        like = self.like[int(self.arrays.to[edge]), player]
        return [(like[after], chance) for after, chance in self.ways(edge, hand)]

    def ways(self, edge: int, hand: int) -> list[tuple[int, float]]:
        change = self.arrays.change[edge]
        if change < 0:
            return [(hand, 1.0)]
        begin, end = self.arrays.rows[change, hand : hand + 2]
        return [(int(self.arrays.into[way]), float(self.arrays.chance[way])) for way in range(begin, end)]

    def paid(self, node: int, edge: int, theirs: int) -> list[tuple[int, float]]:
        """What each of the first player's hands is paid against this one."""
        end = -1 - self.arrays.to[edge]
        measure, table = self.arrays.end_measure[end], self.duel.pays[self.arrays.end_pay[end]]
        one, other = (measures[measure] for measures in self.duel.measures)
        return [(mine, float(table[one[mine], other[theirs]])) for mine in self.hands(node, 0)]

    def say(self, kind: str, terms: list[tuple[object, float]], right: float) -> None:
        for key, _ in terms:
            if key not in self.columns:
                self.columns[key] = next(self._numbers)
        self.rows[kind].append((terms, right))

    def matrix(self, kind: str) -> tuple[coo_array, list[float]]:
        rows = self.rows[kind]
        entries = [(at, self.columns[key], value) for at, (terms, _) in enumerate(rows) for key, value in terms]
        at, columns, values = zip(*entries, strict=True)
        return coo_array((values, (at, columns)), shape=(len(rows), len(self.columns))), [right for _, right in rows]
