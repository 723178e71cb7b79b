"""The catalog: games are found by name, and a wrong name is told with the right one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from contract.hidden_game import HIDDEN, HiddenRules
from plugins import install
from redpip.core.catalog import Game, all_games, find_game, ruleset_hash, shelf
from redpip.core.problem import Problem

GAMES = list(all_games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game of another package."""
    install(tmp_path, "sound")
    monkeypatch.syspath_prepend(tmp_path)
    shelf.cache_clear()
    yield "sound"
    monkeypatch.undo()
    shelf.cache_clear()


def problem_of(make: Any, *arguments: Any) -> Problem:
    with pytest.raises(Problem) as caught:
        make(*arguments)
    return caught.value


@every_game
def test_folder_name_is_the_games_id(game: Game) -> None:
    assert game.folder.name == game.id
    assert find_game(game.id) == (game, None)


def test_installed_game_is_found_beside_ours(installed: str) -> None:
    game, _ = find_game(installed)
    assert game.folder.name == installed
    assert set(all_games()) == {installed, *(game.id for game in GAMES)}


def test_games_are_in_the_order_of_their_ranks() -> None:
    ranked = [(game.rank, game.id) for game in all_games().values()]
    assert ranked == sorted(ranked)


@every_game
def test_edition_is_found_by_its_preset(game: Game) -> None:
    for name, preset in game.presets.items():
        if preset.edition:
            assert find_game(name) == (game, name)
            assert game.title(name) == preset.edition
        else:
            assert game.title(name) == game.name
            assert problem_of(find_game, name).code == "unknown_game"


@every_game
def test_wrong_names_are_told_with_the_right_ones(game: Game) -> None:
    preset, bot = next(iter(game.presets)), game.house_bot
    for make, what, name in ((find_game, "game", game.id), (game.preset, "preset", preset), (game.bot, "bot", bot)):
        problem = problem_of(make, f"{name}x")
        assert problem.code == f"unknown_{what}"
        assert f"Did you mean {name!r}?" in problem.message
        far_off = problem_of(make, "0")
        assert far_off.code == f"unknown_{what}"
        assert f"There are: {name}" in far_off.message or f", {name}" in far_off.message


@every_game
def test_usual_preset_is_the_first(game: Game) -> None:
    name, preset = game.preset(None)
    assert (name, preset) == next(iter(game.presets.items()))


@every_game
def test_every_game_has_rules_to_read_in_both_languages(game: Game) -> None:
    for language in ("en", "de"):
        assert game.rules_text(language).startswith("# ")


def test_seats_are_limited_by_preset_and_game() -> None:
    presets = {**HIDDEN.presets, "pair": replace(HIDDEN.presets["usual"], most_seats=2)}
    game = replace(HIDDEN, presets=presets)
    game.check_seats("usual", 3)
    game.check_seats("pair", 2)
    for preset, seats in (("usual", 4), ("usual", 1), ("pair", 3)):
        assert problem_of(game.check_seats, preset, seats).code == "bad_seats"


def test_hash_names_game_version_and_options(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = ruleset_hash("hidden", HiddenRules())
    assert len(usual) == 16
    assert usual == ruleset_hash("hidden", HiddenRules(rounds=2))
    assert usual != ruleset_hash("hidden", HiddenRules(rounds=3))
    assert usual != ruleset_hash("other", HiddenRules())
    monkeypatch.setattr(HiddenRules, "version", 2)
    assert usual != ruleset_hash("hidden", HiddenRules())
