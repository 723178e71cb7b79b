"""Whole games of two, compiled: what ``strategist`` and the collector of ``bots`` would choose, by tables.

Faces count from 0 here. A choice of dice is a mask, bit 0 for die 1. Room that a game needs is handed in.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from redpip.games.poobah.hands import HANDS
from redpip.games.poobah.outlook import FARTHEST, OPENING
from redpip.games.poobah.pay import MOST
from redpip.games.poobah.strategist import DIGITS
from redpip.solve.batch import UNFINISHED
from redpip.solve.heaps import ALL, FULL, SIZE
from redpip.solve.pool.jit import compiled, inlined

BEST, COLLECTOR = 0, 1
SCALE = 10.0**DIGITS


class Tables(NamedTuple):
    more: Any  # [heap, face] the heap with one die more
    lying: Any  # [dice thrown] heaps of no more dice than can lie there
    choices: Any  # [place] masks of dice to roll, in the order of the rules
    kinds: Any  # [hand, other's hand] whose each number is
    firsts: Any  # [kind] where its pays begin, and last where all end
    points: Any  # [pay] the points of both as one number
    likely: Any
    means: Any  # these five as in ``outlook``
    weights: Any
    patterns: Any
    overtime: Any
    opening: Any
    collected: Any  # [other's hand, or last nobody's; heap] what the collector thinks of it, its missing dice thrown


class Room(NamedTuple):
    terms: Any  # [points of both, term]
    sums: Any  # [kind, term]
    known: Any  # [kind] the turn that its sums are of
    ends: Any  # [hand]
    after: Any  # [mask, heap]


@inlined
def _heap(tables: Tables, hand: Any, mask: int) -> int:
    heap = 0
    for die in range(SIZE):
        if mask >> die & 1:
            heap = tables.more[heap, hand[die]]
    return heap


@inlined
def _whites(hand: Any) -> int:
    mask = 0
    for die in range(SIZE):
        if hand[die] != die:
            mask |= 1 << die
    return mask


@inlined
def _rounded(value: float) -> Any:
    return np.rint(value * SCALE)


@compiled
def _set_terms(tables: Tables, room: Room, need: int, other: int, overtime: bool) -> None:
    far = max(0, need - FARTHEST, other - FARTHEST)
    for mine in range(MOST):
        for theirs in range(MOST):
            left, others_left, terms = need - mine, other - theirs, room.terms[mine * MOST + theirs]
            if overtime or left <= 0 or others_left <= 0:
                terms[:] = 0.0
                terms[0], terms[1] = 1.0 if left < others_left else 0.0, 1.0 if left == others_left else 0.0
                continue
            row, column = max(others_left - far, 1), max(left - far, 1)
            terms[0], terms[1] = 1.0 - tables.means[row, column], 0.0
            for pattern in range(tables.weights.shape[2]):
                terms[2 + pattern] = -tables.weights[row, column, pattern]


@compiled
def _set_sums(tables: Tables, room: Room, kind: int) -> None:
    count = room.sums.shape[1]
    for term in range(count):
        room.sums[kind, term] = 0.0
    for pay in range(tables.firsts[kind], tables.firsts[kind + 1]):
        points, likely = tables.points[pay], tables.likely[pay]
        for term in range(count):
            room.sums[kind, term] += likely * room.terms[points, term]


@compiled
def _paid_ends(tables: Tables, room: Room, rival: int, turn: int) -> None:
    """What hands are worth where the scoring dice fall next."""
    for hand in range(HANDS):
        kind = tables.kinds[hand, rival]
        if room.known[kind] != turn:
            room.known[kind] = turn
            _set_sums(tables, room, kind)
        value = room.sums[kind, 0] + room.sums[kind, 1] * (1.0 - tables.overtime[rival, hand])
        for pattern in range(tables.patterns.shape[2]):
            value += room.sums[kind, 2 + pattern] * tables.patterns[rival, hand, pattern]
        room.ends[hand] = min(max(value, 0.0), 1.0)


@compiled
def _unpaid_ends(tables: Tables, room: Room, rival: int, unpaid: int) -> None:
    """The same where they do not; a rival who has not rolled yet may come to have any hand."""
    chances = tables.opening[min(unpaid, OPENING - 1)]
    for hand in range(HANDS):
        room.ends[hand] = 1.0 - chances[rival, hand] if rival < HANDS else 1.0 - chances[:, hand].mean()


@compiled
def _set_after(tables: Tables, room: Room) -> None:
    """By the dice that are thrown and the heap of those that lie fixed; what is open may be turned to any number."""
    for hand in range(HANDS):
        room.after[0, FULL + hand] = room.ends[hand]
    for heap in range(FULL - 1, -1, -1):
        most = room.after[0, tables.more[heap, 0]]
        for face in range(1, SIZE):
            most = max(most, room.after[0, tables.more[heap, face]])
        room.after[0, heap] = most
    for mask in range(1, ALL + 1):
        die, thrown = 0, 0
        for one in range(SIZE):
            if mask >> one & 1:
                die, thrown = one, thrown + 1
        before, after = room.after[mask ^ 1 << die], room.after[mask]
        for heap in range(tables.lying[thrown]):
            total = 0.0
            for face in range(SIZE):
                if face != die:
                    total += before[tables.more[heap, face]]
            after[heap] = (before[heap] + total) / SIZE


@compiled
def _best_roll(tables: Tables, room: Room, hand: Any, first: int) -> int:
    most, chosen, whites = -np.inf, 0, _whites(hand)
    for choice in tables.choices[first:]:
        value = _rounded(room.after[choice, _heap(tables, hand, whites & ~choice)])
        if value > most:
            most, chosen = value, choice
    return chosen


@compiled
def _best_change(tables: Tables, room: Room, hand: Any) -> bool:
    """One red turned; false where none is, which goes before what is equal."""
    most, die_turned, face_shown = _rounded(room.ends[_heap(tables, hand, ALL) - FULL]), -1, 0
    for die in range(SIZE - 1, -1, -1):
        if hand[die] != die:
            continue
        for face in range(SIZE - 1, -1, -1):
            if face == die:
                continue
            hand[die] = face
            value = _rounded(room.after[0, _heap(tables, hand, _whites(hand))])
            hand[die] = die
            if value > most:
                most, die_turned, face_shown = value, die, face
    if die_turned >= 0:
        hand[die_turned] = face_shown
    return die_turned >= 0


@compiled
def _collectors_roll(tables: Tables, worth: Any, hand: Any, first: int) -> int:
    most, chosen = -np.inf, 0
    for choice in tables.choices[first:]:
        value = worth[_heap(tables, hand, ALL ^ choice)]
        if value > most:
            most, chosen = value, choice
    return chosen


@compiled
def _collectors_change(tables: Tables, worth: Any, hand: Any) -> bool:
    most, die_turned, face_shown = worth[_heap(tables, hand, ALL)], -1, 0
    for die in range(SIZE - 1, -1, -1):
        if hand[die] != die:
            continue
        for face in range(SIZE - 1, -1, -1):
            hand[die] = face
            value = worth[_heap(tables, hand, ALL)]
            hand[die] = die
            if face != die and value > most:
                most, die_turned, face_shown = value, die, face
    if die_turned >= 0:
        hand[die_turned] = face_shown
    return die_turned >= 0


@inlined
def _throw(hand: Any, mask: int, fallen: Any) -> None:
    for die in range(SIZE):
        if mask >> die & 1:
            hand[die] = fallen[die]


@compiled
def _best_turn(tables: Tables, room: Room, hand: Any, began: bool, least: int, fallen: Any) -> int:
    """Ends with the new hand; 1 if dice were thrown."""
    mask = _best_roll(tables, room, hand, least) if began else ALL
    _throw(hand, mask, fallen)
    while _best_change(tables, room, hand):
        pass
    return int(mask != 0)


@compiled
def _collectors_turn(tables: Tables, worth: Any, hand: Any, began: bool, least: int, fallen: Any) -> int:
    mask = _collectors_roll(tables, worth, hand, least) if began else ALL
    _throw(hand, mask, fallen)
    while _collectors_change(tables, worth, hand):
        pass
    return int(mask != 0)


@compiled
def _pay(hands: Any, fallen: Any, scores: Any) -> None:
    for die in range(SIZE):
        face, one, other = fallen[die], 0, 0
        for at in range(SIZE):
            one += hands[0, at] == face
            other += hands[1, at] == face
        worth = (face + 1) * (2 if face == die else 1)
        scores[0] += worth if one > 0 and one >= other else 0
        scores[1] += worth if other > 0 and other >= one else 0


@compiled
def _weigh(tables: Tables, room: Room, rival: int, turn: int, unpaid: int, needs: Any, overtime: bool) -> None:
    """Makes room for the best turn: ``needs`` are mine and the other's."""
    if unpaid > 0:
        _unpaid_ends(tables, room, rival, unpaid - 1)
    else:
        _set_terms(tables, room, needs[0], needs[1], overtime)
        _paid_ends(tables, room, rival, turn)
    _set_after(tables, room)


