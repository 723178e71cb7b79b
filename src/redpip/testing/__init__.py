"""The contract that every game keeps, as tests for pytest. A package with a game of its own runs them all by

    from redpip.testing import GameContract
    from my_package import GAME

    class TestContract(GameContract):
        games = (GAME,)

They play the game at random to the end at tables of every kind, and check that one gate decides what is legal, that
actions, states and records survive being written and read, that nobody learns what is hidden, that screens and scenes
can be drawn in every position, and that bots play by the rules, those of a house too. REDPIP_CONTRACT_GAMES says how
many games each test plays at each table (2 otherwise).
"""

import pytest

TOPICS = ("playing", "gate", "forms", "replay", "damage", "secrecy", "showing", "bots", "houses")
pytest.register_assert_rewrite(*(f"{__name__}.{topic}" for topic in TOPICS))  # failed assertions tell their values

from redpip.testing.contract import GameContract  # noqa: E402

__all__ = ["GameContract"]
