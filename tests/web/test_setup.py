"""Setting up a game: what the rules leave to the players can be chosen, in words that a newcomer understands."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from redpip.core.catalog import Game, all_games
from redpip.play.seating import LONGEST_NAME
from redpip.web.models import TableRequest

from .browser import Person
from .conftest import NewPerson

ME = {"kind": "me", "name": "Mia"}
OPEN = {"kind": "open"}


def set_up(one: Person, title: str = "Spicy Dice") -> Locator:
    one.page.goto(one.url)
    one.page.get_by_role("button", name=f"More ways to play {title}", exact=True).click()
    return one.page.get_by_role("dialog")


def started(one: Person) -> dict[str, Any]:
    """What the page asks for when the game is started."""
    with one.page.expect_request("**/api/v1/tables") as asked:
        one.page.get_by_role("button", name="Start the game").click()
    one.page.wait_for_url(re.compile("/t/"))
    wanted: dict[str, Any] = asked.value.post_data_json
    return wanted


def test_who_starts_is_drawn_or_chosen(person: NewPerson) -> None:
    mia = person(viewport={"width": 390, "height": 844})
    set_up(mia)
    assert started(mia)["first"] is None
    slip = set_up(mia)
    slip.get_by_label("Your name").fill("Mia")
    slip.get_by_label("who starts").select_option(label="1 · Mia")
    slip.get_by_label("who starts").select_option(label="2 · Novice")
    assert started(mia)["first"] == 1


def test_who_was_to_start_and_leaves_does_not_start(person: NewPerson) -> None:
    mia = person()
    slip = set_up(mia)
    slip.get_by_role("button", name="Person here").click()
    slip.get_by_label("Name of player 3").fill("Ben")
    slip.get_by_label("who starts").select_option(label="3 · Ben")
    slip.get_by_role("button", name="Remove player 2").click()
    assert started(mia)["first"] == 1


def test_the_custom_of_the_box_is_told(person: NewPerson) -> None:
    assert "Custom of the box: whoever ate something spicy last." in set_up(person(), "Chili Dice").inner_text()


def test_a_rule_of_one_player_alone(person: NewPerson) -> None:
    mia = person(viewport={"width": 390, "height": 844})
    slip = set_up(mia)
    slip.get_by_role("checkbox", name=re.compile("Junior.*player 2")).check()
    mia.check_access()
    assert started(mia)["options"] == {"junior": [False, True]}
    slip = set_up(mia)
    slip.get_by_label("Extra Spicy Junior").check()
    expect(slip.get_by_role("checkbox", name=re.compile("Junior.*player"))).to_have_count(0)


def test_a_match_of_any_length_and_a_clock_without_digging(person: NewPerson) -> None:
    mia = person()
    slip = set_up(mia, "Catch 6")
    slip.get_by_label("one game, or a match").select_option(label="a match to")
    longest = slip.get_by_label("points that win the match").get_attribute("max")
    TableRequest(game="catch6", seats=[{"kind": "me"}], match=longest)
    with pytest.raises(ValueError, match="match"):
        TableRequest(game="catch6", seats=[{"kind": "me"}], match=int(longest or 0) + 1)
    slip.get_by_label("points that win the match").fill("4")
    slip.get_by_label(re.compile("time for each turn")).select_option("60")
    wanted = started(mia)
    assert (wanted["match"], wanted["clock"]["seconds"]) == (4, 60)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_house_rules_are_plain_words(locale: str, person: NewPerson) -> None:
    mia = person(locale=locale)
    mia.page.goto(mia.url)
    for game in all_games().values():
        mia.page.locator(f'article[data-game="{game.id}"] .more').click()
        slip = mia.page.get_by_role("dialog")
        expect(slip).to_be_visible()
        if slip.locator("details").is_visible():
            slip.locator("summary").click()
        assert not re.search(r"\b(true|false)\b|--|_", slip.inner_text()), game.id
        mia.page.keyboard.press("Escape")
        expect(slip).to_have_count(0)


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_choices_and_rules_of_a_seat_have_names(game: Game) -> None:
    for option in game.options.values():
        if not option.lab:
            assert len(option.names) == len(option.choices)
            assert bool(option.label) == option.per_seat


def test_somebody_is_asked_for_a_level_and_told_how_it_plays(person: NewPerson) -> None:
    mia = person(viewport={"width": 390, "height": 844})
    slip = set_up(mia)
    levels = slip.get_by_role("group", name="How well player 2, a bot, plays")
    expect(levels.get_by_role("radio")).to_have_count(4)
    expect(levels.get_by_label("Novice")).to_be_checked()
    expect(slip).to_contain_text("Knows the rules, overlooks a lot")
    mia.check_access()
    levels.get_by_label("Novice").press("ArrowRight")
    expect(levels.get_by_label("Club")).to_be_checked()
    expect(slip).to_contain_text(re.compile(r"Wins \d\d games of 100 against Novice\."))
    assert started(mia)["seats"][1]["bot"] == "club"


def test_an_empty_seat_is_filled_by_a_level(person: NewPerson) -> None:
    mia = person(locale="de-DE")
    mia.page.goto(mia.url)
    mia.page.locator("[data-do=bot]").first.click()
    slip = mia.page.get_by_role("dialog")
    for _ in range(2):
        slip.get_by_role("button", name="Freund per Link").click()
    slip.get_by_role("button", name="Links erstellen").click()
    there = mia.page.locator(".there")
    expect(there).to_contain_text("Neuling")
    mia.page.get_by_role("group", name="Bot hinsetzen").first.get_by_role("button", name="Klub").click()
    expect(there).to_contain_text("Klub")


def test_a_name_is_as_long_as_the_service_takes_it(person: NewPerson) -> None:
    mia = person()
    slip = set_up(mia)
    slip.get_by_label("Your name").press_sequentially("M" * (LONGEST_NAME + 4))
    assert started(mia)["seats"][0]["name"] == "M" * LONGEST_NAME


def test_whoever_closes_an_invitation_watches_and_may_still_sit_down(person: NewPerson) -> None:
    mia, ben = person(), person()
    mia.open(ME, OPEN, first=0)
    ben.page.goto(mia.page.get_by_role("textbox").first.input_value())
    expect(ben.page.get_by_label("Your name")).to_have_attribute("maxlength", str(LONGEST_NAME))
    ben.page.keyboard.press("Escape")
    expect(ben.page.get_by_text("You are watching.")).to_be_visible()
    ben.page.reload()
    ben.page.get_by_role("button", name="Sit down").click()
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.keyboard.press("Enter")
    expect(mia.page.get_by_role("heading", level=1)).to_have_text("Your turn, Mia")
    expect(ben.page.get_by_text("You are watching.")).to_have_count(0)


def test_a_spectator_is_told(person: NewPerson) -> None:
    mia, eve = person(), person()
    table = mia.open(ME, {"kind": "bot", "bot": "greedy"}, first=0)
    eve.page.goto(f"{eve.url}/t/{table}")
    expect(eve.page.get_by_text("You are watching.")).to_be_visible()
    expect(mia.page.get_by_text("You are watching.")).to_have_count(0)
