"""What the coach or a bot says, in lines: what is best, what it is worth, why, and what something else would cost."""

from __future__ import annotations

from collections.abc import Iterator

from redpip.core.coaching import Line
from redpip.core.setup import Setup
from redpip.core.words import Words
from redpip.play.amounts import amount
from redpip.play.coach import Counsel, beyond
from redpip.play.hints import Hint
from redpip.term.phrasebook import Phrasebook

PLACES = 2


def hint_lines(hint: Hint | Counsel, setup: Setup, book: Phrasebook, words: Words) -> Iterator[str]:
    if isinstance(hint, Counsel):
        yield from _counsel(hint, book, words)
        yield from filter(None, [beyond(setup, words)])
    elif hint.bot:
        yield words.say("bot:{bot} would play: {action}", bot=hint.bot, action=book.shown(hint.action))
    else:
        yield words.say("There is only one move: {action}.", action=book.shown(hint.action))


def _counsel(counsel: Counsel, book: Phrasebook, words: Words) -> Iterator[str]:
    best, lean = counsel.best, counsel.lean
    facts = {"action": _typed(best, book), "worth": amount(best.value, counsel.unit, words, PLACES)}
    if counsel.exact:
        yield words.say("Best is {action}: you can then expect {worth}, and that is exact.", **facts)
    else:
        error = amount(best.error, counsel.unit, words, PLACES)
        yield words.say(
            "Best is {action}: you can then expect about {worth}, give or take {error}.", error=error, **facts
        )
    yield counsel.reason.say(words)
    if lean and counsel.cost(lean):
        yield words.say("What you have in mind, {action}, costs {loss}.", **_other(counsel, lean, book, words))
    elif lean:
        yield words.say("What you have in mind is as good.")
    elif counsel.runner_up:
        yield words.say("Next is {action}, which costs {loss}.", **_other(counsel, counsel.runner_up, book, words))


def _other(counsel: Counsel, line: Line, book: Phrasebook, words: Words) -> dict[str, str]:
    loss = amount(counsel.cost(line), counsel.unit, words, PLACES)
    return {"action": _typed(line, book), "loss": loss}


def _typed(line: Line, book: Phrasebook) -> str:
    return "; ".join(map(book.shown, line.actions))
