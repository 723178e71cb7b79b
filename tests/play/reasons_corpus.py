"""Makes the corpus of ``test_reasons.py``: positions of bots' games with the best line and another one, so chosen that
every kind of reason occurs. Run it when kinds are added:

    python tests/play/reasons_corpus.py > tests/play/reasons.txt
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile
from random import Random
from typing import Any

from redpip.core.dice import faces_text, shown
from redpip.core.game import Acted, Choose, Thrown
from redpip.core.problem import Problem
from redpip.core.setup import Player, Setup
from redpip.games.spicy import GAME
from redpip.games.spicy.positions import position
from redpip.games.spicy.rules import SpicyRules, State
from redpip.play.coach import Coach
from redpip.play.reasons import reason_for
from redpip.testing.bots import play_by

SMALL = {"rolls": 9, "boxes": ("2", "6", "SUM", "RED")}  # Extra Spicy is too large to be solved here
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "classic": {},
    "junior": {},
    "extra": SMALL,
    "extra-junior": {**SMALL, "boxes": ("5", "RUN", "SET", "RED")},
}
BOTS = {"greedy": 4, "random": 2, "best": 1}  # games of each, and four times as many of the small ones
OF_A_KIND = 5  # in a preset


def main() -> None:
    for preset, options in PRESETS.items():
        found = Counter[str]()
        for lines in positions(preset, options):
            kind = min(lines, key=lambda one: found[one])
            found[kind] += 1
            if found[kind] <= OF_A_KIND:
                print(lines[kind])


def positions(preset: str, options: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """For each position of some games one line of the corpus by each kind of reason that occurs there."""
    luck = Random(preset)
    for bot, number in ((bot, n) for bot, games in BOTS.items() for n in range(games * (4 if options else 1))):
        all_options = {**GAME.presets[preset].options, **options}
        coach = Coach(Setup(GAME, preset, all_options, (Player("One"),), 0, f"reasons/{number}"))
        for state, played in decisions(coach.setup, bot):
            if writable(coach.rules, state) and (lines := dict(reasoned(coach, state, played, luck))):
                yield lines


def reasoned(coach: Coach, state: State, played: Sequence[Any], luck: Random) -> Iterator[tuple[str, str]]:
    best, ranked = coach.line(state, 0, ()), coach.advise(state, 0).ranked
    for actions in (played, (luck.choice(ranked).action,), (ranked[min(len(ranked) - 1, 3)].action,)):
        other = coach.line(state, 0, (), actions)
        if other.view != best.view and best.value - other.value > 1e-6:
            reason = reason_for(coach.coaching, coach.case(state, 0, best, other))
            where = f"{coach.setup.preset} {position_text(coach.rules, state)}"
            yield reason.kind, f"{where} | {best.text} | {other.text}"


def writable(rules: SpicyRules, state: State) -> bool:
    """Text says nothing of how many throws this turn had; some positions need that."""
    try:
        return position(rules, position_text(rules, state)).sheet.dice == state.sheet.dice
    except Problem:
        return False


def decisions(setup: Setup, bot: str) -> Iterator[tuple[State, tuple[Any, ...]]]:
    """Where something was to choose after a throw or as a turn began, and what was chosen."""
    history = play_by(bot, setup, 10_000).history
    for number, state in enumerate(history.states):
        due = setup.rules.next(state)
        begins = state.phase == "start" or (number and isinstance(history.events[number - 1], Thrown))
        if begins and isinstance(due, Choose) and len(due.options[0]) > 1:
            chosen = takewhile(lambda event: isinstance(event, Acted), history.events[number:])
            actions = (event.action for event in chosen if isinstance(event, Acted))
            yield state, tuple(islice(actions, 1 if state.phase == "start" else None))


def position_text(rules: SpicyRules, state: State) -> str:
    sheet = state.sheet
    marked = "h" + "".join(map(str, sheet.unused)) if state.phase == "start" else "".join(map(str, state.cast))
    dice = faces_text(sheet.dice) if shown(sheet.dice) else "-"
    return "_".join((dice, str(rules.rolls - sheet.used), ".".join(rules.open_boxes(sheet)), marked))


if __name__ == "__main__":
    main()
