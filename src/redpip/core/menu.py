"""Options that come up again and again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

A = TypeVar("A")


class Menu(tuple[A, ...]):
    """A tuple that knows what is in it: a long one is not gone through for every move that is checked."""

    _known: frozenset[A]

    def __new__(cls, options: Iterable[A]) -> Menu[A]:
        menu = super().__new__(cls, options)
        menu._known = frozenset(menu)
        return menu

    def __contains__(self, option: object) -> bool:
        return option in self._known
