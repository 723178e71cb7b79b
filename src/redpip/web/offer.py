"""What can be played here: the catalog as pages and programs need it."""

from __future__ import annotations

from typing import Any

from redpip.core.advice import BotKind
from redpip.core.catalog import Game, all_games, find_game
from redpip.core.lesson import lesson_of
from redpip.core.level import LEVEL_NAMES
from redpip.core.options import Option
from redpip.core.words import N_, Words
from redpip.play.seating import LONGEST_NAME
from redpip.play.strengths import Duel, strengths_of
from redpip.web.house import MOST_SEATS
from redpip.web.models import TableRequest
from redpip.web.rules import contents_html, rules_html, usual

STRENGTHS = {"easy": N_("easy"), "fair": N_("fair"), "strong": N_("strong")}


def offered_games(language: str) -> list[dict[str, Any]]:
    """Games and editions, each an entry of its own."""
    found = []
    for game in all_games().values():
        words = game.words(None, language)
        printed = [key for key, preset in game.presets.items() if not preset.edition]
        found.append(_entry(game, game.id, printed, words))
        found += [_entry(game, key, [key], words) for key, preset in game.presets.items() if preset.edition]
    return found


def _entry(game: Game, art: str, presets: list[str], words: Words) -> dict[str, Any]:
    first = game.presets[presets[0]]
    return {
        "game": game.id,
        "preset": presets[0],
        "art": art,
        "title": game.title(presets[0]),
        "edition": first.edition is not None,
        "about": _sentence(words.say(first.about)) if first.edition else words.say(game.about),
        "minutes": game.minutes,
        "seats": _seats(game, presets[0]),
        "presets": [_preset(game, key, words) for key in presets],
        "bots": [_bot(key, kind, words) for key, kind in game.bots.items()],
        "levels": _levels(game, words),
        "house_bot": game.house_bot,
        "coach": game.advisor is not None,
        "lesson": lesson_of(game) is not None,
        "options": [_option(option, words) for option in game.options.values() if not option.lab],
    }


def _bot(name: str, kind: BotKind, words: Words) -> dict[str, Any]:
    strength = words.say(STRENGTHS[kind.strength]) if kind.strength else None
    return {"bot": name, "name": name.capitalize(), "about": words.say(kind.about), "strength": strength}


def _levels(game: Game, words: Words) -> list[dict[str, str]]:
    """Whom a newcomer can choose: how each plays, and how it does against the level below."""
    known = strengths_of(game)
    return [
        {
            "bot": name,
            "name": words.say(LEVEL_NAMES[name]),
            "about": words.say(game.bots[name].about),
            "measured": _measured(known.below(game, name) if known else None, words),
        }
        for name in game.ladder
    ]


def _measured(duel: Duel | None, words: Words) -> str:
    if duel is None:
        return ""
    facts = {"games": f"{100 * duel.score:.0f}", "other": words.say(LEVEL_NAMES[duel.second])}
    return words.say("Wins {games} games of 100 against {other}.", **facts)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def _seats(game: Game, preset: str) -> dict[str, int]:
    least, most = game.seats(preset)
    return {"least": least, "most": most or MOST_SEATS}


def _preset(game: Game, key: str, words: Words) -> dict[str, Any]:
    preset = game.presets[key]
    return {
        "preset": key,
        "name": words.name(preset.name),
        "about": words.say(preset.about),
        "sets": sorted({*preset.options, *preset.fixed}),
        "seats": _seats(game, key),
        "match": preset.match,
        "starts": words.say(preset.starts) if preset.starts else "",
    }


def _option(option: Option, words: Words) -> dict[str, Any]:
    kind = "seats" if option.per_seat else "choice" if option.choices else option.kind.__name__
    return {
        "name": option.name,
        "about": words.say(option.about),
        "label": words.say(option.label) if option.label else "",
        "usual": usual(option, words),
        "kind": kind,
        "default": option.default,
        "choices": list(option.choices),
        "names": {choice: words.say(name) for choice, name in option.choice_names.items()},
        "least": option.least,
        "most": option.most,
    }


def limits() -> dict[str, int]:
    """What a form must not ask for, as the service will check it."""
    match = TableRequest.model_json_schema()["properties"]["match"]["anyOf"][0]
    return {"name": LONGEST_NAME, "match": match["maximum"]}


def rules_page(name: str, language: str) -> dict[str, str]:
    game, edition = find_game(name)
    preset, _ = game.preset(edition)
    return {
        "game": game.id,
        "art": edition or game.id,
        "title": game.title(preset),
        "contents": contents_html(game, preset, language),
        "html": rules_html(game, preset, language),
    }
