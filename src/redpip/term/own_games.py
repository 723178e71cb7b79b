"""Games that become training: finished ones that were saved here, and records that somebody names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from redpip.core.effort import Effort
from redpip.core.game import Seat
from redpip.core.problem import Problem
from redpip.core.record import Record, load, replay_some
from redpip.core.transcript import read_some
from redpip.core.words import Words
from redpip.play.progress import game_entries, record_key
from redpip.play.review import review
from redpip.play.seating import find_seat
from redpip.term.lines import whole_lines
from redpip.term.printer import Printer
from redpip.term.solving import Meter
from redpip.term.training_file import TrainingFile


@dataclass(frozen=True, slots=True)
class OwnGame:
    name: str
    record: Record
    seat: Seat
    at: datetime
    wrong: Problem | None = None  # why it could not be read to its end

    @property
    def key(self) -> str:
        return record_key(self.record, self.seat)


def saved_games(folder: Path, kept: TrainingFile) -> Iterator[OwnGame]:
    """Finished games that were not looked at yet, the oldest first. Where several people played, nobody knows here
    which of them is asking."""
    for path in sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime):
        with suppress(Problem, OSError):
            record = load(whole_lines(path.read_bytes()).decode("utf-8", "replace"))
            people = people_of(record)
            if record.result is None or len(people) != 1:
                continue
            game = OwnGame(path.stem, record, people[0], _time_of(path))
            if game.key not in kept.progress.games:
                yield game


def named_game(path: Path, text: str, seat: str | None, now: datetime) -> OwnGame:
    record, wrong = read_some(text)
    if wrong and wrong.code == "other_rules":
        raise wrong
    people = people_of(record)
    if seat is None and len(people) != 1:
        names = ", ".join(record.setup.names)
        raise Problem("which_seat", "Say whose decisions these are: --seat, one of {names}.", names=names)
    number = people[0] if seat is None else find_seat(seat, record.setup.players)
    return OwnGame(path.stem, record, number, _time_of(path) if path.is_file() else now, wrong)


def people_of(record: Record) -> list[Seat]:
    return [seat for seat, player in enumerate(record.setup.players) if player.bot is None]


def _time_of(path: Path) -> datetime:
    """A record does not say when it was played; its file was written last at the game's end."""
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


def look_at(game: OwnGame, kept: TrainingFile, effort: Effort, tell: Callable[[Problem], None]) -> None:
    """Reviews a game and keeps what came of it; what could not be looked at is told."""
    found = review(game.record, game.wrong, effort)
    for remark in found.remarks:
        tell(remark)
    history = replay_some(game.record)[0].history
    kept.add(game_entries(found, history, game.seat, game.key, game.name, game.at))


def look_at_saved(folder: Path, kept: TrainingFile, words: Words, talk: Printer) -> None:
    """All that are new. Whoever does not want to wait presses Ctrl-C; what was looked at until then is kept."""
    new = list(saved_games(folder, kept))
    for number, game in enumerate(new, 1):
        doing = words.say("looking at game {number} of {count}", number=number, count=len(new))
        try:
            look_at(game, kept, Effort(Meter(doing, words)), lambda _: None)
        except Problem as problem:  # too little memory for this variant, or a table that is damaged
            talk.tell(f"{game.name}: {words.problem(problem)}")
        except KeyboardInterrupt:
            left = len(new) - number + 1
            talk.tell(words.count("{number} game is left for later.", "{number} games are left for later.", left))
            return
