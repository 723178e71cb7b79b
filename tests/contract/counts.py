"""Counts that pin a game's rules: for a small game, the positions at each depth and what can happen in them.

They stand in the game's ``tests/counts.json`` beside the rules version they belong to.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from itertools import product
from pathlib import Path
from typing import Any

from redpip.core.catalog import Game
from redpip.core.game import Choose, Over, Roll
from redpip.core.options import make_rules, read_options

DEEP = 1000  # levels, where a case does not say how deep to look


def file_of(game: Game) -> Path:
    return game.folder / "tests" / "counts.json"


def count(game: Game, case: Mapping[str, Any]) -> dict[str, list[int]]:
    """Positions, actions, throws and ended games at each depth of a case; an event is one step deeper."""
    rules = make_rules(game.rules, read_options(game.rules, case["options"]), case["seats"])
    level = {rules.start(case["seats"], 0)}
    rows: list[Counter[str]] = []
    while level:
        rows.append(Counter({"states": len(level)}))
        level = _deeper(rules, level, rows[-1], ends=len(rows) > case.get("depth", DEEP))
    return {name: [row[name] for row in rows] for name in ("states", "actions", "throws", "over")}


def _deeper(rules: Any, level: Set[Any], row: Counter[str], ends: bool) -> set[Any]:
    """The positions one step further, none where nobody looks any deeper; what can happen here is added to the row."""
    found: set[Any] = set()
    for state in level:
        match rules.next(state):
            case Over():
                row["over"] += 1
            case Roll(dice=dice):
                row["throws"] += 6 ** len(dice)
                if not ends:
                    found.update(rules.rolled(state, faces) for faces in _throws(dice))
            case Choose(options):
                row["actions"] += sum(map(len, options.values()))
                if not ends:
                    found.update(rules.play(state, seat, action) for seat in options for action in options[seat])
    return found


def _throws(dice: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return product(*(range(1, 7) if die in dice else (0,) for die in range(1, 7)))


def counted(game: Game, data: Mapping[str, Any]) -> dict[str, Any]:
    """The file's content as it should be now."""
    cases = [{**case, "counts": count(game, case)} for case in data["cases"]]
    return {"version": game.rules.version, "cases": cases}


def text_of(data: Mapping[str, Any]) -> str:
    """JSON with a line for each list of counts."""
    cases = ",\n".join(_case_text(case) for case in data["cases"])
    return f'{{\n"version": {data["version"]},\n"cases": [\n{cases}\n]\n}}\n'


def _case_text(case: Mapping[str, Any]) -> str:
    facts = {name: value for name, value in case.items() if name != "counts"}
    counts = ",\n".join(f"    {json.dumps(name)}: {json.dumps(row)}" for name, row in case["counts"].items())
    return f'  {json.dumps(facts)[:-1]}, "counts": {{\n{counts}}}}}'


def fault(game: Game, stored: Mapping[str, Any], now: Mapping[str, Any]) -> str | None:
    """What is wrong with the counts on file, in a sentence that says what to do."""
    same = [case.get("counts") for case in stored["cases"]] == [case["counts"] for case in now["cases"]]
    if stored["version"] == now["version"]:
        rules = game.rules.__name__
        return None if same else f"The counts of {game.id} changed: raise {rules}.version, then tests/update.py."
    return f"The counts of {game.id} are of version {stored['version']}, not {now['version']}: run tests/update.py."
