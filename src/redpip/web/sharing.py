"""A finished game shown to whoever has its link: how it ended, the final sheet, a picture of it. Nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from redpip.core.game import Over, Seat
from redpip.core.history import History
from redpip.core.keepsake import Keepsake
from redpip.core.match import MatchState
from redpip.core.telling import measure_of, verdict
from redpip.core.words import Line, Words
from redpip.table.chair import SHAPES
from redpip.table.picture import places_of
from redpip.table.refusals import refused
from redpip.table.table import Table


@dataclass(frozen=True, slots=True)
class Place:
    seat: Seat
    rank: int
    name: str
    shape: str
    score: str
    won: bool


@dataclass(frozen=True, slots=True)
class FinalSheet:
    """What anybody may see of a finished game."""

    game: str
    art: str
    title: str
    verdict: str
    places: Sequence[Place]
    lines: Sequence[Line]
    keepsake: Keepsake | None  # what its picture shows beside the places
    heading: str  # above it
    drawn: Mapping[str, Any]  # the same for the game's own view


def final_sheet(table: Table, words: Words) -> FinalSheet:
    """``not_over`` before the end. What a spectator may see then is all that is in it."""
    over, play = table.over, table.play
    if table.outdated:
        raise refused("other_rules")
    if over is None or play is None:
        raise refused("not_over")
    return sheet_of(play, over, table.names, words)


def sheet_of(play: History, over: Over, names: Sequence[str], words: Words) -> FinalSheet:
    game, preset, match = play.setup.game, play.setup.preset, play.setup.match is not None
    places = [
        Place(seat, rank, names[seat], SHAPES[seat % len(SHAPES)], words.whole(score), seat in over.winners)
        for seat, score, rank in places_of(over)
    ]
    measure = measure_of(game, match)
    rules, view = play.setup.game_rules, _last_view(play.rules, play.state)
    return FinalSheet(
        game.id,
        preset if game.presets[preset].edition else game.id,
        game.title(preset),
        verdict(names, over, words, measure)
        if len(names) > 1
        else f"{names[0]}: {measure.told(over.scores[0], 1, words)}",
        places,
        game.screen(rules, view, names, words),
        game.keepsake(rules, view, names, words) if game.keepsake else None,
        words.say("The last game") if match else "",
        {
            "game": game.id,
            "scene": game.scene(rules, view, None, words, ()),
            "texts": game.page_texts(words),
            "table": _seen(names),
        },
    )


def _seen(names: Sequence[str]) -> dict[str, Any]:
    """As much of a table as a game's view looks at: who sat there."""
    seats = [
        {"seat": seat, "name": name, "shape": SHAPES[seat % len(SHAPES)], "kind": "person", "mine": False, "here": True}
        for seat, name in enumerate(names)
    ]
    return {"seats": seats, "phase": "over", "turn": []}


def _last_view(rules: Any, state: Any) -> Any:
    view = rules.view(state, None)
    return view.shown if isinstance(view, MatchState) else view
