"""Every position can be shown and every event told, in both languages; a page offers only what is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from random import Random
from typing import Any

from redpip.core.catalog import Game
from redpip.core.game import Acted, Choose, Seat, legal
from redpip.core.match import MatchState
from redpip.core.plain import plain_offers
from redpip.core.scene import offered, scene_faults
from redpip.core.telling import tell
from redpip.core.words import LANGUAGES, Words, plain
from redpip.testing.playouts import some_states, whole_game
from redpip.testing.suite import Suite
from redpip.testing.tables import Table


class Showing(Suite):
    def test_options_stand_in_the_rules(self, game: Game) -> None:
        for language in LANGUAGES:
            text = game.rules_text(language).lower()
            missing = [option.name for option in game.options.values() if not option.lab and option.name not in text]
            assert missing == [], f"house rules that RULES.md ({language}) does not tell of"

    def test_screens(self, table: Table, seed: int) -> None:
        playout = whole_game(table, seed)
        setup = playout.play.setup
        for state in some_states(playout, Random(seed), 5):
            for seat in (None, *range(table.seats)):
                view = in_game(playout.rules.view(state, seat))
                for words in words_of(table):
                    lines = [plain(line) for line in table.game.screen(setup.game_rules, view, setup.names, words)]
                    assert any(lines)
                    assert not any("{" in line for line in lines)

    def test_stories(self, table: Table, seed: int) -> None:
        playout = whole_game(table, seed)
        setup, rules = playout.play.setup, playout.rules
        for event, state in zip(playout.events[:200], playout.states[1:], strict=False):
            heard, view = rules.seen(event, None), rules.view(state, None)
            told = [tell(setup, heard, view, words) for words in words_of(table)]
            assert len(set(map(bool, told))) == 1
            assert not any("{" in line or line.endswith(".") for line in told)  # whoever shows it puts the full stop

    def test_end_of_a_game_in_a_match_is_told_of_that_game(self, match_table: Table, seed: int) -> None:
        playout = whole_game(match_table, seed)
        setup = playout.play.setup
        words = match_table.game.words(match_table.preset, "en")
        ends = 0
        for event, before, state in zip(playout.events, playout.states, playout.states[1:], strict=False):
            if not state.between or before.choosing:
                continue
            ends += 1
            game = step(setup.game_rules, before.game, event)
            told = tell(setup, event, state, words)
            assert told.startswith(match_table.game.story(setup.game_rules, event, game, setup.names, words))
            assert "Match to 2" in told
        assert ends == len(playout.states[-1].results) - isinstance(
            setup.game_rules.next(playout.states[-1].game), type(playout.play.next)
        )

    def test_scene_has_what_every_page_relies_on(self, single_table: Table, seed: int) -> None:
        for scenes in scenes_of(single_table, seed):
            for scene in scenes.drawn.values():
                assert list(scene_faults(scene, single_table.seats)) == []

    def test_scene_says_what_to_tap(self, single_table: Table, seed: int) -> None:
        """To whoever may choose, and to nobody else; one kind by one name in every language."""
        for scenes in scenes_of(single_table, seed):
            for seat, scene in scenes.drawn.items():
                assert (scene["tap"] is not None) == (seat in scenes.choosing)
            for seat in scenes.choosing:
                told = scenes.in_english(seat)
                assert list(scene_faults(told, single_table.seats)) == []
                assert told["tap"]["kind"] == scenes.drawn[seat]["tap"]["kind"]

    def test_scene_offers_what_is_legal_and_bystanders_share_it(self, single_table: Table, seed: int) -> None:
        for scenes in scenes_of(single_table, seed):
            for seat, scene in scenes.drawn.items():
                # bystanders are shown what the player to move could do
                assert set(offered(scene)) <= scenes.legal
                assert single_table.game.secrets or seat in scenes.choosing or scene == scenes.drawn[None]

    def test_plain_page_offers_all_that_is_legal(self, single_table: Table, seed: int) -> None:
        """A game with a view of its own knows itself what that needs."""
        if (single_table.game.folder / "view.js").exists():
            return
        for scenes in scenes_of(single_table, seed):
            for scene, options in scenes.offers:
                assert {"dice", "lines", "choices", "families"} <= scene.keys(), "a game without view.js: plain_scene"
                assert sorted(plain_offers(scene)) == sorted(map(str, options))

    def test_scene_takes_its_choices_from_what_it_is_given(self, single_table: Table, seed: int) -> None:
        """A seat that is handed no options is offered no more than a spectator is shown."""
        for scenes in scenes_of(single_table, seed):
            shown = set(offered(scenes.drawn[None]))
            for seat in scenes.choosing:
                assert set(offered(scenes.draw(seat, ()))) <= shown


def words_of(table: Table) -> list[Words]:
    return [table.game.words(table.preset, language) for language in LANGUAGES]


def in_game(view: Any) -> Any:
    return view.game if isinstance(view, MatchState) else view


def step(rules: Any, game: Any, event: Any) -> Any:
    return rules.play(game, event.seat, event.action) if isinstance(event, Acted) else rules.rolled(game, event.faces)


# ---- what a page draws


@dataclass(frozen=True)
class Scenes:
    """One position as each pair of eyes sees it."""

    draw: Callable[[Seat | None, Sequence[Any]], Mapping[str, Any]]
    drawn: Mapping[Seat | None, Mapping[str, Any]]
    legal: Set[str]
    choosing: Sequence[Seat]
    in_english: Callable[[Seat], Mapping[str, Any]]  # what that seat is shown; all else is in German
    offers: Sequence[tuple[Mapping[str, Any], Sequence[Any]]]  # what each sees, and may do


def scenes_of(table: Table, seed: int) -> Iterator[Scenes]:
    playout = whole_game(table, seed)
    setup, rules = playout.play.setup, playout.rules
    german, english = (table.game.words(table.preset, language) for language in ("de", "en"))
    for state in some_states(playout, Random(seed), 10):
        due = rules.next(state)

        def draw(
            seat: Seat | None, options: Sequence[Any], state: Any = state, words: Words = german
        ) -> Mapping[str, Any]:
            return table.game.scene(setup.game_rules, rules.view(state, seat), seat, words, options)

        def in_english(seat: Seat, due: Any = due, draw: Any = draw) -> Mapping[str, Any]:
            drawn: Mapping[str, Any] = draw(seat, legal(due, seat), words=english)
            return drawn

        drawn = {seat: draw(seat, legal(due, seat)) for seat in (None, *range(table.seats))}
        options = due.options.values() if isinstance(due, Choose) else ()
        offers = [(scene, legal(due, seat)) for seat, scene in drawn.items()]
        choosing = tuple(due.options) if isinstance(due, Choose) else ()
        actions = {str(action) for actions in options for action in actions}
        yield Scenes(draw, drawn, actions, choosing, in_english, offers)
