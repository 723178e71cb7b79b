"""Pictures of every page and state, to look at: ``make screenshots``, or some of them by a part of their name.

Each on phones and tablets, upright and lying, on a desk and on a large screen, in light and dark, in both languages.
"""

from __future__ import annotations

import sys
import tempfile
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

from playwright.sync_api import sync_playwright

from web.album import STAGING, State, states
from web.browser import Person, launch
from web.conftest import Service

DEVICES = {
    "phone": (390, 844),
    "small": (360, 640),
    "lying": (844, 390),
    "tablet": (768, 1024),
    "tablet-lying": (1024, 768),
    "desk": (1280, 860),
    "large": (1920, 1080),
}
THEMES = ("light", "dark")
LANGUAGES = ("en", "de")


def wanted(parts: list[str]) -> list[State]:
    return [state for state in states() if not parts or any(part in state.name for part in parts)]


def part_of_a_name(part: str) -> str:
    if not any(part in state.name for state in states()):
        raise ArgumentTypeError(f"no state has {part!r} in its name")
    return part


def parser() -> ArgumentParser:
    names = "states: " + ", ".join(state.name for state in states())
    told = ArgumentParser(prog="python -m web.screenshots", description=__doc__, epilog=names)
    told.add_argument("folder", type=Path, help="where the pictures go")
    told.add_argument("parts", metavar="PART", nargs="*", type=part_of_a_name, help="of the names of states; else all")
    return told


def take(one: Person, state: State, folder: Path) -> None:
    """One visit for each device, then as many pictures of it as there are ways to see it."""
    for language in LANGUAGES:
        one.page.context.add_cookies([{"name": "redpip_lang", "value": language, "url": one.url}])
        for device, (width, height) in DEVICES.items():
            one.resize(width, height)
            state.open(one)
            one.page.wait_for_load_state("networkidle")
            for theme in THEMES:
                one.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
                one.page.screenshot(path=folder / f"{state.name}-{device}-{theme}-{language}.png")


def main(folder: Path, parts: list[str]) -> list[State]:
    """Those of which a picture is missing."""
    missing = []
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        service = Service(Path(place) / "tables.sqlite", begins=STAGING)
        browser = launch(playwright)
        found = wanted(parts)
        for number, state in enumerate(found, 1):
            print(f"{number:3} of {len(found)}  {state.name}", file=sys.stderr)
            one = Person(browser, service.url, hurried=True)
            try:
                take(one, state, folder)
            except Exception as error:
                print(f"     {state.name}: {error}", file=sys.stderr)
                missing.append(state)
            one.close()
        browser.close()
        service.stop()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")
    return missing


if __name__ == "__main__":
    asked = parser().parse_args()
    if missing := main(asked.folder, asked.parts):
        sys.exit(f"Not all pictures could be taken of {', '.join(state.name for state in missing)}.")
