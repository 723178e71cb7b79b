"""Template: roll three dice as often as you dare."""

from pathlib import Path

from redpip.core.catalog import Game, Preset
from redpip.core.words import N_
from redpip.template.bots import BOTS
from redpip.template.example import EXAMPLE
from redpip.template.page import page_texts, scene
from redpip.template.rules import TemplateRules
from redpip.template.screen import help_lines, screen, story

REFUSALS = {
    "must_roll": N_("Roll first."),
}

# where the rules say so: by the code of a refusal
PARAGRAPHS = {
    "must_roll": "first-roll",
}

GAME = Game(
    id="template",
    name="Template",
    about=N_("Roll three dice as often as you dare; one red face takes it all."),
    folder=Path(__file__).parent,
    rank=90,
    rules=TemplateRules,
    presets={
        "usual": Preset(N_("Usual"), N_("to 50 points")),
        "long": Preset(N_("Long"), N_("to 100 points"), {"target": 100}),
    },
    bots=BOTS,
    house_bot="careful",
    refusals=REFUSALS,
    paragraphs=PARAGRAPHS,
    example=EXAMPLE,
    screen=screen,
    story=story,
    help=help_lines,
    scene=scene,
    page_texts=page_texts,
    most_seats=6,
    minutes=5,
)
