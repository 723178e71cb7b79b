"""How best play of 2 Out of 3 goes: how many dice are rolled, by the dice in both hands, and how often the first wins.

python benchmarks/findings_squares.py [--games 100]
"""

from __future__ import annotations

import argparse
from collections import Counter

from redpip.core.advice import Point
from redpip.core.effort import QUIET
from redpip.core.game import Choose, Over, Roll
from redpip.core.shaker import SeededShaker
from redpip.games.two_of_three import GAME
from redpip.games.two_of_three.notation import RollDice
from redpip.games.two_of_three.rules import TwoOfThreeRules, lines_won
from redpip.games.two_of_three.search import full

RULES = TwoOfThreeRules(ties_end=True)
Rolls = Counter[tuple[int, int, int]]  # own dice, the other's, those rolled


def play(seed: str, rolls: Rolls) -> float:
    """What a game brings to the first player; a tie is half."""
    assert GAME.advisor
    advisors = [GAME.advisor(RULES, seat, QUIET) for seat in (0, 1)]
    state, shaker = RULES.start(2, 0), SeededShaker(seed)
    while True:
        match RULES.next(state):
            case Roll() as roll:
                state = RULES.rolled(state, shaker.throw(roll))
            case Choose(options):
                seat = state.seat
                action = advisors[seat].advise(Point(state), options[seat]).best
                if isinstance(action, RollDice) and len(options[seat]) > 1:
                    rolls[len(state.hands[seat]), len(state.hands[1 - seat]), len(action.dice)] += 1
                state = RULES.play(state, seat, action)
            case Over():
                return full(lines_won(state), 0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    games = parser.parse_args().games
    rolls: Rolls = Counter()
    won = sum(play(f"findings/{number}", rolls) for number in range(games))
    error = 0.5 / games**0.5
    print(f"{games} games: the first player scores {won / games:.3f}, give or take {error:.3f}")
    total = sum(rolls.values())
    shares = (sum(count for (_, _, size), count in rolls.items() if size == dice) / total for dice in (1, 2, 3))
    print("of all choices: " + ", ".join(f"{share:.1%} roll {dice}" for dice, share in enumerate(shares, 1)))
    print("own  other's  1 die  2 dice  3 dice  choices")
    for own, others in sorted({(own, others) for own, others, _ in rolls}, reverse=True):
        counts = [rolls[own, others, dice] for dice in (1, 2, 3)]
        row = "".join(f"{count / sum(counts):>8.0%}" for count in counts)
        print(f"{own:>3}{others:>8}{row}{sum(counts):>9}")


if __name__ == "__main__":
    main()
