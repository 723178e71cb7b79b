"""What a run without faults shows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import partial

from mutants.ground import digest_of_tests
from mutants.mutation import Mutant

Kills = Counter[str]  # how many faults each test has noticed


def _visits() -> dict[str, dict[int, set[str]]]:
    return defaultdict(partial(defaultdict, set))


@dataclass(slots=True)
class Known:
    """How much of a core each test takes, which of them come by a line, and what has to be loaded."""

    seconds: dict[str, float] = field(default_factory=dict)
    visits: dict[str, dict[int, set[str]]] = field(default_factory=_visits)
    packages: list[str] = field(default_factory=list)  # modules of others that were loaded for it
    digests: dict[str, str] = field(default_factory=dict)  # of the files that the tests stand in

    def of_tests(self, names: Collection[str]) -> Known:
        """What is still true: of those among these tests that stand in files as they were."""
        digests = {file: digest_of_tests(file) for file in {file_of(name) for name in names}}
        same = {name for name in names if digests[file_of(name)] == self.digests.get(file_of(name))}
        known = Known({name: self.seconds[name] for name in same & self.seconds.keys()}, digests=digests)
        for file, lines in self.visits.items():
            for line, visitors in lines.items():
                known.visits[file][line] = visitors & same
        return known

    def plan(self, mutant: Mutant, budget: float, kills: Kills) -> list[str]:
        """The short ones of the tests that come by, as many as fit; first those that noticed most faults nearby."""
        visits = self.visits[mutant.file]
        names = {name for line in mutant.lines for name in visits.get(line, ())}
        return self._fitting(names, budget, kills)

    def plan_anew(self, budget: float, kills: Kills) -> list[str]:
        """Collecting the contract of all games takes longer than running it for one."""
        return self._fitting([name for name in self.seconds if "test_contract.py" not in name], budget, kills)

    def time_of(self, names: Iterable[str]) -> float:
        return sum(self.seconds[name] for name in names)

    def _fitting(self, names: Iterable[str], budget: float, kills: Kills) -> list[str]:
        chosen: list[str] = []
        total = 0.0
        for name in sorted(names, key=lambda name: (self.seconds[name], name)):
            total += self.seconds[name]
            if total > budget and chosen:
                break
            chosen.append(name)
        return sorted(chosen, key=lambda name: -kills[name])


def file_of(name: str) -> str:
    return name.partition("::")[0]
