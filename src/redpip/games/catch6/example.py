"""Which numbers six dice catch, and how."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.dice import DICE, Faces, red_dice
from redpip.core.example import Box, Example, Group, Laid
from redpip.core.words import N_, Words
from redpip.games.catch6.rules import Catch6Rules
from redpip.games.catch6.scoring import ALIKE, Way, catches, first_way, points


def score(_rules: Catch6Rules, laid: Laid, words: Words) -> Sequence[Box]:
    (faces,) = laid.throws
    return [_box(faces, number, words) for number in DICE]


def _box(faces: Faces, number: int, words: Words) -> Box:
    if number not in dict(catches(faces)):
        return Box(str(number), str(number), "–", _why_not(faces, number, words), good=False)
    way = first_way(faces, number)
    say = " ".join((_why(way, number, words), words.say("It is worth {points}.", points=points(number))))
    return Box(str(number), str(number), str(points(number)), say)


def _why(way: Way, number: int, words: Words) -> str:
    match way:
        case "red":
            return words.say("The red {number} and at least three white ones catch the {number}.", number=number)
        case "fullhouse":
            return words.say("A full house: no number stands alone, so you may catch the {number}.", number=number)
        case "raffle":
            return words.say("Six alike are a raffle: you may catch any free number, the {number} too.", number=number)


def _why_not(faces: Faces, number: int, words: Words) -> str:
    count, red = faces.count(number), number in red_dice(faces)
    if red:
        return words.say(
            "The red {number} needs three white ones beside it; there are {white}.", number=number, white=count - 1
        )
    if count >= ALIKE:
        return words.say("{count} × {number}, but none of them is red.", count=count, number=number)
    return words.say("These dice do not catch the {number}.", number=number)


def _caught(boxes: Sequence[Box]) -> str:
    return next((box.key for box in boxes if box.good), max(boxes, key=lambda box: len(box.say)).key)


EXAMPLE = Example((Group(N_("Your dice")),), "555355", "three-ways-to-catch", score, _caught)
