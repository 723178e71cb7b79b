"""Every position can be shown and every event told, in both languages; a page offers only what is legal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from contract.playouts import play_out, some_states
from contract.tables import CATALOG, Table, by_chance
from redpip.core.game import Acted, Choose, Roll, Seat
from redpip.core.match import MatchState
from redpip.core.telling import tell
from redpip.core.words import LANGUAGES, Words, plain

every_table = pytest.mark.parametrize("table", CATALOG, ids=str)
single_games = pytest.mark.parametrize("table", [table for table in CATALOG if not table.match], ids=str)


def words_of(table: Table) -> list[Words]:
    return [table.game.words(table.preset, language) for language in LANGUAGES]


def in_game(view: Any) -> Any:
    return view.game if isinstance(view, MatchState) else view


@every_table
@by_chance
def test_screens(table: Table, seed: int) -> None:
    playout = play_out(table.setup(seed), seed)
    setup = playout.play.setup
    for state in some_states(playout, Random(seed), 5):
        for seat in (None, *range(table.seats)):
            view = in_game(playout.rules.view(state, seat))
            for words in words_of(table):
                lines = [plain(line) for line in table.game.screen(setup.game_rules, view, setup.names, words)]
                assert any(lines)
                assert not any("{" in line for line in lines)


@every_table
@by_chance
def test_stories(table: Table, seed: int) -> None:
    playout = play_out(table.setup(seed), seed)
    setup, rules = playout.play.setup, playout.rules
    for event, state in zip(playout.events[:200], playout.states[1:], strict=False):
        heard, view = rules.seen(event, None), rules.view(state, None)
        told = [tell(setup, heard, view, words) for words in words_of(table)]
        assert len(set(map(bool, told))) == 1
        assert not any("{" in line or line.endswith(".") for line in told)  # whoever shows it puts the full stop


@pytest.mark.parametrize("table", [table for table in CATALOG if table.match], ids=str)
@by_chance
def test_end_of_a_game_in_a_match_is_told_of_that_game(table: Table, seed: int) -> None:
    playout = play_out(table.setup(seed), seed)
    setup = playout.play.setup
    words = table.game.words(table.preset, "en")
    ends = 0
    for event, before, state in zip(playout.events, playout.states, playout.states[1:], strict=False):
        if not state.between or before.choosing:
            continue
        ends += 1
        game = step(setup.game_rules, before.game, event)
        told = tell(setup, event, state, words)
        assert told.startswith(table.game.story(setup.game_rules, event, game, setup.names, words))
        assert "Match to 2" in told
    assert ends == len(playout.states[-1].results) - isinstance(
        setup.game_rules.next(playout.states[-1].game), type(playout.play.next)
    )


def step(rules: Any, game: Any, event: Any) -> Any:
    return rules.play(game, event.seat, event.action) if isinstance(event, Acted) else rules.rolled(game, event.faces)


# ---- what a page may press


@single_games
@by_chance
def test_scene_offers_what_is_legal_and_bystanders_share_it(table: Table, seed: int) -> None:
    playout = play_out(table.setup(seed), seed)
    setup, rules = playout.play.setup, playout.rules
    words = table.game.words(table.preset, "de")
    for state in some_states(playout, Random(seed), 10):
        due = rules.next(state)
        # bystanders are shown what the player to move could do
        options = due.options.values() if isinstance(due, Choose) else ()
        legal = {str(action) for actions in options for action in actions}
        scenes = {
            seat: table.game.scene(setup.game_rules, rules.view(state, seat), seat, words)
            for seat in (None, *range(table.seats))
        }
        for seat, scene in scenes.items():
            json.dumps(scene)
            assert set(offered(scene)) <= legal
            assert table.game.secrets or seat in movers(due) or scene == scenes[None]


def movers(due: Any) -> tuple[Seat | None, ...]:
    return (due.seat,) if isinstance(due, Roll) else tuple(due.options) if isinstance(due, Choose) else ()


def offered(value: Any) -> Iterator[str]:
    """Every action anywhere in a scene, but for those that could follow an action."""
    if isinstance(value, dict):
        if isinstance(value.get("action"), str):
            yield value["action"]
        value = [part for name, part in value.items() if name != "after" or "action" not in value]
    if isinstance(value, list | tuple):
        yield from (action for part in value for action in offered(part))
