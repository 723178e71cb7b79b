"""Dice to turn beside the rules: what the game's own scoring says of them, for requests and for pages."""

from __future__ import annotations

from secrets import randbelow
from typing import Any

from redpip.core.catalog import Game, find_game
from redpip.core.example import Example, shown
from redpip.core.options import make_rules
from redpip.core.problem import Problem


def example_of(name: str, dice: str, roll: bool, language: str) -> dict[str, Any]:
    """What lies there and what it comes to; ``roll`` throws all of it anew."""
    game, edition = find_game(name)
    example = _example(game)
    preset, chosen = game.preset(edition)
    laid = example.read(dice or example.start)
    if roll:
        laid = example.rolled(laid, lambda: randbelow(6) + 1)
    rules = make_rules(game.rules, chosen.options, game.seats(preset)[0])
    return shown(example, rules, laid, game.words(preset, language))


def _example(game: Game) -> Example:
    if game.example is None:
        raise Problem("no_example", "{title} has no example whose dice can be turned.", title=game.name)
    return game.example
