"""The verb ``tournament``: progress on a terminal, the cross-table, and how to go on after a stop."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from redpip.core.words import Line, Words, line
from redpip.term import completing
from redpip.term.arguments import ByRules, GameName, Json, Lang, Options, PresetName

if TYPE_CHECKING:
    from redpip.play.results_file import ResultsFile
    from redpip.play.spreading import Spreading
    from redpip.play.standings import Meeting, Standing
    from redpip.play.tournament import Tournament

RESUMABLE = 3
BAR = 40


def tournament(
    game: GameName,
    players: Annotated[
        str,
        typer.Option("--players", metavar="bot:A,bot:B,...", help="Who takes part.", autocompletion=completing.players),
    ],
    number: Annotated[int, typer.Option("--games", metavar="N", help="How many games each pair plays.")] = 100,
    preset: PresetName = None,
    option: Options = None,
    match: Annotated[int | None, typer.Option("--match", metavar="N", help="Matches to N points, not games.")] = None,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same dice.")] = "1",
    results: Annotated[
        Path | None, typer.Option("--results", metavar="FILE", help="Where each result is kept at once.")
    ] = None,
    processes: Annotated[int | None, typer.Option("--processes", min=1, help="All cores otherwise.")] = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="The scheduler of a Dask cluster.")
    ] = None,
    by_rules: ByRules = False,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Let bots meet each other with the same dice, and say who is stronger."""
    from concurrent.futures import BrokenExecutor

    from redpip.play.results_file import ResultsFile
    from redpip.play.spreading import check_processes
    from redpip.play.tournament import Tournament
    from redpip.settings import language, state_folder

    check_processes(processes)
    plan = Tournament(game, preset, tuple(option or ()), players, number, match, seed)
    words = plan.game.words(plan.preset, language(lang))
    file = results or state_folder() / "tournaments" / f"{_key(plan)}.jsonl"
    with ResultsFile(plan, file) as kept:
        try:
            with plan.game.concerned(plan.preset), _workers(processes, cluster) as spread:
                _play(plan, kept, spread, words, by_rules=by_rules)
        except (KeyboardInterrupt, BrokenExecutor):
            told = words.say("Stopped after {done} of {games} games.", done=kept.games, games=plan.all_games)
            print(told, words.say("The same command goes on."), file=sys.stderr)
            raise typer.Exit(RESUMABLE) from None
    _show(plan, kept, words, as_json=as_json)


def _key(plan: Tournament) -> str:
    return hashlib.sha256(json.dumps(plan.header).encode()).hexdigest()[:12]


def _workers(processes: int | None, address: str | None) -> AbstractContextManager[Spreading]:
    from redpip.play.spreading import cores, processes_here

    if address is None:
        return processes_here(processes or cores())
    from redpip.play.cluster import join_cluster

    return join_cluster(address)


def _play(plan: Tournament, kept: ResultsFile, spread: Spreading, words: Words, *, by_rules: bool) -> None:
    from redpip.play.tournament import play_portion, portions
    from redpip.term.progress import counting

    left = (piece for piece in plan.pieces if piece not in kept.done)
    todo = portions(plan, left, spread.workers, by_rules=by_rules)
    with counting(plan.all_games, words.say("games")) as report:
        report(kept.games)
        for _, played in spread.over(partial(play_portion, plan.text), todo):
            kept.add(played)
            report(kept.games)


def _show(plan: Tournament, kept: ResultsFile, words: Words, *, as_json: bool) -> None:
    from redpip.play.standings import meetings, standings
    from redpip.term.printer import Printer

    met, table = meetings(plan, kept.done), standings(plan, kept.done)
    if as_json:
        print(json.dumps(_data(plan, met, table), ensure_ascii=False, indent=2))
    else:
        Printer().show(_lines(plan, met, table, words))


def _data(plan: Tournament, met: Sequence[Meeting], table: Sequence[Standing]) -> dict[str, Any]:
    bots = [f"bot:{guest.player.bot}" for guest in plan.guests]
    return {
        "game": plan.game.id,
        "preset": plan.preset,
        "match": plan.match,
        "seed": plan.seed,
        "games": plan.games,
        "pairs": [
            {
                "first": bots[one.first],
                "second": bots[one.second],
                "games": one.games,
                "score": one.score,
                "low": one.low,
                "high": one.high,
                "points": list(one.points),
            }
            for one in met
        ],
        "players": [
            {
                "player": bots[one.player],
                "name": plan.names[one.player],
                "games": one.games,
                "score": one.score,
                "rating": one.rating,
                "uncertainty": one.uncertainty,
            }
            for one in table
        ],
    }


def _lines(plan: Tournament, met: Sequence[Meeting], table: Sequence[Standing], words: Words) -> Iterator[Line]:
    title = plan.game.title(plan.preset)
    told = words.count(
        "{title}: {number} game of each pair, seed {seed}",
        "{title}: {number} games of each pair, seed {seed}",
        plan.games,
        title=title,
        seed=plan.seed,
    )
    if plan.match:
        told = words.say(
            "{title}: {games} matches to {points} of each pair, seed {seed}",
            title=title,
            games=plan.games,
            points=plan.match,
            seed=plan.seed,
        )
    yield line((told, "strong"))
    yield line()
    yield from _cross_table(plan, met, table, words)
    yield line()
    yield line(words.say("What the first won of the second, with 95 % limits:"))
    for one in met:
        yield line("  ", _met(plan, one))
    yield line()
    yield line(words.say("Ratings (25 is where everybody starts), and how sure they are:"))
    yield from _chart(plan, table)


def _cross_table(plan: Tournament, met: Sequence[Meeting], table: Sequence[Standing], words: Words) -> Iterator[Line]:
    score = {(one.first, one.second): one.score for one in met}
    score |= {(one.second, one.first): 1 - one.score for one in met}
    width = max(len(name) for name in plan.names)
    heads = "".join(f"{place:>8}" for place in range(1, len(table) + 1))
    yield line(" " * (width + 4), heads, (words.say("all").rjust(10), "strong"))
    for place, one in enumerate(table, 1):
        cells = (score.get((one.player, other.player)) for other in table)
        row = "".join("       ·" if cell is None else f"{100 * cell:>8.1f}" for cell in cells)
        yield line(f"{place:>2}  ", (f"{plan.names[one.player]:<{width}}", "strong"), row, f"{100 * one.score:>10.1f}")


def _met(plan: Tournament, one: Meeting) -> str:
    width = max(len(name) for name in plan.names)
    names = f"{plan.names[one.first]:<{width}} – {plan.names[one.second]:<{width}}"
    return f"{names}  {100 * one.score:5.1f} %  ({100 * one.low:.1f} – {100 * one.high:.1f})"


def _chart(plan: Tournament, table: Sequence[Standing]) -> Iterator[Line]:
    """A mark for each rating, and a dash as far as two of its uncertainties go."""
    width = max(len(name) for name in plan.names)
    low = min(one.rating - 2 * one.uncertainty for one in table)
    high = max(one.rating + 2 * one.uncertainty for one in table)
    for one in table:
        reach = [one.rating + step * one.uncertainty for step in (-2, 0, 2)]
        start, middle, end = (round((BAR - 1) * (value - low) / (high - low)) for value in reach)
        bar = "".join("o" if at == middle else "-" if start <= at <= end else " " for at in range(BAR))
        name = f"{plan.names[one.player]:<{width}}"
        yield line("  ", name, "  ", (bar, "mine"), f"  {one.rating:5.2f} ± {2 * one.uncertainty:.2f}")
