"""A review as JSON, for programs and to keep it, and as notes in the text form of its record (docs/notation.md)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from redpip.core.coaching import MARKS, Bands
from redpip.core.codec import from_json, to_json
from redpip.core.options import changed_options
from redpip.core.problem import Problem
from redpip.core.record import Entry, Record
from redpip.core.setup import Player, Setup
from redpip.core.words import Words
from redpip.play.reasons import coaching_of, read_reason, reason_json
from redpip.play.review import Decision, Review, SeatReview, Sums, Throw

FORMAT = "redpip-review/1"
_TAG = re.compile(r"\s*\[%(?:ev|loss|luck|best|mark) [^]]*\]")


def review_json(review: Review, words: Words) -> dict[str, Any]:
    setup = review.setup
    return {
        "format": FORMAT,
        "game": setup.game.id,
        "preset": setup.preset,
        "options": changed_options(setup.game_rules),
        "match": setup.match,
        "rules": setup.hash,
        "unit": review.unit,
        "exact": review.exact,
        "bands": to_json(review.bands),
        "seats": [_seat_json(review, seat) for seat in range(len(review.seats))],
        "decisions": [_decision_json(decision, words) for decision in review.decisions],
        "throws": to_json(review.throws),
        "remarks": [{"code": remark.code, "message": words.problem(remark)} for remark in review.remarks],
    }


def _seat_json(review: Review, number: int) -> dict[str, Any]:
    seat, decisions = review.seats[number], review.of(number)
    marks = Counter(decision.mark for decision in decisions)
    sums = to_json(seat.sums) or dict.fromkeys(("start", "luck", "cost", "others"))
    return {
        "name": seat.name,
        "bot": seat.bot,
        **sums,
        "result": seat.result,
        "decisions": len(decisions),
        "marks": {mark: marks[mark] for mark in MARKS},
        "values": to_json(seat.values),
    }


def _decision_json(decision: Decision, words: Words) -> dict[str, Any]:
    reason = decision.reason
    return {
        **{name: getattr(decision, name) for name in Decision.__slots__ if name != "reason"},
        "reason": reason.say(words) if reason else None,
        "why": reason_json(reason) if reason else None,
    }


def read_review(data: Mapping[str, Any], setup: Setup) -> Review:
    """The review that was kept of a game with this setup; the names are those of the setup."""
    if data.get("format") != FORMAT or data.get("rules") != setup.hash:
        raise Problem("bad_value", "This is not a review of this game in the form {ours!r}.", ours=FORMAT)
    coaching = coaching_of(setup.game, setup.game_rules, data["unit"])

    def decision(kept: Mapping[str, Any]) -> Decision:
        why = kept["why"]
        facts = {name: kept[name] for name in Decision.__slots__ if name != "reason"}
        return Decision(**facts, reason=read_reason(coaching, why) if why else None)

    return Review(
        setup,
        data["unit"],
        data["exact"],
        None if data["bands"] is None else from_json(Bands, data["bands"]),
        tuple(_read_seat(seat, player) for seat, player in zip(data["seats"], setup.players, strict=True)),
        tuple(map(decision, data["decisions"])),
        tuple(from_json(Throw, throw) for throw in data["throws"]),
        tuple(Problem(remark["code"], "{said}", said=remark["message"]) for remark in data["remarks"]),
    )


def _read_seat(data: Mapping[str, Any], player: Player) -> SeatReview:
    sums = None if data["start"] is None else Sums(data["start"], data["luck"], data["cost"], data["others"])
    values = tuple((event, value) for event, value in data["values"])
    return SeatReview(player.name, player.bot, sums, data["result"], values)


def annotated(record: Record, review: Review) -> Record:
    """The record with what the review found noted at its events; what others noted stays, older notes of ours go."""
    found = _notes(review)
    entries = (_noted(entry, found.get(number, ())) for number, entry in enumerate(record.entries, 1))
    return replace(record, entries=tuple(entries))


def _noted(entry: Entry, notes: tuple[str, ...]) -> Entry:
    kept = _TAG.sub("", entry.note).strip()
    return replace(entry, note=" ".join([*([kept] if kept else []), *notes]))


def _notes(review: Review) -> dict[int, tuple[str, ...]]:
    notes: dict[int, list[str]] = defaultdict(list)
    for seat in review.seats:
        for event, value in seat.values:
            notes[event].append(f"[%ev {value:.3f}]")
    for throw in review.throws:
        notes[throw.event].append(f"[%luck {throw.luck:+.3f}]")
    for decision in review.decisions:
        notes[decision.last].extend(_decision_notes(decision))
    return {event: tuple(texts) for event, texts in notes.items()}


def _decision_notes(decision: Decision) -> Iterator[str]:
    yield f"[%loss {decision.cost:.3f}]"
    if decision.mark:
        yield f"[%mark {decision.mark}]"
        yield f"[%best {decision.best}]"
