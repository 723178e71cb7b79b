"""A record as text that people read and mail, after the manner of chess's PGN. Text to JSON to text loses nothing.

    [game "spicy"]
    [players "Mia"; "Greedy" greedy]

    0: roll 1 2 3 4 5 6 = 424425; flip 4>2; score SET {[%loss 3.4]}
    1: ...
    result 231 198 won 0

A line belongs to the seat before the colon (``-`` for neutral dice); ``= faces`` is a throw, ``= 6 in secret`` one of
which the record keeps the number of dice alone, ``noted …`` the result of a turn, ``back n`` undoes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from redpip.core.problem import Problem
from redpip.core.record import FORMAT, Entry, Record, dump, event_json, header_json, load, load_some, result_json

_SECRET = " in secret"
_NOTED = "noted "
_TAG = re.compile(r"\[(\w+) (.*)\]$")
_ENTRY = re.compile(r"\s*(?P<move>[^;{]*?)\s*(?:\{(?P<note>[^}]*)\})?\s*(?:;|$)")


def to_text(record: Record) -> str:
    return "\n".join([*_tags(record), "", *_lines(record.entries), *_result(record)]) + "\n"


def from_text(text: str) -> Record:
    """The record in this text; it is read as its JSON Lines would be, so both are refused for the same reasons."""
    return load(_as_lines(text))


def read_record(text: str) -> Record:
    """A record in either form."""
    return load(_as_lines(text))


def read_some(text: str) -> tuple[Record, Problem | None]:
    """A record in either form as far as it can be read, and what is wrong after that."""
    return load_some(_as_lines(text))


def _as_lines(text: str) -> str:
    """JSON Lines, whichever form it has."""
    return "\n".join(json.dumps(data) for data in _read(text)) if text.lstrip().startswith("[") else text


def to_jsonl(record: Record) -> str:
    return "\n".join(dump(record)) + "\n"


def _tags(record: Record) -> Iterator[str]:
    for name, value in header_json(record.setup).items():
        yield f"[{name} {json.dumps(value, ensure_ascii=False)}]"


def _lines(entries: tuple[Entry, ...]) -> Iterator[str]:
    for prefix, group in groupby(entries, lambda entry: _prefix(event_json(entry.event))):
        yield prefix + "; ".join(_move(entry) for entry in group)


def _prefix(data: dict[str, Any]) -> str:
    if "back" in data:
        return "back "
    return f"{'-' if data['seat'] is None else data['seat']}: "


def _move(entry: Entry) -> str:
    data = event_json(entry.event)
    noted = _NOTED + data["noted"] if "noted" in data else None
    text = data.get("do") or noted or (_throw(data["throw"]) if "throw" in data else str(data["back"]))
    return f"{text} {{{entry.note}}}" if entry.note else text


def _throw(thrown: str | int) -> str:
    return f"= {thrown}{_SECRET}" if isinstance(thrown, int) else f"= {thrown}"


def _result(record: Record) -> Iterator[str]:
    if record.result is not None:
        yield f"result {json.dumps(result_json(record.result))}"


def _read(text: str) -> Iterator[dict[str, Any]]:
    header: dict[str, Any] = {}
    body: list[dict[str, Any]] = []
    for number, line in enumerate(text.split("\n"), 1):
        tag = _TAG.match(line)
        if tag and not body:
            header[tag[1]] = _json(number, tag[2])
        elif line.startswith("result "):
            body.append({"result": _json(number, line[7:])})
        elif line.strip():
            body.extend(_moves(number, line))
    if not header:
        raise Problem("bad_record", "The record has no header; it should begin with [format {ours!r}].", ours=FORMAT)
    yield header
    yield from body


def _moves(number: int, line: str) -> Iterator[dict[str, Any]]:
    seat, colon, moves = line.partition(": ")
    if line.startswith("back "):
        seat, moves = "back", line[5:]
    elif not colon or not re.fullmatch(r"-|\d+", seat):
        raise Problem(
            "bad_record",
            "Line {number} should begin with a seat and a colon, such as '0: '; got {line!r}.",
            number=number,
            line=line[:40],
        )
    for entry in _ENTRY.finditer(moves):
        if entry["move"]:
            yield _event(number, seat, entry["move"]) | ({"note": entry["note"]} if entry["note"] else {})


def _event(number: int, seat: str, move: str) -> dict[str, Any]:
    if seat == "back":
        return {"back": _json(number, move)}
    who = None if seat == "-" else int(seat)
    if move.startswith(_NOTED):
        return {"seat": who, "noted": move.removeprefix(_NOTED)}
    if not move.startswith("="):
        return {"seat": who, "do": move}
    count, secret, _ = move[1:].strip().partition(_SECRET)
    return {"seat": who, "throw": _json(number, count) if secret else count}


def _json(number: int, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Problem(
            "bad_record", "Line {number} holds {text!r}, which is not a JSON value.", number=number, text=text[:40]
        ) from None
