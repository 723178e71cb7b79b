"""Pieces of sentences about Spicy Dice: boxes, dice, reds, and how often a throw succeeds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from redpip.core.dice import DICE, Faces
from redpip.core.showing import face_name
from redpip.core.words import N_, Words
from redpip.games.spicy.notation import Flip
from redpip.games.spicy.scoring import NUMBERS
from redpip.games.spicy.screen import box_name

COUNTS = ("", N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"))
ALIKE = ("", N_("1s"), N_("2s"), N_("3s"), N_("4s"), N_("5s"), N_("6s"))
ORDER = (N_("first"), N_("second"), N_("third"), N_("fourth"), N_("fifth"), N_("sixth"))  # from the left
EXACT = 36  # "one time in 36" is said up to here


def the_box(box: str, words: Words) -> str:
    """A box in a sentence: "box 6", "RED"."""
    return words.say("box {box}", box=box) if box in NUMBERS else box_name(box, words)


def the_dice(dice: Sequence[int], words: Words) -> str:
    return words.count("die {dice}", "dice {dice}", len(dice), dice=words.listed([str(die) for die in dice]))


def thrown_dice(dice: Sequence[int], words: Words) -> str:
    return words.say("all dice") if len(dice) == len(DICE) else the_dice(dice, words)


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


def by_faces(dice: Sequence[int], faces: Faces, words: Words) -> str:
    """These dice by what they show: "the two 5s and the red 2". Nothing where that could mean other dice too."""
    reds = [die for die in dice if faces[die - 1] == die]
    if len(reds) == len(dice) > 1 and len(reds) == sum(face == die for die, face in enumerate(faces, 1)):
        return words.say("the {count} reds", count=words.text(COUNTS[len(reds)]))
    shown = sorted({faces[die - 1] for die in dice})
    if len(shown) == len(dice) > 2 and all(faces.count(face) == 1 for face in shown):
        each = [face_name(faces.index(face) + 1, face, words) for face in shown]
        return words.say("the {faces}", faces=words.listed(each))
    told = [_alike(dice, faces, face, words) for face in shown]
    return words.listed(told) if all(told) else ""


def _alike(dice: Sequence[int], faces: Faces, face: int, words: Words) -> str:
    """Those of the dice that show this face."""
    meant = [die for die in dice if faces[die - 1] == face]
    alike = [die for die, shown in enumerate(faces, 1) if shown == face]
    facts = {"count": words.text(COUNTS[len(meant)]), "faces": words.text(ALIKE[face])}
    if meant == [face]:
        return words.say("the red {die}", die=face)
    if meant == alike:
        return words.say("the {count} {faces}", **facts) if len(meant) > 1 else words.say("the {face}", face=face)
    if meant == [die for die in alike if die != face]:
        told = words.say("the {count} white {faces}", **facts)
        return told if len(meant) > 1 else words.say("the white {face}", face=face)
    if len(meant) == 1:
        return words.say("the {nth} {face}", nth=words.text(ORDER[alike.index(meant[0])]), face=face)
    return ""


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
