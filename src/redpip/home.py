"""The folders of whoever runs this. A service may run as a user without a home, and then has none."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from redpip.core.problem import Problem


def own_folder(kind: Literal["cache", "config", "data", "state"]) -> Path:
    import platformdirs

    try:
        return Path(getattr(platformdirs, f"user_{kind}_dir")("redpip", appauthor=False))
    except RuntimeError:
        raise Problem(
            "no_home",
            "There is no home folder in which to keep this. Name a folder: {variable}.",
            variable=f"REDPIP_{kind.upper()}_DIR",
        ) from None
