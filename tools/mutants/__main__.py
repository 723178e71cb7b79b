"""``make mutants``: puts small faults into the rules, one at a time, and says which of them no test notices."""

from __future__ import annotations

import argparse
import os
import pickle
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from mutants.fork import in_fork
from mutants.ground import TREE, WORK, Target, lay_out, original, targets
from mutants.known import Known
from mutants.mutation import Mutant, mutants
from mutants.report import progress, report
from mutants.results import Results
from mutants.suite import LOADING, Suite, attack_anew, load_others
from mutants.types import judged

Work = Callable[[Target, Sequence[Mutant], argparse.Namespace], str | None]


def main() -> int:
    asked = _arguments()
    lay_out()
    found = {
        target: [
            mutant for file in target.files for mutant in mutants(file, original(file)) if mutant.share < asked.share
        ]
        for target in targets(tuple(asked.without))
        if not asked.only or target.name in asked.only
    }
    if not asked.report:
        sys.path.insert(0, str(TREE / "src"))
        os.environ["PYTHONPATH"] = f"{TREE / 'src'}:{TREE / 'tests'}"
        for target, part in found.items():
            _do(_attack_functions, target, part, asked)
        if not asked.no_types:
            _ask_types([mutant for part in found.values() for mutant in part if mutant.function or not asked.no_files])
        if not asked.no_files:
            for target, part in found.items():
                _do(_attack_files, target, part, asked)
    return report([mutant for part in found.values() for mutant in part], Results(), asked.all)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("--only", nargs="*", help="games, or table; usually all")
    parser.add_argument(
        "--share", type=float, default=1.0, help="a part of all mutants, always the same (0.2: a fifth)"
    )
    parser.add_argument(
        "--budget", type=float, default=3.0, help="seconds of tests for each mutant, the short ones first"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="mutants at once; usually one a core")
    parser.add_argument(
        "--without", nargs="*", default=[], help="words: tests that have one in their name are left out"
    )
    parser.add_argument("--no-files", action="store_true", help="only faults in functions: others need all loaded anew")
    parser.add_argument("--no-types", action="store_true", help="do not ask the type checker about survivors")
    parser.add_argument("--report", action="store_true", help="only tell what is known from earlier runs")
    parser.add_argument("--all", action="store_true", help="list also the survivors that have a reason")
    return parser.parse_args()


def _do(work: Work, target: Target, found: Sequence[Mutant], asked: argparse.Namespace) -> None:
    """All that is loaded for one target stays in a process of its own."""
    end = in_fork(partial(work, target, found, asked), quiet=False)
    if end is not None:
        sys.exit(f"{target.name}: {end}")


def _attack_functions(target: Target, found: Sequence[Mutant], asked: argparse.Namespace) -> str | None:
    results, tests = Results(), target.tests_digest
    untried = results.untried(found, tests)
    left = [mutant for mutant in untried if mutant.function is not None]
    if not (untried if not asked.no_files else left):
        return None

    def work(suite: Suite) -> None:
        known = suite.learn(_known(target) or Known())
        _kept(target).write_bytes(pickle.dumps(known))
        for mutant, verdict in suite.attack(progress(target.name, left), known, asked.budget, asked.jobs):
            results.keep(mutant, verdict, tests)

    code = Suite(target, work).run()
    return None if code in (0, 5) else f"pytest ended with {code}"


def _attack_files(target: Target, found: Sequence[Mutant], asked: argparse.Namespace) -> None:
    results, known, tests = Results(), _known(target), target.tests_digest
    anew = [mutant for mutant in results.untried(found, tests) if mutant.function is None]
    anew += [mutant for mutant in results.alive(found) if results[mutant] == LOADING]
    if not anew or known is None:
        return
    load_others(target, known)
    anew_ones = progress(f"{target.name}, loaded anew", anew)
    for mutant, verdict in attack_anew(target, anew_ones, known, asked.budget, asked.jobs):
        results.keep(mutant, verdict, tests)


def _ask_types(found: Sequence[Mutant]) -> None:
    """Before files are loaded anew, which takes long: of a field that has no value of its type nothing need be run."""
    results = Results()
    for mutant, is_noticed in judged(results.unasked(found)):
        results.answered(mutant, is_noticed)


def _known(target: Target) -> Known | None:
    kept = _kept(target)
    return pickle.loads(kept.read_bytes()) if kept.exists() else None


def _kept(target: Target) -> Path:
    return WORK / f"{target.name}-{target.code_digest}.learned"


if __name__ == "__main__":
    sys.exit(main())
