"""The last column of docs/rulings.md: what it names exists, and every house rule has its ruling."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer.main

from redpip import cli
from redpip.core.catalog import Game, all_games

TEXT = (Path(__file__).parent.parent / "docs" / "rulings.md").read_text("utf-8")
LAST_COLUMN = re.compile(r"^\| [A-Z]\d+ \|.*\| ([^|]+) \|$", re.MULTILINE)
NAMED = {name for column in LAST_COLUMN.findall(TEXT) for name in re.findall(r"`([^`]+)`", column)}


def flags() -> set[str]:
    play = typer.main.get_command(cli.app).commands["play"]  # type: ignore[attr-defined]
    return {flag for param in play.params for flag in param.opts}


def house_rules(game: Game) -> set[str]:
    """Options that people agree on; those of a preset make it another game."""
    presets = {name for preset in game.presets.values() for name in preset.options}
    return {name for name, option in game.options.items() if not option.lab} - presets


def test_what_the_rulings_name_exists() -> None:
    known = {name for game in all_games().values() for name in (*game.options, *game.presets)}
    assert NAMED
    assert known | flags() >= NAMED


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_every_house_rule_has_a_ruling(game: Game) -> None:
    assert house_rules(game) <= NAMED
