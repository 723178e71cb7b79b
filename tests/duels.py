"""Games among bots: who wins one, and how often a bot beats chance in games of two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any

from redpip.core.catalog import Game
from redpip.core.dice import Faces
from redpip.core.game import Over, Roll, Seat
from redpip.core.shaker import SeededShaker
from redpip.play.playout import play_out
from redpip.play.portions import Portion
from redpip.play.seating import arrange, read_guests, seat_bots
from redpip.play.tournament import BLOCK, Tournament, play_portion
from redpip.solve.batch import KernelBatch, seeded_deals


def wins(game: Game, bot: str, games: int) -> int:
    """Games that the bot wins, and wins alone, against random."""
    return sum(winners(game, f"bot:{bot},bot:random", str(number)) == (0,) for number in range(games))


def winners(game: Game, players: str, seed: str, **options: Any) -> tuple[Seat, ...]:
    """Of one game among bots."""
    return result(game, players, seed, **options).winners


def result(
    game: Game,
    players: str,
    seed: str,
    shaker: SeededShaker | None = None,
    preset: str | None = None,
    **options: Any,
) -> Over:
    setup = arrange(game, preset, options, read_guests(game, players), seed=seed)
    state = setup.rules.start(len(setup.players), setup.first)
    return play_out(setup.rules, state, seat_bots(setup, seed), shaker or SeededShaker(seed))


class CountingShaker(SeededShaker):
    """Knows how often the dice of each seat, or of nobody, were thrown."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.thrown: Counter[Seat | None] = Counter()

    def throw(self, roll: Roll) -> Faces:
        self.thrown[roll.seat] += 1
        return super().throw(roll)


def assert_same_games(
    game: Game, batch: KernelBatch, bots: Sequence[tuple[str, str]], preset: str | None = None, **options: Any
) -> None:
    """A batch ends as the rules would have it with the same dice, game by game."""
    seeds = [str(number) for number in range(len(bots))]
    played = batch.play(seeded_deals(seeds, batch.throws, batch.whose), bots)
    for seed, pair, winner, scores, thrown in zip(seeds, bots, *played, strict=True):
        shaker = CountingShaker(seed)
        over = result(game, ",".join(f"bot:{name}" for name in pair), seed, shaker, preset, **options)
        by_rules = (over.winners, over.scores, [shaker.thrown[one] for one in batch.whose])
        assert ((winner,), tuple(scores), thrown.tolist()) == by_rules, f"{pair}, seed {seed}"


def assert_same_tournament(game: Game, players: str, *options: str, preset: str | None = None) -> None:
    """Every pair that is played in a batch has the results that it has by the rules."""
    plan = Tournament(game.id, preset, options, players, BLOCK)
    pieces = (*plan.pieces,)
    assert all(map(plan.can_be_batched, pieces))
    batched, by_rules = (play_portion(plan.text, Portion(pieces, batched)) for batched in (True, False))
    assert [*batched.items()] == [*by_rules.items()]


def lower_bound(game: Game, bot: str, games: int = 2000) -> float:
    """The lower end of the 95 % interval of its chance to win, after Wilson."""
    rate, z2 = wins(game, bot, games) / games, 1.96**2
    spread = 1.96 * sqrt(rate * (1 - rate) / games + z2 / (4 * games**2))
    return (rate + z2 / (2 * games) - spread) / (1 + z2 / games)
