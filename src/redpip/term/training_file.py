"""Where progress is kept: ``training.jsonl`` in the data folder, one entry a line, never rewritten.

A file that is damaged is set aside; what can be read of it goes on in a new one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from shutil import copy2
from typing import Any

from redpip.core.problem import Problem, reason_of
from redpip.play.progress import FORMAT, Progress
from redpip.term.lines import LineFile, json_line, whole_lines

HEADER = {"format": FORMAT}


class TrainingFile(LineFile):
    """Progress that grows, and what was wrong with its file, if anything was."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "training.jsonl")
        self.progress = Progress()
        self.damage: Problem | None = None
        try:
            self._read(whole_lines(self.path.read_bytes()).splitlines())
        except OSError as error:
            raise self.cannot_save(error) from None
        except BaseException:
            self._file.close()
            raise

    def add(self, entries: Iterable[Mapping[str, Any]]) -> None:
        for entry in entries:
            self.write(dict(entry))
            self.progress.add(entry)

    def cannot_save(self, error: OSError) -> Problem:
        return Problem(
            "cannot_save",
            "Your training cannot be kept in {folder}: {reason}. What was kept before is intact. "
            "Choose another folder with REDPIP_DATA_DIR.",
            folder=self.path.parent,
            reason=reason_of(error),
        )

    def in_use(self) -> Problem:
        return Problem("in_use", "Your training is open in another window.")

    def _read(self, lines: list[bytes]) -> None:
        if not lines:
            self.cut_torn_line()
            self.write(HEADER)
            return
        header = _object(lines[0])
        if header and header != HEADER and "format" in header:
            raise Problem(
                "bad_format",
                "{file} is not a training we can read: its format is {given!r}, not {ours!r}.",
                file=self.path,
                given=header["format"],
                ours=FORMAT,
            )
        kept = [line for line in lines[1:] if self._taken(line)]
        if header != HEADER or len(kept) < len(lines) - 1:
            self._set_aside(kept, len(lines) - 1 - len(kept))
        else:
            self.cut_torn_line()

    def _taken(self, line: bytes) -> bool:
        entry = _object(line)
        with suppress(Problem):
            if entry is not None:
                self.progress.add(entry)
                return True
        return False

    def _set_aside(self, kept: list[bytes], lost: int) -> None:
        """The new file is whole on the disk before it takes the old one's place, which keeps all it had."""
        aside = next(path for n in count(1) if not (path := self.path.with_suffix(f".damaged-{n}.jsonl")).exists())
        copy2(self.path, aside)
        new = self.path.with_suffix(".new")
        with new.open("wb") as file:
            file.write(b"".join([json_line(HEADER), *(line + b"\n" for line in kept)]))
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.path)
        self._file.close()
        self._file = self.path.open("ab")
        self._lock()
        self.damage = Problem(
            "damaged_training",
            "{file} was damaged: {lost} of its lines could not be read. It is kept as {aside}; the rest goes on.",
            file=self.path,
            lost=lost,
            aside=aside.name,
        )


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
