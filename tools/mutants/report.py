"""How many mutants of each file were killed, and which were not."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from mutants.mutation import Mutant
from mutants.results import TYPES, Reason, Results, reasons

GOAL = 0.9


def progress(title: str, mutants: Sequence[Mutant]) -> Iterator[Mutant]:
    step = max(1, len(mutants) // 20)
    for number, mutant in enumerate(mutants):
        if number % step == 0:
            print(f"{title}: {number} of {len(mutants)}", file=sys.stderr, flush=True)
        yield mutant


def report(found: Sequence[Mutant], results: Results, tell_all: bool) -> int:
    """Says it, and whether the goal is reached: all tried, so many killed, and a reason for each that is not."""
    known = reasons()
    mutants = results.tried(found)
    alive = results.alive(mutants)
    unexplained = [mutant for mutant in alive if _reason(known, mutant) is None]
    for mutant in alive if tell_all else unexplained:
        reason = _reason(known, mutant)
        print(f"{mutant} {results[mutant]}{f'   ({reason.why})' if reason else ''}")
    print(f"{'file':42} mutants killed  types  alive  reason")
    for file in sorted({mutant.file for mutant in mutants}):
        _line(file, [mutant for mutant in mutants if mutant.file == file], results, known)
    killed = _line("all", mutants, results, known)
    untried = len(found) - len(mutants)
    reached = killed >= GOAL * len(mutants) and not unexplained and not untried
    share = f"{killed / len(mutants):.1%}" if mutants else "none"
    print(
        f"{'Reached' if reached else 'Not reached'}: {share} of {len(mutants)} killed (goal {GOAL:.0%}), "
        f"{len(alive)} alive, {len(unexplained)} of them without a reason, {untried} not tried."
    )
    return 0 if reached else 1


def _line(title: str, mutants: Sequence[Mutant], results: Results, known: Sequence[Reason]) -> int:
    alive = results.alive(mutants)
    killed = len(mutants) - len(alive)
    types = sum(results[mutant] == TYPES for mutant in mutants)
    explained = sum(_reason(known, mutant) is not None for mutant in alive)
    rate = f"{killed / len(mutants):.1%}" if mutants else "-"
    print(f"{title:42} {len(mutants):7} {rate:>6} {types:6} {len(alive):6} {explained:7}")
    return killed


def _reason(known: Sequence[Reason], mutant: Mutant) -> Reason | None:
    return next((reason for reason in known if reason.covers(mutant)), None)
