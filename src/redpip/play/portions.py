"""Work among bots, portioned out: what a worker is given at a time, and whether it plays that as a batch.

By the rules a worker has one piece at a time, so that much is kept soon. A batch pays the more the larger it is; so its
pieces are gathered, to a share for each worker and no more than the kind of batch allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from redpip.core.batch import Batch, BatchKind, Outcome, SeededGame
from redpip.core.setup import Setup

Piece = TypeVar("Piece")


@dataclass(frozen=True, slots=True)
class Portion(Generic[Piece]):
    pieces: tuple[Piece, ...]
    batched: bool = False


@dataclass(frozen=True, slots=True)
class Portioning(Generic[Piece]):
    """For so many workers; ``games`` are those of a piece. Without a kind of batch there are none."""

    kind: BatchKind | None
    batched: Callable[[Piece], bool]
    games: int
    workers: int

    def over(self, pieces: Iterable[Piece]) -> Iterator[Portion[Piece]]:
        """In their order, but that pieces for a batch wait for each other."""
        todo = list(pieces)
        size = self._size(self.kind, sum(map(self.batched, todo))) if self.kind else 0
        gathered: list[Piece] = []
        for piece in todo:
            if not size or not self.batched(piece):
                yield Portion((piece,))
                continue
            gathered.append(piece)
            if len(gathered) == size:
                yield Portion((*gathered,), batched=True)
                gathered = []
        if gathered:
            yield Portion((*gathered,), batched=True)

    def _size(self, kind: BatchKind, pieces: int) -> int:
        """How many of these make a batch; 0 where none is worth it."""
        if pieces * self.games < kind.fewest:
            return 0
        share = -(-pieces // self.workers)
        return max(1, min(max(share, kind.fewest // self.games), kind.most // self.games))


def can_be_batched(setup: Setup) -> bool:
    """Whether the game has batches that know these rules and all these bots."""
    kind, bots = setup.game.batch, [player.bot for player in setup.players]
    if kind is None or len(bots) != 2 or setup.match is not None:
        return False
    return all(bot in kind.bots for bot in bots) and kind.knows(setup.game_rules)


def play_batch(setup: Setup, games: Sequence[SeededGame]) -> list[Outcome]:
    assert setup.game.batch
    return _batch(setup.game.batch, setup.game_rules).play_seeded(games)


@lru_cache(maxsize=2)
def _batch(kind: BatchKind, rules: Any) -> Batch:
    return kind.make(rules)
