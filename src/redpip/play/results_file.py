"""What a tournament came to so far: a line for each block, written when it is done and read when it goes on."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from redpip.core.problem import Problem, reason_of
from redpip.play.tournament import Piece, Result, Tournament


class ResultsFile:
    """Whatever stands there stays. A line that a kill has cut off is not counted; its block is played again."""

    def __init__(self, tournament: Tournament, path: Path) -> None:
        self._path = path
        self._header = tournament.header
        self._expected = {*tournament.pieces}
        self.done: dict[Piece, list[Result]] = {}
        self._stream: IO[bytes] | None = None

    def __enter__(self) -> ResultsFile:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = self._path.open("r+b" if self._path.exists() else "x+b")
        except OSError as error:
            raise self._cannot_write(error) from None
        try:
            self._take_up(self._stream)
        except BaseException:
            self._close()
            raise
        return self

    def _take_up(self, stream: IO[bytes]) -> None:
        text = stream.read()
        whole = text[: text.rfind(b"\n") + 1]
        if whole:
            self._read(whole.splitlines())
        elif text:
            raise self._other()
        stream.seek(len(whole))
        stream.truncate()
        if not whole:
            self._write(self._header)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._close()

    def _close(self) -> None:
        """Whatever counts is on the disk already; what did not fit there has been told, and does not fit now either."""
        if self._stream:
            with suppress(OSError):
                self._stream.close()

    def add(self, played: Mapping[Piece, list[Result]]) -> None:
        self._write(*(_line(piece, results) for piece, results in played.items()))
        self.done |= played

    @property
    def games(self) -> int:
        return sum(map(len, self.done.values()))

    def _read(self, lines: list[bytes]) -> None:
        for number, text in enumerate(lines, 1):
            try:
                data = json.loads(text)
                if number == 1:
                    if data != self._header:
                        raise self._other()
                    continue
                piece = Piece(data["block"], *data["pair"])
                results = [Result(share, (mine, theirs)) for share, mine, theirs in data["games"]]
            except (ValueError, KeyError, TypeError):
                if number == 1:
                    raise self._other() from None
                raise self._damaged(number) from None
            if piece not in self._expected:
                raise self._damaged(number)
            self.done[piece] = results

    def _write(self, *lines: Any) -> None:
        """All of them at once: to wait for the disk takes longer than a batch of games."""
        assert self._stream
        try:
            self._stream.write(b"".join(json.dumps(data, separators=(",", ":")).encode() + b"\n" for data in lines))
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise self._cannot_write(error) from None

    def _other(self) -> Problem:
        return Problem(
            "other_tournament",
            "{file} does not hold the results of this tournament. Name another file; nothing was changed.",
            file=self._path,
        )

    def _damaged(self, number: int) -> Problem:
        return Problem(
            "bad_results",
            "Line {number} of {file} is damaged. Take it out, and its games are played again; nothing was changed.",
            number=number,
            file=self._path,
        )

    def _cannot_write(self, error: OSError) -> Problem:
        return Problem(
            "cannot_save",
            "The results could not be kept in {file}: {reason}.",
            file=self._path,
            reason=reason_of(error),
        )


def _line(piece: Piece, results: list[Result]) -> dict[str, Any]:
    games = [[result.share, *result.points] for result in results]
    return {"block": piece.block, "pair": [piece.first, piece.second], "games": games}
