"""The final sheet as one SVG that needs nothing else: game, verdict, places, and the sheet as a terminal prints it."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

from jinja2 import Environment, FileSystemLoader

from redpip.core.folding import fold
from redpip.core.words import plain
from redpip.web.sharing import FinalSheet

WIDTH, LEAST_HEIGHT = 1200, 630
SHEET_WIDTH = 560
COLUMNS = 40  # letters of the verdict in a line
WIDEST = 56  # letters of the typed sheet in a line; longer ones go on below, so that it can be read
LARGEST, LETTER = 25.0, 0.602  # of the typed sheet: size of its letters, and how wide they are
_pictures = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
)


def picture(sheet: FinalSheet, folder: Path) -> str:
    lines = [piece for line in sheet.lines for piece in fold(line, WIDEST)]
    columns = max((len(plain(line)) for line in lines), default=1)
    size = min(LARGEST, SHEET_WIDTH / (LETTER * max(columns, 1)))
    leading = size * 1.42
    verdict = wrap(sheet.verdict, COLUMNS)
    below = 362 + 31 * len(verdict) + 26  # where the places begin
    height = max(LEAST_HEIGHT, 150 + leading * len(lines), below + 58 * len(sheet.places) + 20)
    return _pictures.get_template("picture.svg").render(
        sheet=sheet,
        lines=lines,
        verdict=verdict,
        below=below,
        width=WIDTH,
        height=round(height),
        size=size,
        leading=leading,
        art=_art(sheet, folder),
    )


def _art(sheet: FinalSheet, folder: Path) -> str:
    """The game's own picture, to be put inside ours; a game without one goes without."""
    file = folder / "art" / f"{sheet.art}.svg"
    return file.read_text("utf-8") if file.is_file() else ""
