"""What the coach does in a worker process, for tables and pages: plain values in, what JSON can hold out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from redpip.core.coaching import Line
from redpip.core.effort import Effort, Progress
from redpip.core.game import Event, Seat
from redpip.core.history import History
from redpip.core.record import header_json, read_header
from redpip.core.rulebook import rule_link
from redpip.core.words import Words
from redpip.play.amounts import amount
from redpip.play.coach import Coach, Counsel, beyond, game_state
from redpip.play.thinking_question import Errand

THREADS = 2


class _Told:
    """Whom the coach tells how far it is: whoever asks now."""

    progress: Progress = staticmethod(lambda _: None)


@lru_cache(maxsize=4)
def _kept(header: str) -> tuple[Coach, _Told]:
    """Coaches stay for the next question, with what they have worked out."""
    told = _Told()
    return Coach(read_header(json.loads(header)), Effort(lambda part: told.progress(part), THREADS)), told


def coach_for(header: Mapping[str, Any], progress: Progress) -> Coach:
    """The coach of games with this setup: a record's header, of which names, bots and dice do not matter."""
    names = [{"name": str(number)} for number in range(len(header["players"]))]
    common = {**header, "players": names, "first": 0, "seed": None}
    common.pop("fair", None)
    coach, told = _kept(json.dumps(common, sort_keys=True))
    told.progress = progress
    return coach


def counsel_errand(play: History, seat: Seat, lean: Sequence[str], language: str) -> Errand:
    """What the coach says to this seat now, knowing what it may know. ``lean``: actions that it has in mind."""
    view = play.rules.view(play.state, seat)
    heard = tuple(play.rules.seen(event, seat) for event in play.events) if play.setup.game.secrets else ()
    facts = (header_json(play.setup), seat, game_state(view), heard, tuple(lean), language)
    return Errand("coach", play.setup.hash, _counsel, facts, language)


def _counsel(
    header: Mapping[str, Any],
    seat: Seat,
    view: Any,
    heard: Sequence[Event[Any]],
    lean: Sequence[str],
    language: str,
    progress: Progress,
) -> dict[str, Any]:
    coach = coach_for(header, progress)
    setup = coach.setup
    with setup.game.concerned(setup.preset):
        counsel = coach.counsel_at(view, seat, heard, [coach.rules.parse(text) for text in lean])
    return counsel_json(coach, counsel, view, seat, setup.game.words(setup.preset, language).aloud())


def counsel_json(coach: Coach, counsel: Counsel, view: Any, seat: Seat, words: Words) -> dict[str, Any]:
    def told(line: Line | None) -> dict[str, Any] | None:
        if line is None:
            return None
        cost = counsel.cost(line)
        return {
            "actions": [str(action) for action in line.actions],
            "text": coach.coaching.line(coach.rules, view, seat, line.actions, words),
            "value": line.value,
            "error": line.error,
            "worth": amount(line.value, counsel.unit, words),
            "cost": cost,
            "loss": amount(cost, counsel.unit, words) if cost else "",
        }

    return {
        "unit": counsel.unit,
        "exact": counsel.exact,
        "best": told(counsel.best),
        "runner_up": told(counsel.runner_up),
        "beyond": beyond(coach.setup, words),
        "lean": told(counsel.lean),
        "kind": counsel.reason.kind,
        "rule": rule_link(coach.setup.game, coach.setup.preset, counsel.reason.kind),
        "reason": counsel.reason.say(words),
    }
