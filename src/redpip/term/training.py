"""The verbs ``train`` and ``stats``: positions to decide, and how one is doing."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redpip.term import completing
from redpip.term.arguments import Json, Lang

if TYPE_CHECKING:
    from redpip.core.words import Words
    from redpip.play.progress import Progress
    from redpip.play.training import Card
    from redpip.term.printer import Printer
    from redpip.term.training_file import TrainingFile


def clock() -> datetime:
    """Now, where the player is: a day ends at their midnight."""
    return datetime.now().astimezone()


def train(
    daily: Annotated[bool, typer.Option("--daily", help="The five positions that everybody gets today.")] = False,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="Of this game alone.", autocompletion=completing.games),
    ] = None,
    add: Annotated[
        Path | None, typer.Option("--add", metavar="RECORD", help="Learn from this record; - for standard input.")
    ] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="PLAYER", help="Whose decisions in it, by name or number.")
    ] = None,
    show_list: Annotated[bool, typer.Option("--list", help="List the positions and when they come back.")] = False,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Decide positions from your own games and from the daily set; each comes back before you forget it."""
    from redpip.core.catalog import find_game
    from redpip.core.problem import Problem
    from redpip.play.daily import daily_game, daily_set
    from redpip.play.progress import session
    from redpip.term.exercise import Exercise

    if seat is not None and add is None:
        raise Problem("bad_usage", "--seat says whose decisions in a record: it needs --add.")
    chosen = find_game(game)[0] if game else None
    if daily and chosen:
        daily_game(chosen)
    with _opened(lang, as_json, look=not daily) as (kept, words, talk):
        now = clock()
        if add:
            _add(add, seat, now, kept, words, talk, as_json)
            return
        if show_list:
            _list(kept.progress, now, words, talk, as_json)
            return
        of_today: Iterable[Card] = daily_set(now.date(), [chosen] if chosen else ()) if _dailies(chosen) else ()
        asked = session(kept.progress, now, of_today, chosen.id if chosen else None, own=not daily)
        Exercise(kept, words, talk, as_json, clock).run(asked)


def _dailies(game: Any) -> bool:
    from redpip.play.daily import is_solved

    return game is None or is_solved(game)


def stats(lang: Lang = None, as_json: Json = False) -> None:
    """Say how your games went: results against expectation, luck, cost and kinds of mistakes."""
    from redpip.core.codec import to_json
    from redpip.play.statistics import standings
    from redpip.term.stats_lines import stats_lines

    with _opened(lang, as_json, look=True) as (kept, words, talk):
        found = standings(kept.progress)
        if as_json:
            print(json.dumps(to_json(found), ensure_ascii=False, indent=2))
        else:
            talk.show(stats_lines(found, words))


@contextmanager
def _opened(lang: str | None, as_json: bool, look: bool) -> Iterator[tuple[TrainingFile, Words, Printer]]:
    """Progress, with the games that were finished since."""
    from redpip.core.words import common_words
    from redpip.settings import data_folder, language, state_folder
    from redpip.term.own_games import look_at_saved
    from redpip.term.printer import Printer
    from redpip.term.training_file import TrainingFile

    words, talk = common_words(language(lang)), Printer(sys.stderr if as_json else None)
    with TrainingFile(data_folder()) as kept:
        if kept.damage:
            Printer(sys.stderr).tell(words.problem(kept.damage))
        if look:
            look_at_saved(state_folder() / "games", kept, words, talk)
        yield kept, words, talk


def _add(
    file: Path, seat: str | None, now: datetime, kept: TrainingFile, words: Words, talk: Printer, as_json: bool
) -> None:
    from redpip.core.effort import Effort
    from redpip.term.files import read_text
    from redpip.term.own_games import look_at, named_game
    from redpip.term.solving import Meter

    game = named_game(file, read_text(file), seat, now)
    before, new = len(kept.progress.cards), game.key not in kept.progress.games
    if new:
        meter = Meter(words.say("looking at the game"), words)
        look_at(game, kept, Effort(meter), lambda remark: talk.tell(words.problem(remark)))
    added = len(kept.progress.cards) - before
    if as_json:
        print(json.dumps({"game": game.key, "new": new, "cards": added}))
    elif new:
        talk.tell(words.count("{number} position to train.", "{number} positions to train.", added))
    else:
        talk.tell(words.say("This game was looked at before."))


def _list(progress: Progress, now: datetime, words: Words, talk: Printer, as_json: bool) -> None:
    from redpip.term.stats_lines import card_line

    cards: Sequence[Card] = list(progress.cards.values())
    if as_json:
        print(json.dumps([_card_data(card, progress) for card in cards], ensure_ascii=False, indent=2))
        return
    for card in cards:
        talk.tell(card_line(card, progress, now, words))
    if not cards:
        talk.tell(words.say("There is nothing yet. Play a game to its end, or start with: redpip train --daily"))


def _card_data(card: Card, progress: Progress) -> dict[str, Any]:
    from redpip.play.schedule import due_after

    answers = progress.answers.get(card.id, [])
    facts = {name: getattr(card, name) for name in ("id", "game", "preset", "origin", "event", "played", "mistake")}
    return facts | {
        "state": card.state,
        "seat": card.seat,
        "answers": len(answers),
        "due": due_after(answers).isoformat() if answers else None,
    }
