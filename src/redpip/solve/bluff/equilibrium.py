"""Equilibria of duels, by predictive counterfactual regret minimisation, and how far from one a strategy is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from redpip.core.effort import QUIET, Effort
from redpip.solve.bluff import kernels
from redpip.solve.bluff.duel import Arrays, Duel, Floats

BETWEEN_CHECKS = 50  # rounds


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Strategies of both players, what they bring, and the proof of how good they are."""

    arrays: Arrays
    policy: Floats  # [edge, hand]
    value: float  # to the first player, if both play so
    best: tuple[float, float]  # what each could have against the other's strategy
    choices: Floats  # [choice, hand] at the root, what each choice is worth to the hand of whoever begins
    second: Floats  # [hand] what the root is worth to the other's hands
    rounds: int

    @property
    def nash_conv(self) -> float:
        """What best responses of both would gain together: 0 in an equilibrium."""
        return sum(self.best)

    def strategy(self, node: int) -> Floats:
        """[choice, hand] at a node."""
        return self.policy[self.arrays.first[node] : self.arrays.first[node + 1]]


class Solving:
    """Rounds of regret, as many as one likes; their average comes near an equilibrium."""

    def __init__(self, duel: Duel) -> None:
        self._arrays, self._weights, self._rounds = duel.arrays(), duel.weights, 0
        nodes, edges, most = len(self._arrays.player), len(self._arrays.to), int(self._arrays.hands.max())
        widest, counts = int(np.diff(self._arrays.first).max()), max(duel.pays.shape[1:])
        self._policy = _share(self._arrays, self._arrays.open.astype(float))
        self._total, self._regrets = np.zeros((edges, most)), np.zeros((edges, most))
        self._reaches, self._values = np.zeros((2, nodes, most)), np.zeros((nodes, most))
        self._q, self._room = np.zeros((widest, most)), np.zeros((2, counts))
        for player, weights in enumerate(duel.weights):
            self._reaches[player, 0, : len(weights)] = weights
        self._down(self._policy)

    def go_on(self, rounds: int) -> None:
        begin, end = self._rounds + 1, self._rounds + rounds + 1
        written = (self._policy, self._total, self._regrets, self._reaches, self._values, self._q, self._room)
        kernels.go_on(self._arrays, *written, begin, end)
        self._rounds += rounds

    def judged(self) -> Equilibrium:
        """The average so far, judged by exact best responses."""
        policy = _share(self._arrays, self._total)
        self._down(policy)
        best = self._up(0, kernels.BEST, policy), self._up(1, kernels.BEST, policy)
        beginner = int(self._arrays.player[0])
        self._up(1 - beginner, kernels.KEEP, policy)
        second = self._values[0, : len(self._weights[1 - beginner])].copy()
        value = self._up(beginner, kernels.KEEP, policy)
        choices = self._q[: self._arrays.first[1], : len(self._weights[beginner])].copy()
        self._down(self._policy)
        return Equilibrium(self._arrays, policy, -value if beginner else value, best, choices, second, self._rounds)

    def _down(self, policy: Floats) -> None:
        for player in range(2):
            kernels.down(self._arrays, player, policy, self._reaches[player], self._total, 0.0)

    def _up(self, player: int, how: int, policy: Floats) -> float:
        """What the player has at the root."""
        written = (self._values, self._regrets, self._q, self._room)
        kernels.up(self._arrays, player, how, policy, self._reaches[1 - player], *written)
        weights = self._weights[player]
        return float(weights @ self._values[0, : len(weights)])


def _share(arrays: Arrays, total: Floats) -> Floats:
    """A policy that chooses as often as ``total`` says; where that says nothing, every open choice alike."""
    nodes = np.repeat(np.arange(len(arrays.player)), np.diff(arrays.first))
    silent = np.add.reduceat(total, arrays.first[:-1]) <= 0
    found = np.where(silent[nodes], arrays.open, total)
    sums = np.add.reduceat(found, arrays.first[:-1])
    return np.asarray(found / np.maximum(sums, 1e-300)[nodes])


def solve(duel: Duel, gap: float, most_rounds: int, effort: Effort = QUIET) -> Equilibrium:
    """Until best responses gain no more than ``gap`` together, or for so many rounds."""
    solving = Solving(duel)
    while True:
        solving.go_on(BETWEEN_CHECKS)
        found = solving.judged()
        if found.nash_conv <= gap or found.rounds >= most_rounds:
            effort.progress(1.0)
            return found
        effort.progress(min(0.99, max(found.rounds / most_rounds, gap / found.nash_conv)))
