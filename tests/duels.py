"""Games among bots: who wins one, and how often a bot beats chance in games of two."""

from __future__ import annotations

from math import sqrt
from typing import Any

from redpip.core.catalog import Game
from redpip.core.game import Over, Seat
from redpip.core.shaker import SeededShaker
from redpip.play.playout import play_out
from redpip.play.seating import arrange, read_guests, seat_bots
from redpip.play.tournament import BLOCK, Piece, Tournament, play_block


def wins(game: Game, bot: str, games: int) -> int:
    """Games that the bot wins, and wins alone, against random."""
    return sum(winners(game, f"bot:{bot},bot:random", str(number)) == (0,) for number in range(games))


def winners(game: Game, players: str, seed: str, **options: Any) -> tuple[Seat, ...]:
    """Of one game among bots."""
    return result(game, players, seed, **options).winners


def result(game: Game, players: str, seed: str, **options: Any) -> Over:
    setup = arrange(game, None, options, read_guests(game, players), seed=seed)
    state = setup.rules.start(len(setup.players), setup.first)
    return play_out(setup.rules, state, seat_bots(setup, seed), SeededShaker(seed))


def first_block(game: Game, players: str) -> list[float]:
    """How much of each of its first games the first of two won in a tournament."""
    text = Tournament(game.id, None, (), players, BLOCK).text
    return [played.share for played in play_block(text, Piece(0, 0, 1))]


def lower_bound(game: Game, bot: str, games: int = 2000) -> float:
    """The lower end of the 95 % interval of its chance to win, after Wilson."""
    rate, z2 = wins(game, bot, games) / games, 1.96**2
    spread = 1.96 * sqrt(rate * (1 - rate) / games + z2 / (4 * games**2))
    return (rate + z2 / (2 * games) - spread) / (1 + z2 / games)
