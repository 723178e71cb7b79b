"""Saved games: one record file each, written line by line, each line on the disk before its event is shown."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from redpip.core.game import Event, Over
from redpip.core.playing import Play
from redpip.core.problem import Problem, reason_of
from redpip.core.record import event_json, header_json, load, replay, result_json
from redpip.core.setup import Setup


class SavedGame:
    """A game's file, open for writing. Only one process at a time may hold it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab")
        except OSError as error:
            raise _cannot_save(path, error) from None
        _lock(self._file.fileno(), path)

    @property
    def id(self) -> str:
        return self.path.stem

    def write(self, data: dict[str, Any]) -> None:
        line = json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
        try:
            self._file.write(line.encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _cannot_save(self.path, error) from None

    def cut_torn_line(self) -> None:
        """Drops a last line that was cut off, so that the next one starts afresh. We hold the file, so it is idle."""
        try:
            self._file.truncate(_whole(self.path.read_bytes()))
        except OSError as error:
            raise _cannot_save(self.path, error) from None

    def event(self, event: Event[Any]) -> None:
        self.write(event_json(event))

    def result(self, over: Over) -> None:
        self.write({"result": result_json(over)})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._file.close()


def _cannot_save(path: Path, error: OSError) -> Problem:
    return Problem(
        "cannot_save",
        "The game cannot be saved in {folder}: {reason}. What was saved before is intact. "
        "Choose another folder with REDPIP_STATE_DIR, or play with --no-save.",
        folder=path.parent,
        reason=reason_of(error),
    )


def _lock(descriptor: int, path: Path) -> None:
    try:
        import fcntl
    except ImportError:  # no such locks on this system
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Problem("in_use", "The game {name} is being played in another window.", name=path.stem) from None


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
    record = load(data[: _whole(data)].decode("utf-8", "replace"))
    if record.result is not None:
        raise Problem(
            "game_ended", "The game {name} is over. See it again with: redpip replay {file}", name=path.stem, file=path
        )
    if record.setup.seed is None:
        raise Problem(
            "no_seed", "The dice of {name} came from outside; without a seed it cannot go on here.", name=path.stem
        )
    return replay(record)


def _whole(data: bytes) -> int:
    """How much of a file is lines written to their end."""
    return data.rfind(b"\n") + 1


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
