"""Dice that nobody can have chosen: neither the server nor a player.

Before anybody sits down the server commits to a secret seed by its SHA-256. Every player adds a nonce. The dice come
from HMAC-SHA-256(server seed, nonces joined by "/"), in hex, as the seed of a ``SeededShaker``. After the game the
server seed is revealed, and anybody can check the commitment and every throw.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from redpip.core.problem import Problem


@dataclass(frozen=True, slots=True)
class Fair:
    commitment: str
    nonces: tuple[str, ...]
    server_seed: str | None = None  # None until the reveal


def commitment_to(server_seed: str) -> str:
    return hashlib.sha256(server_seed.encode()).hexdigest()


def dice_seed(server_seed: str, nonces: tuple[str, ...]) -> str:
    return hmac.digest(server_seed.encode(), "/".join(nonces).encode(), "sha256").hex()


def check_fair(fair: Fair, seed: str | None) -> None:
    """The commitment fits the revealed seed, and the dice's seed follows from it and the nonces."""
    if fair.server_seed is None:
        raise Problem("not_revealed", "The server's seed has not been revealed, so the dice cannot be checked yet.")
    if commitment_to(fair.server_seed) != fair.commitment:
        raise Problem("wrong_commitment", "The revealed seed is not the one that the server committed to.")
    if dice_seed(fair.server_seed, fair.nonces) != seed:
        raise Problem(
            "wrong_seed", "The dice's seed does not follow from the server's seed and the players' random numbers."
        )
