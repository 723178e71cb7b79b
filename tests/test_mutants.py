"""The faults that ``make mutants`` puts into the rules, and what it makes of the answers."""

from __future__ import annotations

import signal
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from mutants.fork import NO_END, in_fork, in_forks
from mutants.known import Known
from mutants.mutation import Function, Mutant, mutants
from mutants.report import report
from mutants.results import TYPES, Reason, Results, is_killed
from mutants.suite import NOT_LOADED, SURVIVED, UNVISITED
from mutants.types import with_all

SOURCE = '''"""Words for people."""
from gettext import gettext as N_

Kind = tuple[int, ...]
TITLE = N_("A title")


class Heap:
    @property
    def small(self) -> bool:
        """Few stones."""
        return self.stones < 3 and not self.shut

    def take(self, much: int = 1) -> "Heap":
        match self.kind:
            case "open":
                return replace(self, stones=self.stones - much)
            case "shut":
                return self
'''
FOUND = mutants("heap.py", SOURCE)


def changes(place: str) -> set[tuple[str, str]]:
    return {(mutant.before, mutant.after) for mutant in FOUND if mutant.place == place}


def test_each_expression_is_changed_alone_also_below_a_decorator() -> None:
    assert changes("Heap.small") == {
        ("self.stones < 3 and not self.shut", "self.stones < 3 or not self.shut"),
        ("self.stones < 3", "self.stones <= 3"),
        ("3", "4"),
        ("not self.shut", "self.shut"),
    }
    assert changes("Heap.take") == {
        ("1", "2"),
        ('case "open"', "(left out)"),
        ('case "shut"', "(left out)"),
        ('"open"', '"XXopenXX"'),
        ('"shut"', '"XXshutXX"'),
        ("replace(self, stones=self.stones - much)", "replace(None, stones=self.stones - much)"),
        ("replace(self, stones=self.stones - much)", "replace(self, )"),
        ("self.stones - much", "self.stones + much"),
    }
    assert {mutant.line for mutant in FOUND if mutant.before == "3"} == {"return self.stones < 4 and not self.shut"}


def test_words_types_and_texts_are_left_alone() -> None:
    assert changes("") == {('TITLE = N_("A title")', "TITLE = None")}


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ('words.say("{name} has {what}", what="stones")', {'"stones"'}),
        ('Problem("no_heap", "There is no heap.")', {'"no_heap"'}),
        ('words.count("a stone", "{n} stones", n)', set()),
        ('text.count("a")', {'"a"'}),
        ('option("two", "how many", choices=("two",))', {'"two"'}),
    ],
)
def test_sentences_that_are_translated_are_left_alone(code: str, changed: set[str]) -> None:
    """Those that stand in a catalog: one that has changed stands in none, and the test of the texts says so."""
    found = mutants("said.py", f"def f():\n    return {code}\n")
    assert {mutant.before for mutant in found if mutant.before.startswith('"')} == changed


def test_what_only_says_that_two_are_as_long_is_left_alone() -> None:
    found = mutants("pairs.py", "def f(a, b):\n    return zip(a, b, strict=True)\n")
    assert {mutant.after for mutant in found} == {"zip(None, b, strict=True)", "zip(a, None, strict=True)"}


def test_every_fault_is_one_that_runs_and_has_a_key_of_its_own() -> None:
    sources = {mutant.edit.applied(SOURCE) for mutant in FOUND}
    assert len(sources) == len(FOUND) == len({mutant.key for mutant in FOUND})
    for source in sources:
        compile(source, "heap.py", "exec")


def test_a_function_is_named_as_its_code_is() -> None:
    functions = {mutant.function for mutant in FOUND}
    assert functions == {None, Function("Heap.small", 9), Function("Heap.take", 14)}
    assert next(mutant for mutant in FOUND if mutant.before == "1").function is None, "set when it is defined"


def mutant(before: str) -> Mutant:
    return next(mutant for mutant in FOUND if mutant.before == before)


def test_tests_that_come_by_are_tried_the_short_ones_first() -> None:
    line = mutant("3").lines.start
    known = Known({"long": 5.0, "short": 0.1, "middle": 1.0, "elsewhere": 0.1})
    known.visits["heap.py"][line] = {"long", "middle", "short"}
    assert known.plan(mutant("3"), 2.0, Counter()) == ["short", "middle"]
    assert known.plan(mutant("3"), 9.0, Counter()) == ["short", "middle", "long"]
    assert known.plan(mutant("3"), 2.0, Counter(long=2, middle=1)) == ["middle", "short"], "it noticed one before"
    assert known.plan(mutant("self.stones - much"), 9.0, Counter()) == []


def test_only_tests_that_have_changed_are_learned_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mutants.ground.TREE", tmp_path)
    same, other, helper = (tmp_path / name for name in ("test_same.py", "test_other.py", "helper.py"))
    for file in (same, other, helper):
        file.write_text("as it was")
    names = ("test_same.py::test_a", "test_other.py::test_b")
    known = Known().of_tests(names)
    known.seconds = dict.fromkeys(names, 0.1)
    known.visits["heap.py"][3] = {*names}
    other.write_text("changed")
    again = known.of_tests(names)
    assert (again.seconds, again.visits["heap.py"][3]) == ({names[0]: 0.1}, {names[0]})
    helper.write_text("changed")
    assert known.of_tests(names).seconds == {}


