"""The score vectors of Spicy Dice. Of 46,656 configurations many bring the same in every box: 5,137 are distinct.

Scoring them all takes seconds, so ``tables/kinds.npz`` has them for six dice; a test scores them all again.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from redpip.core.dice import NO_FACES
from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.scoring import BOXES, value
from redpip.solve.store import Table

TABLES = Path(__file__).parent / "tables"
KINDS = Table(TABLES / "kinds.npz", {"game": "spicy", "scores": SpicyRules.version})

Scores = NDArray[np.int16]  # [configuration, box] in the order of BOXES


def all_scores(dice: int) -> Scores:
    """What each throw of so many dice brings, from the scoring rules."""
    throws = product(range(1, 7), repeat=dice)
    rows = [[value((*faces, *NO_FACES[dice:]), box) for box in BOXES] for faces in throws]
    return np.array(rows, np.int16)


def stored_scores() -> Scores | None:
    arrays = KINDS.load()
    return arrays["vectors"][arrays["kinds"]] if arrays else None


def score_kinds(rules: SpicyRules) -> tuple[NDArray[np.float64], NDArray[np.uint16]]:
    """The distinct vectors as points[box, kind], and the kind of each of the 6**6 configurations. Where fewer dice
    are used the others lie there without a meaning."""
    stored = stored_scores() if rules.dice == 6 else None
    scores = all_scores(rules.dice) if stored is None else stored
    mine = scores[:, [BOXES.index(box) for box in rules.boxes]]
    vectors, kinds = np.unique(mine, axis=0, return_inverse=True)
    every = np.repeat(kinds.ravel(), 6 ** (6 - rules.dice))
    return vectors.T.astype(np.float64).copy(), every.astype(np.uint16)


def make_kinds() -> None:
    scores = all_scores(6)
    vectors, kinds = np.unique(scores, axis=0, return_inverse=True)
    KINDS.remove()
    KINDS.save({"vectors": vectors, "kinds": kinds.ravel().astype(np.uint16)})
