"""The daily set: five positions that everybody gets the same day, drawn from the date, so that no server is needed.

Each is a decision that the house bot got wrong in a game with itself, whose seed is ``daily/DATE/GAME/NUMBER/TRY``. The
first try counts in which a mistake is among the decisions looked at; the seed says which those are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from itertools import count
from typing import Any

from redpip.core.catalog import Game, all_games
from redpip.core.effort import QUIET, Effort
from redpip.core.game import Choose, Over, Roll, Seat
from redpip.core.history import History
from redpip.core.options import make_rules
from redpip.core.playing import Play
from redpip.core.problem import Problem
from redpip.core.seated import SeatedBot
from redpip.core.setup import Player, Setup
from redpip.play.daily_kept import DailyFile
from redpip.play.review import looks_at
from redpip.play.seating import seat_bots
from redpip.play.training import Card, card_of

SIZE = 5
FEW = 6  # so many decisions of a game are looked at


def solved_games() -> tuple[Game, ...]:
    """Those whose best play is known, in the order of lists."""
    return tuple(filter(is_solved, all_games().values()))


def is_solved(game: Game) -> bool:
    """Is what its advisor says of its usual game proved?"""
    if game.advisor is None or game.solver is None:
        return False
    name, preset = game.preset(None)
    rules = make_rules(game.rules, preset.options, seats := game.seats(name)[0])
    exact: bool = game.advisor(rules, 0, QUIET).scale(rules.view(rules.start(seats, 0), 0)).exact
    return exact


def daily_set(day: date, games: Sequence[Game] = (), effort: Effort = QUIET) -> Iterator[Card]:
    """The cards of a day; of these games, or of all that are solved, in turns."""
    chosen = games or solved_games()
    for number in range(SIZE if chosen else 0):
        yield _card(day, chosen[number % len(chosen)], number // len(chosen), effort)


def daily_game(game: Game) -> Game:
    """A game that can have a daily set."""
    if not is_solved(game):
        raise Problem("no_daily", "There is no daily set of {game}: nobody knows its best play yet.", game=game.name)
    return game


def _card(day: date, game: Game, number: int, effort: Effort) -> Card:
    kept = DailyFile(day.isoformat(), game.id, _usual(game, None).hash, number)
    card = kept.read()
    if card is None:
        kept.keep(card := _drawn(day, game, number, effort))
    return card


def _drawn(day: date, game: Game, number: int, effort: Effort) -> Card:
    tries = (f"daily/{day.isoformat()}/{game.id}/{number}/{attempt}" for attempt in count())
    return next(card for seed in tries if (card := _mistake(_by_the_house(game, seed), day.isoformat(), effort)))


def _mistake(history: History, origin: str, effort: Effort) -> Card | None:
    """The dearest of a few decisions that follow each other, since those share work."""
    looks = looks_at(history, effort)
    begin = int.from_bytes(sha256(str(history.setup.seed).encode()).digest()[:8]) % max(len(looks) - FEW, 1)
    dearest = max((look() for look in looks[begin : begin + FEW]), key=lambda decision: decision.cost)
    return card_of(dearest, history, origin) if dearest.mark else None


def _usual(game: Game, seed: str | None) -> Setup:
    name, preset = game.preset(None)
    players = tuple(Player(f"{number + 1}", game.house_bot) for number in range(game.seats(name)[0]))
    return Setup(game, name, preset.options, players, 0, seed)


def _by_the_house(game: Game, seed: str) -> History:
    """A game that the house bot plays with itself, as the game's usual preset has it."""
    play = Play(_usual(game, seed))
    bots = seat_bots(play.setup, seed)
    while not isinstance(due := play.next, Over):
        event = play.shake() if isinstance(due, Roll) else play.act(*_choice(play, bots, due))
        for seat, bot in bots.items():
            bot.heard(play.rules.seen(event, seat))
    return play.history


def _choice(play: Play, bots: Mapping[Seat, SeatedBot], due: Choose[Any]) -> tuple[Seat, Any]:
    seat = min(due.options)
    return seat, bots[seat].choose(play.rules.view(play.state, seat), due.options[seat])
