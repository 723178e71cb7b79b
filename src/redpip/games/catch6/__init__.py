"""Catch 6: two hunters race for six numbers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from redpip.core.advice import Advisor, Unit
from redpip.core.catalog import Game, Preset
from redpip.core.coaching import Coaching
from redpip.core.effort import Effort
from redpip.core.game import Seat
from redpip.core.level import levels
from redpip.core.solution import Solver
from redpip.core.words import N_
from redpip.games.catch6.bots import BOTS
from redpip.games.catch6.example import EXAMPLE
from redpip.games.catch6.judge import judge
from redpip.games.catch6.keepsake import keepsake
from redpip.games.catch6.match import Catch6Course
from redpip.games.catch6.notation import Action
from redpip.games.catch6.noting import Catch6Noting
from redpip.games.catch6.page import page_texts, scene
from redpip.games.catch6.rules import Catch6Rules, State
from redpip.games.catch6.screen import help_lines, screen, story

REFUSALS = {
    "wrong_phase": N_("That is not what comes next in this turn."),
    "no_dice": N_("Roll at least one die."),
    "must_roll_all": N_("This roll takes all your dice: {dice}."),
    "bad_number": N_("The numbers to catch are 1 to 6, not {number}."),
    "already_caught": N_("The {number} has been caught already."),
    "not_collected": N_("Your dice do not catch the {number} that way."),
    "no_carryover_in_single": N_("A number can only be carried over in a match; this is a single game."),
    "game_already_won": N_("This catch wins the game, so there is nothing to give up."),
}

# where the rules say so: by the code of a refusal
PARAGRAPHS = {
    "wrong_phase": "your-turn",
    "no_such_note": "caught-once",
    "no_dice": "rolling",
    "must_roll_all": "rolling",
    "bad_number": "three-ways-to-catch",
    "already_caught": "caught-once",
    "not_collected": "three-ways-to-catch",
    "no_carryover_in_single": "single-game",
    "game_already_won": "carryover",
    "keeps_dice": "red-keeps-dice",
    "more_points": "points",
    "wins_at_once": "points",
    "take_it": "caught-once",
    "wait_for_more": "catching",
}


def _advisor(rules: Catch6Rules, seat: Seat, effort: Effort) -> Advisor[Action]:
    from redpip.games.catch6.advisor import Catch6Advisor

    return Catch6Advisor(rules, seat, effort)


def _solver(rules: Catch6Rules, effort: Effort) -> Solver:
    from redpip.games.catch6.solver import Catch6Solver

    return Catch6Solver(rules, effort)


def _position(rules_for: Callable[[int], Catch6Rules], given: Any, seats: int | None) -> tuple[int, State]:
    from redpip.games.catch6.positions import at_table

    return at_table(rules_for, given, seats)


def _coaching(_rules: Catch6Rules, unit: Unit) -> Coaching:
    from redpip.games.catch6.coaching import coaching

    return coaching(unit)


GAME = Game(
    id="catch6",
    name="Catch 6",
    about=N_("Two hunters, six numbers. Whoever collects a number first has it; fourteen points win."),
    folder=Path(__file__).parent,
    rank=50,
    rules=Catch6Rules,
    presets={
        "single": Preset(N_("One game"), N_("to 14 points")),
        "match": Preset(N_("Match"), N_("first to win five games, with carryovers"), match=True),
    },
    bots=BOTS,
    judge=judge,
    levels=levels(novice=3.0, club=1.7, expert=0.8),
    house_bot="novice",
    refusals=REFUSALS,
    paragraphs=PARAGRAPHS,
    noting=Catch6Noting(),
    example=EXAMPLE,
    screen=screen,
    story=story,
    help=help_lines,
    typed=N_("roll catch pass; red fullhouse raffle carry none"),
    scene=scene,
    keepsake=keepsake,
    page_texts=page_texts,
    least_seats=2,
    most_seats=2,
    minutes=10,
    playout_options={"target": 6},
    course=Catch6Course(),
    advisor=_advisor,
    best_bot=N_("takes what wins most often: its own dice looked at exactly, yours as far as your next turn"),
    solver=_solver,
    position=_position,
    coaching=_coaching,
)
