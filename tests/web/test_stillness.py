"""What people look at and press stays where it is: while others play, at the end, and when a style sheet comes late."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from moves import moved
from redpip.core.catalog import all_games
from redpip.core.game import legal
from redpip.core.record import event_json

from .album import DECIDED, played
from .browser import REST
from .conftest import NewPerson
from .staged import Stage
from .test_weight import MOST_SHIFT, SETTLED, SHIFTS

ME = {"kind": "me", "name": "Mia"}
DESK = {"width": 1280, "height": 860}
SCREENS = [{"width": 390, "height": 844}, {"width": 844, "height": 390}, DESK]
LATE = 0.5  # seconds, in which a page that does not wait has long begun
# whole turns, step by step
TURNS = {
    "rolling": [
        ["roll", "424425", "aside 1 3 4", "roll", "-2--13"],
        ["roll", "335511", "aside 1 2 3 4 5 6"],
        ["roll", "424425", "aside 1 3 4", "stop"],
    ],
    "hot": [
        ["roll", "511425", "hold 1 2 3", "roll", "---236"],
        ["roll", "111555", "hold 1 2 3 4 5 6"],
    ],
    "poobah": [
        ["roll 1 2 3 4 5 6", "625134", "done", "roll 1 2 3 4 5 6", "163452", "done", "626661"],
    ],
    "perfecto": [
        ["351351", "351351", "bid 1x4", "bid 2x4", "bid 3x4"],
    ],
    "diangle": [
        ["select 1 2 3 4 5 6", "111234", "accept", "place 1>1", "place 4>2", "advance 1", "end"],
    ],
}
DEALT = {"perfecto": 2}  # steps before there is something to see
OPTIONS = {"poobah": {"opening_turns": 1}}
# how high each of these begins on the page: the stage, all that stands in it in everybody's turn, and the big button
TOPS = """() => [...document.querySelectorAll(".stage, .stage > :not([hidden], .build, .calls, .so), #main")]
  .filter((part) => part.offsetParent).map((part) => Math.round(part.getBoundingClientRect().top + scrollY))"""


def test_a_style_sheet_that_comes_late_moves_nothing(person: NewPerson) -> None:
    mia = person(viewport=DESK, reduced_motion="no-preference", hurried=True)
    page = mia.page

    def come_late(route: Route) -> None:
        time.sleep(LATE)
        route.continue_()

    page.route("**/view.css", come_late)
    page.add_init_script(SHIFTS)
    mia.open(ME, {"kind": "bot", "bot": "novice"}, game="catch6", first=1)
    expect(page.locator('#main[aria-disabled="false"]')).to_be_visible()
    page.evaluate(SETTLED)
    assert page.evaluate("shift") <= MOST_SHIFT


def test_a_table_that_is_still_on_its_way_says_so(person: NewPerson) -> None:
    mia = person()
    mia.expected = ("ERR_FAILED",)
    mia.page.route("**/js/table.js", lambda route: route.abort())
    mia.open(ME, {"kind": "bot", "bot": "novice"}, first=0)
    expect(mia.page.locator("#about")).to_have_text("One moment …")
    mia.page.unroute("**/js/table.js")
    mia.page.reload()
    expect(mia.page.locator("#about")).to_contain_text("turn 1 of 10")


def positions(stage: Stage, steps: list[str], first: int) -> list[Any]:
    """Where somebody's turn leads, from its start on."""
    start = stage.rules.start(2, first)
    numbers = range(DEALT.get(stage.game.id, 0), len(steps) + 1)
    return [moved(stage.rules, start, *steps[:number]) for number in numbers]


@pytest.mark.parametrize(("game", "first"), [*((game, 1) for game in TURNS), ("diangle", 0)])
def test_the_stage_stays_where_it_is_while_a_turn_is_played(game: str, first: int, person: NewPerson) -> None:
    stage = Stage(person(), game, **OPTIONS.get(game, {}))
    for screen in SCREENS:
        stage.person.resize(**screen)
        seen = []
        for state in [one for turn in TURNS[game] for one in positions(stage, turn, first)]:
            stage.show(state)
            seen.append(stage.page.evaluate(TOPS))
        assert len({*map(len, seen)}) == 1, f"something comes or goes at {screen}: {seen}"
        moves = [max(tops) - min(tops) for tops in zip(*seen, strict=True)]
        assert max(moves) <= 2, f"{moves} at {screen}"


# all that moved since this was asked last; browsers forgive what moves soon after a screen was turned, but we do not
SINCE = """let moved = 0;
const add = (entries) => { for (const one of entries) moved += one.value; };
const watch = new PerformanceObserver((list) => add(list.getEntries()));
watch.observe({ type: "layout-shift" });
window.movedSince = () => {
  add(watch.takeRecords());
  const told = moved;
  moved = 0;
  return told;
};"""

