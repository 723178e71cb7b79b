"""Hot Dice for the slow oracle: whoever has far more than enough must bank, so that there is an end of positions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from redpip.core.game import Choose, Next
from redpip.games.hot.notation import Action, Bank
from redpip.games.hot.rules import HotRules, State
from redpip.solve.oracle import Less


@dataclass(frozen=True, slots=True)
class CappedRules(HotRules):
    enough: ClassVar[int] = 250

    def next(self, state: State) -> Next[Action]:
        due = HotRules.next(self, state)
        bar, total = self.to_beat(state) or 0, state.totals[state.seat] + state.turn.total
        if isinstance(due, Choose) and state.phase == "held" and state.turn.total >= self.enough and total > bar:
            return Choose({state.seat: (Bank(),)})
        return due


def present(state: State) -> Less:
    """Without the turns that are over, and without telling dice apart: first those held, then the others, in order."""
    held, loose = (sorted(face for face in faces if face) for faces in (state.turn.held, state.turn.loose))
    places = (held + [0] * 6)[:6], ([0] * len(held) + loose + [0] * 6)[:6]
    turn = replace(state.turn, held=tuple(places[0]), loose=tuple(places[1]))
    return Less(replace(state, turn=turn, turns=0, last=None), -float(state.turns) if len(state.totals) == 1 else 0.0)
