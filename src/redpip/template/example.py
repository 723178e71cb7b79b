"""What a throw adds to the turn. A game may do without this file: then nothing in its rules can be touched."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.dice import red_dice
from redpip.core.example import Box, Example, Group, Laid, first_of
from redpip.core.words import N_, Words
from redpip.template.rules import DICE, TemplateRules


def score(rules: TemplateRules, laid: Laid, words: Words) -> Sequence[Box]:
    (faces,) = laid.throws
    thrown = tuple(face if die in DICE else 0 for die, face in enumerate(faces, 1))
    turn = rules.rolled(rules.start(1, 0), thrown).turn
    if red_dice(thrown):
        say = words.say("A red face: the turn is over and brings nothing.")
    else:
        say = words.say("This throw adds {points} to the turn.", points=turn)
    return [Box("turn", words.say("the turn"), str(turn), say, good=turn > 0)]


EXAMPLE = Example((Group(N_("Your dice"), gaps=True),), "415---", "your-turn", score, first_of("turn"))
