"""Whose line it is: three dice of two players."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mode

from redpip.core.dice import shown
from redpip.core.example import Box, Example, Group, Laid, first_of
from redpip.core.words import N_, Words
from redpip.games.two_of_three.rules import TwoOfThreeRules
from redpip.games.two_of_three.scoring import Piece, is_pair, is_sequence, line_owner, majority

LINE = 3  # squares
NAMES = ("Mia", "Ben")


def score(_rules: TwoOfThreeRules, laid: Laid, words: Words) -> Sequence[Box]:
    pieces = [Piece(seat, die, faces[die - 1]) for seat, faces in enumerate(laid.throws) for die in shown(faces)]
    name = words.say("the line")
    if len(pieces) != LINE:
        say = words.say(
            "A line has three dice; here are {count}. Tap a die until it is gone, or an empty place.", count=len(pieces)
        )
        return [Box("line", name, "?", say, good=False, wide=True)]
    faces = [piece.face for piece in pieces]
    pair, sequence = is_pair(faces), is_sequence(faces)
    return [
        _sign("pair", words.say("pair"), pair, words),
        _sign("sequence", words.say("sequence"), sequence, words),
        _most(majority(pieces), pieces, words),
        _line(line_owner(pieces), pieces, name, words),
    ]


def _sign(key: str, name: str, there: bool, words: Words) -> Box:
    if key == "pair":
        yes, no = words.say("Two of the dice show the same number."), words.say("No two of the dice are alike.")
    else:
        yes, no = words.say("The dice make a sequence, in whatever order."), words.say("The dice make no sequence.")
    return Box(key, name, "✓" if there else "–", yes if there else no, good=there)


def _most(seat: int, pieces: Sequence[Piece], words: Words) -> Box:
    return Box("most", words.say("most dice"), NAMES[seat], f"{_share(seat, pieces, words)}.")


def _share(seat: int, pieces: Sequence[Piece], words: Words) -> str:
    if all(piece.seat == seat for piece in pieces):
        return words.say("{name} has all three dice", name=NAMES[seat])
    return words.say("{name} has two of the three dice", name=NAMES[seat])


def _line(owner: int | None, pieces: Sequence[Piece], name: str, words: Words) -> Box:
    if owner is None:
        say = words.say("Neither a pair nor a sequence: the line is nobody's.")
        return Box("line", name, words.say("nobody"), say, good=False, wide=True)
    share, faces = _share(owner, pieces, words), [piece.face for piece in pieces]
    if is_pair(faces):
        say = words.say("{share}, and the {number}s are a pair.", share=share, number=mode(faces))
    else:
        say = words.say("{share}, and the three are a sequence.", share=share)
    return Box("line", name, NAMES[owner], say, wide=True)


EXAMPLE = Example(
    (Group(N_("Mia's dice"), gaps=True), Group(N_("Ben's dice"), gaps=True, dress="far")),
    "51---- 5-----",
    "the-end",
    score,
    first_of("line"),
)
