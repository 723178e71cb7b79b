"""What is worked out once for a value, when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - used as a decorator
    """``functools.cached_property`` without the lock that it takes until Python 3.12: whoever comes second works out
    the same, since values never change."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self._work = work
        self._name = work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, of: None, kind: type[Any]) -> once[T]: ...
    @overload
    def __get__(self, of: object, kind: type[Any]) -> T: ...
    def __get__(self, of: object | None, kind: type[Any]) -> once[T] | T:
        if of is None:
            return self
        found = of.__dict__[self._name] = self._work(of)
        return found
