"""What a game's page is given to draw: the same common part in every game, and whatever else its own view needs.

``Game.scene(rules, view, seat, words, options)`` makes it. ``view`` is what ``seat`` may see (None: a spectator), and
``options`` are the legal actions of that seat now, none where it may not act. A scene is JSON. No rule stands in a
page, so each choice that it offers carries its ``action``, an action's text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict, get_type_hints

from redpip.core.game import Seat

LONGEST_TAP = 120  # characters: two lines on a phone


class SceneSeat(TypedDict):
    """A player, in the order of the seats."""

    score: int | None  # None in a game that counts no points
    note: str  # a few words beside the name, or ""


class Tap(TypedDict):
    """What to tap, in pencil: shown on the table until this kind of choice has been made twice on a device."""

    kind: str  # the game's own name for it
    text: str  # one sentence of at most ``LONGEST_TAP`` characters


class Scene(TypedDict):
    """What every scene has; games add more."""

    seat: Seat  # whose dice and choices are drawn: who is to move, or moved last
    about: str  # where the game stands, in a few words ("turn 3 of 10"), or ""
    say: str  # what is to be done now or has just happened, in a sentence, or ""
    seats: Sequence[SceneSeat]
    tap: Tap | None  # where there are ``options``, and only there


def scene_faults(scene: Mapping[str, Any], seats: int) -> Iterator[str]:
    """Where a scene is not what every page relies on."""
    yield from _wrong(scene, Scene, "scene")
    if scene.get("seat") not in range(seats):
        yield f"scene.seat is {scene.get('seat')!r}, and there are {seats} seats"
    players = scene.get("seats", ())
    if len(players) != seats:
        yield f"scene.seats has {len(players)} entries, and there are {seats} seats"
    for number, player in enumerate(players):
        yield from _wrong(player, SceneSeat, f"scene.seats[{number}]")
    if tap := scene.get("tap"):
        yield from _wrong_tap(tap)
    try:
        json.dumps(scene)
    except (TypeError, ValueError) as error:
        yield f"scene is no JSON: {error}"


def _wrong_tap(tap: Mapping[str, Any]) -> Iterator[str]:
    yield from _wrong(tap, Tap, "scene.tap")
    for name in get_type_hints(Tap):
        if tap.get(name) == "":
            yield f"scene.tap.{name} is empty"
    if len(str(tap.get("text"))) > LONGEST_TAP:
        yield f"scene.tap.text has more than {LONGEST_TAP} characters"


def _wrong(value: Mapping[str, Any], wanted: Any, place: str) -> Iterator[str]:
    for name, kind in get_type_hints(wanted).items():
        if name not in value:
            yield f"{place}.{name} is missing"
        elif name not in ("seats", "tap") and not isinstance(value[name], kind):
            yield f"{place}.{name} is {value[name]!r}"


def offered(scene: object) -> Iterator[str]:
    """Every action that a scene offers, but for those that could follow an action."""
    parts: Sequence[Any] = ()
    if isinstance(scene, Mapping):
        if isinstance(scene.get("action"), str):
            yield scene["action"]
        parts = [part for name, part in scene.items() if name != "after" or "action" not in scene]
    elif isinstance(scene, list | tuple):
        parts = scene
    for part in parts:
        yield from offered(part)
