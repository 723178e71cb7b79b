"""A turn of Grand Poobah. Its dice and the throw that pays for it are weighed exactly, by the win chance; what comes
after, by the stored outlook."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Any

import numpy as np

from redpip.core.dice import NO_FACES, Faces, red_dice, turn_die
from redpip.core.game import Seat
from redpip.games.poobah.hands import COUNTS, ROWS, Floats, whole
from redpip.games.poobah.notation import Action, Change, Done, RollDice
from redpip.games.poobah.outlook import outlook
from redpip.games.poobah.pay import all_pays, who_gets
from redpip.games.poobah.rules import PoobahRules, State
from redpip.solve.heaps import FULL, HEAPS, MORE, SIZE, Numbers, heap_of

DIGITS = 9  # what differs by less is equal, however it was summed up


class Plan:
    """What each choice of a turn is worth, by what hands are worth at the end of it."""

    def __init__(self, ends: Floats) -> None:
        self._ends = ends
        turned = np.empty(HEAPS)  # what is open may be turned to any number
        turned[FULL:] = ends
        for rows in reversed(ROWS[:SIZE]):
            turned[rows] = turned[MORE[rows]].max(axis=1)
        self._thrown: dict[tuple[int, ...], Floats] = {(): turned}

    def value(self, hand: Faces, action: Action) -> float:
        return round(float(self._value(hand, action)), DIGITS)

    def _value(self, hand: Faces, action: Action) -> Any:
        match action:
            case RollDice(dice=dice):
                return self._after(dice)[_fixed(hand, dice)]
            case Change(die=die, face=face):
                return self._after(())[_fixed(turn_die(hand, die, face), ())]
            case Done():
                return self._ends[whole(hand)]

    def _after(self, dice: tuple[int, ...]) -> Floats:
        """By the heap of dice that lie fixed, the mean over all throws of these; a red one stays open."""
        if dice not in self._thrown:
            *others, die = dice
            before = self._after(tuple(others))
            lying = ROWS[SIZE - len(dice)].stop  # the heaps of no more dice than can lie there
            white = [at for at in range(SIZE) if at != die - 1]
            self._thrown[dice] = (before[:lying] + before[MORE[:lying, white]].sum(axis=1)) / SIZE
        return self._thrown[dice]


def _fixed(hand: Faces, thrown: tuple[int, ...]) -> int:
    """The dice whose numbers can no longer change in this turn."""
    loose = {*thrown, *red_dice(hand)}
    return heap_of(face for die, face in enumerate(hand, 1) if die not in loose)


def among(chances: Sequence[Floats]) -> Floats:
    """The chance to be ahead of all, by those to be ahead of each. They hang together: of n equal players each wins one
    game in n, more than if they did not."""
    seats = len(chances) + 1
    return np.asarray(np.prod(chances, axis=0) ** (log2(seats) / (seats - 1)))


class Ending:
    """What each hand would be worth at the end of this seat's turn."""

    def __init__(self, rules: PoobahRules, state: State, seat: Seat) -> None:
        self._rules, self._state, self._seat = rules, state, seat
        self._rivals = [other for other in state.active if other != seat]
        self._known = outlook()

    def values(self) -> Floats:
        if self._state.overtime or self._rules.pays_next(self._state):
            return among([self._chances(rival) for rival in self._rivals])
        return among([self._opening(rival) for rival in self._rivals])

    def _opening(self, rival: Seat) -> Floats:
        """Before the first pay only the hands count."""
        theirs = 1.0 - self._known.unpaid(self._unpaid(), self._rules.target)
        hand = self._state.hands[rival]
        return np.asarray(theirs.mean(axis=0) if hand == NO_FACES else theirs[whole(hand)])

    def _unpaid(self) -> int:
        """Turns after this one before the first that is paid for, as many as there would be of two."""
        missing = (max(0, self._rules.opening_turns - number) for number in self._state.turns)
        return (sum(missing) - 2) * 2 // len(self._state.turns)

    def _chances(self, rival: Seat) -> Floats:
        """To be ahead of this one in the end: the mean over all throws of the scoring dice."""
        need, other = (self._rules.target - self._state.scores[seat] for seat in (self._seat, rival))
        terms = self._known.terms(need, other, self._state.overtime)
        codes, of = np.unique(self._codes(rival), return_inverse=True)
        points, likely, firsts = all_pays(tuple(codes.tolist()))
        means = np.add.reduceat(likely[:, None] * terms[points], firsts)
        chances = (means[of] * self._known.faced(whole(self._state.hands[rival]))).sum(axis=1)
        return np.asarray(np.clip(chances, 0.0, 1.0))  # few patterns may miss a little where all is decided

    def _codes(self, rival: Seat) -> Numbers:
        counts = {other: COUNTS[whole(self._state.hands[other])] for other in self._rivals}
        third = [counts[other] for other in self._rivals if other != rival]
        return who_gets(COUNTS, counts[rival], np.max([np.zeros_like(COUNTS[0]), *third], axis=0))
