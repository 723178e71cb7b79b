"""What a solved game has beside its advisor. Both are for whoever solves and checks; players never meet them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from redpip.core.game import Rules


class Solver(Protocol):
    """Makes the values ready that the game's advisor answers from."""

    @property
    def rules(self) -> Rules[Any, Any]:
        """Those that are solved, and by which samples are checked."""

    def solve(self, again: bool) -> None:
        """Makes all values ready: from a stored table, or by work that can be stopped and taken up again. With
        ``again`` by work, whatever is stored."""

    def summary(self) -> Mapping[str, Any]:
        """What was found, as JSON can hold it. People are shown it by its shape, see ``term/solving.py``: a number, a
        chart of numbers, a table of numbers. Names are the game's own words, with ``_`` for spaces."""

    def sample(self, luck: Random, count: int) -> Sequence[Any]:
        """States for checks, in an order in which the advisor is soon ready for each."""


class Figures(Protocol):
    """How best play goes: spread and frequencies."""

    def check(self) -> None:
        """Raises a Problem where these rules have none, before any work is done."""

    def find(self, again: bool) -> Mapping[str, Any]:
        """The figures, of the same shapes as a summary: stored ones, or with ``again`` found anew."""
