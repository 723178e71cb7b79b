"""Training in a worker process, for the service: plain values in, what JSON can hold out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from redpip.core.coaching import Line
from redpip.core.codec import from_json, to_json
from redpip.core.effort import Effort, Progress
from redpip.core.problem import Problem
from redpip.core.record import header_json
from redpip.core.words import Words
from redpip.play.coach import Coach
from redpip.play.daily import daily_set
from redpip.play.errands import coach_for
from redpip.play.thinking_question import Errand
from redpip.play.training import Card, Trainer, Verdict

Data = dict[str, Any]


class _Trainer(Trainer):
    """Its coaches are those that this process keeps for everybody."""

    def __init__(self, progress: Progress) -> None:
        super().__init__()
        self._progress = progress

    def coach(self, card: Card) -> Coach:
        return coach_for(header_json(card.setup), self._progress)


# ---- the daily set


def daily_errand(day: date, language: str) -> Errand:
    return Errand("daily set", "", _daily, (day.isoformat(),), language)


def _daily(day: str, progress: Progress) -> list[Data]:
    return [to_json(card) for card in daily_set(date.fromisoformat(day), effort=Effort(progress))]


# ---- a question and its answer


def choices_errand(card: Card, language: str) -> Errand:
    """What can be chosen from, in an order that tells nothing."""
    return Errand("training choices", card.rules, _choices, (to_json(card), language), language)


def _choices(data: Mapping[str, Any], language: str, progress: Progress) -> list[Data]:
    card, trainer, words = _opened(data, language, progress)
    return [_choice(card, trainer, line, words) for line in trainer.choices(card)]


def judge_errand(card: Card, line: str, language: str) -> Errand:
    """What an answer cost, what each choice would have cost, and why."""
    return Errand("training answer", card.rules, _judge, (to_json(card), line, language), language)


def _judge(data: Mapping[str, Any], text: str, language: str, progress: Progress) -> Data:
    card, trainer, words = _opened(data, language, progress)
    lines = trainer.choices(card)
    chosen = next((line for line in lines if line.text == text), None)
    if chosen is None:
        raise Problem("unknown_choice", "This is not among the choices of this position.")
    verdict = trainer.judge(card, chosen.actions)
    costs = [_choice(card, trainer, line, words) | {"cost": verdict.counsel.cost(line)} for line in lines]
    return _verdict(card, verdict, trainer, words) | {"choices": costs}


def _verdict(card: Card, verdict: Verdict, trainer: Trainer, words: Words) -> Data:
    counsel = verdict.counsel
    return {
        "line": verdict.line.text,
        "cost": verdict.cost,
        "mark": verdict.mark,
        "best": _choice(card, trainer, counsel.best, words),
        "reason": counsel.reason.say(words),
        "unit": counsel.unit,
        "exact": counsel.exact,
    }


def _choice(card: Card, trainer: Trainer, line: Line, words: Words) -> Data:
    coach = trainer.coach(card)
    said = coach.coaching.line(coach.rules, coach.point(card.position, card.seat).view, card.seat, line.actions, words)
    return {"line": line.text, "text": said[:1].upper() + said[1:]}


def _opened(data: Mapping[str, Any], language: str, progress: Progress) -> tuple[Card, Trainer, Words]:
    card: Card = from_json(Card, dict(data))
    return card, _Trainer(progress), card.setup.game.words(card.preset, language).aloud()
