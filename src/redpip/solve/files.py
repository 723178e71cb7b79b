"""Files that hold what took long to find: where they lie, whom they are about, and that they are whole.

Nothing here needs more than the standard library and the names of the machine's folders; so whoever only keeps a file
does not load what solves games.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from redpip.core.problem import Problem
from redpip.home import own_folder

FORMAT = 1


def fingerprint(facts: Mapping[str, Any]) -> str:
    text = json.dumps({"format": FORMAT, **facts}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def cache_folder() -> Path:
    return Path(os.environ.get("REDPIP_CACHE_DIR") or own_folder("cache"))


def state_folder() -> Path:
    return Path(os.environ.get("REDPIP_STATE_DIR") or own_folder("state"))


@contextmanager
def written_whole(path: Path) -> Iterator[IO[bytes]]:
    """A file that is written beside its place and moved there in one step; of one that fails nothing is left."""
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
        try:
            yield part
            part.flush()
        except BaseException:
            Path(part.name).unlink()
            raise
    Path(part.name).chmod(0o644)
    Path(part.name).replace(path)


def keep_newest(folder: Path, pattern: str, most: int) -> None:
    """Removes the oldest files of a kind, so that no more than ``most`` are left."""
    for old in sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime)[:-most]:
        old.unlink(missing_ok=True)


def need_disk(folder: Path, size: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < size:
        raise Problem(
            "no_room", "{folder} has {free} free, and {size} are needed.", folder=folder, free=_mb(free), size=_mb(size)
        )


def need_memory(size: int) -> None:
    free = free_memory()
    if free is not None and free < size:
        raise Problem("no_memory", "{size} of memory are needed, and {free} are free.", size=_mb(size), free=_mb(free))


def free_memory() -> int | None:
    """What Linux says is available; None where nobody says."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable")), None)


def _mb(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
