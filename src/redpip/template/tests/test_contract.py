"""The game keeps the contract that every game keeps."""

from redpip.template import GAME
from redpip.testing import GameContract


class TestContract(GameContract):
    games = (GAME,)
