"""The JSON form of values: it leads back, and it is read strictly."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from redpip.core.codec import from_json, to_json
from redpip.core.problem import Problem


@dataclass(frozen=True)
class Card:
    points: tuple[int | None, ...]
    pair: tuple[int, str] = (0, "")


@dataclass(frozen=True)
class Position:
    cards: tuple[Card, ...]
    phase: Literal["start", "over"]
    open: bool = True
    ratio: float = 0.5


POSITION = Position((Card((1, None)), Card((), (7, "x"))), "over", False, 2.5)
DATA = {
    "cards": [{"points": [1, None], "pair": [0, ""]}, {"points": [], "pair": [7, "x"]}],
    "phase": "over",
    "open": False,
    "ratio": 2.5,
}


def test_value_leads_to_json_and_back() -> None:
    assert to_json(POSITION) == DATA
    assert from_json(Position, json.loads(json.dumps(DATA))) == POSITION


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (int, "1"),
        (int, True),
        (int, 1.0),
        (int, None),
        (bool, 1),
        (bool, 0),
        (str, 1),
        (float, 1),
        (type(None), 0),
        (int | None, "1"),
        (int | None, False),
        (Literal["start", "over"], "begin"),
        (tuple[int, ...], (1, 2)),
        (tuple[int, ...], [1, "2"]),
        (tuple[int, ...], {"0": 1}),
        (tuple[int, ...], "12"),
        (tuple[int, str], [1]),
        (tuple[int, str], [1, "a", "b"]),
        (Card, []),
        (Card, {}),
        (Card, {"points": []}),
        (Card, {"points": [], "pair": [0, ""], "more": 1}),
        (Card, {"points": None, "pair": [0, ""]}),
        (Position, {**DATA, "cards": [3]}),
        (Position, {**DATA, "phase": None}),
    ],
)
def test_wrong_value_is_refused(kind: Any, data: Any) -> None:
    with pytest.raises(Problem) as caught:
        from_json(kind, data)
    assert caught.value.code == "bad_value"
    assert caught.value.message.startswith("Expected ")
