"""How somebody's games went: results against expectation, luck, cost, and the kinds of mistakes behind it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from redpip.core.advice import Unit
from redpip.core.catalog import Game, all_games
from redpip.core.options import make_rules
from redpip.core.words import Words
from redpip.play.progress import Kind, Played, Progress
from redpip.play.reasons import coaching_of


@dataclass(frozen=True, slots=True)
class Means:
    """Of one game, on the average of so many."""

    games: int
    result: float | None
    expected: float | None = None  # None where nobody knows what could be expected
    luck: float | None = None
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class Month:
    month: str  # 2026-11
    means: Means


@dataclass(frozen=True, slots=True)
class Standing:
    """All of one game and variant."""

    game: str
    preset: str
    unit: Unit
    exact: bool
    means: Means
    months: tuple[Month, ...]  # those in which it was played, in order
    decisions: int
    marks: tuple[int, ...]  # inaccuracies, mistakes, blunders
    mistakes: tuple[Kind, ...]  # what cost most comes first


def standings(progress: Progress) -> tuple[Standing, ...]:
    """In the order in which the games were first looked at. A game that was not played to its end tells no result."""
    groups: dict[tuple[str, str, Unit, bool], list[Played]] = defaultdict(list)
    for game in progress.games.values():
        if game.result is not None:
            groups[game.game, game.preset, game.unit, game.exact].append(game)
    return tuple(_standing(key, games) for key, games in groups.items())


def _standing(key: tuple[str, str, Unit, bool], games: Sequence[Played]) -> Standing:
    months: dict[str, list[Played]] = defaultdict(list)
    for game in sorted(games, key=lambda game: game.at):
        months[game.at[:7]].append(game)
    return Standing(
        *key,
        _means(games),
        tuple(Month(month, _means(of)) for month, of in months.items()),
        sum(game.decisions for game in games),
        tuple(map(sum, zip(*(game.marks for game in games), strict=True))),
        kinds_of(games),
    )


def _means(games: Sequence[Played]) -> Means:
    """Either all of a game's figures are known or only its result; then the others say nothing either."""
    known = [game for game in games if game.start is not None]
    result = fmean(game.result or 0.0 for game in known or games)
    if not known:
        return Means(len(games), result)
    start, luck, cost = (fmean(getattr(game, name) for game in known) for name in ("start", "luck", "cost"))
    return Means(len(known), result, start, luck, cost)


def kinds_of(games: Iterable[Played]) -> tuple[Kind, ...]:
    """Kinds of mistakes in these games, those that cost most first."""
    times: dict[str, int] = defaultdict(int)
    costs: dict[str, float] = defaultdict(float)
    for game in games:
        for kind in game.mistakes:
            times[kind.name] += kind.times
            costs[kind.name] += kind.cost
    return tuple(Kind(name, times[name], costs[name]) for name in sorted(times, key=lambda name: -costs[name]))


def known_game(game: str, preset: str) -> Game | None:
    """None where the game is no longer installed or its preset is gone."""
    found = all_games().get(game)
    return found if found and preset in found.presets else None


def mistake_name(game: str, preset: str, unit: Unit, kind: str, words: Words) -> str:
    """What the game calls this kind of mistake; one that it no longer knows keeps its own name."""
    found = known_game(game, preset)
    if found is None:
        return kind
    rules = make_rules(found.rules, found.presets[preset].options, found.seats(preset)[0])
    return words.text(coaching_of(found, rules, unit).mistakes.get(kind, kind))
