"""A file that grows by lines of JSON, each on the disk before anybody relies on it."""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from redpip.core.problem import Problem


class LineFile(ABC):
    """Open for writing. Only one process at a time may hold it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab")
        except OSError as error:
            raise self.cannot_save(error) from None
        self._lock()

    @abstractmethod
    def cannot_save(self, error: OSError) -> Problem: ...

    @abstractmethod
    def in_use(self) -> Problem: ...

    def write(self, data: dict[str, Any]) -> None:
        try:
            self._file.write(json_line(data))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self.cannot_save(error) from None

    def cut_torn_line(self) -> None:
        """Drops a last line that was cut off, so that the next one starts afresh. We hold the file, so it is idle."""
        try:
            self._file.truncate(len(whole_lines(self.path.read_bytes())))
        except OSError as error:
            raise self.cannot_save(error) from None

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # no such locks on this system
            return
        try:
            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise self.in_use() from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._file.close()


def json_line(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def whole_lines(data: bytes) -> bytes:
    """What was written to the end of its line. A line cut off in the middle was never relied on by anybody."""
    return data[: data.rfind(b"\n") + 1]
