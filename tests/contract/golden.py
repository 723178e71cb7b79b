"""Golden transcripts: short games as a reader would see them, kept in the game's ``tests/golden``; and its options.

A transcript's own header is its recipe: game, preset, options, players and seed. Below it stand the record, the story
in sentences, and the screen after the first throw and at the end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from random import Random

from redpip.core.catalog import Game, find_game
from redpip.core.game import Thrown
from redpip.core.match import MatchState
from redpip.core.options import read_options
from redpip.core.record import record_of
from redpip.core.setup import Player, Setup
from redpip.core.telling import tell
from redpip.core.transcript import to_text
from redpip.core.words import plain
from redpip.testing.playouts import Playout, play_out

LONG = 60  # events; shrink the game by options in the header to see it end


def folder_of(game: Game) -> Path:
    return game.folder / "tests" / "golden"


def options_file(game: Game) -> Path:
    return folder_of(game) / "options.jsonl"


def options_text(game: Game) -> str:
    """What can be chosen and in which bounds, a line each: on this depends which records can still be read."""
    told = [
        {
            field.name: fact
            for field in fields(option)
            if field.name not in ("about", "kind") and (fact := getattr(option, field.name)) != field.default
        }
        for option in game.options.values()
    ]
    return "".join(f"{json.dumps(one)}\n" for one in [{"version": game.rules.version}, *told])


def transcript(setup: Setup) -> str:
    playout = play_out(setup, Random(setup.seed).randrange(2**32), LONG)
    parts = [to_text(record_of(playout.play)), "\n".join(story(playout)) + "\n", *screens(playout)]
    return "\n".join(parts)


def story(playout: Playout) -> Iterator[str]:
    setup = playout.play.setup
    words = setup.game.words(setup.preset, "en")
    for event, after in zip(playout.events, playout.states[1:], strict=True):
        sentence = tell(setup, event, after, words)
        yield from [sentence] if sentence else []


def screens(playout: Playout) -> Iterator[str]:
    setup = playout.play.setup
    words = setup.game.words(setup.preset, "en")
    thrown = next(number for number, event in enumerate(playout.events, 1) if isinstance(event, Thrown))
    for number in (thrown, len(playout.events)):
        state = playout.states[number]
        game = state.shown if isinstance(state, MatchState) else state
        lines = setup.game.screen(setup.game_rules, game, setup.names, words)
        yield "\n".join([f"after event {number}", *map(plain, lines)]) + "\n"


def setup_of(text: str) -> Setup:
    """What the header says, whatever rules version it was written by."""
    header = {name: json.loads(value) for name, value in re.findall(r"^\[(\w+) (.*)\]$", text, re.MULTILINE)}
    game, _ = find_game(header["game"])
    options = read_options(game.rules, header["options"])
    players = tuple(Player(player["name"]) for player in header["players"])
    return Setup(game, header["preset"], options, players, header["first"], header["seed"], header["match"])


def first_draft(game: Game, preset: str) -> Setup:
    """For a preset without a transcript: as few players as can be, nothing shrunk but a match."""
    seats = max(2, game.seats(preset)[0])
    options = game.presets[preset].options
    players = tuple(map(Player, ("Ada", "Ben", "Cleo", "Dan")[:seats]))
    match = 2 if game.presets[preset].match else None
    return Setup(game, preset, options, players, 0, "golden", match)
