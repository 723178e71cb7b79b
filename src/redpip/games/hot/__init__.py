"""Hot Dice: hold what counts, roll the rest, bank before it is too late."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from redpip.core.advice import Advisor, Unit
from redpip.core.batch import Batch, BatchKind
from redpip.core.catalog import Game, Preset
from redpip.core.coaching import Coaching
from redpip.core.effort import Effort
from redpip.core.game import Seat
from redpip.core.level import levels
from redpip.core.measure import POINTS_OR_TURNS
from redpip.core.solution import Solver
from redpip.core.words import N_
from redpip.games.hot.bots import BOTS
from redpip.games.hot.example import EXAMPLE
from redpip.games.hot.goals import LARGEST, check_solvable
from redpip.games.hot.judge import judge
from redpip.games.hot.notation import Action
from redpip.games.hot.noting import HotNoting
from redpip.games.hot.page import page_texts, scene
from redpip.games.hot.rules import HotRules, State
from redpip.games.hot.screen import bust, help_lines, screen, story

REFUSALS = {
    "must_roll": N_("Roll first."),
    "must_hold": N_("First hold at least one die that counts."),
    "empty_hold": N_("Name at least one die to hold."),
    "not_in_roll": N_("You did not just roll dice {dice}."),
    "not_scoring": N_(
        "Each die you hold must count: a 1, a 5, three or more of a kind, a match of a held set, or 1 to 6."
    ),
    "opening": N_("Your first turn that counts must bring {opening}; you have {total}. Roll on."),
    "wrong_dice": N_("All dice that are not held are rolled together."),
    "turn_over": N_("This turn is over."),
    "no_flip": N_("Dice are not turned in this game."),
}

# where the rules say so: by the code of a refusal
PARAGRAPHS = {
    "must_roll": "first-roll",
    "impossible_points": "what-counts",
    "must_hold": "holding",
    "empty_hold": "holding",
    "not_in_roll": "holding",
    "not_scoring": "holding",
    "opening": "opening-turn",
    "wrong_dice": "bank-or-roll",
    "turn_over": "bust",
    "no_flip": "no-colours",
    "bank_is_safe": "bust",
    "must_beat": "the-end",
    "doubles_on": "matches",
    "all_again": "hot-again",
    "more_points": "what-counts",
}


def _advisor(rules: HotRules, seat: Seat, effort: Effort) -> Advisor[Action]:
    from redpip.games.hot.advisor import HotAdvisor

    return HotAdvisor(rules, seat, effort)


def _solver(rules: HotRules, effort: Effort) -> Solver:
    from redpip.games.hot.solver import HotSolver

    return HotSolver(rules, effort)


def _position(rules_for: Callable[[int], HotRules], given: Any, seats: int | None) -> tuple[int, State]:
    from redpip.games.hot.positions import at_table

    return at_table(rules_for, given, seats)


def _coaching(_rules: HotRules, unit: Unit) -> Coaching:
    from redpip.games.hot.coaching import coaching

    return coaching(unit)


def _batch(rules: HotRules) -> Batch:
    from redpip.games.hot.batch import HotBatch

    return HotBatch(rules)


def _batch_knows(rules: HotRules) -> bool:
    """All but the few that change how a turn or a game ends, as far as they are solved."""
    usual = (rules.persist, rules.opening_stop, rules.final_tie) == (False, "forbid", "leader")
    return usual and max(rules.target, rules.opening) <= LARGEST


GAME = Game(
    id="hot",
    name="Hot Dice",
    about=N_("Hold what counts and roll the rest: a fourth of a kind doubles it all, a bad roll takes it all."),
    folder=Path(__file__).parent,
    rank=40,
    rules=HotRules,
    presets={"classic": Preset(N_("Classic"), N_("open with 1000, then be the first over 10,000"))},
    bots=BOTS,
    judge=judge,
    levels=levels(novice=2.6, club=1.55, expert=0.75),
    house_bot="novice",
    refusals=REFUSALS,
    paragraphs=PARAGRAPHS,
    noting=HotNoting(),
    example=EXAMPLE,
    screen=screen,
    story=story,
    bust=bust,
    help=help_lines,
    typed=N_("roll hold bank flip"),
    scene=scene,
    page_texts=page_texts,
    measure=POINTS_OR_TURNS,
    minutes=30,
    odds=True,
    playout_options={"target": 1000, "opening": 300},
    advisor=_advisor,
    check_advice=check_solvable,
    best_bot=N_("takes what the exact solution ranks first; alone the fewest turns, else the chance to win"),
    solver=_solver,
    position=_position,
    coaching=_coaching,
    batch=BatchKind(_batch, frozenset({"best", "cool"}), _batch_knows),
)
