"""Where the kernels have their numbers: what every throw of six dice is worth, for one set of open boxes and every
number of rolls left.

LAYOUT. Three dice make a *triple* with 7**3 = 343 states: a digit for each die, 0 to 5 for the faces 1 to 6, and 6
for "open". The 216 states of faces only come first (``DIGITS``). A function of six dice is a matrix: one triple down,
the other across. It is stored in *panels* of eight columns: a register for each state of the triple down, one after the
other. There are 43 panels where all states are across and 27 where faces are; a panel has 344 registers, the last of
which means nothing, or 216. *Side* 0 is the triple of dice 1, 2, 3 and side 1 that of dice 4, 5, 6, so that digit
``3 * side + k`` is red on the k-th die of a side.

What "open" means changes as a level is computed, an axis (a die) at a time:

    wild    open = the best of the six faces      a red die just rolled, which may be flipped to any face
    roll    open = the mean of the five white faces and the wild      a die about to be rolled
    fold    face = the better of the face and open                    keep the die or roll it

All wilds must come before any roll, all rolls before any fold. A *pass* does what it can for the three dice down, a
panel at a time (7 or 11 KB, in float64 twice that). What is new stands in a scratch panel, the ``block``, so that all
of this stays in the first cache. Eight registers, transposed, are eight rows of a panel of the next matrix, which has
the other three dice down. Three passes make a level, and levels alternate sides; (down x across):

    settle  fold, score, wild   of side s    (343 x 216) -> (216 x 343)
    cast    wild, roll          of side 1-s  (216 x 343) -> (343 x 343)
    choose  roll, fold          of side s    (343 x 343) -> (343 x 216), then s := 1-s

The states of a triple with the same first digit a are a *plane*, digits (a, b, c). Those where b and c are faces come
before all others, plane after plane; the other 13 of each plane are its *ends*:

    (a, b, c)  at  36 * a + 6 * b + c       (a, b, open)  at  ENDS + 13 * a + b
                                            (a, open, c)  at  ENDS + 13 * a + 6 + c, open c too

Where dice may be held from turn to turn the start of a turn is a matrix too: a face means that the die may be held,
open that it may not. Scoring with some of the dice goes from faces to open, die by die. So that die 6 can do this
within a register, starts and levels are stored in *lines*: a register with the states of die 6, for each state of dice
4 and 5. A row of a start is 49 lines long (``LONG``), a row of a level, with faces only, 36; the lanes that are left
over mean nothing. Dice 1, 2, 3 are down.

Who plays needs to know which dice the folds rolled. A panel of *choices* has a register for each a, open too, and each
face b, whose numbers have a digit of base 16 for each c, c = 0 being the lowest: 0 to keep the three dice, 2 to roll
the second, 4 the last, 6 both, 1 to roll the first and what (open, b, c) says; 8 to write a box.

Arrays are flat and begin on a cache line. All kernels are generic in float32 and float64.
"""

from __future__ import annotations

import mmap
from itertools import product
from typing import Any

import numpy as np

PAGE = 1 << 21
FACES, ENDS, OPEN, WIDE = 216, 252, 343, 344
CONFIGS = FACES * FACES
LEVEL = 8 * 36 * FACES  # a level where dice may be held: a register for each line of die 6
LINES, LONG = 49, 8 * 49  # a row of starts: for each pair of dice 4 and 5 a register with the seven states of die 6

DIGITS = sorted(product(range(7), repeat=3), key=lambda digits: (6 in digits[1:], digits))
PLACE = np.argsort([49 * a + 7 * b + c for a, b, c in DIGITS])  # where the digits in their own order stand
CHOICES = 8 * 42  # a panel of choices
SETTLED, DECIDED = 27 * CHOICES, 70 * CHOICES  # those of ``settle``, and with those of ``choose``
CORNER = (OPEN - 1) * LONG + 8 * (LINES - 1) + 6  # the start of a turn without a die to hold


def aligned(shape: tuple[int, ...], dtype: Any) -> Any:
    """Zeros that begin on a cache line: registers that lie across two of them take half as long again. Where the system
    offers large pages, large arrays get them: rows that are far apart then need no look into its page tables."""
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    if size >= PAGE // 2 and hasattr(mmap, "MADV_HUGEPAGE"):
        pages, edge = mmap.mmap(-1, size + PAGE), PAGE
        pages.madvise(mmap.MADV_HUGEPAGE)
        raw = np.frombuffer(pages, np.uint8)
    else:
        raw, edge = np.zeros(size + 64, np.uint8), 64
    first = -raw.ctypes.data % edge
    return raw[first : first + size].view(kind).reshape(shape)


def padded(points: Any, dtype: Any) -> Any:
    """Full registers in each row."""
    wide = aligned((len(points), -(-points.shape[1] // 8) * 8), dtype)
    wide[:] = -np.inf
    wide[:, : points.shape[1]] = points
    return wide
