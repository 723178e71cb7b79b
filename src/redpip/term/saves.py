"""Saved games: one record file each, written line by line, each line on the disk before its event is shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from redpip.core.game import Event, Over
from redpip.core.playing import Play
from redpip.core.problem import Problem, reason_of
from redpip.core.record import event_json, header_json, load, replay, result_json
from redpip.core.setup import Setup
from redpip.term.lines import LineFile, whole_lines


class SavedGame(LineFile):
    """A game's file, open for writing."""

    @property
    def id(self) -> str:
        return self.path.stem

    def event(self, event: Event[Any]) -> None:
        self.write(event_json(event))

    def result(self, over: Over) -> None:
        self.write({"result": result_json(over)})

    def cannot_save(self, error: OSError) -> Problem:
        return Problem(
            "cannot_save",
            "The game cannot be saved in {folder}: {reason}. What was saved before is intact. "
            "Choose another folder with REDPIP_STATE_DIR, or play with --no-save.",
            folder=self.path.parent,
            reason=reason_of(error),
        )

    def in_use(self) -> Problem:
        return Problem("in_use", "The game {name} is being played in another window.", name=self.path.stem)


def new_game(folder: Path, setup: Setup) -> SavedGame:
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    names = (stamp if number == 1 else f"{stamp}-{number}" for number in range(1, 1000))
    path = next(path for name in names if not (path := folder / f"{setup.game.id}-{name}.jsonl").exists())
    saved = SavedGame(path)
    saved.write(header_json(setup))
    return saved


def load_game(path: Path) -> Play:
    """The game in this file. A last line cut off in the middle was never shown to anybody, and does not count."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Problem("cannot_read", "{file} cannot be read: {reason}.", file=path, reason=reason_of(error)) from None
    record = load(whole_lines(data).decode("utf-8", "replace"))
    if record.result is not None:
        raise Problem(
            "game_ended", "The game {name} is over. See it again with: redpip replay {file}", name=path.stem, file=path
        )
    if record.setup.seed is None:
        raise Problem(
            "no_seed", "The dice of {name} came from outside; without a seed it cannot go on here.", name=path.stem
        )
    return replay(record)


def unfinished(folder: Path) -> Iterator[tuple[Path, Play]]:
    """The games that can be taken up, the latest first."""
    paths = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in paths:
        with suppress(Problem):
            play = load_game(path)
            if not isinstance(play.next, Over):
                yield path, play


def find_saved(folder: Path, name: str | None) -> Path:
    """The saved game of that name or file, or the latest that is not over."""
    if name is None:
        latest = next(unfinished(folder), None)
        if latest is None:
            raise Problem("nothing_saved", "There is no saved game to take up. Start one with: redpip play GAME")
        return latest[0]
    for path in (Path(name), folder / f"{name}.jsonl"):
        if path.is_file():
            return path
    raise Problem("nothing_saved", "There is no saved game {name!r}. See: redpip resume --list", name=name)
