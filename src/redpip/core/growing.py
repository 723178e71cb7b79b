"""A sequence that grows at its end, as an immutable value.

One more item costs the same however many there are, where a tuple would be copied: all who share a beginning share
one list, of which each knows how much is theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar, overload

T = TypeVar("T")


class Growing(Sequence[T]):
    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = [*items]
        self._length = len(self._items)

    def plus(self, item: T) -> Growing[T]:
        """This and one more. Whoever is the first to go on from here appends to the list; the others take a copy."""
        items, length = self._items, self._length
        if len(items) == length:
            items.append(item)
            if items[length] is item:  # and not what another thread appended in the same moment
                longer: Growing[T] = object.__new__(Growing)
                longer._items, longer._length = items, length + 1
                return longer
        return Growing((*self, item))

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self._items[slice(*index.indices(self._length))])
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._items[index if index >= 0 else self._length + index]

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Growing | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return Growing, (tuple(self),)
