"""Diangle: up the mountain and down again, three rows at a time."""

from pathlib import Path

from redpip.core.advice import Advisor, Unit
from redpip.core.batch import Batch, BatchKind
from redpip.core.catalog import Game, Preset
from redpip.core.coaching import USUAL_BANDS, Coaching
from redpip.core.effort import Effort
from redpip.core.game import Seat
from redpip.core.level import levels
from redpip.core.solution import Figures, Solver
from redpip.core.words import N_
from redpip.games.diangle.bots import BOTS
from redpip.games.diangle.example import EXAMPLE
from redpip.games.diangle.keepsake import keepsake
from redpip.games.diangle.notation import Action
from redpip.games.diangle.noting import DiangleNoting
from redpip.games.diangle.page import page_texts, scene
from redpip.games.diangle.positions import at_table
from redpip.games.diangle.rules import DiangleRules
from redpip.games.diangle.screen import MEASURE, help_lines, screen, story

REFUSALS = {
    "wrong_phase": N_("That is not what comes next in this turn."),
    "first_turn_all": N_("Your first turn rolls all the dice: {dice}."),
    "must_roll_unplaced": N_("Dice beside the board must be rolled: {dice}."),
    "same_dice_only": N_("The second roll takes the dice of the first, {dice}; just say reroll."),
    "no_such_row": N_("There is no row {row} here."),
    "wrong_row": N_("Row {row} takes only {number}s."),
    "row_overfull": N_("Row {row} has room for {size} and is full."),
    "die_placed": N_("Die {die} lies on the board already; lift it first."),
    "die_spent": N_("Die {die} left the board with an advance and rests until it is rolled."),
    "not_on_board": N_("Die {die} does not lie on the board."),
    "bad_count": N_("You advance by 1 to {most} rows."),
    "row_not_filled": N_("Row {row} is not filled."),
    "diangle_mandatory": N_("That is a Diangle: advance by {rows}."),
}

# where the rules say so: by the code of a refusal
PARAGRAPHS = {
    "wrong_phase": "your-turn",
    "no_such_note": "advancing-rows",
    "first_turn_all": "choosing",
    "must_roll_unplaced": "choosing",
    "same_dice_only": "second-roll",
    "no_such_row": "own-rows",
    "wrong_row": "placing",
    "row_overfull": "rows",
    "die_placed": "placing",
    "die_spent": "resting",
    "not_on_board": "placing",
    "bad_count": "advancing-rows",
    "row_not_filled": "filled",
    "diangle_mandatory": "must-advance",
}


def _advisor(rules: DiangleRules, seat: Seat, effort: Effort) -> Advisor[Action]:
    from redpip.games.diangle.advisor import DiangleAdvisor

    return DiangleAdvisor(rules, seat, effort)


def _coaching(_rules: DiangleRules, unit: Unit) -> Coaching:
    from redpip.games.diangle.lines import line

    return Coaching(USUAL_BANDS[unit], line=line)


def _solver(rules: DiangleRules, effort: Effort) -> Solver:
    from redpip.games.diangle.solver import solver

    return solver(rules, effort)


def _figures(rules: DiangleRules, effort: Effort) -> Figures:
    from redpip.games.diangle.figures import DiangleFigures

    return DiangleFigures(rules, effort)


def _batch(rules: DiangleRules) -> Batch:
    from redpip.games.diangle.batch import DiangleBatch

    return DiangleBatch(rules)


def _batch_knows(rules: DiangleRules) -> bool:
    return not rules.advance_anytime


GAME = Game(
    id="diangle",
    name="Diangle",
    about=N_("Up from 1 to 6 and down again. Fill all three rows and have another turn."),
    folder=Path(__file__).parent,
    rank=90,
    rules=DiangleRules,
    presets={"usual": Preset(N_("Up and down"), N_("eleven levels, 1 to 6 and back to 1"))},
    bots=BOTS,
    levels=levels(novice=2.2, club=1.6, expert=1.1),
    house_bot="novice",
    refusals=REFUSALS,
    paragraphs=PARAGRAPHS,
    noting=DiangleNoting(),
    example=EXAMPLE,
    screen=screen,
    story=story,
    help=help_lines,
    typed=N_("select|roll accept|keep reroll|roll place lift advance end"),
    scene=scene,
    keepsake=keepsake,
    page_texts=page_texts,
    measure=MEASURE,
    most_seats=4,
    minutes=20,
    playout_options={"top": 2},
    advisor=_advisor,
    coaching=_coaching,
    best_bot=N_("takes the fewest turns that can be expected, whatever others do"),
    solver=_solver,
    figures=_figures,
    position=at_table,
    batch=BatchKind(_batch, frozenset({"best"}), _batch_knows),
)
