"""The score vectors of Spicy Dice. Of 46,656 configurations many bring the same in every box: 5,137 are distinct.

Scoring them all takes seconds, so ``tables/kinds.npz`` has them for six dice; a test scores them all again.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from redpip.core.dice import NO_FACES, Faces, shown
from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.scoring import BOXES, lines, value
from redpip.solve.store import Table

TABLES = Path(__file__).parent / "tables"
KINDS = Table(TABLES / "kinds.npz", {"game": "spicy", "scores": SpicyRules.version})

Scores = NDArray[np.int16]  # [configuration, box] in the order of BOXES
Kinds = NDArray[np.uint16]


def all_scores(dice: int) -> Scores:
    """What each throw of so many dice brings, from the scoring rules."""
    throws = product(range(1, 7), repeat=dice)
    rows = [[value((*faces, *NO_FACES[dice:]), box) for box in BOXES] for faces in throws]
    return np.array(rows, np.int16)


def all_wholes(dice: int) -> Scores:
    """The same with all dice used, -1 where no line of a box uses them all (Extra Spicy)."""
    throws = [(*faces, *NO_FACES[dice:]) for faces in product(range(1, 7), repeat=dice)]
    return np.array([[_whole(faces, box) for box in BOXES] for faces in throws], np.int16)


def _whole(faces: Faces, box: str) -> int:
    return max((points for points, used in lines(faces)[box] if used == shown(faces)), default=-1)


def distinct(scores: Scores) -> tuple[Scores, Kinds]:
    """The vectors that differ, and which of them each throw has."""
    vectors, kinds = np.unique(scores, axis=0, return_inverse=True)
    return vectors, kinds.ravel().astype(np.uint16)


def stored(name: str, dice: int) -> tuple[Scores, Kinds] | None:
    arrays = KINDS.load() if dice == 6 else None
    return (arrays[name], arrays[f"{name}_kinds"]) if arrays else None


def score_kinds(rules: SpicyRules) -> tuple[NDArray[np.float64], Kinds]:
    """The distinct vectors as points[box, kind], and the kind of each of the 6**6 configurations. Where fewer dice
    are used the others lie there without a meaning."""
    return _of_boxes(rules, *(stored("scores", rules.dice) or distinct(all_scores(rules.dice))))


def whole_kinds(rules: SpicyRules) -> tuple[NDArray[np.float64], Kinds]:
    """The same for scoring with all dice used, -inf where that is not allowed."""
    vectors, kinds = _of_boxes(rules, *(stored("wholes", rules.dice) or distinct(all_wholes(rules.dice))))
    return np.where(vectors < 0, -np.inf if rules.zero_frees_dice else 0.0, vectors), kinds


def _of_boxes(rules: SpicyRules, vectors: Scores, kinds: Kinds) -> tuple[NDArray[np.float64], Kinds]:
    if rules.boxes != BOXES:
        vectors, fewer = distinct(vectors[:, [BOXES.index(box) for box in rules.boxes]])
        kinds = fewer[kinds]
    return vectors.T.astype(np.float64).copy(), np.repeat(kinds, 6 ** (6 - rules.dice))


def make_kinds() -> None:
    arrays: dict[str, NDArray[Any]] = {}
    for name, scores in (("scores", all_scores(6)), ("wholes", all_wholes(6))):
        arrays[name], arrays[f"{name}_kinds"] = distinct(scores)
    KINDS.save(arrays, replace=True)
