"""What a list says of a table, without reading its events."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from redpip.core.catalog import find_game
from redpip.core.game import Over
from redpip.core.problem import Problem
from redpip.core.record import result_json
from redpip.core.telling import measure_of, verdict
from redpip.table.table import Table

Facts = dict[str, Any]


def summary(table: Table) -> Facts:
    """Facts in no language, kept beside the log."""
    return {
        "game": table.opened.game,
        "preset": table.opened.preset,
        "phase": table.phase,
        "turn": list(table.turn),
        "seats": table.sitting,
        "match": bool(table.play and table.play.setup.match),
        "result": result_json(table.over) if table.over else None,
        "ended": table.ended,
        "same": table.opened.same,
    }


def last_moved(facts: Facts, changed: float) -> float:
    """When the game was last played at; what is done at a table after its end is no game."""
    ended: float | None = facts.get("ended")
    return changed if ended is None else ended


def read_summary(data: Any) -> Facts | None:
    """Facts as they were kept; None where there are none. A ``ValueError`` where no list could show them."""
    if data is None:
        return None
    try:
        listed("", data, 0.0, "", "en")
    except Exception:
        raise ValueError("no summary of a table") from None
    facts: Facts = data
    return facts


def listed(table_id: str, facts: Facts, changed: float, device: str, language: str) -> dict[str, Any]:
    """A row of a device's tables, in its language."""
    mine = [seat for seat, one in enumerate(facts["seats"]) if device in one["devices"]]
    return {
        "table": table_id,
        **_titles(facts, language),
        "with": [one["name"] for seat, one in enumerate(facts["seats"]) if seat not in mine and one["name"]],
        "phase": facts["phase"],
        "your_turn": any(seat in mine for seat in facts["turn"]),
        "result": _result(facts, mine, language),
        "same": facts.get("same") or None,
        "changed": datetime.fromtimestamp(last_moved(facts, changed), UTC).isoformat(),
    }


def _titles(facts: Facts, language: str) -> dict[str, Any]:
    """The game's names; its id where it is no longer installed or its preset is gone."""
    try:
        game, _ = find_game(facts["game"])
        name, preset = game.preset(facts["preset"])
    except Problem:
        return {"title": facts["game"], "variant": "", "game": facts["game"], "art": facts["game"]}
    words = game.words(name, language)
    art = name if preset.edition else game.id
    return {"title": game.title(name), "variant": words.name(preset.name), "game": game.id, "art": art}


def _result(facts: Facts, mine: list[int], language: str) -> dict[str, Any] | None:
    if facts["result"] is None:
        return None
    over = Over(**{name: tuple(values) for name, values in facts["result"].items()})
    names = [one["name"] for one in facts["seats"]]
    try:
        game, _ = find_game(facts["game"])
        words = game.words(facts["preset"], language)
    except Problem:
        return None
    you = mine[0] if len(mine) == 1 else None
    title = verdict(names, over, words, measure_of(game, facts["match"]), you)
    return {"title": title, "won": any(seat in mine for seat in over.winners)}
