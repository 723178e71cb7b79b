"""The tests of a target: collected once, then run in processes that are forked with everything loaded.

What a fault changes in a function is its code, so that is what the forked process exchanges; no file is loaded again.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

import coverage
import pytest

from mutants.exchange import Functions, caches_of, exchange, forget, functions_of, load_with
from mutants.fork import Work, in_fork, in_forks
from mutants.ground import TREE, WORK, Target
from mutants.known import Kills, Known
from mutants.mutation import Mutant

SURVIVED = ""
LOADING = "(loading)"
UNVISITED = "(no test comes by)"
NOT_LOADED = "(not loaded)"  # the tests cannot even be collected

Verdict = str  # which test noticed it, or one of these


class Suite:
    """A plugin of pytest that collects a target's tests and then does with them what it is told."""

    def __init__(self, target: Target, work: Callable[[Suite], None], only: Iterable[str] | None = None) -> None:
        self.target = target
        self.failed: str | None = None
        self._work = work
        self._only = None if only is None else set(only)
        self._items: dict[str, pytest.Item] = {}

    def run(self) -> int:
        os.chdir(TREE)
        files = self.target.tests if self._only is None else {name.partition("::")[0] for name in self._only}
        # where a file is loaded anew, what stands beside it is loaded before pytest could look into it
        calm = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
        options = ["-s", "-p", "no:cacheprovider", "--maxfail=1", "-m", "not slow", "-W", calm]
        return int(pytest.main([*options, *sorted(files)], plugins=[self]))

    # ---- hooks of pytest

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self) -> None:
        """One failure is enough: Hypothesis need not look for a simpler example."""
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", deadline=None, derandomize=True, max_examples=100, phases=phases)
        os.environ["HYPOTHESIS_PROFILE"] = "mutants"

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self._is_ours(item)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        self._items = {item.nodeid: item for item in session.items}
        gc.unfreeze()  # what is frozen is not found below
        self._work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid

    def _is_ours(self, item: pytest.Item) -> bool:
        if self._only is not None:
            return item.nodeid in self._only
        if any(word in item.nodeid for word in self.target.without):
            return False
        game = self.target.game
        if game is None or f"games/{game}/" in item.nodeid:
            return True
        if "test_conformance.py" in item.nodeid:
            return item.name.startswith("test_vector[") and _params(item)["vector"]["game"] == game
        return game in item.name or "test_keeping.py" in item.nodeid

    # ---- what can be done with the tests

    def test(self, names: list[str]) -> Verdict:
        """Runs these, and ends at the first that fails."""
        items = [self._items[name] for name in names]
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed is not None:
                return self.failed
        return SURVIVED

    def learn(self, before: Known) -> Known:
        """Every test once, without a fault, but for those of which all is known."""
        known = before.of_tests(self._items.keys())
        found = WORK / f"{self.target.name}.learning"

        def learned() -> None:
            self._learn(known)
            found.write_bytes(pickle.dumps(known))

        if (end := in_fork(learned)) is not None:
            sys.exit(f"{self.target.name}: the tests fail without any fault: {end}")
        known = pickle.loads(found.read_bytes())
        assert isinstance(known, Known)
        return known

    def _learn(self, known: Known) -> None:
        names = [name for name in self._items if name not in known.seconds]
        if names:
            self._watch(known, names)
        files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
        known.packages = [name for name, file in files.items() if file and "site-packages" in file]

    def _watch(self, known: Known, names: Iterable[str]) -> None:
        watch = coverage.Coverage(
            data_file=None, include=[str(TREE / file) for file in self.target.files], config_file=False
        )
        caches = list(caches_of(self.target))
        watch.start()
        for name in names:
            watch.switch_context(name)
            forget(caches)
            begun = time.process_time()
            if self.test([name]) != SURVIVED:
                raise AssertionError(name)
            known.seconds[name] = time.process_time() - begun
        watch.stop()
        for file in self.target.files:
            for line, visitors in watch.get_data().contexts_by_lineno(str(TREE / file)).items():
                known.visits[file][line].update(visitors)

    def attack(
        self, mutants: Iterable[Mutant], known: Known, budget: float, jobs: int
    ) -> Iterator[tuple[Mutant, Verdict]]:
        functions, caches = functions_of(self.target), list(caches_of(self.target))
        kills: dict[str, Kills] = defaultdict(Counter)  # by the function that the fault is in
        gc.freeze()

        def tasks() -> Iterator[tuple[Mutant, Work, float]]:
            for mutant in mutants:
                plan = known.plan(mutant, budget, kills[mutant.place])
                yield mutant, partial(self._attacked, mutant, functions, caches, plan), known.time_of(plan)

        for mutant, verdict in in_forks(tasks(), jobs):
            kills[mutant.place][verdict or SURVIVED] += 1
            yield mutant, verdict or SURVIVED

    def _attacked(self, mutant: Mutant, functions: Functions, caches: list[Any], plan: list[str]) -> Verdict:
        if not exchange(mutant, functions):
            return LOADING
        forget(caches)
        return self.test(plan) if plan else UNVISITED


def load_others(target: Target, known: Known) -> None:
    """All that does not know the target, so that it need not be loaded for each mutant."""
    for name in known.packages:
        if "pytest" not in name:  # it wants to load its own parts itself
            with suppress(ImportError):
                import_module(name)
    for room in ("core", "testing"):
        for file in sorted((TREE / "src/redpip" / room).glob("*.py")):
            import_module(f"redpip.{room}.{file.stem}".removesuffix(".__init__"))
    for folder in sorted((TREE / "src/redpip/games").glob("*/rules.py")):
        if folder.parent.name != target.game:
            import_module(f"redpip.games.{folder.parent.name}")


def attack_anew(
    target: Target, mutants: Iterable[Mutant], known: Known, budget: float, jobs: int
) -> Iterator[tuple[Mutant, Verdict]]:
    """For faults in what a file does when it is loaded: nothing may be loaded yet."""
    kills: Kills = Counter()
    if (end := in_fork(partial(_attacked_anew, target, None, known.plan_anew(budget, kills)))) is not None:
        sys.exit(f"{target.name}: the tests fail when loaded anew without any fault: {end}")

    def tasks() -> Iterator[tuple[Mutant, Work, float]]:
        for mutant in mutants:
            plan = known.plan_anew(budget, kills)
            yield mutant, partial(_attacked_anew, target, mutant, plan), 10 + known.time_of(plan)

    for mutant, verdict in in_forks(tasks(), jobs):
        kills[verdict or SURVIVED] += 1
        yield mutant, verdict or SURVIVED


def _attacked_anew(target: Target, mutant: Mutant | None, plan: list[str]) -> Verdict:
    verdicts: list[Verdict] = []
    if mutant is not None:
        load_with(mutant)
    code = Suite(target, lambda suite: verdicts.append(suite.test(plan)), plan).run()
    if verdicts:
        return verdicts[0]
    # the same tests were collected without a fault; the last two are said where a conftest or a list of cases fails
    unable = (
        pytest.ExitCode.TESTS_FAILED,
        pytest.ExitCode.INTERRUPTED,
        pytest.ExitCode.USAGE_ERROR,
        pytest.ExitCode.INTERNAL_ERROR,
    )
    return NOT_LOADED if code in unable else f"(pytest: {code})"


def _params(item: pytest.Item) -> dict[str, Any]:
    return dict(item.callspec.params) if isinstance(item, pytest.Function) else {}
