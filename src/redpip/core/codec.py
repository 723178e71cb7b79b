"""The JSON form of states: frozen dataclasses of numbers, words, tuples and other such dataclasses.

A dataclass becomes an object with its fields, a tuple an array. Reading is strict, so that a damaged value is
refused where it is read and not where it is first used.
"""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from functools import cache, reduce
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from redpip.core.problem import Phrase, Problem

_NAMES = {
    bool: Phrase("true or false"),
    dict: Phrase("an object"),
    float: Phrase("a number"),
    int: Phrase("a whole number"),
    list: Phrase("a list"),
    str: Phrase("a text"),
    type(None): Phrase("null"),
}


def to_json(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    return value


def from_json(kind: Any, data: Any) -> Any:
    """The value of type ``kind`` whose JSON form is ``data``."""
    origin = get_origin(kind)
    if origin is tuple:
        return _read_tuple(get_args(kind), data)
    if origin in (Union, types.UnionType):
        return _read_union(get_args(kind), data)
    if origin is Literal:
        return data if data in get_args(kind) else _wrong(kind, data)
    if is_dataclass(kind) and isinstance(kind, type):
        return _read_dataclass(kind, data)
    if origin is dict:  # whatever is in it; whoever has one knows more
        kind = dict
    if kind is type(None):
        return None if data is None else _wrong(kind, data)
    # bool is an int to Python, but true is no number to anybody else
    return data if type(data) is kind else _wrong(kind, data)


def _read_tuple(items: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    if not isinstance(data, list):
        _wrong(Phrase("a list"), data)
    if len(items) == 2 and items[1] is Ellipsis:
        return tuple(from_json(items[0], item) for item in data)
    if len(items) != len(data):
        _wrong(Phrase("a list of {count}", count=len(items)), data)
    return tuple(from_json(item, value) for item, value in zip(items, data, strict=True))


def _read_union(kinds: tuple[Any, ...], data: Any) -> Any:
    for kind in kinds:
        try:
            return from_json(kind, data)
        except Problem:
            continue
    wanted = reduce(lambda one, other: Phrase("{one} or {other}", one=one, other=other), map(_name, kinds))
    return _wrong(wanted, data)


def _read_dataclass(kind: Any, data: Any) -> Any:
    hints = _hints(kind)
    if not isinstance(data, dict) or data.keys() != hints.keys():
        _wrong(Phrase("an object with {fields}", fields=", ".join(hints)), data)
    return kind(**{name: from_json(hint, data[name]) for name, hint in hints.items()})


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def _name(kind: Any) -> Any:
    return _NAMES.get(kind) or getattr(kind, "__name__", str(kind))


def _wrong(kind: Any, data: Any) -> Any:
    wanted = kind if isinstance(kind, Phrase) else _name(kind)
    raise Problem("bad_value", "Expected {wanted}, found {found}.", wanted=wanted, found=str(data)[:60])
