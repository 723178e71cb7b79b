"""Bots against each other: every pair meets equally often, from each side of the table, with the same dice.

Deal number d of a tournament has the seed ``SEED/d``. Each pair plays it twice, the second time with seats exchanged,
and every other pair plays it too; so luck falls out of a comparison as far as it can. Games are played in blocks that
depend on nothing but the tournament, wherever and in whatever order they are played, by the rules or in a batch.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

from redpip.core.batch import Outcome, SeededGame
from redpip.core.catalog import Game, chosen_preset, find_game
from redpip.core.game import Over
from redpip.core.problem import Problem
from redpip.core.setup import Setup
from redpip.core.shaker import SeededShaker
from redpip.play.playout import play_out
from redpip.play.portions import Portion, Portioning, can_be_batched, play_batch
from redpip.play.seating import Guest, arrange, read_guests, read_options, seat_bots

BLOCK = 10  # games, an even number: both games of a deal are in one block


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """A block of games of two of the players."""

    block: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Result:
    """One game: how much of it the first of the pair won, and what stood on the sheets of both."""

    share: float
    points: tuple[int, int]


@dataclass(frozen=True)
class Tournament:
    """As it was asked for; ``text`` is all that a worker needs."""

    game_name: str
    preset_name: str | None
    options: tuple[str, ...]
    players: str
    games: int
    match: int | None = None
    seed: str = "1"

    def __post_init__(self) -> None:
        if self.games < 1:
            raise Problem("bad_games", "Let each pair play at least one game.")
        people = [guest.player.name for guest in self.guests if guest.player.bot is None]
        if people:
            raise Problem(
                "bad_player", "Only bots can play a tournament; {name!r} is not one (bot:NAME is).", name=people[0]
            )
        if len(self.guests) < 2:
            raise Problem("bad_player", "A tournament needs two bots or more: bot:NAME,bot:NAME.")
        self.setup(0, 1, 0)  # whatever else is wrong is said before any work

    @cached_property
    def game(self) -> Game:
        return find_game(self.game_name)[0]

    @cached_property
    def preset(self) -> str:
        return self.game.preset(chosen_preset(find_game(self.game_name)[1], self.preset_name))[0]

    @cached_property
    def guests(self) -> list[Guest]:
        return read_guests(self.game, self.players)

    @property
    def names(self) -> list[str]:
        return [guest.player.name for guest in self.guests]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return list(combinations(range(len(self.guests)), 2))

    @property
    def all_games(self) -> int:
        return self.games * len(self.pairs)

    @property
    def pieces(self) -> Iterator[Piece]:
        """Every pair in turn, so that a tournament that is stopped has been fair to all."""
        for block in range(-(-self.games // BLOCK)):
            for first, second in self.pairs:
                yield Piece(block, first, second)

    @cached_property
    def seats(self) -> int:
        """As few as the game allows, the same number for both."""
        least = max(2, self.game.seats(self.preset)[0])
        return least + least % 2

    def setup(self, first: int, second: int, turned: int) -> Setup:
        """The two sit in turn round the table; ``turned`` by one seat they have exchanged theirs."""
        pair = (self.guests[first], self.guests[second])
        return arrange(
            self.game,
            self.preset,
            read_options(self.game, self.options),
            [pair[(seat + turned) % 2] for seat in range(self.seats)],
            seed=self.seed,
            match=self.match,
        )

    def can_be_batched(self, piece: Piece) -> bool:
        return (piece.first, piece.second) in self._batched_pairs

    @cached_property
    def _batched_pairs(self) -> set[tuple[int, int]]:
        """Whose games a batch can play by the rules that all of them share."""
        shared = self.setup(0, 1, 0).rules

        def known(pair: tuple[int, int]) -> bool:
            both = (self.setup(*pair, turned) for turned in (0, 1))
            return all(can_be_batched(setup) and setup.rules == shared for setup in both)

        return {*filter(known, self.pairs)}

    def numbers(self, piece: Piece) -> range:
        """The games of a piece."""
        return range(piece.block * BLOCK, min(self.games, (piece.block + 1) * BLOCK))

    @cached_property
    def text(self) -> str:
        facts = [self.game_name, self.preset_name, self.options, self.players, self.games, self.match, self.seed]
        return json.dumps(facts)

    @property
    def header(self) -> dict[str, Any]:
        """Names the tournament and the rules that it is played by."""
        return {"format": "redpip-tournament/1", "tournament": json.loads(self.text), "rules": self.setup(0, 1, 0).hash}


def portions(
    plan: Tournament, pieces: Iterable[Piece], workers: int, *, by_rules: bool = False
) -> Iterator[Portion[Piece]]:
    kind = None if by_rules else plan.game.batch
    return Portioning(kind, plan.can_be_batched, BLOCK, workers).over(pieces)


def play_portion(text: str, portion: Portion[Piece]) -> dict[Piece, list[Result]]:
    """What came of the pieces, in their order."""
    tournament = _read(text)
    if portion.batched:
        return _play_batch(tournament, portion.pieces)
    return {
        piece: [_play(tournament, piece, number) for number in tournament.numbers(piece)] for piece in portion.pieces
    }


def _play_batch(tournament: Tournament, pieces: Iterable[Piece]) -> dict[Piece, list[Result]]:
    numbered = [(piece, number) for piece in pieces for number in tournament.numbers(piece)]
    games = [_seeded(tournament, piece, number) for piece, number in numbered]
    played: dict[Piece, list[Result]] = {}
    outcomes = play_batch(_setup(tournament.text, 0, 1, 0), games)
    for (piece, number), outcome in zip(numbered, outcomes, strict=True):
        played.setdefault(piece, []).append(_result(tournament, number, outcome))
    return played


def _seeded(tournament: Tournament, piece: Piece, number: int) -> SeededGame:
    deal, turned = divmod(number, 2)
    one, other = (str(tournament.guests[player].player.bot) for player in (piece.first, piece.second))
    return SeededGame(f"{tournament.seed}/{deal}", (other, one) if turned else (one, other))


def _play(tournament: Tournament, piece: Piece, number: int) -> Result:
    deal, turned = divmod(number, 2)
    setup, seed = _setup(tournament.text, piece.first, piece.second, turned), f"{tournament.seed}/{deal}"
    shaker = SeededShaker(seed)
    state = setup.rules.start(tournament.seats, shaker.first(tournament.seats))
    try:
        over = play_out(setup.rules, state, seat_bots(setup, seed), shaker)
    except Problem as wrong:
        raise Problem(
            wrong.code, "Game {number}, seed {seed}: {problem}", number=number, seed=seed, problem=wrong
        ) from wrong
    return _result(tournament, number, over)


def _result(tournament: Tournament, number: int, over: Over | Outcome) -> Result:
    mine = range(number % 2, tournament.seats, 2)
    share = len({*mine} & {*over.winners}) / len(over.winners) if over.winners else 0.5
    own = sum(over.scores[seat] for seat in mine)
    return Result(share, (own, sum(over.scores) - own))


@lru_cache(maxsize=4)
def _read(text: str) -> Tournament:
    game, preset, options, players, games, match, seed = json.loads(text)
    return Tournament(game, preset, tuple(options), players, games, match, seed)


@lru_cache(maxsize=64)
def _setup(text: str, first: int, second: int, turned: int) -> Setup:
    return _read(text).setup(first, second, turned)


def deals(results: Sequence[Result]) -> list[float]:
    """How much of each deal the first of the pair won, over both sides of the table."""
    shares = [result.share for result in results]
    return [sum(shares[at : at + 2]) / len(shares[at : at + 2]) for at in range(0, len(shares), 2)]
