"""The documents cannot rot: their examples run, their links lead somewhere, and nothing is left out of them."""

from __future__ import annotations

import ast
import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
import typer.main

from redpip.cli import USAGE_CODES, app, main

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "redpip"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md")), *sorted(SOURCE.glob("games/*/*.md"))]
BIN = Path(sys.executable).parent


def page_id(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    """The fenced blocks of that language with the number of their first line."""
    text = page.read_text("utf-8")
    found = re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(text.count("\n", 0, match.start(1)) + 1, match[1]) for match in found]


# ---- examples


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_python_sessions(page: Path) -> None:
    """Sessions run, one after another on a page; what is not a session is at least Python."""
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(verbose=False)
    report: list[str] = []
    for line, code in blocks(page, "python"):
        if ">>>" not in code:
            ast.parse(code)
            continue
        session = doctest.DocTestParser().get_doctest(code, names, page.name, page_id(page), line - 1)
        runner.run(session, out=report.append, clear_globs=False)
        names = session.globs
    assert not report, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_commands(page: Path, tmp_path: Path) -> None:
    """Every ``$ command`` prints what the page says; a line ``...`` stands for any lines."""
    for line, block in blocks(page, "console"):
        for command, expected in commands(block):
            shown = run(command, tmp_path)
            assert fits(shown.splitlines(), expected), f"{page_id(page)}:{line}: $ {command}\n{shown}"


def commands(block: str) -> Iterator[tuple[str, list[str]]]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output.splitlines()


def run(command: str, folder: Path) -> str:
    """What the command prints for a newcomer in this folder; a game saved at noon on 1 January 2026."""
    env = {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder), "LANG": "C.UTF-8", "COLUMNS": "80"}
    env["REDPIP_STATE_DIR"] = str(folder / "state")
    alone = command.startswith("redpip ") and not re.search("[|><&]", command)
    text = (run_here if alone else run_by_shell)(command, folder, env).replace(str(folder), "~")
    return re.sub(r"spicy-\d{8}-\d{6}(-\d+)?", "spicy-20260101-120000", text)


def run_by_shell(command: str, folder: Path, env: dict[str, str]) -> str:
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=120, check=False,
    )  # fmt: skip
    return done.stdout.decode("utf-8")


def run_here(command: str, folder: Path, env: dict[str, str]) -> str:
    """The same within this process, where nothing has to be imported anew."""
    printed = StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(printed), redirect_stderr(printed):
        for name in os.environ:
            patch.delenv(name)
        for name, value in env.items():
            patch.setenv(name, value)
        patch.chdir(folder)
        patch.setattr("sys.argv", shlex.split(command))
        patch.setattr("sys.stdin", StringIO())
        with pytest.raises(SystemExit):
            main()
    return printed.getvalue()


def fits(shown: list[str], expected: list[str]) -> bool:
    if not expected:
        return not shown
    if expected[0] == "...":
        return any(fits(shown[skip:], expected[1:]) for skip in range(len(shown) + 1))
    return bool(shown) and shown[0].rstrip() == expected[0].rstrip() and fits(shown[1:], expected[1:])


def test_an_example_that_lies_is_noticed() -> None:
    assert fits(["a", "b", "c"], ["a", "...", "c"])
    assert not fits(["a", "b"], ["a", "c"])
    assert not fits(["a", "b"], ["a"])
    assert not fits(["a"], ["a", "b"])


# ---- links


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_links(page: Path) -> None:
    broken = [target for target in links(page) if not leads_somewhere(page, target)]
    assert not broken


def links(page: Path) -> list[str]:
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [target for target in re.findall(r"(?:\]\(|\bsrc=\")([^)\"]+)", text) if not re.match(r"\w+:", target)]


def test_the_readme_shows_three_pictures_and_says_what_is_on_them() -> None:
    pictures = re.findall(r'<img src="(.+?)" width="\d+" alt="(.+?)">', (ROOT / "README.md").read_text("utf-8"))
    assert len(dict(pictures)) == 3


def leads_somewhere(page: Path, target: str) -> bool:
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.exists() or ROOT not in (file, *file.parents):
        return False
    return not anchor or anchor in map(slug, re.findall(r"^#+ (.*)$", file.read_text("utf-8"), re.MULTILINE))


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


# ---- completeness


def section(page: Path, heading: str) -> str:
    text = page.read_text("utf-8")
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"{page_id(page)} has no section {heading!r}"
    return found[1]


ROOT_COMMAND = typer.main.get_command(app)
COMMANDS = {f"redpip {name}": command for name, command in ROOT_COMMAND.commands.items()}  # type: ignore[attr-defined]


OPPOSITES = {"--no-save", "--no-browser"}  # explained beside their positive


def flags(command: object) -> set[str]:
    return {
        flag
        for parameter in command.params  # type: ignore[attr-defined]
        for flag in (*parameter.opts, *parameter.secondary_opts)
        if flag.startswith("--")
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_documented(name: str) -> None:
    text = section(ROOT / "docs" / "cli.md", name)
    assert set(re.findall(r"^\| `(--[\w-]+)", text, re.MULTILINE)) == flags(COMMANDS[name]) - OPPOSITES
    assert f"`{name}" in (ROOT / "README.md").read_text("utf-8")


def test_no_command_is_documented_that_is_not_there() -> None:
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    assert set(re.findall(r"^## (redpip [\w-]+)$", text, re.MULTILINE)) == set(COMMANDS)
    for flag in flags(ROOT_COMMAND):
        assert f"`{flag}`" in section(ROOT / "docs" / "cli.md", "For every command")


def codes_in_source() -> set[str]:
    """The code of every Problem and Refusal, and of every sentence for a refusal."""
    return {
        code
        for file in SOURCE.rglob("*.py")
        if "tests" not in file.relative_to(SOURCE).parts
        for code in codes_in(file)
    }


def codes_in(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="Problem" | "Refusal"), args=[ast.Constant(value=str(code)), *_]):
                yield code
            case ast.Call(func=ast.Attribute(attr="__init__"), args=[ast.Constant(value=str(code)), *_]):
                yield code  # a kind of Problem with a code of its own
            case ast.Call(func=ast.Name(id="unknown"), args=[ast.Constant(value=str(what)), *_]):
                yield f"unknown_{what.replace(' ', '_')}"
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(keys=keys)) if name.endswith("REFUSALS"):
                yield from (key.value for key in keys if isinstance(key, ast.Constant))


def test_every_code_is_in_the_table() -> None:
    """What everybody may refuse stands in the notation; a game's own codes may stand on its own page."""
    games = [page for page in sorted(ROOT.glob("docs/games/*.md")) if "\n## Refusals\n" in page.read_text("utf-8")]
    pages = [section(page, "Refusals") for page in games]
    text = "".join([section(ROOT / "docs" / "notation.md", "Error codes"), *pages])
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == codes_in_source()


def test_codes_of_the_command_line_have_the_status_that_is_told() -> None:
    text = section(ROOT / "docs" / "notation.md", "Error codes")
    for title, status in (("What people typed on the command line", 2), ("Files, settings and streams", 1)):
        table = text.partition(f"{title}, status {status}:")[2].partition("\n\n| code")[2].partition("\n\n")[0]
        codes = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
        assert codes
        assert [code for code in codes if code.startswith(USAGE_CODES) != (status == 2)] == []


def test_the_table_of_the_readme_has_every_game_and_no_other() -> None:
    from redpip.core.catalog import all_games

    rows = re.findall(r"^\| (.+?) \| `redpip play (\w+)` \|", section(ROOT / "README.md", "Games"), re.MULTILINE)
    games = all_games().values()
    editions = [(preset.edition, name) for game in games for name, preset in game.presets.items() if preset.edition]
    assert set(rows) == {(game.name, game.id) for game in games} | set(editions)


def test_every_event_of_a_table_is_in_the_protocol() -> None:
    from dataclasses import fields

    from redpip.core.game import Back
    from redpip.table.events import KINDS, Played, public_data

    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", section(ROOT / "docs" / "protocol.md", "Events"), re.MULTILINE)
    told = {kind: set(re.findall(r"`(\w+)`", names)) for kind, names in rows if kind != "kind"}
    made = [Played(Back(0)), *(event(**{field.name: None for field in fields(event)}) for event in KINDS.values())]
    events = [public_data(event) for event in made]
    assert told == {event["kind"]: event.keys() - {"kind"} for event in events}


def test_every_request_is_in_the_protocol_and_no_other(tmp_path: Path) -> None:
    from redpip.web.app import create_app

    told = set()
    for cell in re.findall(r"^\| (`[A-Z]+ /.*?`) \|", section(ROOT / "docs" / "protocol.md", "Requests"), re.MULTILINE):
        path = ""
        for method, named in re.findall(r"`([A-Z]+)(?: (/[^`?]*)[^`]*)?`", cell):
            path = named or path  # `DELETE` alone is of the same
            told.add((method, re.sub(r"{\w+}", "{}", path)))
    paths = create_app(tmp_path / "tables.sqlite").openapi()["paths"]
    known = {
        (method.upper(), re.sub(r"{\w+}", "{}", path.removeprefix("/api/v1")))
        for path, methods in paths.items()
        for method in methods
    }
    assert told == known | {("GET", "/tables/{}/stream")}  # a WebSocket


def test_every_field_of_a_scene_is_in_the_protocol() -> None:
    from redpip.core.scene import Scene, SceneSeat

    text = section(ROOT / "docs" / "protocol.md", "Scenes")
    names = {*Scene.__annotations__, *(f"seats[].{name}" for name in SceneSeat.__annotations__)} - {"seats"}
    assert set(re.findall(r"^\| `([\w.\[\]]+)` \|", text, re.MULTILINE)) == names


# ---- what must not be there


HEAVY = {"rich", "numpy", "numba", "pydantic", "fastapi", "starlette", "jinja2", "sqlalchemy", "uvicorn", "asyncio"}
HEAVY |= {"multiprocessing", "concurrent", "platformdirs", "redpip.games", "redpip.play", "redpip.core.catalog"}


def test_help_answers_at_once() -> None:
    """Whatever the machine is busy with: it imports little, and nothing heavy."""
    code = "import sys, redpip.cli\ntry: redpip.cli.main()\nfinally: print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Usage: ")
    modules = set(done.stderr.split())
    assert modules & HEAVY == set()
    assert len(modules) < 220


FORBIDDEN = re.compile(
    r"(?<![\w./])/(?:home|root|work|Users)/|\b(?:TODO|FIXME|XXX)\b|https?://[\w.]*(?:pypi|pythonhosted)"
)


def test_nothing_of_our_machines_is_in_a_text() -> None:
    """No path of somebody's machine, no package index, nothing left to do."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True).stdout.split("\0")
    files = [ROOT / name for name in names if name.endswith((".md", ".py", ".toml", ".txt", ".po", "Makefile"))]
    found = [
        f"{page_id(file)}: {match[0]}"
        for file in files or PAGES
        if file != Path(__file__)
        for match in FORBIDDEN.finditer(file.read_text("utf-8"))
    ]
    assert not found
