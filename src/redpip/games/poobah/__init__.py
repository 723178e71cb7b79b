"""Grand Poobah: whoever has the most of a number is paid for it."""

from pathlib import Path

from redpip.core.advice import Advisor, Unit
from redpip.core.batch import Batch, BatchKind
from redpip.core.catalog import Game, Preset
from redpip.core.coaching import USUAL_BANDS, Coaching
from redpip.core.dice import DICE
from redpip.core.effort import Effort
from redpip.core.game import Seat
from redpip.core.level import levels
from redpip.core.words import N_
from redpip.games.poobah.bots import BOTS
from redpip.games.poobah.example import EXAMPLE
from redpip.games.poobah.judge import judge
from redpip.games.poobah.keepsake import keepsake
from redpip.games.poobah.notation import Action
from redpip.games.poobah.noting import PoobahNoting
from redpip.games.poobah.page import page_texts, scene
from redpip.games.poobah.rules import PoobahRules
from redpip.games.poobah.screen import help_lines, screen, story

REFUSALS = {
    "wrong_phase": N_("That is not what comes next in this turn."),
    "first_turn_all": N_("Your first turn rolls all the dice: {dice}."),
    "overtime_min_one": N_("In overtime you roll at least one die."),
    "not_red": N_("Only a red face can be changed, and die {die} shows white."),
    "same_number": N_("Die {die} shows that number already; change it to another one."),
    "bad_face": N_("A die has the faces 1 to 6, not {face}."),
}

# where the rules say so: by the code of a refusal
PARAGRAPHS = {
    "wrong_phase": "your-turn",
    "impossible_points": "pays",
    "first_turn_all": "rolling",
    "overtime_min_one": "overtime",
    "not_red": "turning",
    "same_number": "turning",
    "bad_face": "the-dice",
}


def _advisor(rules: PoobahRules, seat: Seat, effort: Effort) -> Advisor[Action]:
    from redpip.games.poobah.advisor import PoobahAdvisor

    return PoobahAdvisor(rules, seat, effort)


def _coaching(_rules: PoobahRules, unit: Unit) -> Coaching:
    from redpip.games.poobah.lines import line

    return Coaching(USUAL_BANDS[unit], line=line)


def _batch(rules: PoobahRules) -> Batch:
    from redpip.games.poobah.batch import PoobahBatch

    return PoobahBatch(rules)


def _batch_knows(rules: PoobahRules) -> bool:
    return rules.dice == len(DICE)  # hands of fewer are not stored


GAME = Game(
    id="poobah",
    name="Grand Poobah",
    about=N_("Six scoring dice pay whoever has the most of each number. First to a hundred."),
    folder=Path(__file__).parent,
    rank=70,
    rules=PoobahRules,
    presets={
        "usual": Preset(N_("To 100"), N_("three turns each, then scoring after every turn")),
        "short": Preset(N_("To 50"), N_("half as long"), {"target": 50}),
    },
    bots=BOTS,
    judge=judge,
    levels=levels(novice=1.8, club=1.15, expert=0.5),
    house_bot="novice",
    refusals=REFUSALS,
    paragraphs=PARAGRAPHS,
    noting=PoobahNoting(),
    example=EXAMPLE,
    screen=screen,
    story=story,
    help=help_lines,
    typed=N_("roll change done; none"),
    scene=scene,
    keepsake=keepsake,
    page_texts=page_texts,
    least_seats=2,
    most_seats=5,
    advisor=_advisor,
    coaching=_coaching,
    best_bot=N_("weighs dice, the next pay and what follows by the chance to win"),
    batch=BatchKind(_batch, frozenset({"best", "collector"}), _batch_knows),
)
