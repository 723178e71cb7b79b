"""A finished game looked at, in a browser and by programs. One game serves all these tests."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from redpip.web.review_chart import label_feet

from .browser import Person
from .client import until
from .conftest import NewPerson, Service

BOTS = ({"kind": "bot", "bot": "random"},) * 2  # they cannot fail to do something that costs much
SMALL = {"boxes": ["1", "2", "6", "SUM", "RED"], "rolls": 15}
OPEN = ".moments details[open]"


@pytest.fixture(scope="module")
def table(service: Service) -> str:
    device = service.device()
    opened = device.open(*BOTS, options=SMALL)
    until(lambda: device.look(opened)["table"]["phase"] == "over")
    return opened


def review(service: Service, table: str) -> dict[str, Any]:
    """Asks until it is there."""

    def found() -> Any:
        answer = service.device().http.get(f"/tables/{table}/review")
        assert answer.status_code in (200, 202), answer.text
        assert answer.status_code == 200 or 0 <= answer.json()["done"] <= 1
        return answer.json() if answer.status_code == 200 else None

    data: dict[str, Any] = until(found)
    return data


def test_amounts_in_the_chart_do_not_cover_each_other() -> None:
    """Three dear decisions close together, as in many a game."""
    feet = label_feet([(250, 100), (265, 100), (280, 120)])
    assert all(abs(one - other) >= 50 or abs(y - at) >= 16 for (one, y), (other, at) in combinations(feet, 2))
    assert label_feet([(100, 100), (400, 100)]) == [(100, 128), (400, 128)]
    assert label_feet([(100, 210)]) == [(100, 195)]  # no room below


def test_amounts_in_the_chart_lie_on_no_line() -> None:
    """The line goes on through where the amount would stand first."""
    line = [(60.0, 90.0), (100.0, 100.0), (110.0, 140.0), (300.0, 150.0)]
    ((x, foot),) = label_feet([(100, 100)], [line], (40, 320))
    below = [y for at, y in line if abs(at - x) < 25]
    assert all(not foot - 14 < y < foot + 3 for y in below)
    assert (x, foot) != (100, 128)


def test_programs_get_the_same_as_data(service: Service, table: str) -> None:
    data = review(service, table)
    assert data["format"] == "redpip-review/1"
    for seat in data["seats"]:
        assert seat["result"] == pytest.approx(seat["start"] + seat["luck"] - seat["cost"])
    assert [seat["name"] for seat in data["seats"]] == ["Random", "Random 2"]
    assert data["remarks"] == []


def test_nobody_looks_before_the_end(service: Service) -> None:
    mia = service.device()
    running = mia.open({"kind": "me", "name": "Mia"}, BOTS[0])
    for address in (f"/tables/{running}/review", f"{service.url}/t/{running}/review"):
        answer = mia.http.get(address)
        assert answer.status_code == 409
        assert "not over" in answer.text
    assert mia.http.get("/tables/nowhere/review").status_code == 404
    assert mia.http.get(f"{service.url}/t/nowhere/review").status_code == 404


def look(one: Person, table: str) -> Page:
    """From the result, as a player comes."""
    one.page.goto(f"{one.url}/t/{table}")
    one.page.get_by_role("link", name="Look at the game").or_(
        one.page.get_by_role("link", name="Spiel ansehen")
    ).click()
    expect(one.page.locator(".eq")).to_be_visible()
    one.page.wait_for_load_state()  # its script listens to keys
    return one.page


@pytest.mark.parametrize(
    ("width", "scheme", "locale", "heading"),
    [(1280, "light", "en-GB", "Luck and skill"), (390, "dark", "de-DE", "Glück und Können")],
)
def test_from_the_result_to_the_review(
    person: NewPerson, table: str, width: int, scheme: str, locale: str, heading: str
) -> None:
    mia = person(viewport={"width": width, "height": 860}, color_scheme=scheme, locale=locale)
    page = look(mia, table)
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    for narrow in (320, width):
        mia.resize(narrow, 860)
        assert page.evaluate("document.documentElement.scrollWidth") <= narrow
    page.locator(".moments summary").nth(3).click()
    mia.check_access()


def test_stepping_by_key_and_by_link(person: NewPerson, table: str, service: Service) -> None:
    data = review(service, table)
    events = sorted([one["event"] for one in data["decisions"]] + [one["event"] for one in data["throws"]])
    page = look(person(), table)
    steps = {"End": -1, "ArrowLeft": -2, "ArrowRight": -1, "Home": 0}
    for key, number in steps.items():
        page.keyboard.press(key)
        expect(page.locator(OPEN)).to_have_count(1)
        expect(page.locator(f"{OPEN} .n")).to_have_text(str(events[number]))
        expect(page).to_have_url(re.compile(f"#e{events[number]}$"))
    page.locator(f"{OPEN} [rel=next]").click()
    expect(page.locator(f"{OPEN} .n")).to_have_text(str(events[1]))
    page.goto(f"{page.url.split('#')[0]}#e{events[4]}")
    page.reload()
    expect(page.locator(f"{OPEN} .n")).to_have_text(str(events[4]))
    expect(page.locator(f"{OPEN} pre")).to_be_visible()


def test_it_can_be_read_without_a_script(person: NewPerson, table: str, service: Service) -> None:
    first = review(service, table)["throws"][0]["event"]
    page = person(java_script_enabled=False).page
    page.goto(f"{service.url}/t/{table}/review?seat=1#e{first}")
    expect(page.locator(".eq")).to_be_visible()
    expect(page.locator(f"#e{first} pre")).to_be_visible()
    expect(page.locator(".whose [aria-current]")).to_have_text("Random 2")


def test_a_game_goes_on_from_a_costly_decision(person: NewPerson, table: str, service: Service) -> None:
    dearest = max(review(service, table)["decisions"], key=lambda decision: decision["cost"])
    page = look(person(), table)
    page.goto(f"{service.url}/t/{table}/review?seat={dearest['seat']}")
    page.get_by_role("link", name="Step through the costly decisions").click()
    expect(page.locator(f"{OPEN}.marked")).to_have_count(1)
    page.get_by_role("button", name="Play on from here").first.click()
    page.wait_for_url(re.compile(rf"/t/(?!{table})"))
    expect(page.locator("#table")).to_have_attribute("data-phase", "playing")
