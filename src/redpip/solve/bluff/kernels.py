"""The two passes through a duel's tree, for all hands at once.

Reach, [node, hand], is how likely a player and the dice bring a hand there, and flows down; a value, [node, hand], is
what a hand is worth there times the other's reach, and flows up. Each pass is one loop without calls, which would cost
more than what they do.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from redpip.solve.bluff.duel import Arrays, Floats

compiled = njit(cache=True, nogil=True, error_model="numpy")

KEEP, BEST, LEARN = range(3)  # how a player chooses on the way up: by its policy, best, or by it to improve it


@compiled
def down(duel: Arrays, player: int, policy: Floats, reach: Floats, total: Floats, weight: float) -> None:
    """Fills the player's reach from the root on, and counts it among what was chosen, as often as ``weight``."""
    players, first, leads, change = duel.player, duel.first, duel.to, duel.change
    rows, into, chance, hands = duel.rows, duel.into, duel.chance, duel.hands[player]
    reach[1:] = 0.0
    for node in range(len(players)):
        for edge in range(first[node], first[node + 1]):
            to, way = leads[edge], change[edge]
            if players[node] != player:
                if to >= 0:
                    for hand in range(hands):
                        reach[to, hand] = reach[node, hand]
                continue
            for hand in range(hands):
                flow = reach[node, hand] * policy[edge, hand]
                total[edge, hand] += weight * flow
                if to >= 0 and way < 0:
                    reach[to, hand] += flow
                elif to >= 0 and flow > 0.0:
                    for at in range(rows[way, hand], rows[way, hand + 1]):
                        reach[to, into[at]] += flow * chance[at]


@compiled
def up(
    duel: Arrays,
    player: int,
    how: int,
    policy: Floats,
    reach: Floats,
    values: Floats,
    regrets: Floats,
    q: Floats,
    room: Floats,
) -> None:
    """Fills values of the player's hands from the ends back, by the other's reach. In ``q`` those of each choice at the
    root remain, if it is the player's."""
    players, first, leads, change, fresh, is_open = duel.player, duel.first, duel.to, duel.change, duel.fresh, duel.open
    rows, into, chance, measures, pays = duel.rows, duel.into, duel.chance, duel.measures, duel.pays
    hands, others, other = duel.hands[player], duel.hands[1 - player], 1 - player
    mine_first = player == 0
    most_mine, most_theirs = pays.shape[1 + player], pays.shape[2 - player]
    for node in range(len(players) - 1, -1, -1):
        begin, end, mine = first[node], first[node + 1], players[node] == player
        for hand in range(hands):
            values[node, hand] = -np.inf if mine and how == BEST else 0.0
        summed = -1
        for edge in range(begin, end):
            to, way, row = leads[edge], change[edge], edge - begin if mine else 0
            if to < 0:  # an end: what the other's hands amount to, then what each sum of mine is paid
                measure, table = duel.end_measure[-1 - to], duel.end_pay[-1 - to]
                if not mine or measure != summed:  # else the sums of the edge before are these
                    summed = measure
                    for count in range(most_theirs):
                        room[0, count] = 0.0
                    for hand in range(others):
                        flow = reach[node, hand] if mine else reach[node, hand] * policy[edge, hand]
                        room[0, measures[other, measure, hand]] += flow
                for count in range(most_mine):
                    paid = 0.0
                    for against in range(most_theirs):
                        if mine_first:
                            paid += pays[table, count, against] * room[0, against]
                        else:
                            paid -= pays[table, against, count] * room[0, against]
                    room[1, count] = paid
                for hand in range(hands):
                    q[row, hand] = room[1, measures[player, measure, hand]]
            elif mine and way >= 0:
                for hand in range(hands):
                    mean = 0.0
                    for at in range(rows[way, hand], rows[way, hand + 1]):
                        mean += chance[at] * values[to, into[at]]
                    q[row, hand] = mean
            elif mine or fresh[edge]:
                for hand in range(hands):
                    q[row, hand] = values[to, hand]
            else:  # this child was counted with the edge before
                continue
            for hand in range(hands):
                if not mine:  # reach holds how likely the other chooses so
                    values[node, hand] += q[0, hand]
                elif how != BEST:
                    values[node, hand] += policy[edge, hand] * q[row, hand]
                elif is_open[edge, hand]:
                    values[node, hand] = max(values[node, hand], q[row, hand])
        if not mine or how != LEARN:
            continue
        for hand in range(hands):  # predictive regret matching +: the regret of this time is expected once more
            wanted, count = 0.0, 0
            for edge in range(begin, end):
                if is_open[edge, hand]:
                    missed = q[edge - begin, hand] - values[node, hand]
                    kept = max(0.0, regrets[edge, hand] + missed)
                    regrets[edge, hand] = kept
                    policy[edge, hand] = max(0.0, kept + missed)
                    wanted += policy[edge, hand]
                    count += 1
            for edge in range(begin, end):
                if wanted > 0.0:
                    policy[edge, hand] /= wanted
                elif is_open[edge, hand]:
                    policy[edge, hand] = 1.0 / count


@compiled
def go_on(
    duel: Arrays,
    policy: Floats,
    total: Floats,
    regrets: Floats,
    reaches: Floats,
    values: Floats,
    q: Floats,
    room: Floats,
    begin: int,
    end: int,
) -> None:
    """Both players in turn answer what the other does now. Later rounds count more, by the square of their number."""
    for number in range(begin, end):
        for player in range(2):
            up(duel, player, LEARN, policy, reaches[1 - player], values, regrets, q, room)
            down(duel, player, policy, reaches[player], total, float(number) ** 2)
