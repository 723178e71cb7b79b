"""Bots for Diangle. The guide keeps what fits, goes up by what is safe and waits where a Diangle is near."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from redpip.core.advice import Bot, BotKind, RandomBot
from redpip.core.dice import lay, without
from redpip.core.game import Rules, Seat
from redpip.core.words import N_
from redpip.games.diangle.notation import Accept, Action, Advance, EndTurn, Lift, Place, Reroll
from redpip.games.diangle.rules import Climber, DiangleRules, State

LEVEL = 10.0  # what a level is worth; the rest is measured by it
ROW = (8.0, 4.5, 2.0)  # what a filled row is worth before it is passed, the bottom one first
DIANGLE = 12.0  # the extra turn
TRIES = 12  # second rolls imagined before one is made
WAIT = 2  # loose dice with which it is worth waiting for the last row


class GuideBot:
    def __init__(self, rules: DiangleRules, seat: Seat, luck: Random) -> None:
        self._rules = rules
        self._luck = luck

    def choose(self, view: State, options: Sequence[Action]) -> Action:
        match view.phase:
            case "select" | "advanced":
                return self._before_roll(view, options)
            case "decide":
                return self._decide(view)
        return self._arrange(view)

    def _before_roll(self, view: State, options: Sequence[Action]) -> Action:
        """The dice beside the board and no others; it advances after a roll, but goes on from what people began."""
        place = self._best_place(view)
        return place if place and place in options else options[0]

    # ---- the second roll

    def _decide(self, view: State) -> Action:
        now = self._worth(view.climber)
        imagined = [self._worth(self._thrown(view)) for _ in range(TRIES)]
        return Reroll() if sum(imagined) > now * TRIES else Accept()

    def _thrown(self, view: State) -> Climber:
        faces = tuple(int(self._luck.random() * 6) + 1 if die in view.cast else 0 for die in range(1, 7))
        climber = view.climber
        return Climber(climber.level, climber.rows, lay(climber.faces, faces), climber.turns)

    def _worth(self, climber: Climber) -> float:
        """What these dice come to when they are laid out and the safe steps are taken."""
        rules = self._rules
        state = State((climber,), 0, "arrange")
        while not rules.finished(state.climber):
            action = self._arrange(state)
            if isinstance(action, EndTurn):
                break
            state = rules.play(state, 0, action)
        return self._standing(state)

    def _standing(self, state: State) -> float:
        climber = state.climber
        total = LEVEL * climber.level + DIANGLE * state.extra
        if self._rules.finished(climber):
            return total + DIANGLE
        for row, dice, size, filled in zip(
            ROW, climber.rows, self._rules.rows, self._rules.filled(climber), strict=False
        ):
            total += row if filled else row * 0.8 * len(dice) / size
        return total

    # ---- laying out

    def _arrange(self, view: State) -> Action:
        """One small step; an endless loop is impossible, for dice are lifted only from under a red."""
        rules, climber = self._rules, view.climber
        for row, dice in enumerate(climber.rows):
            value = rules.row_values(climber.level)[row]
            spare = without(dice, (value or 0,))
            if value in dice and spare:
                return Lift(spare[0])
        place = self._best_place(view)
        if place:
            return place
        most = rules.most_rows(climber)
        return Advance(most) if most and self._goes(view, most) else EndTurn()

    def _best_place(self, view: State) -> Place | None:
        """Reds first and low rows first; a row that its red fills needs nothing else."""
        rules, climber = self._rules, view.climber
        filled = rules.filled(climber)
        found = [
            (climber.faces[die - 1] != die, row, die)
            for die in rules.loose(view)
            for row in rules.rows_for(climber, die)
            if not filled[row]
        ]
        if not found:
            return None
        _, row, die = min(found)
        return Place(die, row + 1)

    def _goes(self, view: State, most: int) -> bool:
        rules, climber = self._rules, view.climber
        if most == len(rules.rows) or climber.level + most >= len(rules.track):
            return True
        free = len(rules.all_dice) - len(climber.placed)
        return most < len(rules.rows) - 1 or free < WAIT or rules.row_values(climber.level)[-1] is None


def _guide(rules: Rules[Any, Any], seat: Seat, luck: Random) -> Bot[Any]:
    assert isinstance(rules, DiangleRules)
    return GuideBot(rules, seat, luck)


BOTS = {
    "guide": BotKind(
        N_("keeps all that fits, climbs row by row and waits where a Diangle is near"), _guide, strength="fair"
    ),
    "random": BotKind(N_("any legal move, each as likely"), RandomBot, strength="easy"),
}
