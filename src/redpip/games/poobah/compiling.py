"""``python -m redpip.games.poobah.compiling`` compiles what batches of games need, by playing one."""

from __future__ import annotations

import os

from redpip.games.poobah.batch import Batch, random_deals
from redpip.games.poobah.rules import PoobahRules

if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    Batch(PoobahRules(target=1, opening_turns=1)).play(random_deals(1, 1), [("best", "collector")])
