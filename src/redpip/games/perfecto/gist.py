"""The gist of a position in a basic round of two: few enough numbers to learn by heart what to do.

The functions are plain arithmetic and call nothing, so that ``practice.py`` can compile them and a bot need not. A bid
of quantity 0 and number 6 stands for "nobody has bid". ``counts`` is what one's own dice count for each number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

NO_BID: Final = (0, 6)
NEVER: Final = -1  # rolled

# what can be done; the number of the standing bid is theirs, another that suits one's own dice best is one's own
CHALLENGE, PERFECTO = 0, 1
THEIRS, OWN = 2, 6  # the lowest bid of it; then those that claim one die more than one has, or for one's own none, ...
LOWEST, ROLL_THEIRS, ROLL_OWN = 11, 12, 13
WAYS: Final = 14

CUPS, QUANTITIES, CLAIMS, NEEDS, KEPT, SAID, ROLLED = 6, 15, 8, 9, 6, 4, 2
GISTS: Final = CUPS * CUPS * QUANTITIES * CLAIMS * NEEDS * KEPT * SAID * ROLLED


def own_number(counts: Sequence[int], quantity: int, rank: int) -> int:
    """The number other than that of the standing bid whose lowest higher bid takes least of the other's dice."""
    found, least = 0, 99
    for number in range(1, 7):
        need = quantity + (number <= rank) - counts[number - 1]
        if need <= least and (number != rank or quantity == 0):
            found, least = number, need
    return found


def place(
    counts: Sequence[int],
    own: int,
    mine: int,
    theirs: int,
    quantity: int,
    rank: int,
    kept: int,
    said: int,
    rolled: int,
) -> int:
    """Which gist it is: ``mine`` and ``theirs`` are how many dice there are, ``kept`` the most that the other has kept
    when rolling, ``said`` the number that one bid last (0: none), ``rolled`` whether one has to bid now."""
    claim = quantity - counts[rank - 1] + 1 if quantity else counts[own - 1]
    need = quantity + (own <= rank) - counts[own - 1] + 4
    spoke = 0 if said == 0 else 1 if said == rank else 2 if said == own else 3
    found = (mine - 1) * CUPS + theirs - 1
    found = found * QUANTITIES + min(quantity, QUANTITIES - 1)
    found = found * CLAIMS + min(max(claim, 0), CLAIMS - 1)
    found = found * NEEDS + min(max(need, 0), NEEDS - 1)
    found = found * KEPT + min(kept + 1, KEPT - 1)
    found = found * SAID + spoke
    return found * ROLLED + rolled


def bid_of(way: int, counts: Sequence[int], own: int, quantity: int, rank: int, highest: int) -> int:
    """The bid that a way means, ten times its quantity and its number; 0 where it means none or one named before."""
    number, low, wanted = own, quantity + (own <= rank), 0
    if way == 11:
        number = rank % 6 + 1
        low = quantity + (number <= rank)
        wanted = low if number != own and (number != rank or quantity == 0) else 0
    elif way < 6:
        number, low = rank, quantity + 1
        wanted = low if way == 2 else counts[rank - 1] + way - 2
        wanted = 0 if quantity == 0 or (way > 2 and wanted <= low) else wanted
    else:
        wanted = low if way == 6 else counts[own - 1] + way - 7
        wanted = 0 if way > 6 and wanted <= low else wanted
    return wanted * 10 + number if 0 < wanted <= highest else 0
