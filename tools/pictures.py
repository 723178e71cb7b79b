"""Draws the pictures that must be files: icons for home screens, and one of each game for messengers.

python tools/pictures.py

They are made in Chromium from our own SVG drawings and committed: a messenger takes no SVG, and who runs the service
needs no browser for it.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from redpip.web.assets import STATIC
from redpip.web.offer import offered_games

GAMES = STATIC.parents[1] / "games"
ICON = (STATIC / "icon.svg").read_text("utf-8")
CARD = """<!doctype html><meta charset="utf-8"><style>{style}
html, body {{ margin: 0; width: 1200px; height: 630px; overflow: hidden; background: var(--paper); color: var(--ink) }}
.art {{ position: absolute; inset: 0 auto 0 0; width: 790px; border-right: 12px solid var(--game) }}
.art svg {{ width: 100%; height: 100%; display: block }}
.line {{ position: absolute; inset: 56px 48px 56px 850px; display: flex; flex-direction: column;
  justify-content: space-between; font: 700 72px/1.1 var(--font-book) }}
.line small {{ font-size: 48px }} .line i {{ font-style: normal; color: var(--red) }}</style>
<body data-game="{art}"><div class="art">{picture}</div><div class="line"><span>{title}</span>{mark}</div>"""
MARK = "<small>redp<i>ı</i>p</small>"
PLAIN_ICON = "<!doctype html><style>html, body {{ margin: 0 }} svg {{ width: {size}px; display: block }}</style>{icon}"
# a launcher may cut away all but the middle four fifths
MASKABLE = (
    "<!doctype html><style>html, body {{ margin: 0; background: #ece3d2 }}"
    "svg {{ width: 60%; margin: 20%; display: block }}</style>{icon}"
)


def draw(page: Page, html: str, size: tuple[int, int], to: Path, *, clear: bool = False) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.set_content(html)
    to.parent.mkdir(exist_ok=True)
    page.screenshot(path=to, omit_background=clear)
    print(f"{to.relative_to(STATIC.parents[1])}  {to.stat().st_size / 1000:.0f} kB")


def draw_icons(page: Page) -> None:
    icons = STATIC / "icons"
    for size in (192, 512):
        draw(page, PLAIN_ICON.format(size=size, icon=ICON), (size, size), icons / f"{size}.png", clear=True)
    for name, size in (("maskable", 512), ("180", 180)):
        draw(page, MASKABLE.format(icon=ICON), (size, size), icons / f"{name}.png")


def draw_cards(page: Page) -> None:
    style = (STATIC / "css/tokens.css").read_text("utf-8")
    for game in offered_games("en"):
        picture = (GAMES / game["game"] / "art" / f"{game['art']}.svg").read_text("utf-8")
        html = CARD.format(style=style, art=game["art"], picture=picture, title=game["title"], mark=MARK)
        draw(page, html, (1200, 630), GAMES / game["game"] / "art" / f"{game['art']}.png")
    picture = (GAMES / "spicy/art/spicy.svg").read_text("utf-8")
    html = CARD.format(style=style, art="spicy", picture=picture, title=MARK.replace("small", "b"), mark="")
    draw(page, html, (1200, 630), STATIC / "icons/card.png")


def main() -> None:
    program = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(color_scheme="light")
        draw_icons(page)
        draw_cards(page)
        browser.close()


if __name__ == "__main__":
    main()
