"""Lists and summaries: games, saved games, a replayed record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from redpip.core.catalog import Game, all_games, seats_phrase
from redpip.core.dice import DICE
from redpip.core.game import Acted, Event, Over, Thrown
from redpip.core.match import MatchState
from redpip.core.playing import Play
from redpip.core.record import Record, header_json, result_json
from redpip.core.showing import roll_told
from redpip.core.telling import tell
from redpip.core.words import Line, Words, line
from redpip.term.saves import unfinished

COMMON = Path(__file__).parent.parent / "locale"  # what is said of no game in particular
COLUMN = 16  # a list's names have so much room, or as much as they need


def games_data(language: str) -> list[dict[str, Any]]:
    return [_game_data(game, language) for game in all_games().values()]


def _game_data(game: Game, language: str) -> dict[str, Any]:
    words = game.words(None, language)
    return {
        "game": game.id,
        "name": game.name,
        "about": words.say(game.about),
        "seats": {"least": game.least_seats, "most": game.most_seats},
        "presets": {
            key: {
                "name": words.name(preset.name),
                "about": words.say(preset.about),
                "edition": preset.edition,
                "least_seats": game.seats(key)[0],
                "most_seats": game.seats(key)[1],
            }
            for key, preset in game.presets.items()
        },
        "bots": {name: words.say(bot.about) for name, bot in game.bots.items()},
        "house_bot": game.house_bot,
        "options": {
            option.name: {"values": words.fact(option.values), "about": words.say(option.about)}
            for option in game.options.values()
            if not option.lab
        },
    }


def games_lines(language: str) -> Iterator[Line]:
    for number, game in enumerate(all_games().values()):
        if number:
            yield line()
        yield from _game_lines(game, language)


def _game_lines(game: Game, language: str) -> Iterator[Line]:
    words = game.words(None, language)
    seats = words.phrase(seats_phrase(game.least_seats, game.most_seats))
    yield line((game.name, "strong"), f" ({game.id}), {seats}")
    yield line("  ", words.say(game.about))
    for heading, entries in _sections(game, words):
        yield line("  ", (heading, "faint"))
        width = max(COLUMN, *(len(key) + 2 for key, *_ in entries))
        for key, about, values in entries:
            yield line(f"    {key:<{width}}", about, (f" ({values})" if values else "", "faint"))


def _sections(game: Game, words: Words) -> Iterator[tuple[str, list[tuple[str, str, object]]]]:
    """What there is to choose: a heading, and for each thing its name, what it is and the values that it takes."""
    yield words.say("presets"), [(key, _preset_about(game, key, words), "") for key in game.presets]
    yield words.say("bots"), [_bot(game, name, words) for name in game.bots]
    options = [option for option in game.options.values() if not option.lab]
    if options:
        yield words.say("options"), [(o.name, words.say(o.about), words.fact(o.values)) for o in options]


def _bot(game: Game, name: str, words: Words) -> tuple[str, str, str]:
    house = words.say("house bot") if name == game.house_bot else ""
    return f"bot:{name}", words.say(game.bots[name].about), house


def _preset_about(game: Game, key: str, words: Words) -> str:
    preset = game.presets[key]
    limited = preset.least_seats or preset.most_seats
    limit = f", {words.phrase(seats_phrase(*game.seats(key)))}" if limited else ""
    return f"{preset.edition or words.name(preset.name)}{limit}: {words.say(preset.about)}"


def saved_data(folder: Path) -> list[dict[str, Any]]:
    return [{"game": path.stem, "header": header_json(play.setup)} for path, play in unfinished(folder)]


def saved_lines(folder: Path, language: str) -> Iterator[Line]:
    games = list(unfinished(folder))
    if not games:
        yield line(Words(COMMON, language).say("There is no saved game to take up."))
    for path, play in games:
        title = play.setup.game.title(play.setup.preset)
        yield line((path.stem, "strong"), f"  {title}: {', '.join(play.setup.names)}")


def replay_data(record: Record, play: Play) -> dict[str, Any]:
    outcome = play.next
    result = result_json(outcome) if isinstance(outcome, Over) else None
    data = {"header": header_json(play.setup), "events": len(record.entries), "result": result}
    return data | ({"secrets": record.secrets, "checked": len(play.events)} if record.secrets else {})


def replay_lines(record: Record, play: Play, language: str) -> Iterator[Line]:
    """The whole game told again, then the final table."""
    setup = play.setup
    words = setup.game.words(setup.preset, language)
    again = Play(setup)
    for event in play.events:
        again.again(event)
        told = tell(setup, event, again.state, words)
        if told:
            yield line(f"{told}.")
    if record.secrets:
        yield from _secret_lines(record, len(play.events), words)
        return
    yield line()
    position = again.state.game if isinstance(again.state, MatchState) else again.state
    yield from setup.game.screen(setup.game_rules, position, setup.names, words)
    yield line()
    count = len(play.events)
    if isinstance(play.next, Over):
        told = words.count(
            "The record is sound: {number} event, and the result is what it comes to.",
            "The record is sound: {number} events, and the result is what they come to.",
            count,
        )
    else:
        told = words.count(
            "The record is sound: {number} event. The game is not over.",
            "The record is sound: {number} events. The game is not over.",
            count,
        )
    yield line(told)


def _secret_lines(record: Record, checked: int, words: Words) -> Iterator[Line]:
    """What is known from the first secret on. Where it led to is not: no table can be shown."""
    for entry in record.entries[checked:]:
        yield line(f"{_heard(entry.event, record.setup.names, words)}.")
    yield line()
    facts = {"count": len(record.entries), "secrets": record.secrets, "checked": checked}
    yield line(
        words.say(
            "The record was written before the end: {count} events, {secrets} of them without their secrets. "
            "Events checked, up to the first secret: {checked}.",
            **facts,
        )
    )


def _heard(event: Event[Any], names: Sequence[str], words: Words) -> str:
    seat = getattr(event, "seat", None)
    name = "–" if seat is None else names[seat]
    match event:
        case Thrown(faces=None, count=count):
            return words.count(
                "{name} rolls {number} die in secret", "{name} rolls {number} dice in secret", count, name=name
            )
        case Thrown(faces=tuple(faces)):
            return roll_told(name, faces, len(DICE), words)
        case Acted(action=action):
            return f"{name}: {action}"
    return words.say("That is taken back")
