"""The verb ``learn``: guided first games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from redpip.term import completing
from redpip.term.arguments import Lang

if TYPE_CHECKING:
    from redpip.core.words import Line, Words

COLUMN = 16


def learn(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="A game; lists those with a lesson otherwise.", autocompletion=completing.games
        ),
    ] = None,
    lang: Lang = None,
) -> None:
    """Learn a game by playing a guided first one, move by move."""
    from redpip.core.catalog import find_game
    from redpip.core.guide import lesson_and_setup
    from redpip.core.words import common_words
    from redpip.settings import coach_speaks, language
    from redpip.term.lesson import GuidedGame
    from redpip.term.printer import Printer

    common, printer = common_words(language(lang)), Printer()
    if game is None:
        printer.show(_lessons(common))
        return
    found, edition = find_game(game)
    lesson, setup = lesson_and_setup(found, edition, common.say("Player"))
    words = found.words(setup.preset, language(lang))
    GuidedGame(lesson, setup, edition or found.id, words, printer, coach=coach_speaks()).run()


def _lessons(words: Words) -> Iterator[Line]:
    """Each with what to type for it."""
    from redpip.core.catalog import all_games, find_game
    from redpip.core.lesson import lesson_of
    from redpip.core.words import line

    for game in all_games().values():
        if lesson := lesson_of(game):
            steps = words.count("{number} step", "{number} steps", len(lesson.step))
            for name in game.names:
                title = game.title(game.preset(find_game(name)[1])[0])
                yield line((name.ljust(COLUMN), "strong"), f"{title}, {steps}")
    yield line(words.say("Learn one with: redpip learn GAME"))
