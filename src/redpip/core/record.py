"""What happened, so that anybody can check it: a header, the events in order, the result.

A record is JSON Lines: the header, one event a line, the result. ``transcript`` has the text form for people.
Reading checks each line's form; ``replay`` plays the events again, so that one that makes no sense is refused
where it stands. Before its end a game with secrets is recorded without them, and ``replay`` goes up to the first.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from redpip.core.catalog import Game, find_game
from redpip.core.codec import from_json, to_json
from redpip.core.dice import faces_text, parse_faces
from redpip.core.fair import Fair
from redpip.core.game import Acted, Back, Event, Noted, Over, Thrown
from redpip.core.noting import parse_note
from redpip.core.options import changed_options, read_options
from redpip.core.playing import Play
from redpip.core.problem import Problem, Refused, unknown
from redpip.core.setup import Player, Setup

FORMAT = "redpip-record/1"
PEOPLE = "people"  # who threw the dice, where they were real ones


@dataclass(frozen=True, slots=True)
class Heard:
    """What others heard of a secret choice. Nobody can choose this."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in a record, with whatever a reader noted about it."""

    event: Event[Any]
    note: str = ""

    @property
    def secret(self) -> bool:
        """Does it tell less than happened?"""
        match self.event:
            case Thrown(faces=None) | Acted(action=Heard()):
                return True
        return False


@dataclass(frozen=True)
class Record:
    setup: Setup
    entries: tuple[Entry, ...]
    result: Over | None = None

    @property
    def secrets(self) -> int:
        """How many events tell less than happened."""
        return sum(entry.secret for entry in self.entries)


def replay(record: Record) -> Play:
    """The game as the record tells it, up to the first secret that it keeps, or a Problem that names the event where
    it stops making sense."""
    play, wrong = replay_some(record)
    if wrong:
        raise wrong
    return play


def replay_some(record: Record) -> tuple[Play, Problem | None]:
    """The same as far as it makes sense, and what is wrong after that."""
    play = Play(record.setup)
    try:
        with record.setup.game.concerned(record.setup.preset):
            _replay(record, play)
    except Problem as wrong:
        return play, wrong
    return play, None


def _replay(record: Record, play: Play) -> None:
    for number, entry in enumerate(takewhile(lambda entry: not entry.secret, record.entries), 1):
        _play_again(play, number, entry)
    for number, entry in list(enumerate(record.entries, 1))[len(play.events) :]:
        _check_seat(number, entry.event, len(record.setup.players))
    if record.result is not None and play.next != record.result:
        count = len(record.entries)
        raise Problem("wrong_result", "The result after event {number} is not what the game came to.", number=count)


def _play_again(play: Play, number: int, entry: Entry) -> None:
    try:
        play.again(entry.event)
    except Problem as wrong:
        raise Problem(wrong.code, "Event {number} does not fit: {problem}", number=number, problem=wrong) from None


def _check_seat(number: int, event: Event[Any], seats: int) -> None:
    """All that can be wrong with an event that nobody can play again."""
    seat = getattr(event, "seat", None)
    if seat is not None and not 0 <= seat < seats:
        raise Problem("wrong_seat", "Event {number}: There is no seat {seat}.", number=number, seat=seat)


def record_of(play: Play) -> Record:
    outcome = play.next
    return Record(play.setup, tuple(map(Entry, play.events)), outcome if isinstance(outcome, Over) else None)


# ---- JSON Lines


def header_json(setup: Setup) -> dict[str, Any]:
    names = [{"name": p.name} | ({"bot": p.bot} if p.bot else {}) for p in setup.players]
    own = PEOPLE if setup.own_dice else None
    more = {"fair": to_json(setup.fair), "given": setup.given, "coach": setup.coach, "dice": own}
    return {
        "format": FORMAT,
        "game": setup.game.id,
        "preset": setup.preset,
        "options": changed_options(setup.game_rules),
        "rules": setup.hash,
        "players": names,
        "first": setup.first,
        "seed": setup.seed,
        "match": setup.match,
    } | {name: value for name, value in more.items() if value}


def event_json(event: Event[Any]) -> dict[str, Any]:
    match event:
        case Thrown(seat=seat, faces=faces, count=count):
            return {"seat": seat, "throw": faces_text(faces) if faces else count}
        case Acted(seat=seat, action=action):
            return {"seat": seat, "do": str(action)}
        case Noted(seat=seat, note=note):
            return {"seat": seat, "noted": str(note)}
        case Back(to=to):
            return {"back": to}


def result_json(over: Over) -> dict[str, Any]:
    return {"scores": list(over.scores), "returns": list(over.returns), "winners": list(over.winners)}


def dump(record: Record) -> Iterator[str]:
    """The record's lines."""
    yield _line(header_json(record.setup))
    for entry in record.entries:
        yield _line(event_json(entry.event) | ({"note": entry.note} if entry.note else {}))
    if record.result is not None:
        yield _line({"result": result_json(record.result)})


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def load(text: str) -> Record:
    """The record in these lines."""
    record, wrong = load_some(text)
    if wrong:
        raise wrong
    return record


