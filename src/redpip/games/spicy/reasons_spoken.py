"""How the facts of a reason are said: each kind of fact is known by its name, and has its phrase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from redpip.core.coaching import Told
from redpip.core.showing import number
from redpip.core.words import Words
from redpip.games.spicy.phrases import after, sentence, the_box, times, with_reds, with_turned

# the name of a fact, its place in a sentence, and what is said there
PHRASES: Mapping[str, tuple[str, Callable[[Any, Words], str]]] = {
    "box": ("box", the_box),
    "other": ("other", the_box),
    "flips": ("reds", with_turned),
    "reds": ("reds", with_reds),
    "throws": ("after", after),
}
CHANCES = {"chance": "times", "other_chance": "other_times"}


@dataclass(frozen=True, slots=True)
class Spoken(Told):
    """Other floats are points; whole numbers are said as they are."""

    def say(self, words: Words) -> str:
        return sentence(words.say(self.text, **self.facts(words)))

    def facts(self, words: Words) -> dict[str, object]:
        found: dict[str, object] = {}
        for name, fact in Told.facts(self, words).items():
            place, phrase = PHRASES.get(name, (CHANCES.get(name, name), None))
            found[place] = phrase(fact, words) if phrase else fact
        return found

    def told(self, name: str, words: Words, fact: float, finer: int) -> str:
        return times(fact, words, finer) if name in CHANCES else number(fact, words, 1 + finer)
