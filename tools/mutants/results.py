"""What came of each mutant, kept in a file: a run that was stopped goes on, and only survivors are tried again."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from mutants.fork import NO_END
from mutants.ground import WORK
from mutants.mutation import Mutant
from mutants.suite import LOADING, NOT_LOADED, SURVIVED, Verdict

FILE = WORK / "results.jsonl"
TYPES = "(types)"
TYPES_TOO = "(types too let it pass)"
REASONS = Path(__file__).with_name("survivors.toml")


def is_killed(verdict: Verdict) -> bool:
    return bool(verdict) and (not verdict.startswith("(") or verdict in (NO_END, NOT_LOADED, TYPES))


class Results:
    """By the mutant's key: a file that has changed has other mutants."""

    def __init__(self) -> None:
        self._kept: dict[str, Verdict] = {}
        self._tests: dict[str, str] = {}
        WORK.mkdir(parents=True, exist_ok=True)
        if FILE.exists():
            for line in FILE.read_text("utf-8").splitlines():
                entry = json.loads(line)
                self._kept[entry["key"]] = entry["verdict"]
                self._tests[entry["key"]] = entry["tests"]

    def __getitem__(self, mutant: Mutant) -> Verdict:
        return self._kept.get(mutant.key, SURVIVED)

    def tried(self, mutants: Iterable[Mutant]) -> list[Mutant]:
        """By tests, or noticed without any."""
        return [mutant for mutant in mutants if self._tests.get(mutant.key) or self[mutant] == TYPES]

    def alive(self, mutants: Iterable[Mutant]) -> list[Mutant]:
        return [mutant for mutant in self.tried(mutants) if not is_killed(self[mutant])]

    def untried(self, mutants: Iterable[Mutant], tests: str) -> list[Mutant]:
        """Whoever has survived is tried again by other tests."""
        return [mutant for mutant in mutants if not is_killed(self[mutant]) and self._tests.get(mutant.key) != tests]

    def unasked(self, mutants: Iterable[Mutant]) -> list[Mutant]:
        """Those that are alive or not tried yet, and of which the type checker does not know."""
        return [mutant for mutant in mutants if not is_killed(self[mutant]) and self[mutant] != TYPES_TOO]

    def answered(self, mutant: Mutant, noticed: bool) -> None:
        """What the type checker said."""
        tests = self._tests.get(mutant.key, "")
        if noticed or self[mutant] != LOADING:
            self.keep(mutant, TYPES if noticed else TYPES_TOO, tests)

    def keep(self, mutant: Mutant, verdict: Verdict, tests: str) -> None:
        self._kept[mutant.key], self._tests[mutant.key] = verdict, tests
        entry = {"key": mutant.key, "verdict": verdict, "tests": tests, "mutant": str(mutant)}
        with FILE.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why some mutants may live. Patterns are those of file names: ``*`` is anything. Where a function has several such
    expressions, ``line`` says which: as it reads with the fault."""

    file: str
    place: str
    change: str
    why: str
    line: str = "*"

    def covers(self, mutant: Mutant) -> bool:
        change = f"{mutant.before} → {mutant.after}"
        return (
            self.file == mutant.file.removeprefix("src/redpip/")
            and fnmatchcase(mutant.place, self.place)
            and fnmatchcase(change, _literal(self.change))
            and fnmatchcase(mutant.line, _literal(self.line))
        )


def _literal(pattern: str) -> str:
    """Code has brackets and question marks that mean themselves; only ``*`` stands for anything."""
    return pattern.replace("[", "[[]").replace("?", "[?]")


def reasons() -> list[Reason]:
    return [Reason(**entry) for entry in tomllib.loads(REASONS.read_text("utf-8")).get("survivor", [])]
