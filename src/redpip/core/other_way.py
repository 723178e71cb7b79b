"""What a lesson says of something else than what it asks, before that is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from redpip.core.guide import Guided
from redpip.core.history import History
from redpip.core.lesson import LEARNER, Lesson, said
from redpip.core.telling import tell
from redpip.core.words import Words


@dataclass(frozen=True, slots=True)
class OtherWay:
    told: str  # the choices, as the table tells them
    say: str  # what they are good for


def other_way(guided: Guided, choices: Sequence[str], words: Words) -> OtherWay:
    """Of these choices. What the rules do not allow they refuse."""
    before = after = guided.history
    for choice in choices:
        after = after.acted(LEARNER, after.rules.parse(choice))
    about = guided.step.about(choices[0]) if guided.step else ""
    secret = after.rules.reveals(before.state, after.state)  # nobody may look and then take it back
    told = "" if secret else ". ".join(story(after, len(before.events), words))
    return OtherWay(told, said(about, words))


def story(history: History, since: int, words: Words) -> Iterator[str]:
    """What happened after so many events, as the learner may hear it."""
    for number in range(since, len(history.events)):
        seen = history.rules.seen(history.events[number], LEARNER)
        told = tell(history.setup, seen, history.rules.view(history.states[number + 1], LEARNER), words)
        if told:
            yield told


def cost_said(loss: str, words: Words, choice: str = "") -> str:
    """What the coach thinks of other choices that give away so much, or nothing; named if nobody has named them."""
    if choice:
        named = choice[0].upper() + choice[1:]
        if loss:
            return words.say("{choice}: it gives away {loss} on average.", choice=named, loss=loss)
        return words.say("{choice}: on average it is as good as anything.", choice=named)
    if loss:
        return words.say("On average it gives away {loss}.", loss=loss)
    return words.say("On average it is as good as anything.")


def own_way_said(lesson: Lesson, words: Words) -> str:
    names = ", ".join(lesson.others)
    return words.say("Play on as you like; the dice and {names} follow. The lesson waits here.", names=names)
