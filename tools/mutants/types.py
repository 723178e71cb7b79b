"""What the type checker notices, of mutants that the tests let live or have not seen. One run judges one mutant of each
function, and of each field of a class."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence

from mutants.ground import TREE, WORK, faulty, original
from mutants.mutation import Mutant

ERROR = re.compile(r"^(?P<file>src/[^:]+):(?P<line>\d+): error:")


def judged(mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, bool]]:
    """Each, and whether mypy would not let it pass."""
    queues: dict[tuple[str, str, int], list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        queues[_room(mutant)].append(mutant)
    while queues:
        now = [queue.pop() for queue in queues.values()]
        queues = defaultdict(list, {place: queue for place, queue in queues.items() if queue})
        yield from _judged_at_once(now)


def _room(mutant: Mutant) -> tuple[str, str, int]:
    """Where no two faults may be at once: a function; of a class the line of a field, which says its type itself."""
    is_field = mutant.function is None and mutant.place[:1].isupper()
    return mutant.file, mutant.place, mutant.lines.start if is_field else 0


def _judged_at_once(mutants: list[Mutant]) -> Iterator[tuple[Mutant, bool]]:
    """Each of them is in a room of its own, so a file may have several faults at once."""
    by_file: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        by_file[mutant.file].append(mutant)
    with faulty({file: with_all(original(file), together) for file, together in by_file.items()}):
        errors = _errors()
    for mutant in mutants:
        yield mutant, any(line in mutant.lines for line in errors[mutant.file])


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
    command = [sys.executable, "-m", "mypy", *looks, "src/redpip"]
    done = subprocess.run(command, cwd=TREE, capture_output=True, text=True, check=False)
    found: dict[str, set[int]] = defaultdict(set)
    for line in done.stdout.splitlines():
        if match := ERROR.match(line):
            found[match["file"]].add(int(match["line"]))
    return found
