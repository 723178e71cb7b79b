"""What a run without faults shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from mutants.mutation import Mutant


@dataclass(slots=True)
class Known:
    """How much of a core each test takes, and which of them come by a line."""

    seconds: dict[str, float] = field(default_factory=dict)
    visits: dict[str, dict[int, list[str]]] = field(default_factory=dict)

    def plan(self, mutant: Mutant, budget: float) -> list[str]:
        """The tests that come by, the short ones first, as many as fit."""
        visits = self.visits[mutant.file]
        names = {name for line in mutant.lines for name in visits.get(line, ())}
        return self._fitting(names, budget)

    def plan_anew(self, budget: float) -> list[str]:
        """Collecting the contract of all games takes longer than running it for one."""
        return self._fitting([name for name in self.seconds if "test_contract.py" not in name], budget)

    def _fitting(self, names: Iterable[str], budget: float) -> list[str]:
        chosen: list[str] = []
        total = 0.0
        for name in sorted(names, key=lambda name: (self.seconds[name], name)):
            total += self.seconds[name]
            if total > budget and chosen:
                break
            chosen.append(name)
        return chosen
