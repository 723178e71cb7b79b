"""The picture of a result: whoever is sent it can read it, whatever the game and whoever played."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser

from redpip.core.catalog import all_games
from redpip.core.dice import NO_FACES
from redpip.core.game import Over
from redpip.core.keepsake import Die, Keepsake, Row, Token
from redpip.table.chair import SHAPES
from redpip.testing.playouts import whole_game
from redpip.testing.tables import Table, tables_of
from redpip.web.lettering import LEAST
from redpip.web.sharing import FinalSheet, Place, sheet_of
from redpip.web.sharing_picture import WIDTH, picture

SVG = "{http://www.w3.org/2000/svg}"
LONG = ("Maximiliane-Sophie W", "WWWWWWWWWWWWWWWWWWWW", "<b>&\"Ö'ß</b>", "Großmutter Friederik")
CODES = re.compile(r"[1-6]r\b|\(\d+\)|\b[RCD][1-4]\b|[\^*]|^[x.?]$|[1-6-]{6}|\{|None")  # as a terminal has them
TABLES = [table for game in all_games().values() for table in tables_of(game)]
DICELESS = {"rolling", "hot"}  # whose sheet has no more than the places


def end_of(table: Table, language: str = "en") -> FinalSheet:
    play = whole_game(table, seed=3).play
    assert isinstance(play.next, Over)
    return sheet_of(play.history, play.next, LONG[: table.seats], table.game.words(table.preset, language))


def drawn(sheet: FinalSheet, table: Table) -> ElementTree.Element:
    return ElementTree.fromstring(picture(sheet, table.game.folder))


def texts(svg: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in svg.iter(f"{SVG}text")]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_game_ends_in_words_and_dice_and_not_in_codes(table: Table, language: str) -> None:
    sheet = end_of(table, language)
    svg = drawn(sheet, table)
    others = [text for text in texts(svg) if text not in LONG]
    assert [text for text in others if CODES.search(text)] == []
    assert {place.score for place in sheet.places} <= set(others)
    dice = [one for one in svg.iter(f"{SVG}svg") if "die" in one.get("class", "")]
    assert bool(dice) is (table.game.id not in DICELESS)
    assert all(one.findall(f"{SVG}circle") for one in dice)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_letters_are_large_and_every_word_stays_inside(table: Table, browser: Browser) -> None:
    """Measured where it is drawn: letters are of this machine, and its sans serif is among the widest."""
    page = browser.new_page(viewport={"width": WIDTH, "height": 800})
    page.set_content(f'<body style="margin: 0">{picture(end_of(table, "de"), table.game.folder)}')
    found = page.evaluate("""() => [...document.querySelectorAll("text")].map((text) => {
        const box = text.getBoundingClientRect();
        const scale = text.getScreenCTM().a;
        return [text.textContent, box.left, box.right, scale * parseFloat(getComputedStyle(text).fontSize)];
    })""")
    page.close()
    assert [text for text, *_, size in found if size < LEAST] == []
    beyond = [text for text, left, right, _ in found if left < 40 or right > WIDTH - 48 or left < 496 < right]
    assert beyond == []


def test_a_red_face_is_red_and_has_its_ring_and_another_is_white() -> None:
    row: Row = [Token(0), Die(3, 3), Die(2, 5), Die(0, 4)]
    svg = ElementTree.fromstring(picture(a_sheet(Keepsake([row])), Path()))
    dice = [one for one in svg.iter(f"{SVG}svg") if "die" in one.get("class", "")]
    rings = [len([part for part in one if part.get("class") == "ring"]) for one in dice]
    pips = [len([part for part in one if part.get("class") == "pip"]) for one in dice]
    assert ["red" in one.get("class", "").split() for one in dice] == [True, False, False]
    assert (rings, pips) == ([1, 0, 0], [3, 5, 4])


def test_every_token_has_a_shape_and_a_colour_of_its_own() -> None:
    places = [Place(seat, 1, f"M{seat}", shape, "12", won=False) for seat, shape in enumerate(SHAPES)]
    svg = picture(replace(a_sheet(None), places=places), Path())
    tokens = [one for one in ElementTree.fromstring(svg).iter(f"{SVG}g") if "token" in one.get("class", "")]
    drawn = {ElementTree.tostring(one[1]) for one in tokens}
    colours = {
        colour for shape in SHAPES for colour in re.findall(rf"^\.{shape} {{ fill: (.*?); }}", svg, re.MULTILINE)
    }
    assert (len(tokens), len(drawn), len(colours)) == (len(SHAPES),) * 3


def test_the_wordmark_has_its_red_dot(browser: Browser) -> None:
    """And the rest of it is ink: the dot is all that is red on a sheet without dice."""
    page = browser.new_page(viewport={"width": WIDTH, "height": 800})
    page.set_content(f'<body style="margin: 0">{picture(a_sheet(None), Path())}')
    i = page.evaluate("""() => {
        const mark = document.querySelector("tspan");
        const { x, y, width, height } = mark.getExtentOfChar(0);
        return { text: mark.parentElement.textContent, clip: { x, y, width, height } };
    }""")
    red = page.evaluate(
        """async (png) => {
        const shot = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
        const canvas = new OffscreenCanvas(shot.width, shot.height).getContext("2d");
        canvas.drawImage(shot, 0, 0);
        const { data } = canvas.getImageData(0, 0, shot.width, shot.height);
        const found = [];
        for (let at = 0; at < data.length; at += 4)
            if (data[at] > 150 && data[at + 1] < 90) found.push(Math.floor(at / 4 / shot.width) / shot.height);
        return found;
    }""",
        b64encode(page.screenshot(clip=i["clip"])).decode(),
    )
    page.close()
    assert i["text"] == "redpip"
    assert len(red) > 8
    assert max(red) < 0.5  # parts of its height, from above


def test_a_name_is_what_was_typed_and_no_drawing() -> None:
    svg = ElementTree.fromstring(picture(a_sheet(None, name='<script>&"'), Path()))
    assert '<script>&"' in texts(svg)
    assert list(svg.iter(f"{SVG}script")) == []


def test_places_are_large_where_there_is_nothing_beside_them() -> None:
    beside, alone = (picture(a_sheet(keepsake), Path()) for keepsake in (Keepsake([["1", "2"]]), None))
    sizes = [float(re.findall(r'font-size="([\d.]+)"[^>]*>Mia<', svg)[0]) for svg in (beside, alone)]
    assert sizes[1] > 1.5 * sizes[0]


def test_a_match_says_that_the_last_game_is_shown() -> None:
    match = next(table for table in TABLES if table.match and table.game.id == "spicy")
    single = next(table for table in TABLES if not table.match and table.game.id == "spicy")
    assert "The last game" in texts(drawn(end_of(match), match))
    assert "The last game" not in texts(drawn(end_of(single), single))


@pytest.mark.parametrize(
    ("game", "unknown"),
    [
        ("two_of_three", {"board": (None,) * 12}),
        ("poobah", {"hands": (NO_FACES,) * 2, "scoring": NO_FACES}),
        ("perfecto", {"last": None}),
    ],
)
def test_of_real_dice_that_nobody_told_none_are_shown(game: str, unknown: dict[str, Any]) -> None:
    table = next(table for table in TABLES if table.game.id == game and table.is_plain and not table.match)
    play, keepsake = whole_game(table, seed=3).play, table.game.keepsake
    words = table.game.words(table.preset, "en")
    assert keepsake is not None
    assert keepsake(play.rules, play.state, LONG[:2], words) is not None
    assert keepsake(play.rules, replace(play.state, **unknown), LONG[:2], words) is None


@pytest.mark.parametrize("table", [table for table in TABLES if table.game.keepsake and table.is_plain], ids=str)
def test_it_needs_nothing_from_elsewhere(table: Table) -> None:
    svg = picture(end_of(table), table.game.folder)
    assert re.findall(r"href|url\((?!#)|@import|<script|<image|data:", svg) == []


def a_sheet(keepsake: Keepsake | None, name: str = "Mia") -> FinalSheet:
    place = Place(0, 1, name, "disc", "12", won=True)
    return FinalSheet("any", "any", "Any Game", "It is over.", [place], (), keepsake, "", {})
