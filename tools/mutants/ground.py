"""Where the tests run: a copy of the tree, so that a fault is never in the files that people work on."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "mutants"
TREE = WORK / "tree"
ORIGINALS = WORK / "originals"  # of the files to attack

COPIED = ("src", "tests", "docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "pyproject.toml")
SKIPPED = shutil.ignore_patterns(".hypothesis", "*.pyc")

# about how well a game is played; they take long, and what they play by is tested by the others
STRENGTH = ("advisor", "best", "best_bot", "best_play", "bots", "coaching", "odds", "samples", "solver", "stats")
STRENGTH_FILES = tuple(f"test_{name}.py" for name in (*STRENGTH, "strategist"))


@dataclass(frozen=True, slots=True)
class Target:
    """Files to attack, and the tests that are about them."""

    name: str
    files: tuple[str, ...]
    tests: tuple[str, ...]  # what is collected
    game: str | None = None  # then only tests of this game
    without: tuple[str, ...] = ()  # and none with these words in their names

    @property
    def code(self) -> str:
        """The folder of the files."""
        return str(Path(self.files[0]).parent)

    @property
    def tests_digest(self) -> str:
        """Another one where the tests or what they test has changed."""
        files = chain(map(TREE.joinpath, self.files), *map(_python_files, self.tests))
        return _digest(str(self), files)

    @property
    def code_digest(self) -> str:
        """Another one where what is attacked has changed."""
        return _digest(self.name, map(TREE.joinpath, self.files))


def digest_of_tests(file: str) -> str:
    """Another one where the tests of this file may be others: it has changed, or what stands beside it to help."""
    tests = TREE / file
    helpers = sorted(path for path in tests.parent.glob("*.py") if not path.name.startswith("test_"))
    return _digest(file, [tests, *helpers])


def _digest(what: str, files: Iterable[Path]) -> str:
    return sha256(b"".join([what.encode(), *(file.read_bytes() for file in files)])).hexdigest()[:12]


def _python_files(path: str) -> list[Path]:
    return sorted((TREE / path).glob("*.py")) if (TREE / path).is_dir() else [TREE / path]


def targets(without: tuple[str, ...] = ()) -> list[Target]:
    games = sorted(path.parent.name for path in (TREE / "src/redpip/games").glob("*/rules.py"))
    return [replace(target, without=without) for target in (*map(_game, games), _table())]


def _game(name: str) -> Target:
    folder = f"src/redpip/games/{name}"
    files = tuple(file for file in (f"{folder}/scoring.py", f"{folder}/rules.py") if (TREE / file).exists())
    contract = ("test_contract", "test_counts", "test_golden")
    everywhere = ("tests/test_conformance.py", "tests/test_lessons.py", "tests/table/test_keeping.py")
    shared = (*everywhere, *(f"tests/contract/{file}.py" for file in contract))
    own = sorted((TREE / folder / "tests").glob("test_*.py"))
    about_rules = [str(file.relative_to(TREE)) for file in own if file.name not in STRENGTH_FILES]
    return Target(name, files, (*about_rules, *shared), name)


def _table() -> Target:
    files = sorted((TREE / "src/redpip/table").glob("*.py"))
    web = ("changes", "clock", "faults", "painter", "streams")
    tests = ("tests/table", "tests/store/test_schemas.py", "tests/test_lessons.py")
    return Target(
        "table",
        tuple(str(file.relative_to(TREE)) for file in files if file.name != "__init__.py"),
        (*tests, *(f"tests/web/test_{name}.py" for name in web)),
    )


def lay_out() -> None:
    """The tree anew. Times of files stay, or kernels would be compiled again."""
    shutil.rmtree(TREE, ignore_errors=True)
    TREE.mkdir(parents=True)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, TREE / name, ignore=SKIPPED)
        else:
            shutil.copy2(ROOT / name, TREE / name)
    shutil.rmtree(ORIGINALS, ignore_errors=True)
    for file in chain(*(target.files for target in targets())):
        (ORIGINALS / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(TREE / file, ORIGINALS / file)


@contextmanager
def faulty(sources: Mapping[str, str]) -> Iterator[None]:
    """In the tree, these files are others for a while."""
    for file, source in sources.items():
        (TREE / file).write_text(source, "utf-8")
    try:
        yield
    finally:
        for file in sources:
            shutil.copy2(ORIGINALS / file, TREE / file)


def original(file: str) -> str:
    return (ORIGINALS / file).read_text("utf-8")
