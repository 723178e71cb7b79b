"""Progress and statistics in lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from redpip.core.catalog import Game, all_games
from redpip.core.coaching import MARK_NAMES, MARKS
from redpip.core.showing import number as number_text
from redpip.core.words import Line, Words, line
from redpip.play.amounts import amount
from redpip.play.progress import Progress
from redpip.play.schedule import days_until, due_after
from redpip.play.statistics import Means, Standing, known_game, mistake_name
from redpip.play.training import Card

COLUMN = 12  # wide enough for a number and its heading


def coming_back(days: int, words: Words) -> str:
    if days == 0:
        return words.say("It comes back today.")
    return words.count("It comes back in {number} day.", "It comes back in {number} days.", days)


def origin_of(card: Card, progress: Progress, words: Words) -> str:
    if card.origin in progress.games:
        return words.say(
            "From your game {name}, event {event}.", name=progress.games[card.origin].name, event=card.event
        )
    return words.say("From the daily set of {day}.", day=card.origin)


def card_line(card: Card, progress: Progress, now: datetime, words: Words) -> str:
    answers = progress.answers.get(card.id)
    if not card.still_asked:
        due = words.say("asleep: the rules have changed")
    elif not answers:
        due = words.say("new")
    elif (days := days_until(due_after(answers), now)) == 0:
        due = words.say("due")
    else:
        due = words.count("in {number} day", "in {number} days", days)
    game = all_games().get(card.game)
    title = game.title(card.preset) if game and card.preset in game.presets else card.game
    return f"{due:<12} {title}: {origin_of(card, progress, words)}"


def stats_lines(standings: Sequence[Standing], words: Words) -> Iterator[Line]:
    if not standings:
        yield line(words.say("No game was looked at yet. Play one to its end, or: redpip train --add RECORD"))
    for number, standing in enumerate(standings):
        if number:
            yield line()
        yield from _standing(standing, known_game(standing.game, standing.preset), words)


def _standing(standing: Standing, game: Game | None, words: Words) -> Iterator[Line]:
    title = standing.game
    if game:
        words = game.words(standing.preset, words.language)
        title = f"{game.title(standing.preset)} · {words.name(game.presets[standing.preset].name)}"
    yield line((title, "strong"))
    heads = (words.say("games"), words.say("result"), words.say("expected"), words.say("luck"), words.say("cost"))
    yield line(" " * COLUMN + "".join(head.rjust(COLUMN) for head in heads))
    for month in standing.months:
        yield line(month.month.ljust(COLUMN) + _row(month.means, words))
    yield line(words.say("in all").ljust(COLUMN) + _row(standing.means, words))
    if standing.means.expected is None:
        yield line(words.say("Nobody knows yet what can be expected in this game."))
        return
    yield line(_explained(standing, words))
    yield from _mistakes(standing, words)


def _row(means: Means, words: Words) -> str:
    values = (means.result, means.expected, means.luck, means.cost)
    numbers = ("–" if value is None else number_text(value, words) for value in values)
    return "".join(text.rjust(COLUMN) for text in (str(means.games), *numbers))


def _explained(standing: Standing, words: Words) -> str:
    sure = words.say("exact") if standing.exact else words.say("estimated")
    if standing.unit == "points":
        return words.say("Per game, in points, {sure}: expected + luck − cost = result.", sure=sure)
    if standing.unit == "turns":
        return words.say("Per game, in turns, {sure}.", sure=sure)
    return words.say("Per game, in chances to win, {sure}.", sure=sure)


def _mistakes(standing: Standing, words: Words) -> Iterator[Line]:
    counts = zip(MARKS, standing.marks, strict=True)
    marks = ", ".join(f"{words.text(MARK_NAMES[mark])} {count}" for mark, count in counts)
    yield line(
        words.count(
            "{decisions} decisions in {number} game: {marks}.",
            "{decisions} decisions in {number} games: {marks}.",
            standing.means.games,
            decisions=standing.decisions,
            marks=marks,
        )
    )
    for kind in standing.mistakes:
        name = mistake_name(standing.game, standing.preset, standing.unit, kind.name, words)
        times = words.count("{number} time", "{number} times", kind.times)
        yield line(f"  {name}: {times}, {amount(kind.cost, standing.unit, words)}")
