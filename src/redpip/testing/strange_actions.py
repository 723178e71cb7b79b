"""Actions that most positions refuse: those of other positions, and what becomes of them by slips of hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

from redpip.core.catalog import Game
from redpip.core.game import Choose
from redpip.core.problem import Refused
from redpip.testing.playouts import whole_game
from redpip.testing.tables import tables_of

NUMBERS = (-1, 0, 1, 2, 3, 4, 5, 6, 7, 99)


_pools: dict[type[Any], list[Any]] = {}


def pool(game: Game) -> list[Any]:
    """Actions that came up in any of the game's presets."""
    if game.rules not in _pools:
        found = {}
        for table in tables_of(game):
            playout = whole_game(table, seed=1)
            for due in map(playout.rules.next, playout.states[:300]):
                if isinstance(due, Choose):
                    found.update({str(action): action for actions in due.options.values() for action in actions})
        _pools[game.rules] = [found[text] for text in sorted(found)]
    return _pools[game.rules]


def strange_actions(rules: Any, actions: list[Any], luck: Random, number: int) -> Iterator[Any]:
    for _ in range(number):
        action = luck.choice(actions)
        yield action
        yield misshapen(action, luck)
        try:
            yield rules.parse(misspelt(str(action), luck))
        except Refused:
            continue


def misshapen(action: Any, luck: Random) -> Any:
    """The action with one of its fields changed, also to what no text can say."""
    if not fields(action):
        return action
    name = luck.choice(fields(action)).name
    return replace(action, **{name: other_value(getattr(action, name), luck)})


def other_value(value: Any, luck: Random) -> Any:
    if isinstance(value, tuple):
        return tuple(luck.choices([*NUMBERS, *value], k=luck.randrange(8)))
    if isinstance(value, str):
        return luck.choice(["", "x", value.lower(), value * 2])
    return luck.choice(NUMBERS)


def misspelt(text: str, luck: Random) -> str:
    """One character dropped, doubled or changed, or one word missing."""
    at = luck.randrange(len(text))
    words = text.split()
    gone = luck.randrange(len(words))
    return luck.choice(
        [
            text[:at] + text[at + 1 :],
            text[:at] + text[at] + text[at:],
            text[:at] + luck.choice("0123456789>x ") + text[at + 1 :],
            " ".join(words[:gone] + words[gone + 1 :]),
        ]
    )
