"""Dice in a sentence by what they show, as nobody sees the number of a die: "the two 5s and the red 2"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redpip.core.dice import Faces, red_dice, shown, without
from redpip.core.showing import face_name
from redpip.core.words import N_, Words

COUNTS = ("", N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"))
ALIKE = ("", N_("1s"), N_("2s"), N_("3s"), N_("4s"), N_("5s"), N_("6s"))
ORDER = (N_("first"), N_("second"), N_("third"), N_("fourth"), N_("fifth"), N_("sixth"))  # from the left


def by_faces(dice: Sequence[int], faces: Faces, words: Words) -> str:
    """These dice, and no others that lie there."""
    if len(dice) > 1 and tuple(dice) == red_dice(faces):
        return words.say("the {count} reds", count=words.text(COUNTS[len(dice)]))
    numbers = sorted({faces[die - 1] for die in dice})
    if len(numbers) == len(dice) > 2 and all(faces.count(face) == 1 for face in numbers):
        each = [face_name(faces.index(face) + 1, face, words) for face in numbers]
        return words.say("the {faces}", faces=words.listed(each))
    return words.listed(_each(dice, faces, words))


def rolling(dice: Sequence[int], faces: Faces, words: Words, *, lean: bool = True) -> str:
    """To roll these again, told by what is kept or by what is rolled, whatever is shorter; ``lean`` is for what is kept
    where both are."""
    kept = without(shown(faces), dice)
    if not kept:
        return words.say("roll all dice")
    rest, rolled = (_each(some, faces, words) for some in (kept, dice))
    if len(rest) < len(rolled) + lean:
        return words.say("keep {dice}, roll the rest", dice=by_faces(kept, faces, words))
    return words.say("roll {dice}", dice=by_faces(dice, faces, words))


def _each(dice: Sequence[int], faces: Faces, words: Words) -> list[str]:
    """Each number among them by itself."""
    return [said for face in sorted({faces[die - 1] for die in dice}) for said in _alike(dice, faces, face, words)]


def _alike(dice: Sequence[int], faces: Faces, face: int, words: Words) -> Iterator[str]:
    """Those of the dice that show this face; where they are only some of those that look the same, one by one."""
    meant = [die for die in dice if faces[die - 1] == face]
    alike = [die for die in shown(faces) if faces[die - 1] == face]
    facts = {"count": words.text(COUNTS[len(meant)]), "faces": words.text(ALIKE[face]), "face": face}
    if meant == alike and len(meant) > 1:
        yield words.say("the {count} {faces}", **facts)
    elif meant == alike and meant != [face]:
        yield words.say("the {face}", **facts)
    elif len(meant) > 1 and meant == [die for die in alike if die != face]:
        yield words.say("the {count} white {faces}", **facts)
    elif meant == [die for die in alike if die != face]:
        yield words.say("the white {face}", **facts)
    else:
        yield from (_one(die, face, alike, words) for die in meant)


def _one(die: int, face: int, alike: Sequence[int], words: Words) -> str:
    if die == face:
        return words.say("the red {die}", die=die)
    return words.say("the {nth} {face}", nth=words.text(ORDER[alike.index(die)]), face=face)
