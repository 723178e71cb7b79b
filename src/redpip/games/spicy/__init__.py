"""Spicy Dice in all its variants, and its edition Chili Dice."""

from pathlib import Path

from redpip.core.advice import Advisor, Unit
from redpip.core.catalog import Game, Preset
from redpip.core.coaching import Coaching
from redpip.core.effort import Effort
from redpip.core.game import Seat
from redpip.core.level import levels
from redpip.core.solution import Figures, Solver
from redpip.core.words import N_
from redpip.games.spicy.bots import BOTS
from redpip.games.spicy.example import EXAMPLE
from redpip.games.spicy.judge import judge
from redpip.games.spicy.keepsake import keepsake
from redpip.games.spicy.notation import Action
from redpip.games.spicy.noting import SpicyNoting
from redpip.games.spicy.page import page_texts, scene
from redpip.games.spicy.positions import at_table
from redpip.games.spicy.rules import SpicyRules
from redpip.games.spicy.screen import help_lines, screen, story

REFUSALS = {
    "must_roll": N_("Roll the dice first."),
    "first_roll": N_("Your first roll takes all the dice you do not hold: {dice}."),
    "empty_roll": N_("Name at least one die to roll."),
    "no_rolls": N_("All {rolls} rolls are used. Write your dice into a box."),
    "junior_cap": N_("No roll is left for this turn: Junior allows {rolls} a turn and those you saved."),
    "not_just_rolled": N_("Only dice you just rolled can be turned, and die {die} is not one of them."),
    "not_red": N_("Only a red face can be turned, and die {die} shows white."),
    "same_face": N_("Die {die} shows that number already; turn it to another one."),
    "bad_face": N_("A die has the faces 1 to 6, not {face}."),
    "no_flip": N_("Dice cannot be turned in this game."),
    "no_box": N_("There is no box {box} to write in. The boxes are {boxes}."),
    "box_filled": N_("Box {box} is written already."),
    "used_invalid": N_("Those dice cannot be declared for box {box}: each one must count there."),
    "already_rolled": N_("You have rolled, so this turn must be written with its dice."),
    "no_hold": N_("Dice are held only at the start of a turn, from your second turn on, in Extra Spicy."),
    "hold_used": N_("Dice {dice} scored in your last turn and cannot be held."),
    "hold_all": N_("At least one die must be rolled."),
}

# where the rules say so: by the code of a refusal, or the kind of the coach's reason
PARAGRAPHS = {
    "must_roll": "first-roll",
    "wrong_rolls": "thirtieth-roll",
    "rolls_needed": "saved-rolls",
    "impossible_points": "the-ten-boxes",
    "other_points": "the-ten-boxes",
    "no_such_note": "write",
    "first_roll": "first-roll",
    "empty_roll": "roll-again",
    "no_rolls": "thirtieth-roll",
    "junior_cap": "junior-rolls",
    "not_just_rolled": "kept-red",
    "not_red": "turn-red",
    "same_face": "turn-red",
    "bad_face": "the-dice",
    "no_flip": "turn-red",
    "no_box": "the-ten-boxes",
    "box_filled": "write",
    "used_invalid": "leaving-out",
    "already_rolled": "every-turn",
    "no_hold": "holding",
    "hold_used": "holding",
    "hold_all": "holding",
    "few_rolls": "thirtieth-roll",
    "turned": "turn-red",
    "stays_red": "turn-red",
    "turned_mean": "turn-red",
    "zero_somewhere": "write",
    "left_out": "leaving-out",
    "held_after": "holding",
    "roll_saved": "saved-rolls",
    "last_box_stop": "saved-rolls",
    "chance_of_pepper": "peppers",
    "red_mean": "red-doubles",
}

CHILI_WORDS = {
    "RUN": N_("Straight"),
    "SET": N_("X of a kind"),
    "SUM": N_("Chance"),
    "RED": N_("Red"),
    "Big Pepper": N_("Big Chili"),
    "Little Pepper": N_("Small Chili"),
    "Hot Pepper": N_("Extra-Hot Chili"),
    N_("Peppers"): N_("Chilis"),
    N_("peppers"): N_("chilis"),
}


def _advisor(rules: SpicyRules, seat: Seat, effort: Effort) -> Advisor[Action]:
    from redpip.games.spicy.advisor import SpicyAdvisor

    return SpicyAdvisor(rules, seat, effort)


def _solver(rules: SpicyRules, effort: Effort) -> Solver:
    from redpip.games.spicy.solver import solver

    return solver(rules, effort)


def _figures(rules: SpicyRules, effort: Effort) -> Figures:
    from redpip.games.spicy.figures import SpicyFigures

    return SpicyFigures(rules, effort)


def _coaching(_rules: SpicyRules, _unit: Unit) -> Coaching:
    from redpip.games.spicy.coaching import COACHING

    return COACHING


GAME = Game(
    id="spicy",
    name="Spicy Dice",
    about=N_("Ten boxes, thirty rolls: press your luck or save a roll, and make the most of every red."),
    folder=Path(__file__).parent,
    rank=10,
    rules=SpicyRules,
    presets={
        "classic": Preset(N_("Classic"), N_("thirty rolls for ten boxes")),
        "extra": Preset(N_("Extra Spicy"), N_("dice that did not score may be held"), {"extra": True}),
        "junior": Preset(N_("Junior"), N_("three rolls a turn and those you saved"), {"junior": True}),
        "extra-junior": Preset(N_("Extra Spicy Junior"), N_("both together"), {"extra": True, "junior": True}),
        "chili": Preset(
            N_("Classic"),
            N_("the same thirty rolls on a sheet with sharper names"),
            most_seats=4,
            edition="Chili Dice",
            words=CHILI_WORDS,
            starts=N_("whoever ate something spicy last"),
        ),
    },
    bots=BOTS,
    judge=judge,
    levels=levels(novice=1.2, club=0.9, expert=0.2),
    house_bot="novice",
    refusals=REFUSALS,
    paragraphs=PARAGRAPHS,
    example=EXAMPLE,
    screen=screen,
    story=story,
    help=help_lines,
    typed=N_("roll flip score|write hold waive; none"),
    scene=scene,
    keepsake=keepsake,
    page_texts=page_texts,
    advisor=_advisor,
    best_bot=N_("takes what the exact solution ranks first; plays for its score, whatever others do"),
    solver=_solver,
    figures=_figures,
    noting=SpicyNoting(),
    position=at_table,
    coaching=_coaching,
)
