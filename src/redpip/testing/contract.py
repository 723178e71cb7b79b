"""All that a game must keep."""

from __future__ import annotations

from redpip.testing.bots import Bots
from redpip.testing.damage import Damage
from redpip.testing.forms import Forms
from redpip.testing.gate import Gate
from redpip.testing.houses import Houses
from redpip.testing.playing import Playing
from redpip.testing.replay import Replay
from redpip.testing.secrecy import Secrecy
from redpip.testing.showing import Showing


class GameContract(Playing, Gate, Forms, Replay, Damage, Secrecy, Showing, Bots, Houses):
    """The tests of every topic, for the ``games`` that a subclass names."""
