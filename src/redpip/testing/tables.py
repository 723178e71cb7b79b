"""The ways to sit down: each preset of a game with few and many seats, for one game and for a match, and each house
rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from redpip.core.catalog import Game
from redpip.core.options import Option, option_text
from redpip.core.problem import Problem
from redpip.core.setup import Player, Setup

MANY = 4  # the most seats tried
GAMES_TO_WIN = 2  # so that a match has a second game, with another seat to start


@dataclass(frozen=True, repr=False)
class Table:
    game: Game
    preset: str
    seats: int
    match: int | None = None
    house: tuple[tuple[str, Any], ...] = ()  # options that are not the preset's

    def setup(self, seed: int) -> Setup:
        players = tuple(Player(f"P{seat}") for seat in range(self.seats))
        options = {**self.game.playout_options, **self.game.presets[self.preset].options, **dict(self.house)}
        return Setup(self.game, self.preset, options, players, seed % self.seats, str(seed), self.match)

    @property
    def is_plain(self) -> bool:
        """Nothing but the preset differs from other plain tables of the game."""
        return self.seats == max(2, self.game.seats(self.preset)[0])

    def __repr__(self) -> str:
        house = "".join(f"-{name}={option_text(value)}" for name, value in self.house)
        return f"{self.game.id}-{self.preset}-{self.seats}" + ("-match" if self.match else "") + house


def tables_of(game: Game) -> Iterator[Table]:
    """Few and many seats and a match with the usual preset, few players with each other one."""
    usual, *others = game.presets
    most = min(game.seats(usual)[1] or MANY, MANY)
    for seats in sorted({game.least_seats, min(most, max(2, game.least_seats)), most}):
        yield Table(game, usual, seats)
    if most > 1:
        yield Table(game, usual, max(2, game.least_seats), GAMES_TO_WIN)
    for name in others:
        yield Table(game, name, max(2, game.seats(name)[0]), GAMES_TO_WIN if game.presets[name].match else None)


def every_mode(game: Game) -> Iterator[Table]:
    """Each preset with each number of seats, for one game and for a match."""
    for name in game.presets:
        least, most = game.seats(name)
        for seats in range(max(2, least), (most or MANY) + 1):
            yield Table(game, name, seats, GAMES_TO_WIN)
            if not game.presets[name].match:
                yield Table(game, name, seats)


def houses_of(game: Game) -> Iterator[Table]:
    """Each house rule with each preset, since some do something only together with others."""
    return _with_other_options(game, _other_values)


def ends_of(game: Game) -> Iterator[Table]:
    """The least and the most that each number can be, where the preset's other options allow it."""
    return filter(_can_be_set_up, _with_other_options(game, _ends))


def _with_other_options(game: Game, values: Callable[[Option], Iterable[Any]]) -> Iterator[Table]:
    for preset, facts in game.presets.items():
        for name, option in game.options.items():
            if not (facts.match or option.lab or name in (*facts.fixed, *facts.options)):
                yield from (_seated(game, preset, name, value) for value in values(option))


def _other_values(option: Option) -> tuple[Any, ...]:
    """What may be agreed on instead of the usual; numbers only make a game longer or shorter."""
    if option.kind is bool or option.per_seat:
        return (not option.default,)
    return tuple(choice for choice in option.choices if choice != option.default)


def _ends(option: Option) -> Iterator[int]:
    return (end for end in (option.least, option.most) if option.kind is int and end is not None)


def _seated(game: Game, preset: str, name: str, value: Any) -> Table:
    """With as few players as it takes, but two if it can be played by two."""
    least, most = game.seats(preset)
    most = most or MANY
    seats = range(max(least, min(2, most)), most + 1)
    tables = [Table(game, preset, number, house=((name, value),)) for number in seats]
    return next((table for table in tables if _can_be_set_up(table)), tables[-1])


def _can_be_set_up(table: Table) -> bool:
    try:
        table.setup(seed=1)
    except Problem:
        return False
    return True
