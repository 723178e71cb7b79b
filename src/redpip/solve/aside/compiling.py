"""``python -m redpip.solve.aside.compiling`` compiles what a turn needs, at low priority, by solving a tiny one."""

from __future__ import annotations

import os

import numpy as np

from redpip.solve.aside.facts import Stage, blocks
from redpip.solve.aside.kernel import roll_chosen, roll_start
from redpip.solve.pool.lanes import LANES

if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    stage = Stage(0, 1, np.zeros((1, 7), np.int16), blocks(0, 1))
    room = np.zeros(7 * LANES)
    found = stage.choices
    roll_chosen(np.zeros(LANES), found.of_class, found.firsts, found.members, found.weights, 0)
    roll_start(np.zeros(LANES), stage.leaves[0], stage.blocks, stage.dice, stage.first, stage.weight, room)
