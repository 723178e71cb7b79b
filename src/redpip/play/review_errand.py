"""A review made in a worker process. It is kept without names, which somebody may ask to have removed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from redpip.core.effort import Effort, Progress
from redpip.core.history import History
from redpip.core.playing import Play
from redpip.core.record import record_of
from redpip.core.setup import Player
from redpip.core.transcript import read_record, to_jsonl
from redpip.play.errands import THREADS
from redpip.play.review import review
from redpip.play.review_forms import review_json
from redpip.play.thinking_question import Errand


def review_errand(history: History, language: str) -> Errand:
    """What the coach finds in this game, as ``read_review`` takes it."""
    play = Play(history.setup)
    play.history = history
    setup = history.setup
    nobody = tuple(Player(str(seat), player.bot) for seat, player in enumerate(setup.players))
    record = replace(record_of(play), setup=replace(setup, players=nobody, seed=None, fair=None, given=0))
    return Errand("review", setup.hash, _review, (to_jsonl(record),), language)


def _review(text: str, progress: Progress) -> dict[str, Any]:
    record = read_record(text)
    setup = record.setup
    with setup.game.concerned(setup.preset):
        found = review(record, effort=Effort(progress, THREADS))
    return review_json(found, setup.game.words(setup.preset, "en"))