# as a throw leaves the screen on its way, but it stays there; the page is long enough to be scrolled
FLYING = """() => {
  document.querySelector(".stage").style.minHeight = "200vh";
  document.querySelector(".stage #main").animate({ translate: ["50vw", "50vw"] }, 1e6);
}"""


@pytest.mark.parametrize("game", all_games())
def test_a_result_takes_the_stage_and_nothing_jumps(game: str, person: NewPerson) -> None:
    playout = played(all_games()[game])
    *_, before, after = playout.states
    mia = person(reduced_motion="no-preference", hurried=True)
    mia.page.add_init_script(SINCE)
    mia.page.route("**/moment?*", lambda route: route.fulfill(json=DECIDED))
    stage = Stage(mia, game, seats=len(playout.play.setup.players))
    stage.rules = playout.rules
    for screen in SCREENS:
        mia.resize(**screen)
        stage.show(before, phase="playing")
        mia.page.evaluate(SETTLED)
        mia.page.evaluate("movedSince()")
        stage.happen(after, event_json(playout.events[-1]))
        expect(mia.page.locator(".end-card")).to_be_visible()
        if stage.game.advisor:
            expect(mia.page.locator(".decided h2")).to_be_visible()
        mia.page.evaluate(REST)
        mia.page.evaluate(SETTLED)
        assert mia.page.evaluate("movedSince()") <= MOST_SHIFT, f"at {screen}"
        names = mia.page.locator(".places .n").evaluate_all("(all) => all.map((n) => n.clientWidth - n.scrollWidth)")
        assert not any(names), f"names run over their scores at {screen}"


def test_dice_that_fly_over_the_edge_let_nobody_scroll_there(person: NewPerson) -> None:
    mia = person(reduced_motion="no-preference", viewport={"width": 360, "height": 640})
    mia.open(ME, {"kind": "bot", "bot": "greedy"}, first=0)
    page = mia.page
    expect(page.locator("#main")).to_be_visible()
    page.mouse.move(180, 300)
    page.evaluate(FLYING)
    page.mouse.wheel(60, 20)
    page.wait_for_function("() => scrollY > 0")
    assert page.evaluate("scrollX") == 0


@pytest.mark.parametrize("opener", [0, 1], ids=["I open", "a bot opens"])
def test_a_showdown_leaves_bid_and_cup_where_they_are(opener: int, person: NewPerson) -> None:
    mia = person(reduced_motion="no-preference", hurried=True)
    mia.page.add_init_script(SINCE)
    stage = Stage(mia, "perfecto")
    bid = moved(stage.rules, stage.rules.start(2, opener), "351351", "351351", "bid 1x4")
    counted = moved(stage.rules, bid, "challenge")
    dealt = moved(stage.rules, counted, "351351", "35135-")
    for screen in SCREENS:
        mia.resize(**screen)
        stage.show(bid)
        mia.page.evaluate(SETTLED)
        mia.page.evaluate("movedSince()")
        for state in (counted, dealt):
            stage.happen(state, {})
            expect(mia.page).to_have_title(re.compile(re.escape(stage.table["title"])))
            mia.page.evaluate(SETTLED)
            assert mia.page.evaluate("movedSince()") <= MOST_SHIFT, f"at {screen}"


ASKED = {"seat": 0, "text": "Ben would like to take back the last roll."}
# the headline and what can be pressed in the game, if they lie under the notice
COVERED = """() => {
  const notice = document.querySelector(".notice").getBoundingClientRect();
  return [...document.querySelectorAll(".stage button, .pad button, .say h1")].filter((button) => {
    const box = button.getBoundingClientRect();
    return box.width && button.ariaDisabled !== "true" && box.left < notice.right && notice.left < box.right
      && box.top < notice.bottom && notice.top < box.bottom;
  }).map((button) => button.outerHTML);
}"""


@pytest.mark.parametrize("game", all_games())
def test_a_notice_moves_nothing_and_covers_nothing_to_press(game: str, person: NewPerson) -> None:
    stage = Stage(person(), game, seats=max(2, all_games()[game].least_seats))
    playout = played(stage.game)
    stage.rules = playout.rules
    mine = [state for state in playout.states if legal(stage.rules.next(state), 0)]
    state = mine[len(mine) // 2]
    for screen in [*SCREENS, {"width": 360, "height": 640}, {"width": 820, "height": 1180}]:
        stage.person.resize(**screen)
        stage.show(state)
        before = stage.page.evaluate(TOPS)
        stage.show(state, ask=ASKED)
        expect(stage.page.get_by_role("button", name="Yes", exact=True)).to_be_in_viewport(ratio=1)
        assert stage.page.evaluate(TOPS) == before, f"at {screen}"
        assert not stage.page.evaluate(COVERED), f"at {screen}"
        stage.show(state, ask=None)
