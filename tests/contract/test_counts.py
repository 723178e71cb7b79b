"""Rules that count otherwise are other rules: the counts on file change only with the rules version."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from contract.counts import count, fault, file_of, text_of
from redpip.core.catalog import Game, all_games

GAMES = list(all_games().values())
STORED = {game.id: json.loads(file_of(game).read_text("utf-8")) for game in GAMES if file_of(game).exists()}
MANY = 150_000  # states, which take several seconds


def cases() -> Iterator[Any]:
    for game in GAMES:
        for case in STORED.get(game.id, {"cases": []})["cases"]:
            marks = [pytest.mark.slow] if sum(case["counts"]["states"]) > MANY else []
            yield pytest.param(game, case, id=f"{game.id}-{case['about']}", marks=marks)


@pytest.mark.parametrize(("game", "case"), list(cases()))
def test_counts_are_those_on_file(game: Game, case: dict[str, Any]) -> None:
    version = STORED[game.id]["version"]
    now = {"version": game.rules.version, "cases": [{**case, "counts": count(game, case)}]}
    assert fault(game, {"version": version, "cases": [case]}, now) is None, now["cases"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_game_has_counts_on_file_as_we_write_them(game: Game) -> None:
    assert STORED[game.id]["cases"]
    assert file_of(game).read_text("utf-8") == text_of(STORED[game.id])


def test_fault_tells_a_forgotten_version_from_old_counts() -> None:
    game = GAMES[0]
    old = {"version": 1, "cases": [{"counts": {"states": [1, 2]}}]}
    other = [{"counts": {"states": [1, 3]}}]
    assert fault(game, old, old) is None
    assert "raise" in str(fault(game, old, {"version": 1, "cases": other}))
    assert "of version 1, not 2" in str(fault(game, old, {"version": 2, "cases": other}))
    assert "of version 1, not 2" in str(fault(game, old, {"version": 2, "cases": old["cases"]}))
