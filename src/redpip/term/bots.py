"""The verb ``bots``: the levels of a game and its other bots, each with what it does and how strong it is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from redpip.core.showing import number, pointed
from redpip.core.words import Line, Words, line
from redpip.term.arguments import GameName, Json, Lang

if TYPE_CHECKING:
    from redpip.core.catalog import Game
    from redpip.play.strengths import Duel, Strengths


def bots(game: GameName, lang: Lang = None, as_json: Json = False) -> None:
    """List a game's levels and other bots, with the strength that was measured."""
    from redpip.core.catalog import find_game
    from redpip.play.strengths import strengths_of
    from redpip.settings import language
    from redpip.term.printer import Printer

    found, edition = find_game(game)
    words, known = found.words(edition, language(lang)), strengths_of(found)
    if as_json:
        print(json.dumps(_data(found, known, words), ensure_ascii=False, indent=2))
    else:
        Printer().show(_lines(found, found.title(edition) if edition else found.name, known, words))


def _data(game: Game, known: Strengths | None, words: Words) -> dict[str, Any]:
    return {
        "game": game.id,
        "preset": known.preset if known else None,
        "seed": known.seed if known else None,
        "bots": [_bot_data(game, name, known, words) for name in _in_order(game)],
        "pairs": [_duel_data(one) for one in known.duels] if known else [],
    }


def _bot_data(game: Game, name: str, known: Strengths | None, words: Words) -> dict[str, Any]:
    rating = known.ratings.get(name) if known else None
    below = known.below(game, name) if known else None
    return {
        "bot": f"bot:{name}",
        "about": words.say(game.bots[name].about),
        "level": name in game.ladder,
        "house": name == game.house_bot,
        "rating": rating.rating if rating else None,
        "uncertainty": rating.uncertainty if rating else None,
        "below": _duel_data(below) if below else None,
        "enough": below.enough if below else None,
    }


def _duel_data(duel: Duel) -> dict[str, Any]:
    return {
        "first": f"bot:{duel.first}",
        "second": f"bot:{duel.second}",
        "games": duel.games,
        "score": duel.score,
        "low": duel.low,
        "high": duel.high,
    }


def _in_order(game: Game) -> Sequence[str]:
    return [*game.ladder, *(name for name in game.bots if name not in game.ladder)]


def _lines(game: Game, title: str, known: Strengths | None, words: Words) -> Iterator[Line]:
    width = max(len(name) for name in game.bots) + len("bot:")
    others = [name for name in game.bots if name not in game.ladder]
    yield line((title, "strong"))
    for heading, names in ((words.say("levels"), game.ladder), (words.say("other bots"), others)):
        if names:
            yield line()
            yield line((heading, "faint"))
        for name in names:
            yield from _bot_lines(game, name, known, words, width)
    yield line()
    if known:
        yield line(
            words.say(
                "Ratings and shares are of a tournament of all of them, two at a table, preset {preset}, seed {seed};"
                " 25 is where everybody starts. redpip tournament plays it again.",
                preset=known.preset,
                seed=known.seed,
            )
        )
    else:
        yield line(words.say("Nobody has measured yet how strong they are. redpip tournament does."))


def _bot_lines(game: Game, name: str, known: Strengths | None, words: Words, width: int) -> Iterator[Line]:
    rating = known.ratings.get(name) if known else None
    told = pointed(f"{rating.rating:6.2f} ± {2 * rating.uncertainty:.2f}", words) if rating else ""
    house_bot = words.say("house bot")
    house = f" ({house_bot})" if name == game.house_bot else ""
    about = words.say(game.bots[name].about)
    yield line("  ", (f"{f'bot:{name}':<{width}}", "strong"), f"  {told:<14}  {about}", (house, "faint"))
    for told in _against_the_one_below(game, name, known, words) if known else ():
        yield line(" " * (width + 20), (told, "faint"))


def _against_the_one_below(game: Game, name: str, known: Strengths, words: Words) -> Iterator[str]:
    below = known.below(game, name)
    if below:
        yield words.say(
            "wins {score} % against {other} ({low} – {high} in {games} games)",
            score=number(100 * below.score, words),
            other=f"bot:{below.second}",
            low=number(100 * below.low, words),
            high=number(100 * below.high, words),
            games=below.games,
        )
        yield from filter(None, [_short(below, words)])
    elif name in game.ladder[1:]:
        other = game.ladder[game.ladder.index(name) - 1]
        yield words.say("nobody has measured it against {other} yet", other=f"bot:{other}")


def _short(duel: Duel, words: Words) -> str | None:
    """A level is meant to win so much that people notice; where it does not, that is said."""
    if duel.enough:
        return None
    if duel.enough is None:
        return words.say("less than the 60 % that a level is meant to win; so few games leave open if luck allows them")
    return words.say("luck does not allow the 60 % that a level is meant to win")
