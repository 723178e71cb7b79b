"""Solved tables as files. Each carries a fingerprint of what it is about: game, rules version, options and format.

A file is written beside its place and moved there in one step, so that a reader finds a whole file or none. A file
with another fingerprint is refused and never overwritten.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from redpip.core.problem import Problem, reason_of
from redpip.solve.files import FORMAT, cache_folder, fingerprint, need_disk, state_folder, written_whole

Arrays = Mapping[str, NDArray[Any]]
DAMAGES = (  # what reading a file can fail with that is cut off, changed or something else
    OSError,
    EOFError,
    LookupError,
    MemoryError,
    RuntimeError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
Keep = Callable[[Arrays], None]  # told now and then what has to be put aside to take work up again


@dataclass(frozen=True)
class Table:
    """One file of arrays about certain facts."""

    path: Path
    facts: Mapping[str, Any]

    def load(self) -> dict[str, NDArray[Any]] | None:
        """The arrays, or None where there is no file."""
        if not self.path.exists():
            return None
        try:
            with self.path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
                about = dict(json.loads(str(file["about"])))
                arrays = {name: file[name] for name in file.files if name != "about"}
        except DAMAGES:
            raise Problem(
                "bad_table",
                "{file} is not a table of redpip, or it is damaged. Nothing was changed; move it away, and it is "
                "solved anew.",
                file=self.path,
            ) from None
        if about.get("fingerprint") != fingerprint(self.facts):
            raise Problem(
                "other_table",
                "{file} was solved for other rules or by another version: {about}. Nothing was changed; move it away, "
                "and it is solved anew.",
                file=self.path,
                about=about,
            )
        return arrays

    def save(self, arrays: Arrays, compressed: bool = True, replace: bool = False) -> None:
        """Puts the arrays there in one step; a table about something else only gives way if it is to be replaced."""
        if not replace:
            self.load()
        folder = self.path.parent
        folder.mkdir(parents=True, exist_ok=True)
        need_disk(folder, sum(array.nbytes for array in arrays.values()))
        about = json.dumps({"fingerprint": fingerprint(self.facts), "format": FORMAT, **self.facts})
        write = np.savez_compressed if compressed else np.savez
        try:
            with written_whole(self.path) as part:
                write(part, about=np.array(about), **arrays)  # type: ignore[arg-type]
        except OSError as error:
            raise Problem(
                "no_room",
                "The table could not be written to {folder}: {reason}.",
                folder=folder,
                reason=reason_of(error),
            ) from None

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)


class Kept:
    """Where a solver's tables are: in the package, in the cache, and while it is at work where that is put aside."""

    facts: Mapping[str, Any]  # what they are about; the game among it

    @property
    def packaged(self) -> Path | None:
        """Its file in the package, if there is one."""
        return None

    @property
    def shipped(self) -> Table | None:
        return Table(self.packaged, self.facts) if self.packaged else None

    @property
    def stored(self) -> Table:
        return self.file(cache_folder())

    @property
    def unfinished(self) -> Table:
        return self.file(state_folder())

    def file(self, folder: Path, part: str = "") -> Table:
        return Table(folder / f"{self.facts['game']}-{fingerprint(self.facts)}{part}.npz", self.facts)

    def known(self) -> Arrays | None:
        """What the package has, or the cache."""
        return (self.shipped and self.shipped.load()) or self.stored.load()