@pytest.mark.parametrize(
    ("verdict", "killed"),
    [
        ("tests/test_a.py::test_b", True),
        (NO_END, True),
        (NOT_LOADED, True),
        (TYPES, True),
        (SURVIVED, False),
        (UNVISITED, False),
        ("(KeyError: 3)", False),
        ("(pytest: 4)", False),
    ],
)
def test_what_kills(verdict: str, killed: bool) -> None:
    assert is_killed(verdict) == killed


def test_a_reason_covers_what_it_names() -> None:
    reason = Reason("heap.py", "Heap.*", "3 → *", "no heap has three")
    assert reason.covers(mutant("3"))
    assert not reason.covers(mutant("not self.shut"))
    assert replace(reason, line="return self.stones < 4 *").covers(mutant("3"))
    assert not replace(reason, line="return self.stones < 5 *").covers(mutant("3"))
    assert Reason("heap.py", "*", "*", "", "d[?] = *").covers(replace(mutant("3"), line="d[?] = 4"))
    assert not Reason("heap.py", "*", "*", "", "d[?] = *").covers(replace(mutant("3"), line="d[x] = 4"))


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Results:
    monkeypatch.setattr("mutants.results.WORK", tmp_path)
    monkeypatch.setattr("mutants.results.FILE", tmp_path / "results.jsonl")
    return Results()


def test_what_the_type_checker_lets_pass_is_tried_and_not_asked_again(results: Results) -> None:
    one, other = FOUND[:2]
    results.answered(one, noticed=False)
    results.answered(other, noticed=True)
    assert results.unasked(FOUND[:3]) == [FOUND[2]]
    assert results.untried(FOUND[:3], "tests") == [one, FOUND[2]]
    assert (results.tried(FOUND), results.alive(FOUND)) == ([other], [])
    results.keep(one, SURVIVED, "tests")
    assert (results.alive(FOUND), results.unasked([one])) == ([one], [one])
    again = Results()
    assert [again[mutant] for mutant in FOUND] == [results[mutant] for mutant in FOUND]


@pytest.mark.parametrize(
    ("alive", "untried", "why", "line"),
    [
        (0, 0, "*", "Reached: 100.0% of 13 killed (goal 90%), 0 alive, 0 of them without a reason, 0 not tried."),
        (1, 0, "*", "Reached: 92.3% of 13 killed (goal 90%), 1 alive, 0 of them without a reason, 0 not tried."),
        (
            1,
            0,
            "-",
            "Not reached: 92.3% of 13 killed (goal 90%), 1 alive, 1 of them without a reason, 0 not tried.",
        ),
        (2, 0, "*", "Not reached: 84.6% of 13 killed (goal 90%), 2 alive, 0 of them without a reason, 0 not tried."),
        (0, 1, "*", "Not reached: 100.0% of 12 killed (goal 90%), 0 alive, 0 of them without a reason, 1 not tried."),
    ],
)
def test_the_last_line_says_whether_the_goal_is_reached(
    results: Results,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    alive: int,
    untried: int,
    why: str,
    line: str,
) -> None:
    monkeypatch.setattr("mutants.report.reasons", lambda: [Reason("heap.py", why, "*", "")])
    for number, one in enumerate(FOUND[: len(FOUND) - untried]):
        results.keep(one, SURVIVED if number < alive else "tests/test_a.py::test_b", "tests")
    assert report(FOUND, results, tell_all=False) == (0 if line.startswith("Reached") else 1)
    assert capsys.readouterr().out.splitlines()[-1] == line


def test_several_faults_in_one_file_keep_their_lines() -> None:
    call = "    return g(\n        1,\n        low=a,\n        high=2,\n    )\n"
    source = f"def f(a):\n{call}\n\ndef h(b):\n    return b == 3\n"
    found = mutants("lines.py", source)
    first = next(mutant for mutant in found if mutant.after == "g( 1, high=2, )")
    second = next(mutant for mutant in found if mutant.after == "b != 3")
    together = with_all(source, [second, first]).splitlines()
    assert len(together) == len(source.splitlines())
    assert "low" not in "".join(together[index - 1] for index in first.lines)
    assert "b != 3" in together[second.lines.start - 1]


@pytest.fixture
def at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mutants.fork.WORK", tmp_path)


@pytest.mark.usefixtures("at_work")
def test_whatever_happens_in_a_fork_is_an_answer() -> None:
    assert in_fork(lambda: "noticed", seconds=0.0) == "noticed"
    assert in_fork(lambda: None, seconds=0.0) is None
    assert in_fork(lambda: str(1 // 0), seconds=0.0) == "(ZeroDivisionError: integer division or modulo by zero)"
    assert in_fork(lambda: signal.raise_signal(signal.SIGXCPU), seconds=0.0) == NO_END
    assert in_fork(lambda: signal.raise_signal(signal.SIGTERM), seconds=0.0) == f"(signal {int(signal.SIGTERM)})"


@pytest.mark.usefixtures("at_work")
def test_several_forks_at_once_are_told_apart() -> None:
    tasks = ((number, partial(str, number), 0.0) for number in range(5))
    assert dict(in_forks(tasks, jobs=2)) == {number: str(number) for number in range(5)}
