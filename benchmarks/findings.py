"""What players argue about, answered by the exact solution: prints every number in docs/findings.md.

python benchmarks/findings.py
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from redpip.core.advice import Point
from redpip.games.spicy.advisor import SpicyAdvisor
from redpip.games.spicy.kinds import score_kinds
from redpip.games.spicy.positions import position
from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.scoring import BOXES
from redpip.games.spicy.solver import SpicySolver
from redpip.games.spicy.solver import solver as make_solver
from redpip.solve.pool.facts import open_boxes

RULES = SpicyRules()
ADVISOR = SpicyAdvisor(RULES, 0)
FULL = (1 << len(BOXES)) - 1


def solved() -> SpicySolver:
    solver = make_solver(RULES)
    solver.solve()
    return solver


def roll_worth(solver: SpicySolver) -> Iterator[str]:
    """What one more roll is worth, at the start and as boxes fill."""
    for left in (5, 10, 15, 20, 25, 30):
        gain = solver.start_value(FULL, left) - solver.start_value(FULL, left - 1)
        yield f"ten boxes open, {left:>2} rolls left: the last roll adds {gain:.2f}"
    for size in range(10, 0, -1):
        left = 3 * size
        gains = [solver.start_value(s, left) - solver.start_value(s, left - 1) for s in solver.pool.sets(size)]
        spread = f"{min(gains):.2f} to {max(gains):.2f}, mean over sets {np.mean(gains):.2f}"
        yield f"{size:>2} open, {left:>2} left: {spread}"


def states(solver: SpicySolver, needed: int, least: int) -> Iterator[tuple[int, int]]:
    """Every set of open boxes with these among them, and every number of rolls left after the turn."""
    for open_set in range(1, FULL + 1):
        if open_set & needed == needed and open_set.bit_count() >= least:
            for left in range(1, solver.pool.tops(open_set.bit_count())):
                yield open_set, left


def homes(solver: SpicySolver, faces: str, least: int = 2) -> Iterator[str]:
    """Where dice are best written if they must be, over all states with their box open."""
    points, kinds = score_kinds(RULES)
    kind = kinds[int(np.ravel_multi_index([int(face) - 1 for face in faces], (6,) * 6))]
    found: Counter[str] = Counter()
    for open_set, left in states(solver, 1 << int(faces[0]) - 1, least):
        boxes = open_boxes(open_set)
        best = max(boxes, key=lambda box: points[box, kind] + solver.table[open_set ^ 1 << box, left])
        found[BOXES[best]] += 1
    total = found.total()
    yield f"{faces}: " + ", ".join(f"{box} {count / total:.1%}" for box, count in found.most_common())


def ranked(text: str, most: int = 6) -> Iterator[str]:
    state = position(RULES, text)
    options = RULES.next(state).options[0]  # type: ignore[union-attr]
    advice = ADVISOR.advise(Point(state), options)
    shown = [one for one in advice.ranked if str(one.action).startswith("score")][:most]
    yield f"{text}: best {advice.best} {advice.ranked[0].value:.2f}"
    yield "   " + ", ".join(f"{one.action} {one.value - advice.ranked[0].value:+.2f}" for one in shown)


def own_box(text: str, box: str) -> Iterator[str]:
    """What writing dice into this box costs against the best move, and against rolling its red die."""
    state = position(RULES, text)
    advice = ADVISOR.advise(Point(state), RULES.next(state).options[0])  # type: ignore[union-attr]
    values = {str(one.action): one.value for one in advice.ranked}
    best, here, chase = advice.ranked[0].value, values[f"score {box}"], values[f"roll {box}"]
    yield f"{text}: score {box} {here - best:+.2f}, roll {box} {chase - best:+.2f} against {advice.best}"


def prices(solver: SpicySolver) -> Iterator[str]:
    """The points that box must bring in the first turn, with three rolls, to leave the expectation as it was."""
    start = solver.start_value(FULL, 30)
    for box, name in enumerate(BOXES):
        yield f"{name:>3}: {start - solver.start_value(FULL ^ 1 << box, 27):.2f}"


def given_up(solver: SpicySolver) -> Iterator[str]:
    """The box to fill with 0, when a turn brings nothing: what each costs against the best one."""
    for left in (27, 20, 10):
        values = {name: solver.start_value(FULL ^ 1 << box, left) for box, name in enumerate(BOXES)}
        best = max(values.values())
        order = sorted(values, key=lambda name: -values[name])
        yield f"ten open, {left} left: " + ", ".join(f"{name} {values[name] - best:+.2f}" for name in order)
    found: Counter[str] = Counter()
    for open_set, left in states(solver, 0, 2):
        boxes = open_boxes(open_set)
        found[BOXES[max(boxes, key=lambda box: solver.table[open_set ^ 1 << box, left])]] += 1
    yield "best to give up, over all states: " + ", ".join(
        f"{b} {n / found.total():.1%}" for b, n in found.most_common()
    )


def main() -> None:
    solver = solved()
    parts = {
        "A roll": roll_worth(solver),
        "Six of a kind": (line for faces in ("666666", "555555", "444444") for line in homes(solver, faces)),
        "Six 6s on the first throw": ranked("666666_29"),
        "Price of a box": prices(solver),
        "Without the red": (
            line
            for text in ("444142_27", "444144_27", "555512_27", "555515_27", "666612_27", "666661_27")
            for line in own_box(text, text[0])
        ),
        "Chasing the red 6": (line for left in (27, 20, 15, 10, 5, 2, 1) for line in own_box(f"666661_{left}", "6")),
        "RUN and SET in boxes 1 and 2": (
            line for text in ("124365_29", "124365_20", "126612_29", "126612_20") for line in ranked(text)
        ),
        "Giving up a box": given_up(solver),
    }
    for title, lines in parts.items():
        print(f"== {title}", *lines, sep="\n")


if __name__ == "__main__":
    main()
