"""`redpip review`: a report, JSON, an annotated record; and a clear word where something is wrong or unknown."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run, Terminal
from redpip.core import catalog
from redpip.core.catalog import find_game
from redpip.core.record import record_of
from redpip.core.setup import Player, Setup
from redpip.core.transcript import read_record, to_jsonl, to_text
from redpip.core.words import plain
from redpip.play.review import review_of
from redpip.play.review_told import Retelling
from redpip.term.reviewing import review_lines
from redpip.testing.bots import play_by

SMALL = {"boxes": ("1", "SUM", "RED"), "rolls": 6}


@cache
def played(game: str = "spicy", bot: str = "greedy", **options: Any) -> Any:
    found, _ = find_game(game)
    chosen = {"options": {**next(iter(found.presets.values())).options, **options}}
    players = (Player("Mia"), Player("Jonas <b>", bot))
    return play_by(bot, Setup(found, next(iter(found.presets)), **chosen, players=players, first=0, seed="19"), 10_000)


def small() -> str:
    return to_jsonl(record_of(played(**SMALL)))


def changed(old: str, new: str) -> str:
    text = re.sub(old, new, small(), count=1)
    assert text != small()
    return text


# ---- the views


def test_the_report_tells_what_the_data_say(inside: Run) -> None:
    data = json.loads(inside("review", "-", "--json", typed=small()).stdout)
    told = inside("review", "-", typed=small())
    assert told.returncode == 0
    for seat in data["seats"]:
        assert seat["result"] == pytest.approx(seat["start"] + seat["luck"] - seat["cost"])
        sign, luck = "+" if seat["luck"] > 0 else "−", abs(seat["luck"])
        assert f"{seat['start']:.1f} {sign} {luck:.1f} − {seat['cost']:.1f} = {seat['result']:.0f}" in told.stdout
        assert f"{seat['cost'] / seat['decisions']:.2f} of {seat['decisions']}" in told.stdout
        assert " · ".join(map(str, seat["marks"].values())) in told.stdout
    dearest = max(data["decisions"], key=lambda decision: decision["cost"])
    for text in (f"−{dearest['cost']:.1f}", dearest["reason"], f"event {dearest['event']}"):
        assert text in told.stdout
    luckiest = max(data["throws"], key=lambda throw: throw["luck"])
    assert f"+{luckiest['luck']:.1f}" in told.stdout
    assert "expected points, not in chances to win" in told.stdout


def test_german(inside: Run) -> None:
    told = inside("review", "-", "--lang", "de", typed=small()).stdout
    assert "gewinnt" in told
    assert "Was Mia am meisten gekostet hat" in told
    assert re.search(r"\d,\d [+−] \d", told)


def test_the_annotated_record_survives_the_round_trip(inside: Run) -> None:
    record = record_of(played(**SMALL))
    noted = replace(record, entries=(replace(record.entries[0], note="mine [%loss 9]"), *record.entries[1:]))
    text = inside("review", "-", "--text", typed=to_text(noted)).stdout
    again = read_record(text)
    assert [entry.event for entry in again.entries] == [entry.event for entry in record.entries]
    assert (again.setup, again.result) == (record.setup, record.result)
    assert again.entries[0].note.startswith("mine [%ev")
    assert re.search(r"\[%luck [+-]\d+\.\d{3}\]", text)
    assert re.search(r"\[%loss \d+\.\d{3}\] \[%mark \w+\] \[%best [^]]+\]", text)
    assert inside("review", "-", "--text", typed=text).stdout == text


def test_an_estimate_says_so() -> None:
    play = played(**SMALL)
    found = review_of(play.history)
    rough = tuple(replace(decision, error=0.25) for decision in found.decisions)
    told = Retelling(replace(found, exact=False, decisions=rough), play.history, found.setup.game.words(None, "en"))
    text = "\n".join(map(plain, review_lines(told)))
    assert "estimates" in text
    assert re.search(r"−\d+\.\d ±0\.25  \w+", text)


# ---- the page of its own


def page(inside: Run, tmp_path: Path, *words: str) -> str:
    told = inside("review", "-", "--html", "game.html", *words, typed=small())
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
    return (tmp_path / "game.html").read_text("utf-8")


def test_the_page_holds_all_that_it_needs(inside: Run, tmp_path: Path) -> None:
    data = json.loads(inside("review", "-", "--json", typed=small()).stdout)
    html = page(inside, tmp_path)
    assert not re.search(r"<script|<link|<img|@import|url\(|https?://", html)
    assert set(re.findall(r'(?:href|src)="([^"])', html)) == {"#"}
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(re.findall(r'id="([^"]+)"', html))
    assert "Jonas <b>" not in html
    assert "Jonas &lt;b&gt;" in html
    mia = data["seats"][0]
    for number in (f"{mia['start']:.1f}", f"{abs(mia['luck']):.1f}", f"{mia['cost']:.1f}", f"{mia['result']:.0f}"):
        assert f"<b>{number}</b>" in html
    for event in (*(one["event"] for one in data["decisions"]), *(one["event"] for one in data["throws"])):
        assert f'id="e{event}"' in html
    assert html.count("<svg class=") - html.count('<svg class="mini"') == 2
    assert len(re.findall(r"<title id|<desc id", html)) == 4


def test_the_page_in_german(inside: Run, tmp_path: Path) -> None:
    html = page(inside, tmp_path, "--lang", "de")
    assert '<html lang="de">' in html
    assert "Glück und Können" in html
    assert "Luck" not in html


def test_a_page_never_takes_the_place_of_something_else(inside: Run, tmp_path: Path) -> None:
    assert page(inside, tmp_path) == page(inside, tmp_path)  # another review gives way
    record = tmp_path / "game.jsonl"
    record.write_text(small())
    told = inside("review", "game.jsonl", "--html", "game.jsonl")
    assert (told.returncode, record.read_text()) == (1, small())
    assert "no review" in told.stderr
    nowhere = inside("review", "-", "--html", "no/where.html", typed=small())
    assert nowhere.returncode == 1
    assert "cannot be written" in nowhere.stderr
    assert {file.name for file in tmp_path.iterdir() if "html" in file.name} == {"game.html"}


@pytest.fixture
def unadvised(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shelf on which nobody knows what positions are worth."""
    games = {game.id: replace(game, advisor=None) for game in catalog.all_games().values()}
    monkeypatch.setattr(catalog, "shelf", lambda: (games, {}))


