"""When to throw again in Diangle, for docs/findings.md: all six dice have fallen, and nothing lies on the board.

python benchmarks/findings_diangle.py
"""

from __future__ import annotations

import numpy as np

from redpip.games.diangle.rules import DiangleRules
from redpip.games.diangle.solver import DiangleSolver

THROWN = (slice(6),) * 6  # every die shows a face


def main() -> None:
    solver = DiangleSolver(DiangleRules())
    hands = solver.backward(free=True).hands
    for level, face in enumerate(solver.rows.track):
        worth, passing = hands.best(level, 0)[THROWN], hands.passing(level, 0)[THROWN] > -np.inf
        again = worth < worth.mean()
        print(
            f"level {level + 1} ({face + 1}s): a row is passed in {passing.mean():.1%}, then thrown again in "
            f"{again[passing].mean():.1%}; if none is, in {again[~passing].mean():.1%}"
        )


if __name__ == "__main__":
    main()
