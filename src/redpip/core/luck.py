"""A bot's luck: chance of its own, and the same however its game came to this point.

What a bot draws for a question is a function of (seed, seat, how often the seat has acted) and of nothing else: not of
the dice or of what others do, nor of whether the game was taken up again or the bot seated anew.

A seat's key is HMAC-SHA-256(seed, "bot/SEAT") in hexadecimal. Block k of question n is BLAKE2b("n/k") under that key,
eight big-endian words of 64 bits, of which the last is drawn first.
"""

from __future__ import annotations

from hashlib import blake2b
from hmac import digest
from random import Random
from struct import Struct

from redpip.core.game import Seat

_WORDS = Struct(">8Q")
_UNIT = 2.0**-53


def luck_key(seed: str | None, seat: Seat) -> str:
    """Tells nothing of the seed, so a bot may have it. Without a seed it is the same in all games."""
    return digest((seed or "").encode(), f"bot/{seat}".encode(), "sha256").hex()


class Luck(Random):
    """Chance that begins anew with each question. Nothing is worked out before something is drawn."""

    def __init__(self, key: str) -> None:
        super().__init__(0)  # for the generator of our parent, which is not used
        self._key = key.encode()
        self._words: list[int] = []
        self.renew(0)

    def renew(self, question: int) -> None:
        self._question = question
        self._blocks = 0
        self._words.clear()
        self.gauss_next = None  # ``gauss`` draws two at a time

    def random(self) -> float:
        words = self._words or self._refilled()
        return (words.pop() >> 11) * _UNIT

    def getrandbits(self, k: int, /) -> int:
        bits = 0
        for _ in range(0, k, 64):
            bits = bits << 64 | (self._words or self._refilled()).pop()
        return bits >> -k % 64

    def _refilled(self) -> list[int]:
        block = blake2b(b"%d/%d" % (self._question, self._blocks), key=self._key)
        self._words += _WORDS.unpack(block.digest())
        self._blocks += 1
        return self._words
