"""A turn of Grand Poobah. Its dice and the throw that pays for it are weighed exactly, by the win chance; what comes
after, by the stored outlook."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

import numpy as np

from redpip.core.dice import NO_FACES, Faces, red_dice, turn_die
from redpip.core.game import Seat
from redpip.games.poobah.hands import COUNTS, FULL, HANDS, HEAPS, MORE, ROWS, SIZE, Floats, Numbers, heap_of, whole
from redpip.games.poobah.notation import Action, Change, Done, RollDice
from redpip.games.poobah.outlook import OPENING, outlook
from redpip.games.poobah.pay import pays, who_gets
from redpip.games.poobah.rules import PoobahRules, State

TRUST = 0.5  # how much of a hand's worth one counts on: the outlook does not know what points do to the way it is used


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
        match action:
            case RollDice(dice=dice):
                return float(self._after(dice)[_fixed(hand, dice)])
            case Change(die=die, face=face):
                return float(self._after(())[_fixed(turn_die(hand, die, face), ())])
            case Done():
                return float(self._ends[whole(hand)])

    def _after(self, dice: tuple[int, ...]) -> Floats:
        """By the heap of dice that lie fixed, the mean over all throws of these; a red one stays open."""
        if dice not in self._thrown:
            *others, die = dice
            before = self._after(tuple(others))
            white = [at for at in range(SIZE) if at != die - 1]
            after = before.copy()
            after[:FULL] = (before[:FULL] + before[MORE[:, white]].sum(axis=1)) / SIZE
            self._thrown[dice] = after
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
        """Before the first pay only the hands count: what they will bring, as the chance of who is so far ahead."""
        values = self._known.opening[min(self._unpaid(), OPENING)]
        hand = self._state.hands[rival]
        edge = TRUST * ((values.mean(axis=0) if hand == NO_FACES else values[whole(hand)]) - values.mean())
        need = np.full(HANDS, float(self._rules.target))
        return np.asarray(1 - self._known.ahead(need - edge / 2, need + edge / 2))

    def _unpaid(self) -> int:
        """Turns after this one before the first that is paid for, as many as there would be of two."""
        missing = (max(0, self._rules.opening_turns - number) for number in self._state.turns)
        return (sum(missing) - 2) * 2 // len(self._state.turns)

    def _chances(self, rival: Seat) -> Floats:
        """To be ahead of this one in the end."""
        found = np.empty(HANDS)
        codes = self._codes(rival)
        for code in np.unique(codes):
            hands = np.flatnonzero(codes == code)
            found[hands] = self._chance(rival, int(code), hands)
        return found

    def _codes(self, rival: Seat) -> Numbers:
        counts = {other: COUNTS[whole(self._state.hands[other])] for other in self._rivals}
        third = [counts[other] for other in self._rivals if other != rival]
        return who_gets(COUNTS, counts[rival], np.max([np.zeros_like(COUNTS[0]), *third], axis=0))

    def _chance(self, rival: Seat, code: int, hands: Numbers) -> Floats:
        """For hands that are paid alike: the mean over all throws of the scoring dice."""
        mine, theirs, likely = pays(code)
        need, other = (self._rules.target - self._state.scores[seat] for seat in (self._seat, rival))
        left, others_left = (need - mine).astype(float), (other - theirs).astype(float)
        over = (np.minimum(left, others_left) <= 0) | self._state.overtime
        ended = np.where(left < others_left, 1.0, np.where(left == others_left, 0.5, 0.0))
        turns = self._known.turns(others_left, left)
        edge = TRUST * self._known.hand(whole(self._state.hands[rival]), hands[:, None], turns[None, :])
        going_on = 1 - self._known.ahead(others_left - edge / 2, left + edge / 2)
        return np.where(over, ended, going_on) @ likely
