"""A simulation at the command line: progress on a terminal, the result, and how to go on after a stop."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from redpip.core.words import Line, line
from redpip.play.simulate import Plan, Progress, load_progress, new_progress, simulate
from redpip.play.tally import QUANTILES, Tally
from redpip.term.printer import Printer

OK, RESUMABLE = 0, 3
BAR = 40


def run_simulation(plan: Plan, processes: int | None, folder: Path, *, go_on: bool, as_json: bool) -> int:
    file = folder / f"{plan.key}.json"
    progress = load_progress(plan, file) if go_on else new_progress(plan)
    try:
        tallies = simulate(plan, processes, progress, _reporter(plan), file)
    except KeyboardInterrupt:
        print(f"\nStopped after {progress.games} of {plan.games} games. Go on with:", file=sys.stderr)
        print(f"  {_command(plan)}", file=sys.stderr)
        return RESUMABLE
    if as_json:
        print(json.dumps(_data(plan, tallies), indent=2))
    else:
        Printer().show(_lines(plan, tallies))
    return OK


def _command(plan: Plan) -> str:
    """The command that goes on: the one that was typed, with its seed and --resume."""
    words = sys.argv[1:]
    extra = [] if "--resume" in words else ["--resume"]
    if not any(word.startswith("--seed") for word in words):
        extra += ["--seed", str(plan.setup.seed)]
    return " ".join(["redpip", *words, *extra])


def _reporter(plan: Plan) -> Callable[[Progress], None]:
    if not sys.stderr.isatty():
        return lambda _: None
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Bar(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("games", total=plan.games)

    def report(progress: Progress) -> None:
        bar.start()
        bar.update(task, completed=progress.games)
        if progress.games == plan.games:
            bar.stop()

    return report


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


def _lines(plan: Plan, tallies: Sequence[Tally]) -> Iterator[Line]:
    yield line(f"{plan.games} games of {plan.setup.game.title(plan.setup.preset)}, seed {plan.setup.seed}")
    for player, tally in zip(plan.setup.players, tallies, strict=True):
        yield line()
        yield from _player_lines(player.name, plan.games, tally)


def _player_lines(name: str, games: int, tally: Tally) -> Iterator[Line]:
    yield line((name, "strong"), f"  wins {100 * tally.wins / games:.2f} %")
    yield line(f"  mean {tally.mean:.3f}, standard error {tally.error:.3f}, standard deviation {tally.deviation:.2f}")
    yield line("  " + ", ".join(f"{percent} % at most {tally.quantile(percent)}" for percent in QUANTILES))
    most = max(count for _, _, count in tally.histogram())
    for low, high, count in tally.histogram():
        yield line(f"  {low:>5} to {high:<5}", ("#" * round(BAR * count / most), "mine"), f" {count}")
