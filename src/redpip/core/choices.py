"""The legal actions of a seat as texts. A large set is told by patterns, each standing for many texts:

    flip 4>[1|2|3]                     one of these
    roll [1-6 of 1 2 3 4 5 6]          so many of these, in this order, with a space between them
    select [2-6 of 1 2 3 4 5! 6!]      the same, but those with a ! are always among them

``expanded`` gives back exactly the texts that went in. No action has a bracket or a bar in its own text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise, product
from math import comb

Words = tuple[str, ...]
FEW = 24  # so many actions are listed one by one
_WORDS = re.compile(r"\d+|[^\W\d]+|\W+")
_BRACKET = re.compile(r"\[([^]]*)]")
_NUMBERS = re.compile(r"(\D*[^\d ])((?: \d+)+)")  # "roll 1 4": what is before the numbers, and they
_SOME = re.compile(r"(\d+)-(\d+) of (.*)")


@dataclass(frozen=True, slots=True)
class OneOf:
    texts: tuple[str, ...]

    def __str__(self) -> str:
        return f"[{'|'.join(self.texts)}]"

    @property
    def expanded(self) -> Iterable[str]:
        return self.texts


@dataclass(frozen=True, slots=True)
class SomeOf:
    """From ``least`` to ``most`` of the texts, those in ``must`` among them."""

    texts: tuple[str, ...]
    must: tuple[str, ...]
    least: int
    most: int

    def __str__(self) -> str:
        marked = " ".join(text + "!" * (text in self.must) for text in self.texts)
        return f"[{self.least}-{self.most} of {marked}]"

    @property
    def expanded(self) -> Iterator[str]:
        for number in range(self.least, self.most + 1):
            for some in combinations(self.texts, number):
                if set(self.must) <= set(some):
                    yield " ".join(some)


@dataclass(frozen=True, slots=True)
class Pattern:
    """Parts in a row: plain text, or a choice."""

    parts: tuple[str | OneOf | SomeOf, ...]

    def __str__(self) -> str:
        return "".join(map(str, self.parts))

    @property
    def expanded(self) -> Iterator[str]:
        ways = [(part,) if isinstance(part, str) else tuple(part.expanded) for part in self.parts]
        return map("".join, product(*ways))

    @classmethod
    def read(cls, text: str) -> Pattern:
        """The pattern that this text means."""
        pieces = _BRACKET.split(text)  # plain text and what is in brackets, by turns
        parts = [_choice(piece) if number % 2 else piece for number, piece in enumerate(pieces)]
        return cls(tuple(part for part in parts if part))


def _choice(text: str) -> OneOf | SomeOf:
    found = _SOME.fullmatch(text)
    if not found:
        return OneOf(tuple(text.split("|")))
    least, most, marked = found.groups()
    texts = marked.split(" ")
    must = tuple(text.rstrip("!") for text in texts if text.endswith("!"))
    return SomeOf(tuple(text.rstrip("!") for text in texts), must, int(least), int(most))


def describe_options(options: Iterable[object]) -> list[str]:
    """The texts of these actions; where they are many, patterns that stand for them."""
    kinds: dict[type, list[object]] = defaultdict(list)
    for action in options:
        kinds[type(action)].append(action)
    return [text for actions in kinds.values() for text in _described(tuple(actions))]


@lru_cache(4096)
def _described(actions: tuple[object, ...]) -> tuple[str, ...]:
    """Actions of one kind; the same ones come up again and again."""
    texts = [str(action) for action in actions]
    return tuple(texts if len(texts) <= FEW else map(str, patterns(texts)))


def expanded(description: Iterable[str]) -> list[str]:
    """Every text that such a description stands for."""
    return [text for pattern in description for text in Pattern.read(pattern).expanded]


def patterns(texts: Sequence[str]) -> Iterator[Pattern]:
    """Patterns that stand for exactly these texts and for no other."""
    listed = dict.fromkeys(texts)
    for head, sets in _sets(texts).items():
        if some := _some_of(sets):
            yield Pattern((f"{head} ", some))
            for numbers in sets:
                del listed[" ".join([head, *numbers])]
    for rows in _alike(listed):
        yield from map(_pattern, _merged(rows))


def _sets(texts: Iterable[str]) -> Mapping[str, list[Words]]:
    """What looks like a set: by the words before them, numbers that only grow."""
    found = defaultdict(list)
    for text in texts:
        parts = _NUMBERS.fullmatch(text)
        numbers = tuple(parts[2].split()) if parts else ()
        if parts and all(int(one) < int(two) for one, two in pairwise(numbers)):
            found[parts[1]].append(numbers)
    return found


def _some_of(sets: Sequence[Words]) -> SomeOf | None:
    """The one choice that these sets are, if they are all the sets between a smallest and a largest."""
    every = {number for numbers in sets for number in numbers}
    must = {number for number in every if all(number in numbers for numbers in sets)}
    least, most = min(map(len, sets)), max(map(len, sets))
    free = len(every) - len(must)
    if least == most or len(sets) != sum(comb(free, size - len(must)) for size in range(least, most + 1)):
        return None
    return SomeOf(tuple(sorted(every, key=int)), tuple(sorted(must, key=int)), least, most)


def _alike(texts: Iterable[str]) -> Iterable[list[Words]]:
    """The texts in words, those together that differ in no more than words after the first."""
    found = defaultdict(list)
    for text in texts:
        words = tuple(_WORDS.findall(text))
        form = (words[0], *("" if word[0].isalnum() or word[0] == "_" else word for word in words[1:]))
        found[form].append(words)
    return found.values()


def _merged(rows: Sequence[Words]) -> list[tuple[Words, ...]]:
    """As few rows as this simple way finds, with a choice of words in each place: those that differ in one place alone
    become one, from the last place to the first."""
    cells: list[tuple[Words, ...]] = [tuple((word,) for word in row) for row in rows]
    for place in reversed(range(len(rows[0]))):
        groups: dict[tuple[Words, ...], Words] = {}
        for cell in cells:
            others = (*cell[:place], *cell[place + 1 :])
            groups[others] = (*groups.get(others, ()), *cell[place])
        cells = [(*others[:place], words, *others[place:]) for others, words in groups.items()]
    return cells


def _pattern(cells: Iterable[Words]) -> Pattern:
    parts: list[str | OneOf | SomeOf] = []
    for words in cells:
        match words, parts:
            case (word,), [*_, str(text)]:
                parts[-1] = text + word
            case (word,), _:
                parts.append(word)
            case _:
                parts.append(OneOf(words))
    return Pattern(tuple(parts))
