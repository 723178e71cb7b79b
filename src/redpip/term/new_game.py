"""``redpip new-game``: a small whole game to begin with, as a package of its own or as a folder of the house."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree

from redpip.core.catalog import all_games
from redpip.core.problem import Problem, reason_of
from redpip.core.words import Words

TEMPLATE = Path(__file__).parent.parent / "template"
HOUSE = Path(__file__).parent.parent / "games"
PACKAGE = "package"  # what only a package of its own needs
HOUSE_ONLY = ("tests/__init__.py", "tests/counts.json")
BINARY = ".mo"


def new_game(name: str, folder: Path | None, *, house: bool) -> Path:
    """Writes the game and says where."""
    _check_name(name, house)
    home = (folder or (HOUSE if house else Path())) / name
    if home.exists():
        raise Problem("cannot_write", "{file} is there already.", file=home)
    try:
        for path, content in _files(name, house).items():
            file = home / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    except OSError as error:
        rmtree(home, ignore_errors=True)  # half a game is none
        raise Problem(
            "cannot_write", "{file} cannot be written: {reason}.", file=home, reason=reason_of(error)
        ) from None
    return home


def next_steps(name: str, home: Path, words: Words, *, house: bool) -> list[str]:
    """What was made, and the commands that go on from here."""
    steps = [f"redpip play {name}", "redpip serve"]
    if not house:
        steps = [f"pip install -e '{home}[dev]'", *steps, f"pytest {home}"]
    return [words.say("A small game is in {folder}. Go on with:", folder=home), *(f"  {step}" for step in steps)]


def _check_name(name: str, house: bool) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise Problem("bad_name", "A game's name is a word of small letters, digits and _, not {name!r}.", name=name)
    if name in {taken for game in all_games().values() for taken in game.names}:
        raise Problem("bad_name", "There is a game {name!r} already.", name=name)
    if not house and find_spec(name):
        raise Problem("bad_name", "There is a Python package {name!r} already.", name=name)


def _files(name: str, house: bool) -> Mapping[str, bytes]:
    """Where each file goes, and what is in it."""
    return {
        _place(path.replace("template", name), name, house): _content(TEMPLATE / path, name, house)
        for path in _template_files()
        if house or path not in HOUSE_ONLY
        if not (house and path.startswith(PACKAGE))
    }


def _template_files() -> Iterator[str]:
    for file in sorted(TEMPLATE.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file.relative_to(TEMPLATE).as_posix()


def _place(path: str, name: str, house: bool) -> str:
    """In a package the sources stand apart from the tests and from what describes it."""
    if house or path.startswith("tests/"):
        return path
    return path.removeprefix(f"{PACKAGE}/") if path.startswith(PACKAGE) else f"src/{name}/{path}"


def _content(file: Path, name: str, house: bool) -> bytes:
    if file.suffix == BINARY:
        return file.read_bytes()
    title = name.replace("_", " ").title()
    text = file.read_text("utf-8").replace("redpip.template", f"redpip.games.{name}" if house else name)
    text = text.replace("TemplateRules", f"{title.replace(' ', '')}Rules").replace("Template", title)
    return text.replace("template", name).encode()
