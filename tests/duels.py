"""How often a bot beats chance, in games of two."""

from __future__ import annotations

from math import sqrt

from redpip.core.catalog import Game
from redpip.core.shaker import SeededShaker
from redpip.play.playout import play_out
from redpip.play.seating import arrange, read_guests, seat_bots


def wins(game: Game, bot: str, games: int) -> int:
    """Games that the bot wins, and wins alone, against random."""
    guests = read_guests(game, f"bot:{bot},bot:random")
    won = 0
    for number in range(games):
        setup = arrange(game, None, {}, guests, seed=str(number))
        state = setup.rules.start(2, setup.first)
        over = play_out(setup.rules, state, seat_bots(setup, str(number)), SeededShaker(str(number)))
        won += over.winners == (0,)
    return won


def lower_bound(game: Game, bot: str, games: int = 2000) -> float:
    """The lower end of the 95 % interval of its chance to win, after Wilson."""
    rate, z2 = wins(game, bot, games) / games, 1.96**2
    spread = 1.96 * sqrt(rate * (1 - rate) / games + z2 / (4 * games**2))
    return (rate + z2 / (2 * games) - spread) / (1 + z2 / games)
