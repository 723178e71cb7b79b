"""A review as HTML: the parts that the page and the file have in common, and the file that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from redpip.core.dice import Faces
from redpip.core.game import Seat
from redpip.core.showing import face_name
from redpip.core.words import Line, Words
from redpip.play.review_told import Moment, Retelling
from redpip.web.review_chart import Chart

HERE = Path(__file__).parent
STYLES = ("tokens.css", "base.css", "dice.css", "review.css")
_DARK = re.compile(r'^\[data-theme="dark"\][^{}]*\{[^{}]*\}\n?', re.MULTILINE)
PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}  # where the pips of a face lie, in thirds; as in mini.js


@dataclass(frozen=True, slots=True)
class Shown:
    """A moment in the list, with its address and the position as lines of text."""

    id: str
    moment: Moment
    screen: Sequence[Line]
    costly: str | None  # where the next marked decision of the same player is


def review_facts(told: Retelling, seat: Seat) -> dict[str, Any]:
    """All that ``review_parts.html`` shows, as the player in this seat looks at it."""
    seats = range(len(told.review.seats))
    looked = told.review.seats[seat].sums is not None
    return {
        "told": told,
        "seat": seat,
        "name": told.review.setup.names[seat],
        "names": told.review.setup.names,
        "others": [number for number in seats if number != seat],
        "charts": {"wide": Chart(told, seat, 720, 44), "narrow": Chart(told, seat, 340, 44)} if looked else {},
        "moments": (moments := list(_shown(told, seat))),
        "first_costly": next((one.id for one in moments if _is_costly(one.moment, seat)), None),
        "dice_name": lambda faces: dice_name(faces, told.words),
        "pips": PIPS,
        "texts_of": told.words,
    }


def _shown(told: Retelling, seat: Seat) -> Sequence[Shown]:
    """Every moment, with the way to the next marked decision in this seat."""
    moments = told.moments()
    first = {moment.event: moment for moment in reversed(moments)}
    shown: list[Shown] = []
    costly = None
    for moment in reversed(moments):
        place = f"e{moment.event}" if first[moment.event] is moment else f"e{moment.event}-{moment.seat}"
        shown.append(Shown(place, moment, told.screen(moment), costly))
        costly = place if _is_costly(moment, seat) else costly
    return shown[::-1]


def _is_costly(moment: Moment, seat: Seat) -> bool:
    return moment.mark is not None and moment.seat == seat


def dice_name(faces: Faces, words: Words) -> str:
    return ", ".join(face_name(die, face, words) for die, face in enumerate(faces, 1) if face)


def review_file(told: Retelling, seat: Seat | None = None) -> str:
    """One file with everything in it, as a person's seat has it, else the winner's."""
    words = told.words
    if seat is None:
        seat = _somebody(told)
    pages = Environment(
        loader=FileSystemLoader(HERE / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    return pages.get_template("review_file.html").render(
        **review_facts(told, seat), lang=words.language, _=words.text, style=style(), art=_art(told)
    )


def _somebody(told: Retelling) -> Seat:
    people = [seat for seat, one in enumerate(told.review.seats) if one.bot is None]
    best = max(range(len(told.review.seats)), key=lambda seat: told.review.seats[seat].result or 0)
    return people[0] if people else best


def _art(told: Retelling) -> str:
    setup = told.review.setup
    return setup.preset if setup.game.presets[setup.preset].edition else setup.game.id


def style() -> str:
    """Our style sheets in one; night comes with the reader's own, and paper is always light."""
    sheets = "\n".join((HERE / "static" / "css" / name).read_text("utf-8") for name in STYLES)
    dark = "".join(_DARK.findall(sheets)).replace('[data-theme="dark"]', ":root")
    return f"{_DARK.sub('', sheets)}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n"
