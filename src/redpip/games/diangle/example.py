"""Which of six dice fit where, from any level of the mountain."""

from __future__ import annotations

from collections.abc import Sequence

from redpip.core.dice import Faces, is_red
from redpip.core.example import Box, Example, Group, Laid, Setting, first_of
from redpip.core.game import Choose
from redpip.core.showing import face_name
from redpip.core.words import N_, Words
from redpip.games.diangle.notation import Place
from redpip.games.diangle.rules import Climber, DiangleRules, State
from redpip.games.diangle.screen import row_note

ROWS = (N_("bottom"), N_("middle"), N_("top"))  # as in the rules' table
LEVELS = ("up1", "up2", "up3", "up4", "up5", "top6", "down5", "down4", "down3", "down2", "down1")


def score(rules: DiangleRules, laid: Laid, words: Words) -> Sequence[Box]:
    climber = _placed(rules, laid.throws[0], LEVELS.index(laid.values[0]))
    rows = [_row(rules, climber, row, words) for row in range(len(rules.rows))]
    return [*rows, _advance(rules, climber, words), *_left(rules, climber, words)]


def _placed(rules: DiangleRules, faces: Faces, level: int) -> Climber:
    """Dice are placed wherever they fit, reds first, as a player would."""
    state = State((Climber(level, ((),) * len(rules.rows), faces, turns=1),), 0, "arrange")
    while places := _places(rules, state):
        state = rules.play(state, 0, min(places, key=lambda place: not is_red(place.die, faces[place.die - 1])))
    return state.climber


def _places(rules: DiangleRules, state: State) -> list[Place]:
    due = rules.next(state)
    assert isinstance(due, Choose)
    return [action for action in due.options[0] if isinstance(action, Place)]


def _row(rules: DiangleRules, climber: Climber, row: int, words: Words) -> Box:
    number, name = rules.row_values(climber.level)[row], words.say(ROWS[row])
    if number is None:
        return Box(str(row), name, "–", words.say("There is no such row past the end."), good=False)
    dice, filled = climber.rows[row], rules.filled(climber)[row]
    taken = words.say("{count} of {places}", count=len(dice), places=rules.rows[row])
    if number in dice:
        say = words.say("This row takes {number}s, and the red {number} fills it alone.", number=number)
    elif filled:
        say = words.say("This row takes {number}s: every square is taken.", number=number)
    else:
        say = words.say("This row takes {number}s: {taken} squares taken, not filled.", number=number, taken=taken)
    tag = row_note(rules, climber, row, words) if filled else ""
    return Box(str(row), f"{name}: {number}", taken, say, tag, good=filled)


def _advance(rules: DiangleRules, climber: Climber, words: Words) -> Box:
    most, name = rules.most_rows(climber), words.say("you go on")
    if rules.is_diangle(climber):
        say = words.say("All three rows are filled, a Diangle! You go on three levels and have another turn.")
        return Box("go", name, str(most), say, "Diangle!", wide=True)
    if not most:
        say = words.say("The bottom row is not filled, so you stay where you are.")
    else:
        say = words.count(
            "The bottom row is filled: you may go on one level.",
            "Two rows are filled from the bottom: you may go on one level or two.",
            most,
        )
    return Box("go", name, str(most), say, good=most > 0, wide=True)


def _left(rules: DiangleRules, climber: Climber, words: Words) -> Sequence[Box]:
    left = rules.must_roll(climber)
    names = words.listed([face_name(die, climber.faces[die - 1], words) for die in left])
    if not left:
        say = words.say("Every die has found a place.")
    else:
        say = words.say("Beside the board for now: {dice}.", dice=names)
    return [Box("left", words.say("dice left over"), str(len(left)), say, good=bool(left), wide=True)]


def _level(value: str, words: Words) -> str:
    number = value[-1]
    if value.startswith("up"):
        return words.say("{number} on the way up", number=number)
    return words.say("{number} on the way down", number=number) if value.startswith("down") else words.say("6 on top")


EXAMPLE = Example(
    (Group(N_("Your roll")),),
    "123544 up1",
    "the-board",
    score,
    first_of("go"),
    (Setting(N_("You are on"), LEVELS, _level),),
)
