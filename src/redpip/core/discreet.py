"""What may stand in a service's log: where something went wrong and what kind of thing it was, never what people said.

The words of an exception can hold anything: a name, a move, the token of a link.
"""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Self

from redpip.core.problem import Problem

NEAREST = 8  # places that are named, from where it happened outwards


class Untold(str):
    """Text of others, which stands in no log of a service; ``instead`` may."""

    __slots__ = ("instead",)
    instead: str

    def __new__(cls, text: str, instead: str = "…") -> Self:
        made = super().__new__(cls, text)
        made.instead = instead
        return made


def kind_of(error: BaseException) -> str:
    """What kind of thing went wrong. The system's own reasons and our codes are nobody's secrets."""
    name = type(error).__name__
    if isinstance(error, Problem):
        return f"{name} {error.code}"
    if isinstance(error, OSError) and error.strerror and error.errno:
        return f"{name} {error.strerror}"
    said = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    if said:
        return f"{name} {said}"
    behind = getattr(error, "orig", None)  # what the database's driver said
    return f"{name} ({kind_of(behind)})" if isinstance(behind, BaseException) and behind is not error else name


def outline(error: BaseException) -> str:
    """The kind, the places that led there, and what was before it, in one line."""
    told, seen = [], set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        places = [
            f"{Path(at.filename).name}:{at.lineno} {at.name}" for at in traceback.extract_tb(current.__traceback__)
        ]
        told.append(" < ".join([kind_of(current), *reversed(places[-NEAREST:])]))
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return "; after ".join(told)


def discreet(value: object) -> object:
    """As it may stand in a log."""
    if isinstance(value, BaseException):
        return kind_of(value)
    return value.instead if isinstance(value, Untold) else value
