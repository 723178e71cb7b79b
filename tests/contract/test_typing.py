"""What a player is shown to type can be typed, in each language; and screens are narrow enough for any terminal."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from redpip.core.catalog import Game, all_games
from redpip.core.folding import fold
from redpip.core.game import Choose
from redpip.core.match import MatchState
from redpip.core.words import LANGUAGES, plain
from redpip.term.phrasebook import Phrasebook
from redpip.testing.playouts import choose, some_states, whole_game
from redpip.testing.suite import Suite
from redpip.testing.tables import Table

NARROW = 40
NAMES = ("Franziska", "Random", "P2", "P3")


class TestTyping(Suite):
    games = tuple(all_games().values())

    def test_what_is_shown_can_be_typed(self, plain_table: Table) -> None:
        playout = whole_game(plain_table, 1)
        rules = playout.rules
        for state in some_states(playout, Random(1), 40):
            due = rules.next(state)
            if isinstance(due, Choose):
                seat, action = choose(due.options, Random(2))
                for language in LANGUAGES:
                    book = Phrasebook(plain_table.game, plain_table.game.words(plain_table.preset, language))
                    _check_phrase(book, rules, action, due.options[seat])

    def test_every_word_has_one_in_each_language(self, game: Game) -> None:
        for language in LANGUAGES:
            texts = (game.typed, game.words(None, language).text(game.typed))
            ours, theirs = ([len(part.split()) for part in text.split(";")] for text in texts)
            assert ours == theirs

    def test_a_narrow_screen_can_be_read(self, plain_table: Table) -> None:
        """Columns are not torn apart: where a line of a table is too long, its last column stands below."""
        game, setup = plain_table.game, plain_table.setup(3)
        for state in some_states(whole_game(plain_table, 3), Random(3), 30):
            view = state.shown if isinstance(state, MatchState) else state
            for language in LANGUAGES:
                words = game.words(plain_table.preset, language)
                for line in game.screen(setup.game_rules, view, NAMES[: plain_table.seats], words):
                    _check_columns(plain(line), [plain(piece) for piece in fold(line, NARROW)])


def _check_phrase(book: Phrasebook, rules: Any, action: Any, options: Any) -> None:
    for typed in (book.shown(action), str(action)):  # English is understood too
        assert rules.parse(book.meant(typed, options)) == action
    *before, last = book.shown(action).split()
    assert last in book.next_words(before, options, ())
    assert book.command(book.shown(action)) is None


def _check_columns(whole: str, pieces: list[str]) -> None:
    if len(re.findall(r"\S  +\S", whole)) > 3:
        for piece in pieces[1:2]:
            assert f"   {piece.strip()}" in whole
