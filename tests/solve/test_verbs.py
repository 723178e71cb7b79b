"""What a game gains by an advisor, a solver and figures, each on its own, with no word about it anywhere else."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
import typer

from redpip.core import catalog, solution
from redpip.core.problem import Problem
from redpip.play import solving as asking
from redpip.solve import verify
from redpip.term import solving

from .patience_game import AGAIN, KEEP, PatienceAdvisor, PatienceRules, PatienceSolver, State, game

Join = Callable[..., None]


@pytest.fixture
def join(monkeypatch: pytest.MonkeyPatch) -> Join:
    """Has the catalog know the game with these parts."""

    def known(**parts: Any) -> None:
        joined = game(**parts)
        monkeypatch.setattr(catalog, "shelf", lambda: ({joined.id: joined}, {}))

    return known


def at(_rules_for: object, given: str, seats: int | None) -> tuple[int, State]:
    return seats or 1, State(*map(int, given.split("_")))


def test_an_advisor_alone_brings_advice_and_the_best_bot(join: Join, capsys: pytest.CaptureFixture[str]) -> None:
    join(advisor=PatienceAdvisor, position=at)
    solving.advise("patience", "4_1")
    lines = ["expected total, exact", "    4.2500    -0.0000  again", "    4.0000    -0.2500  keep"]
    assert capsys.readouterr().out.splitlines() == lines
    best = catalog.find_game("patience")[0].bot("best").seat(PatienceRules(), 0, Random(1))
    assert best.choose(State(4, 1), (KEEP, AGAIN)) == AGAIN
    for ask, code in ((solving.solve, "not_solved"), (solving.verify, "not_solved")):
        with pytest.raises(Problem) as refused:
            ask("patience")
        assert refused.value.code == code


def test_a_solver_says_what_it_found_in_its_own_words(join: Join, capsys: pytest.CaptureFixture[str]) -> None:
    join(advisor=PatienceAdvisor, solver=PatienceSolver)
    solving.solve("patience")
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["turn value 4.666666667", "by throws", f"         1    3.500 {'#' * 45}"]
    solving.solve("patience", as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert found["turn_value"] == pytest.approx(14 / 3)
    solving.verify("patience", sample=20, as_json=True)
    assert json.loads(capsys.readouterr().out)["wrong"] == []
    with pytest.raises(Problem) as refused:
        solving.solve("patience", stats=True)
    assert refused.value.code == "no_stats"


def test_figures_are_shown_by_their_shape(join: Join, capsys: pytest.CaptureFixture[str]) -> None:
    class Faces:
        def __init__(self, *_: object) -> None:
            pass

        def check(self) -> None:
            pass

        def find(self, again: bool) -> Mapping[str, Any]:
            return {"mean": 14 / 3, "faces": {"six": {"kept": 0.5}}}

    join(solver=PatienceSolver, figures=Faces)
    solving.solve("patience", stats=True)
    assert capsys.readouterr().out.splitlines()[5:8] == ["mean 4.666666667", "faces", "  six     kept 0.500000"]


def test_wrong_advice_is_found_out(join: Join, capsys: pytest.CaptureFixture[str]) -> None:
    class Hopeful(PatienceAdvisor):
        def value(self, point: Any) -> Any:
            worth = super().value(point)
            return type(worth)(worth.value + (point.view.face == 3))

    join(advisor=Hopeful, solver=PatienceSolver)
    with pytest.raises(typer.Exit) as end:
        solving.verify("patience", sample=20)
    assert end.value.exit_code == 1
    assert "differ" in capsys.readouterr().out


@pytest.mark.parametrize("module", [solution, asking, verify, solving], ids=lambda module: str(module.__name__))
def test_the_verbs_know_the_words_of_no_game(module: ModuleType) -> None:
    """Neither in what they say of themselves nor in what they ask a game for."""
    text = Path(str(module.__file__)).read_text("utf-8")
    assert re.findall(r"(?i)pepper|\bbox|\bsheet|\bbids?\b|rolls_left|[\"']table[\"']", text) == []
