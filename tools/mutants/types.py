"""What the type checker notices, of mutants that the tests let live. One run judges one mutant of each function."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator

from mutants.ground import TREE, WORK, faulty, original
from mutants.mutation import Mutant

ERROR = re.compile(r"^(?P<file>src/[^:]+):(?P<line>\d+): error:")


def noticed(mutants: list[Mutant]) -> Iterator[Mutant]:
    """Those that mypy would not let pass."""
    queues: dict[tuple[str, str], list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        queues[mutant.file, mutant.place].append(mutant)
    while queues:
        now = [queue.pop() for queue in queues.values()]
        queues = defaultdict(list, {place: queue for place, queue in queues.items() if queue})
        yield from _judged(now)


def _judged(mutants: list[Mutant]) -> Iterator[Mutant]:
    """Each of them is in a function of its own, so a file may have several faults at once."""
    by_file: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        by_file[mutant.file].append(mutant)
    with faulty({file: with_all(original(file), together) for file, together in by_file.items()}):
        errors = _errors()
    for mutant in mutants:
        if any(line in mutant.lines for line in errors[mutant.file]):
            yield mutant


def with_all(source: str, mutants: list[Mutant]) -> str:
    """The file with all of these faults; each keeps the number of lines, so that errors are found at their place."""
    for mutant in sorted(mutants, key=lambda mutant: mutant.edit.start, reverse=True):
        edit = mutant.edit
        lines = edit.applied(source).splitlines(keepends=True)
        new = edit.text.count("\n")
        lines.insert(edit.start[0] + new, "\n" * (edit.end[0] - edit.start[0] - new))
        source = "".join(lines)
    return source


def _errors() -> dict[str, set[int]]:
    looks = ("--hide-error-context", "--no-color-output", "--no-pretty", "--cache-dir", str(WORK / "mypy"))
    command = [sys.executable, "-m", "mypy", *looks]
    done = subprocess.run(command, cwd=TREE, capture_output=True, text=True, check=False)
    found: dict[str, set[int]] = defaultdict(set)
    for line in done.stdout.splitlines():
        if match := ERROR.match(line):
            found[match["file"]].add(int(match["line"]))
    return found
