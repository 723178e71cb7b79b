"""A finished game shown to whoever has its link: how it ended, the final sheet, a picture of it. Nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from redpip.core.match import MatchState
from redpip.core.telling import measure_of, verdict
from redpip.core.words import Line, Words
from redpip.table.chair import SHAPES
from redpip.table.picture import places_of
from redpip.table.refusals import refused
from redpip.table.table import Table


@dataclass(frozen=True, slots=True)
class Place:
    rank: int
    name: str
    shape: str
    score: int
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


def final_sheet(table: Table, words: Words) -> FinalSheet:
    """``not_over`` before the end. What a spectator may see then is all that is in it."""
    over, play = table.over, table.play
    if table.outdated:
        raise refused("other_rules")
    if over is None or play is None:
        raise refused("not_over")
    preset = table.game.presets[table.opened.preset]
    names = table.names
    places = [
        Place(rank, names[seat], SHAPES[seat % len(SHAPES)], score, seat in over.winners)
        for seat, score, rank in places_of(over)
    ]
    measure = measure_of(table.game, play.setup.match is not None)
    return FinalSheet(
        table.game.id,
        table.opened.preset if preset.edition else table.game.id,
        table.game.title(table.opened.preset),
        verdict(names, over, words, measure) if len(names) > 1 else f"{names[0]}: {measure(over.scores[0], 1, words)}",
        places,
        table.game.screen(play.setup.game_rules, _last_view(play.rules, play.state), names, words),
    )


def _last_view(rules: Any, state: Any) -> Any:
    view = rules.view(state, None)
    return view.shown if isinstance(view, MatchState) else view
