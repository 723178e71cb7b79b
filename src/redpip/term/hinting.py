"""A hint in words: what is best, what it is worth, and what the next best would cost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from redpip.core.advice import Advice
from redpip.core.words import Words
from redpip.play.hints import Hint
from redpip.term.phrasebook import Phrasebook

NOTHING = 0.005  # a smaller loss would be shown as 0.00


def hint_lines(hint: Hint, book: Phrasebook, words: Words) -> Iterator[str]:
    if hint.advice:
        yield from _ranking(hint.advice, book, words)
    elif hint.bot:
        yield words.say("bot:{bot} would play: {action}", bot=hint.bot, action=book.shown(hint.action))
    else:
        yield words.say("There is only one move: {action}.", action=book.shown(hint.action))


def _ranking(advice: Advice[Any], book: Phrasebook, words: Words) -> Iterator[str]:
    best = advice.ranked[0]
    worse = (one for one in advice.ranked if best.value - one.value >= NOTHING)
    facts = {"action": book.shown(best.action), "worth": _amount(best.value, advice, words)}
    if advice.exact:
        yield words.say("Best is {action}: you can then expect {worth}, and that is exact.", **facts)
    else:
        yield words.say("Best is {action}: you can then expect {worth}, as far as can be told.", **facts)
    for other in islice(worse, 1):
        loss = _amount(best.value - other.value, advice, words)
        yield words.say("Next is {action}, which costs {loss}.", action=book.shown(other.action), loss=loss)


def _amount(value: float, advice: Advice[Any], words: Words) -> str:
    if advice.unit == "points":
        return words.say("{points} points", points=f"{value:.2f}")
    if advice.unit == "turns":
        return words.say("{turns} turns", turns=f"{abs(value):.2f}")
    return words.say("{percent} % to win", percent=f"{100 * value:.1f}")
