"""A pepper, a bust, a showdown and a win are moments: seen and heard once, and then over."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from moves import moved
from redpip.core.dice import parse_faces
from redpip.core.game import Thrown
from redpip.core.record import event_json

from .album import DECIDED, played
from .browser import MOMENTS
from .conftest import NewPerson
from .staged import Stage

ALL = "roll 1 2 3 4 5 6"
THROWS = {
    "pepper": ("spicy", [ALL], "123456", "rise"),
    "no pepper": ("spicy", [ALL], "123455", None),
    "bust": ("rolling", ["roll", "424425", "aside 1 3 4", "roll"], "-2--13", "fall"),
    "burnt": ("hot", ["roll", "511425", "hold 1 2 3", "roll"], "---236", "fall"),
}


def staged(person: NewPerson, game: str, **facts: Any) -> Stage:
    mia = person(reduced_motion="no-preference", hurried=True)
    mia.page.add_init_script(MOMENTS)
    return Stage(mia, game, **facts)


def moments(stage: Stage, *voices: str) -> None:
    """These were heard, each with a burst, and nothing goes on bursting."""
    if voices:
        stage.page.wait_for_function("number => heard.length >= number", arg=len(voices))
    expect(stage.page.locator(".burst.once")).to_have_count(0)
    assert stage.page.evaluate("heard") == list(voices)
    assert stage.page.evaluate("bursts") == len(voices)


@pytest.mark.parametrize("what", THROWS)
def test_a_throw(what: str, person: NewPerson) -> None:
    game, before, faces, voice = THROWS[what]
    thrown = parse_faces(faces)
    stage = staged(person, game)
    start = stage.rules.start(2, 0)
    stage.show(moved(stage.rules, start, *before))
    stage.happen(moved(stage.rules, start, *before, faces), event_json(Thrown(0, thrown, 6)))
    expect(stage.page).to_have_title(re.compile(re.escape(stage.table["title"])))
    expect(stage.page.locator("rp-die[rolling]")).to_have_count(0)
    moments(stage, *filter(None, [voice]))


def test_a_showdown(person: NewPerson) -> None:
    stage = staged(person, "perfecto")
    bid = moved(stage.rules, stage.rules.start(2, 1), "351351", "351351", "bid 1x4")
    stage.show(bid)
    stage.happen(moved(stage.rules, bid, "challenge"), {})
    moments(stage, "rise")


def test_a_win(person: NewPerson) -> None:
    stage = staged(person, "spicy")
    stage.page.route("**/moment?*", lambda route: route.fulfill(json=DECIDED))
    playout = played(stage.game)
    stage.rules = playout.rules
    *_, before, after = playout.states
    stage.show(before, phase="playing")
    stage.happen(after, event_json(playout.events[-1]))
    expect(stage.page.locator(".end-card")).to_be_visible()
    moments(stage, "rise")
