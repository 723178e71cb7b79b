"""Who sits where: what people type for players, and the bots for the seats that are theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from secrets import token_hex
from typing import Any

from redpip.core.catalog import Game
from redpip.core.game import Seat
from redpip.core.luck import luck_key
from redpip.core.options import make_rules, unknown_option
from redpip.core.problem import Problem, unknown
from redpip.core.seated import SeatedBot
from redpip.core.setup import Player, Setup
from redpip.core.shaker import SeededShaker

LONGEST_NAME = 20


@dataclass(frozen=True, slots=True)
class Guest:
    """A player as typed: ``Mia``, ``Ben+junior``, ``bot:greedy``."""

    player: Player
    switches: tuple[str, ...]  # per-seat options that are on for this player


def usual_players(game: Game, preset: str | None, first: str) -> str:
    """Who plays where nobody says: ``first`` and as many of the game's house bot as it takes."""
    name, _ = game.preset(preset)
    others = max(2, game.seats(name)[0]) - 1
    return ",".join([first, *[f"bot:{game.house_bot}"] * others])


def read_guests(game: Game, text: str) -> list[Guest]:
    guests: list[Guest] = []
    for part in text.split(","):
        name, *switches = (word.strip() for word in part.split("+"))
        per_seat = [option.name for option in game.options.values() if option.per_seat]
        for switch in switches:
            if switch not in per_seat:
                raise unknown("switch for a player", switch, per_seat)
        guests.append(Guest(_player(game, name, [guest.player.name for guest in guests]), tuple(switches)))
    return guests


def _player(game: Game, text: str, taken: Sequence[str]) -> Player:
    if text.startswith("bot:"):
        bot = text.removeprefix("bot:")
        game.bot(bot)
        names = chain([bot.capitalize()], (f"{bot.capitalize()} {number}" for number in count(2)))
        return Player(next(name for name in names if name not in taken), bot)
    if not 0 < len(text) <= LONGEST_NAME or not text.isprintable():
        raise Problem(
            "bad_player", "A player's name has 1 to {most} letters; got {given!r}.", most=LONGEST_NAME, given=text[:30]
        )
    if text in taken:
        raise Problem("bad_player", "Two players are called {name!r}; give each a name of their own.", name=text)
    return Player(text)


def read_options(game: Game, texts: Sequence[str]) -> dict[str, Any]:
    """Options as typed, ``name=value``."""
    values = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Problem("bad_option", "Options are written name=value; got {given!r}.", given=text)
        if name not in game.options:
            raise unknown_option(name, game.options)
        values[name] = game.options[name].read(value)
    return values


def arrange(
    game: Game,
    preset: str | None,
    options: Mapping[str, Any],
    guests: Sequence[Guest],
    *,
    seed: str | None = None,
    first: str | None = None,
    match: int | None = None,
) -> Setup:
    """A game ready to start. Without a seed one is drawn; without ``first`` the dice say who starts."""
    name, chosen = game.preset(preset)
    players = tuple(guest.player for guest in guests)
    game.check_seats(name, len(players))
    seed = token_hex(8) if seed is None else seed
    starter = SeededShaker(seed).first(len(players)) if first is None else find_seat(first, players)
    values = {**chosen.options, **options, **_switched(guests)}
    with game.concerned(name):
        rules = make_rules(game.rules, values, len(players))
        for bot in {player.bot for player in players if player.bot}:
            game.check_bot(bot, rules)
    return Setup(game, name, values, players, starter, seed, game.match_length(name, rules, len(players), match))


def _switched(guests: Sequence[Guest]) -> dict[str, tuple[bool, ...]]:
    names = {switch for guest in guests for switch in guest.switches}
    return {name: tuple(name in guest.switches for guest in guests) for name in names}


def find_seat(text: str, players: Sequence[Player]) -> Seat:
    """The seat of that name, or of that number from 1."""
    names = [player.name for player in players]
    if text in names:
        return names.index(text)
    if text.isdecimal() and 1 <= int(text) <= len(names):
        return int(text) - 1
    raise unknown("player", text, names)


def seat_bots(setup: Setup, seed: str | None) -> dict[Seat, SeatedBot]:
    """The bots of a game. Their own luck follows from the seed, and is not that of the dice."""
    return {
        seat: SeatedBot(setup, player.bot, seat, luck_key(seed, seat))
        for seat, player in enumerate(setup.players)
        if player.bot
    }
