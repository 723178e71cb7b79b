"""2 Out of 3 Ain't Bad: twelve squares, ten lines, and two dice of three on a line make it yours."""

from pathlib import Path

from redpip.core.advice import Advisor, Unit
from redpip.core.catalog import Game, Preset
from redpip.core.coaching import Coaching
from redpip.core.effort import Effort
from redpip.core.game import Seat
from redpip.core.level import levels
from redpip.core.words import N_
from redpip.games.two_of_three.bots import BOTS
from redpip.games.two_of_three.example import EXAMPLE
from redpip.games.two_of_three.judge import judge
from redpip.games.two_of_three.keepsake import keepsake
from redpip.games.two_of_three.match import GrowingStakes
from redpip.games.two_of_three.notation import Action
from redpip.games.two_of_three.noting import TwoOfThreeNoting
from redpip.games.two_of_three.page import page_texts, scene
from redpip.games.two_of_three.rules import TwoOfThreeRules
from redpip.games.two_of_three.screen import MEASURE, help_lines, screen, story

REFUSALS = {
    "wrong_phase": N_("That is not what comes next in this turn."),
    "roll_1_to_3": N_("You roll one, two or three dice."),
    "must_roll_all_hand": N_("The other hand is empty, so you roll all that you have: {dice}."),
    "die_not_in_hand": N_("Not in your hand: {dice}."),
    "die_not_rolled": N_("Die {die} is not among the dice to be placed: {dice}."),
    "no_such_square": N_("There is no square {square}; they are numbered 1 to {last}."),
    "duplicate_square": N_("You have just placed a die on square {square}."),
    "white_cannot_replace": N_("Square {square} is taken, and only a red pushes a die off the board."),
    "cannot_replace_own": N_("The die on square {square} is your own; a red pushes off only the other player's."),
    "incomplete_placement": N_("Your turn ends when all you rolled is placed. Still to be placed: {dice}."),
}

# where the rules say so: by the code of a refusal
PARAGRAPHS = {
    "wrong_phase": "your-turn",
    "roll_1_to_3": "rolling",
    "must_roll_all_hand": "rolling",
    "die_not_in_hand": "rolling",
    "die_not_rolled": "placing",
    "no_such_square": "squares",
    "duplicate_square": "placing",
    "white_cannot_replace": "white",
    "cannot_replace_own": "own-dice",
    "incomplete_placement": "placing",
    "impossible_points": "counting",
    "empties": "rolling",
    "waits": "rolling",
    "pushes": "red-pushes",
    "full_lines": "counting",
}


def _advisor(rules: TwoOfThreeRules, seat: Seat, effort: Effort) -> Advisor[Action]:
    from redpip.games.two_of_three.advisor import TwoOfThreeAdvisor

    return TwoOfThreeAdvisor(rules, seat, effort)


def _coaching(_rules: TwoOfThreeRules, unit: Unit) -> Coaching:
    from redpip.games.two_of_three.coaching import coaching

    return coaching(unit)


GAME = Game(
    id="two_of_three",
    name="2 Out of 3 Ain't Bad",
    about=N_(
        "Ten lines of three dice. A line is yours if two of its dice are, and the three make a pair or a sequence."
    ),
    folder=Path(__file__).parent,
    rank=60,
    rules=TwoOfThreeRules,
    presets={
        "usual": Preset(N_("Single game"), N_("one board; a tie is played again")),
        "match": Preset(N_("Match"), N_("first to 3 match points; a tie makes the next game worth more"), match=True),
    },
    bots=BOTS,
    judge=judge,
    levels=levels(novice=1.5, club=0.9, expert=0.25),
    house_bot="novice",
    refusals=REFUSALS,
    paragraphs=PARAGRAPHS,
    example=EXAMPLE,
    screen=screen,
    story=story,
    measure=MEASURE,
    help=help_lines,
    typed=N_("roll place done"),
    scene=scene,
    keepsake=keepsake,
    page_texts=page_texts,
    noting=TwoOfThreeNoting(),
    least_seats=2,
    most_seats=2,
    minutes=10,
    course=GrowingStakes(),
    advisor=_advisor,
    coaching=_coaching,
    best_bot=N_("looks at every throw of its turn and the reply, and plays to win"),
)