def load_some(text: str) -> tuple[Record, Problem | None]:
    """The same as far as it can be read, and what is wrong after that. Only a header that tells too little to know the
    game is refused."""
    lines = [_read_line(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise Problem("bad_record", "The record is empty; its first line should be a header.")
    setup, body = _read_setup(lines[0]), lines[1:]
    entries: list[Entry] = []
    result: Over | None = None
    try:
        if body and "result" in body[-1]:
            result = _read_result(body.pop()["result"])
        _check_rules(lines[0], setup)
        with setup.game.concerned(setup.preset):
            for number, data in enumerate(body, 1):
                entries.append(_read_entry(number, data, setup))
    except Problem as wrong:
        return Record(setup, tuple(entries), result), wrong
    return Record(setup, tuple(entries), result), None


def _read_line(number: int, line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise Problem("bad_record", "Line {number} is not a JSON object: {line!r}.", number=number, line=line[:40])
    return data


def read_header(data: Mapping[str, Any]) -> Setup:
    setup = _read_setup(data)
    _check_rules(data, setup)
    return setup


def _read_setup(data: Mapping[str, Any]) -> Setup:
    if "format" not in data:
        raise Problem("bad_format", "This is no record: its first line should say the format {ours!r}.", ours=FORMAT)
    if data.get("format") != FORMAT:
        raise Problem(
            "bad_format",
            "This is not a record we can read: its format is {given!r}, not {ours!r}.",
            given=data.get("format"),
            ours=FORMAT,
        )
    game, _ = find_game(_field(data, "game", str))
    return Setup(
        game,
        _read_preset(game, _field(data, "preset", str)),
        read_options(game.rules, _field(data, "options", dict)),
        tuple(_read_player(player) for player in _field(data, "players", list)),
        _field(data, "first", int),
        _field(data, "seed", str | None),
        _field(data, "match", int | None),
        _field(data, "fair", Fair) if "fair" in data else None,
        _read_count(data, "given"),
        _field(data, "coach", bool) if "coach" in data else False,
        _read_own_dice(data),
    )


def _check_rules(data: Mapping[str, Any], setup: Setup) -> None:
    if data.get("rules") != setup.hash:
        raise Problem(
            "other_rules",
            "The record was played by other rules ({theirs}) than ours ({ours}).",
            theirs=data.get("rules"),
            ours=setup.hash,
        )


def _field(data: Mapping[str, Any], name: str, kind: Any) -> Any:
    try:
        return from_json(kind, data[name])
    except KeyError:
        raise Problem("bad_record", "The header is damaged: it has no {name}.", name=name) from None
    except Problem as wrong:
        raise Problem("bad_record", "The header is damaged at {name}: {problem}", name=name, problem=wrong) from None


def _read_count(data: Mapping[str, Any], name: str) -> int:
    count: int = _field(data, name, int) if name in data else 0
    if count < 0:
        raise Problem("bad_record", "The header is damaged: {name} is a number from 0 on.", name=name)
    return count


def _read_own_dice(data: Mapping[str, Any]) -> bool:
    if data.get("dice", PEOPLE) != PEOPLE:
        raise Problem("bad_record", "The header is damaged: dice can be {people!r} alone.", people=PEOPLE)
    return "dice" in data


def _read_preset(game: Game, name: str) -> str:
    if name not in game.presets:
        raise unknown("preset", name, list(game.presets))
    return name


def _read_player(data: Any) -> Player:
    if not isinstance(data, dict) or not isinstance(data.get("name"), str):
        raise Problem("bad_record", "The header is damaged: each of its players is an object with a name.")
    name = data["name"]
    if not name.isprintable():
        raise Problem("bad_record", "A player's name holds signs that cannot be shown: {name!r}.", name=name)
    return Player(name, _field(data, "bot", str | None) if "bot" in data else None)


def _read_entry(number: int, data: Mapping[str, Any], setup: Setup) -> Entry:
    note = data.get("note", "")
    if not isinstance(note, str) or not note.isprintable() or any(char in note for char in "{}"):
        raise Problem(
            "bad_record", "The note of event {number} must be one line of text without braces.", number=number
        )
    try:
        return Entry(read_event({key: value for key, value in data.items() if key != "note"}, setup), note)
    except Problem as wrong:
        raise Problem(wrong.code, "Event {number}: {problem}", number=number, problem=wrong) from None


def read_event(data: Mapping[str, Any], setup: Setup) -> Event[Any]:
    # true is a number to Python alone
    plain = not any(isinstance(value, bool) for value in data.values())
    match data:
        case {"seat": int() | None as seat, "throw": str(faces), **rest} if plain and not rest:
            thrown = parse_faces(faces)
            return Thrown(seat, thrown, sum(map(bool, thrown)))
        case {"seat": int(seat), "throw": 1 | 2 | 3 | 4 | 5 | 6 as count, **rest} if plain and not rest:
            return _secret_throw(seat, count, setup)
        case {"seat": int(seat), "do": str(text), **rest} if plain and not rest:
            return Acted(seat, _read_action(text, setup))
        case {"seat": int(seat), "noted": str(text), **rest} if plain and not rest:
            return Noted(seat, parse_note(text))
        case {"back": int(to), **rest} if plain and not rest:
            return Back(to)
    line = _line(data)[:60]
    raise Problem("bad_record", "This is neither a throw, an action, a noted turn nor a step back: {line}", line=line)


def _secret_throw(seat: int, count: int, setup: Setup) -> Event[Any]:
    if not _keeps_secrets(setup):
        raise Problem("bad_record", "This record may keep no secrets; a throw says what the dice show.")
    return Thrown(seat, None, count)


def _keeps_secrets(setup: Setup) -> bool:
    """May the record tell less than happened? Once its dice can be checked, it tells all."""
    return setup.game.secrets and setup.seed is None


def _read_action(text: str, setup: Setup) -> Any:
    try:
        return setup.rules.parse(text)
    except Refused:
        if _keeps_secrets(setup) and text.isprintable():
            return Heard(text)
        raise


def _read_result(data: Any) -> Over:
    try:
        return Over(tuple(data["scores"]), tuple(data["returns"]), tuple(data["winners"]))
    except (KeyError, TypeError):
        raise Problem("bad_record", "The result is damaged: it needs scores, returns and winners.") from None
