"""Who counts what the log does. Nobody does unless they are given to it."""

from __future__ import annotations


class Watch:
    """Does nothing, which costs next to nothing."""

    def committed(self, events: int, seconds: float) -> None:
        """So many events went into one transaction."""

    def not_read(self) -> None:
        """The database could not be read."""

    def not_written(self) -> None:
        """What should have been kept could not be."""


UNWATCHED = Watch()
