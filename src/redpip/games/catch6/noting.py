"""The result of a turn of which no more is known: what was caught and how, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from redpip.core.dice import DICE, NO_FACES, Faces
from redpip.core.game import Seat
from redpip.core.noting import BaseNoting, Column, Note, NoteLine
from redpip.core.problem import Refusal, Refused
from redpip.core.words import N_
from redpip.games.catch6.notation import Catch, Pass
from redpip.games.catch6.rules import Catch6Rules, State
from redpip.games.catch6.scoring import WAYS, points

PASS, CARRY = "pass", "carry"
TEXTS = {"red": N_("{number} red"), "fullhouse": N_("{number} full house"), "raffle": N_("{number} raffle")}
CARRIED = {
    TEXTS["red"]: N_("{number} red, carried"),
    TEXTS["fullhouse"]: N_("{number} full house, carried"),
    TEXTS["raffle"]: N_("{number} raffle, carried"),
}


class Catch6Noting(BaseNoting):
    witnessed = True

    def lines(self, rules: Catch6Rules, state: State, seat: Seat) -> Sequence[NoteLine]:
        """A number by its red alone needs no new roll, so how it was caught belongs to the result."""
        if state.phase != "roll":
            return ()
        ways = [(number, way) for number in state.free for way in WAYS]
        found = [NoteLine(f"{number}-{way}", TEXTS[way], dice=rules.dice, number=number) for number, way in ways]
        if rules.carryover:
            kept = [line for line in found if not rules.wins(state, int(line.what[0]))]
            found += [replace(line, what=f"{line.what}-{CARRY}", text=CARRIED[line.text]) for line in kept]
        return (NoteLine(PASS, N_("Nothing caught"), dice=rules.dice), *found)

    def line_of(self, rules: Catch6Rules, what: str) -> NoteLine:
        if what == PASS:
            return NoteLine(PASS, N_("Nothing caught"))
        number, way, *carry = what.split("-")
        return NoteLine(what, CARRIED[TEXTS[way]] if carry else TEXTS[way], number=int(number))

    def worth(self, rules: Catch6Rules, state: State, seat: Seat, what: str, dice: Faces) -> int | None:
        if what == PASS:
            return 0
        number, way = int(what[0]), what.split("-")[1]
        lying = rules.lying(state, dice)
        return points(number) if (number, way) in rules.catchable(lying) else None

    def noted(self, rules: Catch6Rules, state: State, seat: Seat, note: Note) -> State:
        what = note.what.lower()
        dice = note.dice or NO_FACES
        lying = rules.lying(state, dice)
        if what == PASS:
            return rules.play(lying, seat, Pass())
        number, way, *carry = what.split("-")
        if note.dice is not None and (int(number), way) not in rules.catchable(lying):
            raise Refused(Refusal("not_collected", {"number": int(number)}))
        return rules.play(lying, seat, Catch(int(number), way, bool(carry)))  # type: ignore[arg-type]

    def columns(self, rules: Catch6Rules, state: State) -> Sequence[Column]:
        return [Column(score, _caught(state, seat)) for seat, score in enumerate(state.scores)]

    def turn_of(self, rules: Catch6Rules, state: State, seat: Seat) -> State:
        return replace(state, seat=seat, phase="roll")

    def stays(self, rules: Catch6Rules) -> bool:
        return True


def _caught(state: State, seat: Seat) -> tuple[tuple[str, int | None], ...]:
    mine = state.caught(seat)
    return tuple((str(number), points(number) if number in mine else None) for number in DICE)
