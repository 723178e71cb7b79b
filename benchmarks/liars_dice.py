"""Liar's dice with one die each, by the rules of OpenSpiel's ``liars_dice``: how much processor time until nobody can
gain more than 0.005, for our regret minimisation and for OpenSpiel's CFR+ in the same run. Needs the extra ``rl``.

Checks of how far each has come are not counted.
"""

from __future__ import annotations

import argparse
import time
from functools import cache

import numpy as np

from redpip.solve.bluff.duel import Duel, Tree, table_of
from redpip.solve.bluff.equilibrium import Equilibrium, Solving

SIDES = 6
BIDS = [(quantity, face) for quantity in (1, 2) for face in range(1, SIDES + 1)]


def duel() -> Duel:
    """A six counts for every face. Whoever is called wins if so many dice show the face."""
    dice = np.full(SIDES, 1 / SIDES)
    counts = np.array([[int(die in (face, SIDES)) for die in range(1, SIDES + 1)] for face in range(1, SIDES + 1)])
    pays = [_pay(quantity, caller) for quantity in (1, 2) for caller in (0, 1)]
    tree = Tree()

    def grow(player: int, above: int) -> int:
        node = tree.node(player)
        for place in range(above, len(BIDS)):
            tree.edge(node, grow(1 - player, place + 1))
        if above:
            quantity, face = BIDS[above - 1]
            tree.edge(node, tree.end(face - 1, 2 * (quantity - 1) + player))
        return node

    grow(0, 0)
    return Duel(tree, (dice, dice), (counts, counts), np.array(pays))


@cache
def _pay(quantity: int, caller: int) -> np.ndarray:
    return table_of(lambda a, b: 1 if (a + b >= quantity) == (caller == 1) else -1, 1, 1)


def ours(goal: float) -> tuple[float, Equilibrium]:
    Solving(duel()).go_on(1)  # compiled, or loaded from what was compiled before
    begin = time.process_time()
    solving, seconds = Solving(duel()), 0.0
    while True:
        solving.go_on(10)
        seconds += time.process_time() - begin
        found = solving.judged()
        if found.nash_conv / 2 <= goal:
            return seconds, found
        begin = time.process_time()


def theirs(goal: float, least: int, most_seconds: float) -> tuple[float, int, float]:
    """``least`` iterations pass before the first check, since one takes longer than many of them."""
    import pyspiel

    game = pyspiel.load_game(f"liars_dice(numdice=1,dice_sides={SIDES})")
    solver, seconds, done, every = pyspiel.CFRPlusSolver(game), 0.0, 0, least
    while True:
        begin = time.process_time()
        for _ in range(every):
            solver.evaluate_and_update_policy()
        seconds, done, every = seconds + time.process_time() - begin, done + every, max(1, (done + every) // 10)
        gap = pyspiel.exploitability(game, solver.average_policy())
        print(f"  OpenSpiel after {done} iterations, {seconds:.1f} s: exploitability {gap:.5f}", flush=True)
        if gap <= goal or seconds > most_seconds:
            return seconds, done, gap


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--goal", type=float, default=0.005)
    parser.add_argument("--least", type=int, default=5, help="OpenSpiel's iterations before its first check")
    parser.add_argument("--most-seconds", type=float, default=3600.0)
    asked = parser.parse_args()
    seconds, found = ours(asked.goal)
    print(f"ours: exploitability {found.nash_conv / 2:.5f} after {found.rounds} rounds in {seconds:.3f} s")
    print(f"  value of the game {found.value:.4f}")
    other, iterations, gap = theirs(asked.goal, asked.least, asked.most_seconds)
    reached = "" if gap <= asked.goal else " and not there yet"
    print(f"OpenSpiel's CFR+: exploitability {gap:.5f} after {iterations} iterations in {other:.1f} s{reached}")
    print(f"{'at least ' if reached else ''}{other / seconds:.0f} times as fast")


if __name__ == "__main__":
    main()
