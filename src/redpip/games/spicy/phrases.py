"""Pieces of sentences about Spicy Dice: boxes, reds, and how often a throw succeeds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from redpip.core.by_faces import COUNTS
from redpip.core.words import Words
from redpip.games.spicy.notation import Flip
from redpip.games.spicy.scoring import NUMBERS
from redpip.games.spicy.screen import box_name

EXACT = 36  # "one time in 36" is said up to here


def the_box(box: str, words: Words) -> str:
    """A box in a sentence: "box 6", "RED"."""
    return words.say("box {box}", box=box) if box in NUMBERS else box_name(box, words)


def turning(flips: Sequence[Flip], words: Words) -> list[str]:
    """One phrase for each number that reds are turned into."""
    into = {flip.face: [other.die for other in flips if other.face == flip.face] for flip in flips}
    turns = ((face, the_reds(dice, words)) for face, dice in into.items())
    return [words.say("turn {reds} into a {face}", reds=reds, face=face) for face, reds in turns]


def the_reds(dice: Sequence[int], words: Words) -> str:
    return words.listed([words.say("the red {die}", die=die) for die in dice])


def with_turned(flips: Sequence[Flip], words: Words) -> str:
    """Follows "with"."""
    return words.listed([words.say("the red {die} as a {face}", die=flip.die, face=flip.face) for flip in flips])


def with_reds(dice: Sequence[int], words: Words) -> str:
    """Follows "with"."""
    return words.listed([words.say("the red {die} left red", die=die) for die in dice])


def times(chance: float, words: Words, finer: int = 0) -> str:
    """How often something comes off: "one time in six", "31 times in 100", and finer "312 times in 1000"."""
    exact = Fraction(chance).limit_denominator(EXACT)
    if exact.numerator == 1 and abs(exact - chance) < 1e-9:
        of = exact.denominator
        return words.say("one time in {of}", of=words.text(COUNTS[of]) if of < len(COUNTS) else of)
    of = (100 if chance >= 0.02 else 1000) * 10**finer
    return words.say("{number} times in {of}", number=min(round(of * chance), of - 1), of=of)


def sentence(text: str) -> str:
    """With a capital, also where it begins with a box."""
    return text[:1].upper() + text[1:]


def after(throws: int, words: Words) -> str:
    if throws == 1:
        return words.say("After the throw")
    return words.say("After {count} throws", count=words.text(COUNTS[throws]))
