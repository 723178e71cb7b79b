"""A simulation at the command line: progress on a terminal, the result, and how to go on after a stop."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

from redpip.core.showing import number
from redpip.core.words import Line, Words, line
from redpip.play.simulate import Plan, load_progress, new_progress, simulate
from redpip.play.tally import QUANTILES, Tally
from redpip.term.printer import Printer
from redpip.term.progress import counting

OK, RESUMABLE = 0, 3
BAR = 40


def run_simulation(
    plan: Plan, processes: int | None, folder: Path, words: Words, *, by_rules: bool, go_on: bool, as_json: bool
) -> int:
    file = folder / f"{plan.key}.json"
    progress = load_progress(plan, file) if go_on else new_progress(plan)
    try:
        with counting(plan.games, words.say("games")) as report:
            tallies = simulate(plan, processes, progress, lambda done: report(done.games), file, by_rules=by_rules)
    except (KeyboardInterrupt, BrokenExecutor):
        told = words.say("Stopped after {done} of {games} games. Go on with:", done=progress.games, games=plan.games)
        print(f"{told}\n  {_command(plan)}", file=sys.stderr)
        return RESUMABLE
    if as_json:
        print(json.dumps(_data(plan, tallies), ensure_ascii=False, indent=2))
    else:
        Printer().show(_lines(plan, tallies, words))
    return OK


def _command(plan: Plan) -> str:
    """The command that goes on: the one that was typed, with its seed and --resume."""
    typed = sys.argv[1:]
    extra = [] if "--resume" in typed else ["--resume"]
    if not any(word.startswith("--seed") for word in typed):
        extra += ["--seed", str(plan.setup.seed)]
    return shlex.join(["redpip", *typed, *extra])


def _data(plan: Plan, tallies: Sequence[Tally]) -> dict[str, Any]:
    players = [
        {
            "name": player.name,
            "bot": player.bot,
            "mean": tally.mean,
            "standard_error": tally.error,
            "standard_deviation": tally.deviation,
            "wins": tally.wins,
            "win_rate": tally.wins / plan.games,
            "quantiles": {str(percent): tally.quantile(percent) for percent in QUANTILES},
            "histogram": [{"from": low, "to": high, "games": games} for low, high, games in tally.histogram()],
        }
        for player, tally in zip(plan.setup.players, tallies, strict=True)
    ]
    setup = plan.setup
    return {"game": setup.game.id, "preset": setup.preset, "games": plan.games, "seed": setup.seed, "players": players}


def _lines(plan: Plan, tallies: Sequence[Tally], words: Words) -> Iterator[Line]:
    title = plan.setup.game.title(plan.setup.preset)
    yield line(
        words.count(
            "{number} game of {title}, seed {seed}",
            "{number} games of {title}, seed {seed}",
            plan.games,
            title=title,
            seed=plan.setup.seed,
        )
    )
    for player, tally in zip(plan.setup.players, tallies, strict=True):
        yield line()
        yield from _player_lines(player.name, plan.games, tally, words)


def _player_lines(name: str, games: int, tally: Tally, words: Words) -> Iterator[Line]:
    yield line((name, "strong"), "  ", words.say("wins {rate} %", rate=number(100 * tally.wins / games, words, 2)))
    yield line(
        "  ",
        words.say(
            "mean {mean}, standard error {error}, standard deviation {deviation}",
            mean=number(tally.mean, words, 3),
            error=number(tally.error, words, 3),
            deviation=number(tally.deviation, words, 2),
        ),
    )
    quantiles = [
        words.say("{percent} % at most {score}", percent=percent, score=tally.quantile(percent))
        for percent in QUANTILES
    ]
    yield line("  ", ", ".join(quantiles))
    most = max(count for _, _, count in tally.histogram())
    for low, high, count in tally.histogram():
        bar = "#" * round(BAR * count / most)
        yield line(
            "  ", words.say("{low} to {high}", low=f"{low:>5}", high=f"{high:<5}"), " ", (bar, "mine"), f" {count}"
        )
