"""redpip: the games of the red-pip dice, their rules, bots and records."""

__version__ = "0.1.0"
