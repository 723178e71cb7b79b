"""Keep on Rolling: match dice, fill up, and know when to stop."""

from pathlib import Path

from redpip.core.advice import Advisor, Unit
from redpip.core.batch import Batch, BatchKind
from redpip.core.catalog import Game, Preset
from redpip.core.coaching import Coaching
from redpip.core.dice import DICE
from redpip.core.effort import Effort
from redpip.core.game import Seat
from redpip.core.level import levels
from redpip.core.measure import POINTS_OR_TURNS
from redpip.core.solution import Solver
from redpip.core.words import N_
from redpip.games.rolling.bots import BOTS
from redpip.games.rolling.example import EXAMPLE
from redpip.games.rolling.judge import judge
from redpip.games.rolling.notation import Action
from redpip.games.rolling.noting import RollingNoting
from redpip.games.rolling.page import page_texts, scene
from redpip.games.rolling.positions import at_table
from redpip.games.rolling.rules import RollingRules
from redpip.games.rolling.screen import bust, help_lines, screen, story

REFUSALS = {
    "must_roll": N_("A turn begins with a roll; it cannot be passed."),
    "must_set_aside": N_("First set dice aside: two equal ones, or one that matches a die already aside."),
    "no_roll": N_("Dice go aside once after each roll. Roll first."),
    "not_in_roll": N_("You did not just roll dice {dice}."),
    "need_match": N_("Among them must be two equal dice, or one that matches a die already aside."),
    "wrong_dice": N_("All dice that are not aside are rolled together."),
    "turn_over": N_("This turn is over."),
    "no_flip": N_("Red dice are not turned in this game."),
}

# where the rules say so: by the code of a refusal
PARAGRAPHS = {
    "must_roll": "no-passing",
    "impossible_points": "points",
    "other_points": "points",
    "must_set_aside": "setting-aside",
    "no_roll": "stop-or-roll",
    "not_in_roll": "setting-aside",
    "need_match": "setting-aside",
    "wrong_dice": "stop-or-roll",
    "turn_over": "bust",
    "no_flip": "no-passing",
    "must_overtake": "the-end",
    "stop_pays": "bust",
    "double_pays": "filled-up",
    "roll_pays": "filled-up",
    "safer_shelf": "setting-aside",
    "more_points": "points",
}


def _advisor(rules: RollingRules, seat: Seat, effort: Effort) -> Advisor[Action]:
    from redpip.games.rolling.advisor import RollingAdvisor

    return RollingAdvisor(rules, seat, effort)


def _solver(rules: RollingRules, effort: Effort) -> Solver:
    from redpip.games.rolling.solver import RollingSolver

    return RollingSolver(rules, effort)


def _coaching(_rules: RollingRules, unit: Unit) -> Coaching:
    from redpip.games.rolling.coaching import COACHING

    return COACHING[unit]


def _batch(rules: RollingRules) -> Batch:
    from redpip.games.rolling.batch import RollingBatch

    return RollingBatch(rules)


def _batch_knows(rules: RollingRules) -> bool:
    from redpip.games.rolling.solver import FARTHEST

    return rules.dice == len(DICE) and rules.target <= FARTHEST


GAME = Game(
    id="rolling",
    name="Keep on Rolling",
    about=N_("Set matching dice aside and roll the rest: fill up to double it all, or bust and lose it."),
    folder=Path(__file__).parent,
    rank=30,
    rules=RollingRules,
    presets={
        "2018": Preset("2018", N_("the rules of 2018: the end comes on at 250 points"), fixed=("target",)),
        "2004": Preset("2004", N_("the rules of 2004: you agree on the total that brings on the end")),
    },
    bots=BOTS,
    judge=judge,
    levels=levels(novice=1.8, club=1.1, expert=0.5),
    house_bot="novice",
    refusals=REFUSALS,
    paragraphs=PARAGRAPHS,
    noting=RollingNoting(),
    example=EXAMPLE,
    screen=screen,
    story=story,
    bust=bust,
    help=help_lines,
    typed=N_("roll aside stop flip"),
    scene=scene,
    page_texts=page_texts,
    measure=POINTS_OR_TURNS,
    odds=True,
    advisor=_advisor,
    best_bot=N_("knows every chance of the turn and rolls or stops for the best chance to win"),
    solver=_solver,
    position=at_table,
    coaching=_coaching,
    # few games meet the same totals; a batch of the best takes a minute or two
    batch=BatchKind(_batch, frozenset({"best", "steady"}), _batch_knows, fewest=1000, most=1000),
)
