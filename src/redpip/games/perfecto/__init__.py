"""Perfecto: bluffing with dice under a cup."""

from pathlib import Path

from redpip.core.advice import Unit
from redpip.core.catalog import Game, Preset
from redpip.core.coaching import USUAL_BANDS, Coaching
from redpip.core.level import levels
from redpip.core.words import N_
from redpip.games.perfecto.advisor import PerfectoAdvisor
from redpip.games.perfecto.bots import BOTS
from redpip.games.perfecto.example import EXAMPLE
from redpip.games.perfecto.judge import judge
from redpip.games.perfecto.keepsake import keepsake
from redpip.games.perfecto.lines import line
from redpip.games.perfecto.match import PerfectoCourse
from redpip.games.perfecto.noting import PerfectoNoting
from redpip.games.perfecto.page import page_texts, scene
from redpip.games.perfecto.rules import PerfectoRules
from redpip.games.perfecto.screen import MEASURE, help_lines, screen, story
from redpip.games.perfecto.solver import QUESTIONS, PerfectoSolver

REFUSALS = {
    "wrong_phase": N_("That is not what comes next in this round."),
    "no_bid_yet": N_("Nobody has bid yet, so there is nothing to call."),
    "bid_not_higher": N_("Bid higher than {quantity}x{rank}: more dice, or as many of a higher number."),
    "bid_out_of_range": N_("A bid is 1 to {most} dice of a number 1 to 6."),
    "no_higher_bid": N_("There is no higher bid: nothing is left to bid or to roll for."),
    "must_bid_after_roll": N_("You have rolled; now you have to bid."),
    "no_dice": N_("Say which dice to roll."),
    "roll_unseen": N_("Nobody sees which dice you roll under your cup: say how many, rolling 2."),
    "no_die_to_roll": N_("All your dice are frozen."),
    "die_not_in_hand": N_("Die {die} is not among your dice."),
    "die_frozen": N_("Die {die} is frozen."),
    "already_called": N_("The bid is called already; pass or bid higher."),
    "advanced_only": N_("That belongs to the advanced calls."),
    "not_allowed": N_("That is not open to you now."),
    "not_enough_dice": N_("That takes {number} dice or more; a Last Chance counts as one."),
    "cannot_pass_after_bid": N_("A bid just now needs an answer: bid higher or call."),
    "must_sidestep": N_("Your side is called: bid only by freezing a die (sidestep)."),
    "cannot_roll_to_sidestep": N_("You may sidestep a call by bidding, but not by rolling."),
    "nothing_to_sidestep": N_("There is nothing to sidestep; just bid."),
    "no_die_to_freeze": N_("You have no die left to freeze."),
    "not_a_side_taker": N_("Bidder, caller and those who are out take no side."),
    "already_chose": N_("You have taken a side; it stays."),
    "bad_side": N_("The sides are bidder and caller, not {given}."),
}

# where the rules say so: by the code of a refusal
PARAGRAPHS = {
    "wrong_phase": "a-round",
    "no_bid_yet": "first-bid",
    "bid_not_higher": "bidding",
    "bid_out_of_range": "bidding",
    "no_higher_bid": "bidding",
    "must_bid_after_roll": "rolling",
    "no_dice": "rolling",
    "roll_unseen": "rolling",
    "no_die_to_roll": "sidestep",
    "die_not_in_hand": "losing-a-die",
    "die_frozen": "sidestep",
    "already_called": "once-called",
    "advanced_only": "advanced-calls",
    "not_allowed": "advanced-calls",
    "not_enough_dice": "doubling",
    "cannot_pass_after_bid": "passing",
    "must_sidestep": "sidestep",
    "cannot_roll_to_sidestep": "sidestep",
    "nothing_to_sidestep": "sidestep",
    "no_die_to_freeze": "sidestep",
    "not_a_side_taker": "sides",
    "already_chose": "sides",
    "bad_side": "sides",
    "impossible_points": "losing-a-die",
}


def _coaching(_rules: PerfectoRules, unit: Unit) -> Coaching:
    return Coaching(USUAL_BANDS[unit], line=line)


ADVANCED = {"calls": "advanced"}
TEAMS = {"teams": True}

GAME = Game(
    id="perfecto",
    name="Perfecto",
    about=N_("Dice under a cup, bids that climb, and somebody who doubts. Reds count for every number."),
    folder=Path(__file__).parent,
    rank=80,
    rules=PerfectoRules,
    presets={
        "basic": Preset(N_("Basic"), N_("bid, roll, challenge, or call Perfecto")),
        "advanced": Preset(N_("Advanced"), N_("with Double, Redouble, Surrender, Pass and Sidestep"), ADVANCED),
        "teams": Preset(N_("Teams"), N_("two against two, basic calls"), TEAMS, least_seats=4),
        "teams-advanced": Preset(
            N_("Advanced teams"), N_("two against two, with all calls"), {**ADVANCED, **TEAMS}, least_seats=4
        ),
        "match": Preset(N_("Match"), N_("a point for each player you outlive, to 3, 5 or 7"), match=True),
    },
    bots=BOTS,
    judge=judge,
    levels=levels(novice=4.4, club=2.4, expert=0.6),
    house_bot="novice",
    refusals=REFUSALS,
    paragraphs=PARAGRAPHS,
    example=EXAMPLE,
    screen=screen,
    story=story,
    help=help_lines,
    typed=N_("bid roll challenge perfecto double redouble surrender pass sidestep side rolling; bidder caller"),
    scene=scene,
    keepsake=keepsake,
    page_texts=page_texts,
    measure=MEASURE,
    noting=PerfectoNoting(),
    least_seats=2,
    most_seats=4,
    minutes=20,
    secrets=True,
    odds=True,
    course=PerfectoCourse(),
    advisor=PerfectoAdvisor,
    coaching=_coaching,
    solver=PerfectoSolver,
    questions=QUESTIONS,
)
