"""``python -m redpip.solve.pool.compiling`` compiles what a turn needs, at low priority, by solving a tiny one."""

from __future__ import annotations

import os

import numpy as np

from redpip.solve.pool.backward import Backward
from redpip.solve.pool.facts import Pool
from redpip.solve.pool.layout import CONFIGS

if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    Backward(Pool(2, 0.0, (0, 0), np.zeros((1, 1)), np.zeros(CONFIGS, np.uint16))).turn(1)
