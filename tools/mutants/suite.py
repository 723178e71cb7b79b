"""The tests of a target: collected once, then run in processes that are forked with everything loaded.

What a fault changes in a function is its code, so that is what the forked process exchanges; no file is loaded again.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any

import coverage
import pytest

from mutants.exchange import Functions, caches_of, exchange, forget, functions_of
from mutants.fork import in_fork
from mutants.ground import TREE, WORK, Target, faulty, original
from mutants.known import Known
from mutants.mutation import Mutant

SURVIVED = ""
LOADING = "(loading)"

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
        options = ["-s", "-p", "no:cacheprovider", "--maxfail=1", "-m", "not slow"]
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

    def learn(self) -> Known:
        """Every test once, without a fault."""
        found = WORK / f"{self.target.name}.learned"

        def learned() -> None:
            found.write_bytes(pickle.dumps(self._learn()))

        if (end := in_fork(learned)) is not None:
            sys.exit(f"{self.target.name}: the tests fail without any fault: {end}")
        known = pickle.loads(found.read_bytes())
        assert isinstance(known, Known)
        return known

    def _learn(self) -> Known:
        watch = coverage.Coverage(
            data_file=None, include=[str(TREE / file) for file in self.target.files], config_file=False
        )
        known, caches = Known(), list(caches_of(self.target))
        watch.start()
        for name in self._items:
            watch.switch_context(name)
            forget(caches)
            begun = time.process_time()
            if self.test([name]) != SURVIVED:
                raise AssertionError(name)
            known.seconds[name] = time.process_time() - begun
        watch.stop()
        for file in self.target.files:
            known.visits[file] = watch.get_data().contexts_by_lineno(str(TREE / file))
        return known

    def attack(self, mutants: Iterable[Mutant], known: Known, budget: float) -> Iterator[tuple[Mutant, Verdict]]:
        functions, caches = functions_of(self.target), list(caches_of(self.target))
        gc.freeze()
        for mutant in mutants:
            plan = known.plan(mutant, budget)
            seconds = sum(known.seconds[name] for name in plan)
            source = mutant.edit.applied(original(mutant.file))
            with faulty({mutant.file: source}):
                yield mutant, self._attacked(mutant, source, functions, caches, plan, seconds) if plan else SURVIVED

    def _attacked(
        self, mutant: Mutant, source: str, functions: Functions, caches: list[Any], plan: list[str], seconds: float
    ) -> Verdict:
        def attacked() -> Verdict:
            if not exchange(mutant, source, functions):
                return LOADING
            forget(caches)
            return self.test(plan)

        return in_fork(attacked, seconds) or SURVIVED


def load_others(target: Target) -> None:
    """All that does not know the target, so that it need not be loaded for each mutant."""
    for room in ("core", "testing"):
        for file in sorted((TREE / "src/redpip" / room).glob("*.py")):
            import_module(f"redpip.{room}.{file.stem}".removesuffix(".__init__"))
    for folder in sorted((TREE / "src/redpip/games").glob("*/rules.py")):
        if folder.parent.name != target.game:
            import_module(f"redpip.games.{folder.parent.name}")


def attack_anew(target: Target, mutant: Mutant, known: Known, budget: float) -> Verdict:
    """For a fault in what a file does when it is loaded: nothing may be loaded yet."""
    plan = known.plan_anew(budget)
    verdicts: list[Verdict] = []

    def attacked() -> Verdict:
        sys.dont_write_bytecode = True
        code = Suite(target, lambda suite: verdicts.append(suite.test(plan)), plan).run()
        return verdicts[0] if verdicts else f"(loading: {code})"

    with faulty({mutant.file: mutant.edit.applied(original(mutant.file))}):
        return in_fork(attacked, 10 + sum(known.seconds[name] for name in plan)) or SURVIVED


def _params(item: pytest.Item) -> dict[str, Any]:
    return dict(item.callspec.params) if isinstance(item, pytest.Function) else {}
