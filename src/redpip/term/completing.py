"""What the shell offers after Tab: games, presets, bots, house rules and saved games.

Nothing here may raise: a shell that completes is no place for a complaint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from redpip.core.catalog import Game


def games(incomplete: str) -> list[str]:
    """The games, and the editions that are shown as games of their own."""
    from redpip.core.catalog import all_games

    names = [name for game in all_games().values() for name in (game.id, *_editions(game))]
    return [name for name in names if name.startswith(incomplete)]


def presets(context: typer.Context, incomplete: str) -> list[str]:
    game = _game(context)
    return [name for name in game.presets if name.startswith(incomplete)] if game else []


def players(context: typer.Context, incomplete: str) -> list[str]:
    """The bot that is being typed; what stands before the last comma stays."""
    game = _game(context)
    before, comma, last = incomplete.rpartition(",")
    names = [f"bot:{name}" for name in game.bots] if game else []
    return [before + comma + name for name in names if name.startswith(last)]


def options(context: typer.Context, incomplete: str) -> list[str]:
    game = _game(context)
    known = [option for option in game.options.values() if not option.lab] if game else []
    return [f"{option.name}=" for option in known if option.name.startswith(incomplete)]


def saves(incomplete: str) -> list[str]:
    """The saved games that can be taken up."""
    from redpip.settings import state_folder
    from redpip.term.saves import unfinished

    names = [path.stem for path, _ in unfinished(state_folder() / "games")]
    return [name for name in names if name.startswith(incomplete)]


def _game(context: typer.Context) -> Game | None:
    """The game that stands on the line so far; before an option's value it is not a parameter yet."""
    from redpip.core.catalog import find_game
    from redpip.core.problem import Problem

    try:
        return find_game(context.params.get("game") or next(iter(context.args), ""))[0]
    except Problem:
        return None


def _editions(game: Game) -> list[str]:
    return [name for name, preset in game.presets.items() if preset.edition]
