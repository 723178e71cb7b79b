"""A game with real dice as a pad of paper would have it."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.game import Noted
from redpip.core.history import History
from redpip.core.noting import Column, inner


def sheets(play: History) -> list[tuple[Column, list[int]]]:
    """The pad: a column for each seat, and what each of its turns brought where that stands in no box."""
    noting, rules = play.setup.game.noting, play.setup.game_rules
    if noting is None:
        return []
    found: list[Sequence[Column]] = []
    gains: list[list[int]] = [[] for _ in play.setup.players]
    for number in (-1, *play.standing):
        game = inner(play.setup, play.states[number + 1])
        if game is None:
            continue
        columns = noting.columns(rules, game)
        before, found = found, [columns]
        event = play.events[number] if number >= 0 else None
        for seat, column in enumerate(columns):
            gain = column.score - before[0][seat].score if before else 0
            if gain < 0:  # another game of a match
                gains[seat].clear()
            elif gain or (isinstance(event, Noted) and event.seat == seat):
                gains[seat].append(gain)
    return list(zip(found[0], gains, strict=True)) if found else []