@pytest.mark.usefixtures("unadvised")
def test_a_page_of_what_cannot_be_looked_at(inside: Run, tmp_path: Path) -> None:
    told = inside("review", "-", "--html", "game.html", typed=to_jsonl(record_of(played("catch6", "random"))))
    assert told.returncode == 0
    assert "has no advice yet" in (tmp_path / "game.html").read_text()


# ---- what is wrong or unknown


@pytest.mark.parametrize(
    ("old", "new", "status", "says"),
    [
        (r'\{"result.*\n', "", 0, "Mia wins"),
        (r'(?s)\{"seat":1,"do":"score.*', "", 0, "The game is not over"),
        (r'"scores":\[\d+', '"scores":[999', 1, "is not what the game came to"),
        (r'"do":"score \w+', '"do":"score RUN', 1, "does not fit"),
        (r'"throw":"\d', '"throw":"x', 1, "Event 2"),
        (r'"rules":"\w+', '"rules":"0', 1, "other rules"),
    ],
)
def test_what_can_be_said_of_other_records(inside: Run, old: str, new: str, status: int, says: str) -> None:
    told = inside("review", "-", typed=changed(old, new))
    assert told.returncode == status
    assert says in told.stdout
    assert "Jonas <b>" in told.stdout
    data = inside("review", "-", "--json", typed=changed(old, new))
    assert data.returncode == status
    assert bool(json.loads(data.stdout)["remarks"]) == ("wins" not in says)


def test_other_rules_leave_the_result(inside: Run) -> None:
    assert " to " in inside("review", "-", typed=changed(r'"rules":"\w+', '"rules":"0')).stdout.splitlines()[0]


@pytest.mark.usefixtures("unadvised")
def test_a_game_without_advice(inside: Run) -> None:
    told = inside("review", "-", typed=to_jsonl(record_of(played("catch6", "random"))))
    assert told.returncode == 0
    assert "has no advice yet" in told.stdout


def test_a_record_that_keeps_secrets(inside: Run) -> None:
    record = record_of(played("perfecto", "random"))
    heard = [replace(entry, event=record.setup.rules.seen(entry.event, 0)) for entry in record.entries[:8]]
    kept = replace(record, setup=replace(record.setup, seed=None), entries=tuple(heard), result=None)
    told = inside("review", "-", typed=to_jsonl(kept))
    assert told.returncode == 0
    assert "keeps secrets" in told.stdout


@pytest.mark.parametrize(
    ("words", "typed", "status", "code"),
    [
        (("-",), "", 1, "bad_record"),
        (("-",), '{"format":"redpip-record/9"}', 1, "bad_format"),
        (("-",), "[format 1]\n0: roll", 1, "bad_format"),
        (("nowhere.jsonl",), "", 1, "cannot_read"),
        (("-", "--text"), small(), 2, "bad_usage"),
    ],
)
def test_what_is_no_record(inside: Run, words: tuple[str, ...], typed: str, status: int, code: str) -> None:
    told = inside("review", *words, "--json", typed=typed)
    assert (told.returncode, told.stdout) == (status, "")
    assert json.loads(told.stderr)["error"]["code"] == code


# ---- long work


def test_long_work_shows_how_far_it_is_and_can_be_stopped(terminal: Any, tmp_path: Path) -> None:
    """Extra Spicy is not solved yet for somebody who is new here."""
    record = record_of(played(extra=True))
    (tmp_path / "game.jsonl").write_text(to_jsonl(record))
    at: Terminal = terminal("review", "game.jsonl")
    at.wait_for(lambda: "working" in at.text, "working")
    at.interrupt()
    assert at.finish() == 130
    assert "to go on: redpip review game.jsonl" in at.text