@compiled
def play(
    tables: Tables,
    room: Room,
    dice: Any,
    first: int,
    bots: Any,
    target: int,
    opening_turns: int,
    scores: Any,
    thrown: Any,
) -> int:
    """One game; the winner, or -1 where there were too few dice. ``dice`` are the faces of each throw of both seats,
    and last of the scoring dice: [whose, throw, die]. ``scores`` and ``thrown`` begin with nothing."""
    hands = np.zeros((2, SIZE), np.int64)
    room.known[:] = UNFINISHED
    seat, turn, overtime = first, 0, False
    while thrown.max() < dice.shape[1]:
        other, unpaid = 1 - seat, 2 * opening_turns - 1 - turn
        rival = HANDS if turn == 0 else _heap(tables, hands[other], ALL) - FULL
        fallen, began, least = dice[seat, thrown[seat]], turn > 1, int(overtime)
        if bots[seat] == BEST:
            _weigh(tables, room, rival, turn, unpaid, (target - scores[seat], target - scores[other]), overtime)
            thrown[seat] += _best_turn(tables, room, hands[seat], began, least, fallen)
        else:
            thrown[seat] += _collectors_turn(tables, tables.collected[rival], hands[seat], began, least, fallen)
        if unpaid <= 0:
            _pay(hands, dice[2, thrown[2]], scores)
            thrown[2] += 1
            if (overtime or scores.max() >= target) and scores[0] != scores[1]:
                return int(scores[1] > scores[0])
            overtime = overtime or scores.max() >= target
        seat, turn = other, turn + 1
    return UNFINISHED


@compiled
def play_all(
    tables: Tables,
    room: Room,
    dice: Any,
    firsts: Any,
    bots: Any,
    target: int,
    opening_turns: int,
    scores: Any,
    thrown: Any,
) -> Any:
    """[game] the winners of many, ``bots`` by game and seat; ``scores`` take what stands on the sheets, ``thrown`` how
    often dice of each kind fell."""
    winners = np.empty(len(dice), np.int64)
    for game in range(len(dice)):
        one, first, seats = dice[game], firsts[game], bots[game]
        winners[game] = play(tables, room, one, first, seats, target, opening_turns, scores[game], thrown[game])
    return winners
