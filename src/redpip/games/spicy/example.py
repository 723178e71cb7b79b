"""What any six dice pay in each of the ten boxes, and why."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.dice import Faces, red_dice
from redpip.core.example import Box, Example, Group, Laid
from redpip.core.words import N_, Words
from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.scoring import NUMBERS, is_run, pepper, value
from redpip.games.spicy.screen import PEPPERS, box_name, reason


def score(rules: SpicyRules, laid: Laid, words: Words) -> Sequence[Box]:
    (faces,) = laid.throws
    return [_box(faces, box, words) for box in rules.boxes]


def _box(faces: Faces, box: str, words: Words) -> Box:
    points, name = value(faces, box), box_name(box, words)
    title = words.say("Box {box}", box=box) if box in NUMBERS else name
    say = words.say("{box} pays {points}: {why}", box=title, points=points, why=_why(faces, box, points, words))
    tag = reason(faces, box, points, words) if points else ""
    return Box(box, name, str(points), say, tag, good=points > 0, wide=box not in NUMBERS)


def _why(faces: Faces, box: str, points: int, words: Words) -> str:
    if kind := pepper(faces):
        return words.say("{pepper}, instead of anything else.", pepper=words.name(PEPPERS[kind]))
    return _number(faces, int(box), points, words) if box in NUMBERS else _combination(faces, box, points, words)


def _number(faces: Faces, number: int, points: int, words: Words) -> str:
    plain = number * faces.count(number)
    red = number in red_dice(faces)
    if not plain:
        return words.say("no die shows a {number}.", number=number)
    if red and points == 2 * plain:
        return words.say(
            "your {number}s make {plain}, and the red {number} doubles the box.", number=number, plain=plain
        )
    if red:
        combination = box_name("RUN" if is_run(faces) else "SET", words)
        return words.say(
            "{combination} may stand here, since the red {number} shows.", combination=combination, number=number
        )
    return words.say("the sum of your {number}s; the red {number} is not there.", number=number)


def _combination(faces: Faces, box: str, points: int, words: Words) -> str:
    match box:
        case "RUN":
            return words.say("all six numbers are there.") if points else words.say("not all six numbers are there.")
        case "SET" if points:
            return words.say("no number stands alone.")
        case "SET":
            alone = [str(face) for face in sorted(set(faces)) if faces.count(face) == 1]
            return words.count(
                "the {alone} stands alone.", "{alone} stand alone.", len(alone), alone=words.listed(alone)
            )
        case "SUM":
            return words.say("all six together.")
    reds = len(red_dice(faces))
    if not reds:
        return words.say("no die is red.")
    return words.count("{number} red die, 10 points.", "{number} red dice, 10 each.", reds)


def _highest(boxes: Sequence[Box]) -> str:
    return max(boxes, key=lambda box: int(box.value)).key


EXAMPLE = Example((Group(N_("Your dice")),), "133152", "the-ten-boxes", score, lambda boxes: _highest(boxes[:6]))
