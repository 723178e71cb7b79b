"""Perfecto's part of docs/findings.md: what a bluff is worth, and what leading is.

    python benchmarks/findings_perfecto.py [--games 1000]

A bluff is a bid that is less likely true than not, by one's own dice and any dice under the other cup. First in a small
round, exactly: an equilibrium, and one in which somebody never bluffs while the other knows that. Then in whole basic
games of two between `bot:best` and a player who does as `bot:best` does but for its bluffs.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import sqrt
from random import Random
from typing import Any

import numpy as np

from redpip.core.game import Over, Roll
from redpip.core.shaker import SeededShaker
from redpip.games.perfecto.best import BestBot
from redpip.games.perfecto.notation import Action, MakeBid
from redpip.games.perfecto.odds import odds_of
from redpip.games.perfecto.round import Round
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.state import State
from redpip.solve.bluff.duel import Arrays, Duel
from redpip.solve.bluff.equilibrium import solve

BIDS = tuple(MakeBid(*bid) for bid in ((2, 1), (2, 4), (3, 1), (3, 2), (3, 6)))
SMALL = Round((2, 2), BIDS, rolling=False)
LIKELY = 0.5


# ---- a small round


@dataclass(frozen=True)
class Honest(Duel):
    """The small round where these players make no bid that is less likely true than not, if they can bid anything else
    or call."""

    players: tuple[int, ...] = ()

    def arrays(self) -> Arrays:
        arrays = Duel.arrays(self)
        is_open = arrays.open.copy()
        for node, player in enumerate(arrays.player):
            edges = range(arrays.first[node], arrays.first[node + 1])
            bids = [edge for edge in edges if arrays.to[edge] >= 0]
            if player not in self.players or not bids:
                continue
            for edge, bid in zip(bids, BIDS[len(BIDS) - len(bids) :], strict=True):
                is_open[edge, : len(self.weights[player])] &= self._chances(player, bid) >= LIKELY
            stuck = ~is_open[edges].any(axis=0)
            is_open[bids[0], stuck] = arrays.open[bids[0], stuck]
        return arrays._replace(open=is_open)

    def _chances(self, player: int, bid: MakeBid) -> np.ndarray:
        """[hand] that the bid is true."""
        measure = SMALL.ranks.index(bid.rank)
        mine, theirs = self.measures[player][measure], self.measures[1 - player][measure]
        return np.asarray((np.add.outer(mine, theirs) >= bid.quantity) @ self.weights[1 - player])


def small_round() -> None:
    duel = SMALL.duel()
    facts = (duel.tree, duel.weights, duel.measures, duel.pays, duel.changes)
    for told, players in (
        ("both bluff", ()),
        ("the leader does not", (0,)),
        ("the other does not", (1,)),
        ("neither", (0, 1)),
    ):
        found = solve(Honest(*facts, players=players), 1e-4, 100_000)
        share = f"the leader wins {50 + 50 * found.value:.2f} %, nash_conv {found.nash_conv:.5f}"
        print(f"two dice each, five bids, {told}: {share}")


# ---- whole games


class HonestBot(BestBot):
    def choose(self, view: State, options: Sequence[Action]) -> Action:
        odds = odds_of(self._rules, view)
        bluffs = [one for one in options if isinstance(one, MakeBid) and odds.at_least(one.quantity, one.rank) < LIKELY]
        for _ in range(20):
            chosen = super().choose(view, options)
            if chosen not in bluffs:
                return chosen
        honest = [one for one in options if one not in bluffs]
        return honest[0] if honest else chosen


def played(rules: PerfectoRules, bots: Sequence[Any], number: int) -> tuple[int, list[tuple[int, int]]]:
    """Who won, and of each round who led and who won it."""
    shaker, rounds = SeededShaker(f"findings/{number}"), []
    state = rules.start(2, shaker.first(2))
    while not isinstance(due := rules.next(state), Over):
        before = state
        if isinstance(due, Roll):
            state = rules.rolled(state, shaker.throw(due))
        else:
            seat = next(iter(due.options))
            state = rules.play(state, seat, bots[seat].choose(rules.view(state, seat), due.options[seat]))
        if state.last is not before.last and state.last is not None:
            rounds.append((before.leader, state.last.winner))
    return due.winners[0], rounds


def whole_games(games: int) -> None:
    rules, luck, numbers = PerfectoRules(), Random(1), count()
    led, won, first = 0, 0, 0
    for _ in range(games):
        number = next(numbers)
        starter = SeededShaker(f"findings/{number}").first(2)
        winner, rounds = played(rules, [BestBot(rules, seat, luck) for seat in range(2)], number)
        led, won, first = led + len(rounds), won + sum(a == b for a, b in rounds), first + (winner == starter)
    print(f"best against best: the leader wins {told(won, led)} of {led} rounds,", end=" ")
    print(f"whoever starts {told(first, games)} of {games} games")
    kinds, wins, all_rounds, rounds_won = (HonestBot, BestBot), 0, 0, 0
    for number in range(games):
        turned = number % 2
        bots = [kinds[(seat + turned) % 2](rules, seat, luck) for seat in range(2)]
        winner, rounds = played(rules, bots, number // 2)
        wins, all_rounds = wins + (winner == turned), all_rounds + len(rounds)
        rounds_won += sum(b == turned for _, b in rounds)
    print(f"best without bluffs against best: {told(wins, games)} of {games} games,", end=" ")
    print(f"{told(rounds_won, all_rounds)} of {all_rounds} rounds")


def told(part: int, whole: int) -> str:
    share = part / whole
    return f"{100 * share:.1f} % (± {196 * sqrt(share * (1 - share) / whole):.1f})"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1000)
    wanted = parser.parse_args()
    small_round()
    whole_games(wanted.games)


if __name__ == "__main__":
    main()
