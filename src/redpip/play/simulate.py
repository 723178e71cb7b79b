"""Many games between bots, on all cores.

Game number g of a simulation has the seed ``SEED/g``, so the result depends on the seed and the number of games
alone. Games are played in blocks, by the rules or in a batch; what is done is kept in a progress file, so that an
interrupted simulation can go on where it stopped.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from time import monotonic
from typing import Any

from redpip.core.batch import Outcome, SeededGame
from redpip.core.game import Over
from redpip.core.problem import Problem, reason_of
from redpip.core.record import header_json, read_header
from redpip.core.setup import Setup
from redpip.core.shaker import SeededShaker
from redpip.play.playout import play_out
from redpip.play.portions import Portion, Portioning, can_be_batched, play_batch
from redpip.play.seating import seat_bots
from redpip.play.spreading import cores, processes_here
from redpip.play.tally import Tally, add_result

BLOCK = 50  # games a worker plays at a time
SAVE_EVERY = 10.0  # seconds between two writings of the progress file


@dataclass(frozen=True)
class Plan:
    """What is to be simulated. The seed is the setup's."""

    setup: Setup
    games: int
    draw_first: bool = True  # let the dice say who starts, game by game

    def __post_init__(self) -> None:
        if self.games < 1:
            raise Problem("bad_games", "Simulate at least one game.")
        people = [player.name for player in self.setup.players if player.bot is None]
        if people:
            raise Problem(
                "bad_player", "Only bots can play a simulation; {name!r} is not one (bot:NAME is).", name=people[0]
            )

    @property
    def key(self) -> str:
        """Names this plan, for its progress file."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]

    @property
    def text(self) -> str:
        return json.dumps([header_json(self.setup), self.games, self.draw_first], sort_keys=True)

    @property
    def blocks(self) -> int:
        return -(-self.games // BLOCK)

    def seeds(self, block: int) -> Iterator[tuple[int, str]]:
        """The games of a block: number and seed."""
        for number in range(block * BLOCK, min(self.games, (block + 1) * BLOCK)):
            yield number, f"{self.setup.seed}/{number}"


@dataclass
class Progress:
    """Which blocks are done and what they came to."""

    done: set[int]
    tallies: list[Tally]

    def add(self, blocks: Iterable[int], tallies: Iterable[Tally]) -> None:
        self.done.update(blocks)
        for mine, other in zip(self.tallies, tallies, strict=True):
            mine.merge(other)

    @property
    def games(self) -> int:
        return self.tallies[0].games


def simulate(
    plan: Plan,
    processes: int | None,
    progress: Progress,
    report: Callable[[Progress], None],
    file: Path | None,
    *,
    by_rules: bool = False,
) -> list[Tally]:
    """Plays what ``progress`` lacks. Interrupted, it leaves its progress in ``file`` and passes the interrupt on."""
    saved = monotonic()
    try:
        with plan.setup.game.concerned(plan.setup.preset):
            for portion, tallies in _results(plan, processes, progress, by_rules=by_rules):
                progress.add(portion.pieces, tallies)
                report(progress)
                if file and monotonic() - saved > SAVE_EVERY:
                    with suppress(Problem):  # the games matter more; a stop will say what is wrong
                        save_progress(plan, progress, file)
                    saved = monotonic()
    except (KeyboardInterrupt, BrokenExecutor):  # Ctrl-C, or the system ended a worker
        if file:
            save_progress(plan, progress, file)
        raise
    if file:
        file.unlink(missing_ok=True)
    return progress.tallies


def _results(
    plan: Plan, processes: int | None, progress: Progress, *, by_rules: bool
) -> Iterator[tuple[Portion[int], list[Tally]]]:
    workers = min(processes or cores(), plan.blocks)
    kind = plan.setup.game.batch if can_be_batched(plan.setup) and not by_rules else None
    left = (block for block in range(plan.blocks) if block not in progress.done)
    todo = Portioning(kind, _every_block, BLOCK, workers).over(left)
    if workers == 1:
        yield from ((portion, play_portion(plan.text, portion)) for portion in todo)
        return
    with processes_here(workers) as here:
        yield from here.over(partial(play_portion, plan.text), todo)


def _every_block(_block: int) -> bool:
    return True


def play_portion(plan_text: str, portion: Portion[int]) -> list[Tally]:
    plan = _read_plan(plan_text)
    tallies = [Tally() for _ in plan.setup.players]
    games = (game for block in portion.pieces for game in plan.seeds(block))
    for over in _played_batch(plan, games) if portion.batched else _played(plan, games):
        add_result(tallies, over)
    return tallies


def _played(plan: Plan, games: Iterable[tuple[int, str]]) -> Iterator[Over]:
    setup = plan.setup
    for number, seed in games:
        shaker = SeededShaker(seed)
        first = shaker.first(len(setup.players)) if plan.draw_first else setup.first
        state = setup.rules.start(len(setup.players), first)
        try:
            yield play_out(setup.rules, state, seat_bots(setup, seed), shaker)
        except Problem as wrong:
            raise Problem(
                wrong.code, "Game {number}, seed {seed}: {problem}", number=number, seed=seed, problem=wrong
            ) from wrong


def _played_batch(plan: Plan, games: Iterable[tuple[int, str]]) -> list[Outcome]:
    one, other = (str(player.bot) for player in plan.setup.players)
    first = None if plan.draw_first else plan.setup.first
    return play_batch(plan.setup, [SeededGame(seed, (one, other), first) for _, seed in games])


@lru_cache(maxsize=4)
def _read_plan(text: str) -> Plan:
    header, games, draw_first = json.loads(text)
    return Plan(read_header(header), games, draw_first)


# ---- the progress file


def new_progress(plan: Plan) -> Progress:
    return Progress(set(), [Tally() for _ in plan.setup.players])


def save_progress(plan: Plan, progress: Progress, file: Path) -> None:
    tallies = [{"scores": list(t.scores.items()), "shares": list(t.shares.items())} for t in progress.tallies]
    data = {"plan": plan.text, "done": sorted(progress.done), "tallies": tallies}
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_text(json.dumps(data), "utf-8")
        part.replace(file)
    except OSError as error:
        raise Problem(
            "cannot_save", "The progress could not be kept in {file}: {reason}.", file=file, reason=reason_of(error)
        ) from None


def load_progress(plan: Plan, file: Path) -> Progress:
    with suppress(OSError, ValueError, KeyError, TypeError):
        data: dict[str, Any] = json.loads(file.read_text("utf-8"))
        if data["plan"] == plan.text:
            tallies = [Tally(Counter(dict(t["scores"])), Counter(dict(t["shares"]))) for t in data["tallies"]]
            return Progress(set(data["done"]), tallies)
    raise Problem("no_progress", "There is no interrupted simulation of these games to go on with.")
