"""When to stop in Hot Dice, what going first is worth, and what the opening costs: the numbers in docs/findings.md.

python benchmarks/findings_hot.py
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from redpip.games.hot.rules import HotRules
from redpip.games.hot.solver import HotSolver
from redpip.games.hot.ways import STEP, turns_of
from redpip.solve.push.turn import solve_points

RULES = HotRules()


def when_to_stop() -> Iterator[str]:
    """For points: in which totals banking is best, by dice to roll and set held."""
    turns = turns_of(RULES)
    values = solve_points(turns.ways, 1)
    rolls = np.array([turns.ways.rolled(values, total, 0.0) for total in range(2000)])
    for now, at in sorted(turns.number.items()):
        banks = np.flatnonzero(np.arange(2000) >= rolls[:, at])
        banks = banks[banks > 0]
        first = f"from {STEP * banks[0]}" if len(banks) else "never below 100000"
        held = f", a set of {now.sets[0]}s held" if now.sets else ""
        print_dice = "die" if now.dice == 1 else "dice"
        yield f"{now.dice} {print_dice} to roll{held}: bank {first}, bust {turns.ways.bust[at]:.1%}"


def going_first() -> Iterator[str]:
    for target in (2000, 5000, 10_000):
        found = HotSolver(HotRules(target=target)).summary()
        yield f"to {target}: first wins {found['win_chance_first']:.4%}, alone {found['expected_turns']:.3f} turns"


def the_opening() -> Iterator[str]:
    for opening in (0, 500, 1000):
        found = HotSolver(HotRules(opening=opening)).summary()
        yield (
            f"opening {opening}: {found['expected_turns']:.3f} turns, first wins {found['win_chance_first']:.4%}, "
            f"opens with {found['open_chance']:.2%}, the turn brings {found['opening_value']:.1f}"
        )
    table = HotSolver(RULES).arrays["table"]
    goal = len(table)
    yield f"both on the board with 1000: the mover wins {table[goal - 20, goal - 20]:.4%}"
    yield f"on the board with 1000 against one who is not, to move: {table[goal - 20, 0]:.4%}"


def main() -> None:
    for part in (when_to_stop, going_first, the_opening):
        for line in part():
            print(line)


if __name__ == "__main__":
    main()
