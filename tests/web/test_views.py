"""What the games' own views show and offer, at positions of our choosing."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from moves import moved
from redpip.games.hot.rules import HotRules
from redpip.games.rolling.rules import RollingRules

from .conftest import NewPerson
from .staged import Stage

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}
LYING = {"width": 844, "height": 390}
FIRST_ROLL = {"rolling": "roll", "hot": "roll", "diangle": "select 1 2 3 4 5 6"}


def first_throw(stage: Stage, faces: str, seats: int = 2) -> Any:
    """All dice of the first turn, as they fell."""
    roll = FIRST_ROLL.get(stage.game.id, "roll 1 2 3 4 5 6")
    return moved(stage.rules, stage.rules.start(seats, 0), roll, faces)


def box(place: Locator) -> dict[str, float]:
    found = place.bounding_box()
    assert found is not None
    return dict(found)


def bottom(place: Locator) -> float:
    return box(place)["y"] + box(place)["height"]


# ---- the slip that turns a red die


@pytest.mark.parametrize("game", ["spicy", "poobah"])
@pytest.mark.parametrize("screen", [PHONE, SMALL, DESK], ids=["phone", "small", "desk"])
def test_no_die_moves_when_its_slip_opens(game: str, screen: dict[str, int], person: NewPerson) -> None:
    stage = Stage(person(viewport=screen), game)
    stage.show(first_throw(stage, "524225"))
    tray = stage.page.locator("rp-tray")
    before = box(tray)
    stage.page.locator('[data-die="2"]').click()
    slip = stage.page.locator(".flip")
    expect(slip).to_be_visible()
    assert box(tray) == before
    assert 0 <= box(slip)["y"] < bottom(slip) <= screen["height"]
    title, about = slip.locator("h2 > span").all()
    assert box(title)["x"] + box(title)["width"] <= box(about)["x"]
    expect(slip.locator("b")).to_have_count(6)


def test_staying_red_has_its_worth_and_may_be_best(person: NewPerson) -> None:
    stage = Stage(person(), "spicy")
    stage.show(first_throw(stage, "524226"))
    stage.page.locator('[data-die="6"]').click()
    stay = stage.page.locator(".flip .stay")
    expect(stay).to_have_accessible_name("stay red, best score after: 21")
    expect(stay).to_have_class(re.compile("best"))
    expect(stage.page.locator(".flip .best")).to_have_count(1)
    stage.page.keyboard.press("6")
    expect(stage.page.locator(".flip")).to_be_hidden()
    assert stage.sent == []


# ---- buttons


def test_r_rolls_and_ends_no_turn(person: NewPerson) -> None:
    stage = Stage(person(), "poobah")
    stage.show(stage.rules.start(2, 0))
    expect(stage.page.locator("#main kbd")).to_have_text("R")
    stage.show(first_throw(stage, "123455"))
    expect(stage.page.locator("#main kbd")).to_have_text("↵")
    stage.page.keyboard.press("r")
    stage.page.keyboard.press("Enter")
    stage.awaits("done")


def test_the_only_die_that_fits_is_placed_by_the_main_button(person: NewPerson) -> None:
    stage = Stage(person(viewport=DESK), "diangle")
    stage.show(moved(stage.rules, first_throw(stage, "463565"), "accept"))
    assert len({round(box(die)["y"]) for die in stage.page.locator(".hill .one").all()}) == 1
    expect(stage.page.locator("#main")).to_contain_text("Place the red 3")
    expect(stage.page.locator(".more .btn")).to_have_text("End turn")
    stage.page.locator("#main").click()
    stage.awaits("place 3>3")


def test_what_is_pressed_says_what_was_seen(person: NewPerson) -> None:
    """So that of two devices in a seat one moves; the second action is about what the first has led to."""
    stage = Stage(person(), "hot")
    stage.show(first_throw(stage, "511425"))
    seen = stage.table["position"]
    stage.page.locator("#main").click()
    stage.awaits("hold 1 2 3 6", "roll")
    assert stage.seen == [seen, stage.seq]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(
    ("game", "faces", "played_with"),
    [
        ("poobah", "123455", "rp-tray"),
        ("diangle", "463565", ".hill"),
        ("rolling", "424425", ".risk"),
        ("hot", "511425", ".risk"),
    ],
)
def test_no_dice_behind_the_button(
    game: str,
    faces: str,
    played_with: str,
    seats: int,
    person: NewPerson,
) -> None:
    stage = Stage(person(viewport=SMALL), game, seats=seats)
    stage.show(first_throw(stage, faces, seats))
    assert bottom(stage.page.locator(played_with)) <= box(stage.page.locator("#main"))["y"]


# ---- games of pushing one's luck

BUSTS = {"rolling": ("424425", "aside 1 3 4", "-2--13", "24"), "hot": ("511425", "hold 1 2 3", "---236", "250")}


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("game", BUSTS)
def test_a_bust_is_seen_said_and_heard(game: str, motion: str, person: NewPerson) -> None:
    first, aside, last, lost = BUSTS[game]
    stage = Stage(person(reduced_motion=motion), game)
    page = stage.page
    before = moved(stage.rules, first_throw(stage, first), aside, "roll")
    stage.show(before)
    page.evaluate("heard = []; addEventListener('sound', (event) => heard.push(event.detail))")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    stage.happen(moved(stage.rules, before, last), {"seat": 0, "throw": last})
    told = page.get_by_role("status").get_by_text(f"Mia busts {lost} points are gone.")
    for _ in range(100):  # until the dice lie there
        if told.count():
            break
        page.clock.run_for(50)
        page.wait_for_timeout(20)
    expect(told).to_be_visible()
    page.clock.run_for(2000)
    expect(page.get_by_role("heading", level=1)).to_have_text("Your turn, Mia")
    page.clock.run_for(1000)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("is playing"))
    expect(told).to_be_visible()
    assert "fall" in page.evaluate("heard")
    page.clock.resume()
    stage.person.check_access()


@pytest.mark.parametrize("game", BUSTS)
def test_a_bust_leaves_the_dice_that_did_it_in_sight(game: str, person: NewPerson) -> None:
    first, aside, last, _ = BUSTS[game]
    stage = Stage(person(), game)
    stage.show(moved(stage.rules, first_throw(stage, first), aside, "roll", last))
    for screen in (SMALL, PHONE, LYING, DESK):
        stage.person.resize(**screen)
        dice = [box(die) for die in stage.page.locator(".tray .loose rp-die").all()]
        assert len({round(die["y"]) for die in dice}) == 1
        covered = bottom(stage.page.locator(".bust")) - dice[0]["y"]
        assert covered < dice[0]["height"] / 5, screen


SAID = [
    (
        "Du bist dran, Mia",
        "Geworfen: 1, 1, 5, 3, 4, 6.",
        "Tippe Würfel an, die zählen; dann wirf den Rest oder schreib.",
    ),
    ("Du bist dran, Mia", "Wirf alle Würfel, um den Zug zu beginnen.", "Tippe auf den Knopf, um die Würfel zu werfen."),
    (
        "Du bist dran, Mia",
        "Wirf, was neben dem Brett liegt, und mehr, wenn du magst.",
        "Tippe auf den Knopf, um die Würfel zu werfen.",
    ),
    ("Novice ist am Zug", "", ""),
    ("Novice ist am Zug", "Geplatzt: Nichts zählt. Der letzte Zug brachte nichts.", ""),
]
SAY = """([title, text, tap]) => {
  document.querySelector("rp-say h1").textContent = title;
  document.querySelector("rp-say p").textContent = text;
  document.querySelector(".say > .pencil").textContent = tap;
}"""


@pytest.mark.parametrize("known", [False, True])
def test_nothing_moves_whatever_is_said(known: bool, person: NewPerson) -> None:
    stage = Stage(person(), "hot")
    stage.show(first_throw(stage, "511425"))
    stage.page.locator(".say > .pencil").evaluate("(line, known) => line.classList.toggle('spare', known)", known)
    for screen in ({"width": 360, "height": 640}, PHONE, LYING, DESK):
        stage.person.resize(**screen)
        tops = []
        for said in SAID:
            if not (known and said[2]):  # whoever knows what to tap is not told
                stage.page.evaluate(SAY, said)
                tops.append(box(stage.page.locator(".tray"))["y"])
        assert max(tops) - min(tops) < 4, screen


def test_the_log_of_hot_dice_marks_no_red(person: NewPerson) -> None:
    line = {"seq": 1, "seat": 0, "text": "Mia rolls 1 2 3 4 5 6", "dice": [[die, die] for die in range(1, 7)]}
    for game, marked in (("rolling", 6), ("hot", 0)):
        stage = Stage(person(), game)
        stage.show(stage.rules.start(2, 0), log=[line])
        expect(stage.page.locator("rp-log .mini")).to_have_count(6)
        expect(stage.page.locator("rp-log .ring")).to_have_count(marked)


def test_the_log_shows_a_bust_and_whose_dice_fell(person: NewPerson) -> None:
    stage = Stage(person(), "rolling")
    throw = {"text": "a throw", "dice": [[1, 4], [2, 2]]}
    stage.show(
        stage.rules.start(2, 0), log=[{"seq": 1, "seat": 0, **throw}, {"seq": 2, "seat": 1, **throw, "bust": "bust"}]
    )
    lines = stage.page.locator("rp-log li")
    expect(lines.nth(0).locator(".set-far .mini")).to_have_count(2)
    expect(lines.nth(0).get_by_text("bust", exact=True)).to_be_visible()
    expect(lines.nth(1).locator(".set-far")).to_have_count(0)
    expect(lines.nth(1).get_by_text("bust")).to_have_count(0)


@pytest.mark.parametrize("screen", [SMALL, DESK], ids=["small", "desk"])
def test_bars_of_a_race_are_equally_long(screen: dict[str, int], person: NewPerson) -> None:
    stage = Stage(person(viewport=screen), "hot")
    stage.show(replace(HotRules().start(2, 0), totals=(9950, 0)))
    bars = [box(bar) for bar in stage.page.locator(".race .br").all()]
    assert bars[0]["x"] == bars[1]["x"]
    assert bars[0]["width"] == bars[1]["width"]


def test_whoever_is_out_keeps_a_readable_name(person: NewPerson) -> None:
    stage = Stage(person(), "rolling", seats=3)
    stage.show(replace(RollingRules().start(3, 1), totals=(20, 260, 240), out=(0,)))
    name = stage.page.locator(".race .out .n")
    assert name.inner_text().split("\n") == ["Mia", "out"]
    expect(name).to_have_css("text-decoration-line", "none")


# ---- Perfecto


def dealt(stage: Stage, seats: int) -> Any:
    return moved(stage.rules, stage.rules.start(seats, 0), *["351351"] * seats)


# of rows that can be seen, how much of each
WHOLE_ROWS = """(ladder) => {
  const [from, to] = [ladder.querySelector(".h"), ladder].map((part) => part.getBoundingClientRect().bottom);
  return [...ladder.querySelectorAll(".qn")].map((row) => row.getBoundingClientRect())
    .map((row) => (Math.min(row.bottom, to) - Math.max(row.top, from)) / row.height)
    .filter((part) => part > 0.05).every((part) => part > 0.98);
}"""


@pytest.mark.parametrize("size", [(1280, 600), (1024, 768), (768, 1024)], ids=["desk", "lying tablet", "tablet"])
def test_the_ladder_opens_where_a_bid_is_chosen_and_cuts_no_row(size: tuple[int, int], person: NewPerson) -> None:
    stage = Stage(person(viewport={"width": size[0], "height": size[1]}), "perfecto", seats=4)
    stage.show(dealt(stage, 4))
    stage.page.reload()
    ladder, chosen = stage.page.locator(".lad"), stage.page.locator('.lad [aria-checked="true"]')
    expect(chosen).to_be_in_viewport(ratio=1)
    assert box(ladder)["y"] <= box(chosen)["y"] < bottom(chosen) <= bottom(ladder) + 1
    assert ladder.evaluate(WHOLE_ROWS)


@pytest.mark.parametrize("viewport", [SMALL, LYING, DESK], ids=["small", "lying", "desk"])
def test_whoever_opens_reads_how_many_dice_are_in_play(viewport: ViewportSize, person: NewPerson) -> None:
    stage = Stage(person(viewport=viewport), "perfecto")
    stage.show(dealt(stage, 2))
    expect(stage.page.locator(".stand").get_by_text("12 dice in play")).to_be_in_viewport(ratio=1)


def test_the_folded_result_of_a_round_says_who_bid_what(person: NewPerson) -> None:
    stage = Stage(person(viewport={"width": 360, "height": 640}), "perfecto")
    doubted = moved(stage.rules, stage.rules.start(2, 1), "351351", "351351", "bid 9x4", "challenge")
    stage.show(moved(stage.rules, doubted, "351351", "35135-"))
    told = stage.page.locator(".folded .brief")
    name = stage.table["seats"][1]["name"]
    expect(told).to_be_visible()
    assert told.inner_text() == f"{name} bid nine 4s. Counted: 2, too few."


def test_the_ladder_can_be_scrolled_by_keyboard_while_others_bid(person: NewPerson) -> None:
    stage = Stage(person(viewport={"width": 1280, "height": 400}), "perfecto", seats=4)
    stage.show(moved(stage.rules, dealt(stage, 4), "bid 1x4"))
    ladder = stage.page.locator(".lad")
    expect(ladder).to_be_visible()
    assert ladder.evaluate("(ladder) => ladder.scrollHeight > ladder.clientHeight")
    stage.person.check_access()


def test_what_a_showdown_comes_to_is_seen_on_a_phone_that_lies(person: NewPerson) -> None:
    stage = Stage(person(viewport=LYING), "perfecto")
    stage.show(moved(stage.rules, dealt(stage, 2), "bid 9x4", "challenge"))
    # looked at in one moment: the table is drawn anew while the cups are lifted
    stage.page.wait_for_function(
        """() => {
            const all = (of) => [...document.querySelectorAll(`.stage > .showdown ${of}`)];
            const last = (of) => all(of).pop()?.getBoundingClientRect();
            const [verdict, hand] = [last(".tally span"), last(".hand")];
            const button = document.querySelector("#main")?.getBoundingClientRect();
            return button?.height && verdict?.height && hand?.height
                && Math.max(verdict.bottom, hand.bottom) < button.top;
        }"""
    )


@pytest.mark.parametrize("width", [320, 740, 1180, 1280])
def test_no_name_is_cut(width: int, person: NewPerson) -> None:
    stage = Stage(person(viewport={"width": width, "height": 900}), "perfecto", seats=4)
    seats = [{**seat, "name": "Guest"} for seat in stage.table["seats"]]
    bids = [f"bid {number}x4" for number in range(1, 5)]
    stage.show(moved(stage.rules, dealt(stage, 4), *bids), seats=seats)
    for name in stage.page.locator(".seat .n:visible").all():
        assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth")
    for lives in stage.page.locator(".seat:visible").all():
        assert lives.evaluate("(seat) => seat.scrollWidth <= seat.clientWidth")
