"""A result as one SVG that needs nothing else, to be sent to people who may never have played: the game's picture, the
verdict, the places, and the end of the game in dice, words and tokens. It has a game's keepsake and knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader

from redpip.core.keepsake import Cell, Keepsake, Row
from redpip.web.lettering import fitted, room_for, wrapped
from redpip.web.sharing import FinalSheet

WIDTH, LEAST_HEIGHT = 1200, 630
MARGIN, GAP = 48, 32
COLUMN = 448  # the width of what stands on the left
SHEET = WIDTH - 2 * MARGIN - COLUMN - GAP  # and of the card on the right
INSIDE = SHEET - 2 * GAP
ART, LARGE_ART = 240, 300  # the height of the game's picture, beside a keepsake and without one
TITLE, VERDICT, SAID = 44, 28, 25  # sizes of letters
LEADING = 1.35
PLACE, LARGE_PLACE = 64, 112  # the height of a row, at most without a keepsake
CELL, WORDS, LEAST_ROW = 88, 120, 46  # cells are at most so wide and high, those of words so wide; all are so high
TOKEN, LEAST_TOKEN = 0.84, 38  # its size beside that of a die
AT = (7.7, 14, 20.3)  # where pips lie on a die of 28
PIPS = (11,), (0, 22), (0, 11, 22), (0, 20, 2, 22), (0, 20, 11, 2, 22), (0, 20, 1, 21, 2, 22)  # column and row
# tokens as in base.css, and the dice of each seat as in tokens.css by day: body, edge, pips, red pips
SHAPES = {
    "disc": "#271c19",
    "square": "#39536b",
    "diamond": "#6d5424",
    "hexagon": "#3c5f49",
    "drop": "#5b4470",
    "shield": "#2f5d66",
}
SETS = (
    ("#2c2321", "#2c2321", "#fbf5e6", "#ff5f4a"),
    ("#f6ecd8", "#a08d6c", "#2a1f1b", "#c4231a"),
    ("#39536b", "#39536b", "#fbf5e6", "#ffa091"),
    ("#e6b04c", "#a87518", "#2a1f1b", "#a3140c"),
)
_pictures = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
_pictures.globals.update(
    fitted=fitted,
    room_for=room_for,
    sets=SETS,
    shapes=SHAPES,
    pips=[[(AT[dot // 10], AT[dot % 10]) for dot in dots] for dots in PIPS],
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A cell in its place: the middle of it, the left edge for words at the beginning of a row."""

    cell: Cell
    x: float
    y: float
    room: float
    heads: bool = False  # stands above other rows, alone in its own


@dataclass(frozen=True, slots=True)
class Grid:
    """The rows of a keepsake, from 0 on."""

    cells: Sequence[Drawn]
    rules: Sequence[float]  # where lines are drawn between rows of numbers
    side: float  # of a die
    width: float
    height: float


def picture(sheet: FinalSheet, folder: Path) -> str:
    keepsake = sheet.keepsake
    verdict = list(wrapped(sheet.verdict, VERDICT, COLUMN))
    art = ART if keepsake else LARGE_ART
    places = MARGIN + art + 74 + VERDICT * LEADING * len(verdict) + 14  # where they begin, if they stand on the left
    said = [line for one in (keepsake.said if keepsake else ()) for line in wrapped(one, SAID, INSIDE)]
    around = 2 * (MARGIN + GAP) + SAID * LEADING * (len(said) + bool(said) / 2 + bool(sheet.heading))  # the grid
    height = max(LEAST_HEIGHT, places + (PLACE * len(sheet.places) if keepsake else 0) + MARGIN + 20)
    grid = _grid(keepsake, height - around) if keepsake else None
    place = PLACE if grid else max(PLACE, min(LARGE_PLACE, (height - 2 * MARGIN) / len(sheet.places)))
    right = grid.height + around if grid else place * len(sheet.places) + 2 * MARGIN
    return _pictures.get_template("picture.svg").render(
        sheet=sheet,
        verdict=verdict,
        places=places,
        place_height=place,
        grid=grid,
        said=said,
        art_height=art,
        art=_art(sheet, folder),
        height=round(max(height, right)),
        seats={place.seat: place for place in sheet.places},
        sizes=globals(),
    )


def _grid(keepsake: Keepsake, room: float) -> Grid:
    """Cells are as large as there is room for; of words the first column has as much as they need."""
    rows = keepsake.rows
    columns = max(map(len, rows))
    widest = WORDS if any(map(_counts, rows)) else CELL
    labels = [room_for(row[0], SAID) + 24 for row in rows if len(row) > 1 and isinstance(row[0], str)]
    first = max([min(CELL, INSIDE / columns), *labels])
    cell = min(widest, (INSIDE - first) / max(1, columns - 1))
    high = max(LEAST_ROW, min(CELL, cell, room / len(rows)))
    side = 0.84 * min(cell, high)
    start = side / 2 if labels else first / 2
    cells = [one for at, row in enumerate(rows) for one in _row(row, start, first, cell, high * (at + 0.5))]
    heads = [room_for(row[0], SAID) for row in rows if len(row) == 1 and isinstance(row[0], str)]
    width = min(INSIDE, max([first + cell * (columns - 1), *heads]))
    return Grid(cells, [high * at for at, row in enumerate(rows) if _counts(row)], side, width, high * len(rows))


def _counts(row: Row) -> bool:
    """A row of numbers, which a line helps to follow."""
    return len(row) > 1 and all(isinstance(one, str) for one in row[1:])


def _row(row: Row, start: float, first: float, cell: float, y: float) -> list[Drawn]:
    if len(row) == 1:
        return [Drawn(row[0], 0, y, INSIDE, heads=True)]
    rest = [Drawn(one, first + cell * (at + 0.5), y, cell) for at, one in enumerate(row[1:])]
    return [Drawn(row[0], 0 if isinstance(row[0], str) else start, y, first), *rest]


def _art(sheet: FinalSheet, folder: Path) -> str:
    """The game's own picture, to be put inside ours; a game without one goes without."""
    file = folder / "art" / f"{sheet.art}.svg"
    return file.read_text("utf-8") if file.is_file() else ""
