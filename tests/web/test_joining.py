"""Links, codes and devices in real browsers: who gets to a seat, and what everybody is told."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .browser import Person
from .conftest import NewPerson

ME = {"kind": "me", "name": "Mia"}
BOT = {"kind": "bot", "bot": "greedy"}
OPEN = {"kind": "open"}
ONE_HERE = """async (table) => (await (await fetch(`/api/v1/tables/${table}`)).json()).table.seats[0].devices
    .filter(({ here }) => here).length === 1"""


def first_link(host: Person) -> str:
    return host.page.get_by_role("textbox").first.input_value()


def test_a_link_that_was_used_offers_another_seat_or_to_watch(person: NewPerson) -> None:
    mia, ben, ada, ida = person(), person(), person(viewport={"width": 390, "height": 844}), person(locale="de-DE")
    mia.open(ME, OPEN, OPEN)
    link = first_link(mia)
    ben.accept(link, "Ben")
    ada.page.goto(link)
    expect(ada.page.get_by_role("dialog")).to_contain_text("Ben sits there already.")
    ada.check_access()
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.keyboard.press("Enter")
    expect(mia.page.get_by_role("heading", level=1)).to_contain_text(re.compile("Your turn|is playing"))
    ida.page.goto(link)
    expect(ida.page.get_by_role("dialog")).to_contain_text("Dort sitzt schon Ben. Du kannst beim Spiel zuschauen.")
    ida.page.get_by_role("button", name="Zuschauen").click()
    expect(ida.page.get_by_text("Du schaust zu.")).to_be_visible()


def test_a_second_device_comes_by_a_code_is_told_of_and_can_be_removed(person: NewPerson) -> None:
    mia, phone, ben = person(), person(viewport={"width": 390, "height": 844}), person()
    table = mia.open(ME, OPEN, first=0)
    ben.accept(first_link(mia), "Ben")
    mia.page.locator("#menu").click()
    mia.page.get_by_role("button", name="Play on another device").click()
    mia.page.get_by_role("button", name="Show a code").click()
    slip = mia.page.get_by_role("dialog")
    code = slip.get_by_role("textbox").input_value()
    mia.check_access()
    phone.page.goto(code)
    phone.page.get_by_role("button", name="Play here as Mia").click()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Your turn, Mia")
    expect(ben.page.locator("rp-log")).to_contain_text("Mia now plays from another device too")
    slip.get_by_role("button", name="Remove").click()
    phone.page.goto("about:blank")
    mia.page.wait_for_function(ONE_HERE, arg=table)
    ben.page.locator(".react").click()
    ben.page.get_by_role("dialog").locator(".reactions button").first.click()
    expect(mia.page.locator("rp-seats .bubble")).to_be_visible()
    slip.get_by_role("button", name="Remove it? Press again.").click()  # it still asks, whoever comes and goes
    phone.page.go_back()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Mia is playing")
    expect(phone.page.get_by_text("You are watching.")).to_be_visible()


def test_a_withdrawn_link_is_replaced(person: NewPerson) -> None:
    mia, ben = person(), person()
    mia.open(ME, OPEN)
    old = first_link(mia)
    mia.page.get_by_role("button", name="Withdraw the link").click()
    expect(mia.page.get_by_role("textbox").first).not_to_have_value(old)
    ben.page.goto(old)
    expect(ben.page.get_by_role("dialog")).to_contain_text("This link is no longer good.")


def test_links_that_lead_nowhere_else_say_so(person: NewPerson) -> None:
    mia = person()
    mia.open(ME, OPEN)
    expect(mia.page.get_by_role("note")).to_contain_text("Only this computer can follow links from here.")


def test_a_closed_table_says_who_closed_it_and_its_dice_are_checked(person: NewPerson) -> None:
    mia = person()
    table = mia.open(ME, BOT, first=0)
    mia.press_main()
    mia.page.locator("#menu").click()
    end = mia.page.locator(".slip .end button")
    end.click()
    end.click()
    expect(mia.page.get_by_role("heading", level=1)).to_have_text("Mia closed the table")
    mia.page.get_by_role("link", name="Check the dice").click()
    expect(mia.page.get_by_role("heading", name="The dice are fair")).to_be_visible()
    mia.page.go_back()
    mia.page.get_by_role("button", name="Play again").click()
    mia.page.wait_for_url(re.compile(rf"/t/(?!{table})"))


WITHOUT_CLIPBOARD = """Object.defineProperty(navigator, "clipboard", { value: undefined });
document.execCommand = () => (window.tries = (window.tries ?? 0) + 1) > 1;"""


def test_copied_is_said_only_where_something_was_copied(person: NewPerson) -> None:
    """As on a network without HTTPS, where browsers hide the clipboard and may refuse the old way too."""
    mia = person()
    mia.page.add_init_script(WITHOUT_CLIPBOARD)
    mia.open(ME, OPEN)
    mia.page.get_by_role("button", name="Copy the link").click()
    mia.page.wait_for_function("() => window.tries === 1")
    mia.page.get_by_role("button", name="Copy the link").click()
    expect(mia.page.get_by_role("button", name="Copied")).to_be_visible()
