"""A guided first game of each kind, with motion, in a real browser: to its end, by keyboard, and another way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from redpip.core.catalog import all_games
from redpip.core.lesson import lesson_of

from .browser import MOMENTS, Person
from .conftest import NewPerson

NAMES = [name for game in all_games().values() if lesson_of(game) for name in game.names]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark", "has_touch": True}
LARGE: Any = {"width": 1920, "height": 1080}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 860}, "color_scheme": "light"}
MOVES = {"reduced_motion": "no-preference", "hurried": True}
DEVICES: list[dict[str, Any]] = [{**PHONE, **MOVES, "locale": "de-DE"}, {**DESK, **MOVES, "locale": "en-GB"}]
Press = Callable[[Locator], None]
# the words of the step lie free, and all that is ringed; and nothing to tap is left half under the actions
IN_SIGHT = """() => {
  const free = (part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return [top + 4, bottom - 4].every((y) => part.contains(document.elementFromPoint((left + right) / 2, y)));
  };
  const ringed = [...document.querySelectorAll("#table [data-mark]")].filter((part) => part.offsetParent);
  const actions = document.querySelector(".stage > .act");
  const line = actions?.offsetParent ? actions.getBoundingClientRect().top : innerHeight;
  const cut = [...document.querySelectorAll(".stage > :not(.act, .lesson) button")].filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const over = actions?.getBoundingClientRect();
    return button.offsetParent && over && left < over.right && over.left < right && top < line && line < bottom - 1;
  });
  return free(document.querySelector(".lesson")) && ringed.every(free) && !cut.length;
}"""
# the numbers of what is drawn when a lesson goes back from 7 to 5 before 7 has come to its end; nobody waits for 7
TAKEN_BACK = """async () => {
  const { Queue } = await import("/static/js/queue.js");
  const drawn = [];
  let arrive;
  const play = () => new Promise((done) => (arrive = done));
  const queue = new Queue({ play, draw: ({ seq }) => drawn.push(seq), settle() {} });
  queue.jump({ seq: 5 });
  queue.push({ seq: 7 });
  const reached = queue.reached(7);
  queue.jump({ seq: 5 });
  arrive();
  await reached;
  await new Promise((done) => setTimeout(done));
  return drawn;
}"""
MARKED = "#table [data-mark]:visible"
READY = ':is(#main, #stop)[aria-disabled="false"]:not(.idle):visible'


def at(page: Page, number: int) -> None:
    """The slip speaks of this step."""
    expect(page.locator(".lesson .st")).to_have_text(re.compile(rf"\b{number} (of|von)"))


def steps_told(page: Page) -> Callable[..., None]:
    """What the slip says from here on, however shortly: a function waits until it has said these, one by one."""
    page.evaluate(
        """() => {
          window.told = [];
          const look = () => {
            const words = document.querySelector(".lesson .st")?.textContent;
            if (words && words !== window.told.at(-1)) window.told.push(words);
          };
          look();
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
        }"""
    )

    def wait(*steps: str) -> None:
        page.wait_for_function("steps => steps.every((step, i) => window.told[i + 1] === step)", arg=steps)

    return wait


def check(mia: Person) -> None:
    mia.check_access()
    assert mia.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def tap(thing: Locator) -> None:
    thing.click()


def enter(thing: Locator) -> None:
    thing.press("Enter")


def do_it(page: Page, number: int, press: Press) -> bool:
    """Presses the main button once it does what is asked, until then what the pencil rings; whether that did it."""
    slip, done = page.locator(".lesson"), page.locator(".lesson .pips i.d")
    for _ in range(20):
        if done.count() >= number:
            return True
        events = slip.get_attribute("data-events")
        call = page.locator(f"{MARKED}:is(.calls :not([data-key=roll]))")  # it needs no other button
        ready = call.or_(page.locator(READY))
        if ready.count():
            press(ready.first)
            expect(slip).not_to_have_attribute("data-events", events or "")
        elif page.locator(MARKED).count():
            press(page.locator(MARKED).first)
        else:
            return False
        expect(page.locator("#main.busy")).to_have_count(0)
    return False


def go_through(mia: Person, name: str, press: Press = tap) -> None:
    """To the end: as the pencil says, and where that takes more than pressing what is marked, by *Skip*."""
    page, by_hand = mia.page, 0
    page.add_init_script(MOMENTS)
    page.goto(f"{mia.url}/learn/{name}")
    at(page, 1)
    page.wait_for_function(IN_SIGHT)
    steps = page.locator(".lesson .pips i").count()
    for number in range(1, steps + 1):
        at(page, number)
        if number == 2:
            check(mia)
        looks = page.locator(".lesson .ways button.next")
        if looks.count():
            press(looks)
        elif do_it(page, number, press):
            by_hand += 1
        else:
            press(page.locator(".lesson .ways button.quiet").last)
        expect(page.locator(".lesson .pips i.d").nth(number - 1)).to_be_attached()
    assert by_hand >= steps / 2  # the others take a slip of faces
    expect(page.locator(".lesson .btn.main")).to_be_visible()
    expect(page.locator(".end-card")).to_be_visible()
    assert page.evaluate("Math.min(bursts, heard.filter((one) => one === 'rise').length)") >= 1  # a win is a moment
    expect(page.locator(".burst.once")).to_have_count(0)  # and then it is over
    check(mia)


@pytest.mark.parametrize(("name", "device"), [(name, DEVICES[i % 2]) for i, name in enumerate(NAMES)], ids=NAMES)
def test_a_guided_game_goes_to_its_end(name: str, device: dict[str, Any], person: NewPerson) -> None:
    go_through(person(**device), name)


@pytest.mark.slow
@pytest.mark.parametrize("press", [tap, enter])
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("name", NAMES)
def test_a_guided_game_goes_to_its_end_everywhere(
    name: str, device: dict[str, Any], language: str, press: Press, person: NewPerson
) -> None:
    go_through(person(**device, **MOVES, locale=language), name, press)


LITTLE_ROOM: dict[str, Any] = {
    "short": {"width": 360, "height": 640},
    "lying": {"width": 844, "height": 390},
    "low": {"width": 1280, "height": 720},
}
SHOWN = [(name, room) for name in NAMES for room in LITTLE_ROOM]


@pytest.mark.parametrize(
    ("name", "room"), [pytest.param(*one, marks=() if one == ("spicy", "lying") else pytest.mark.slow) for one in SHOWN]
)
def test_words_and_rings_are_in_sight_at_every_step(name: str, room: str, person: NewPerson) -> None:
    mia = person(viewport=LITTLE_ROOM[room], locale="de-DE", hurried=True)
    for _ in each_step(mia, name):
        mia.page.wait_for_function(IN_SIGHT)


def each_step(mia: Person, name: str) -> Iterator[int]:
    """One step after the other, each by *Go on* or *Skip*."""
    page = mia.page
    page.goto(f"{mia.url}/learn/{name}")
    at(page, 1)
    for number in range(1, page.locator(".lesson .pips i").count() + 1):
        at(page, number)
        yield number
        page.locator(".lesson .ways button.next").or_(page.locator(".lesson .ways button.quiet").last).first.click()
        expect(page.locator(".lesson .pips i.d").nth(number - 1)).to_be_attached()


# what is asked, what it speaks of, all dice and the button that does it
TOGETHER = f"""() => {{
  const free = (part) => {{
    const {{ left, right, top, bottom }} = part.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight
      && document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest(".stage");
  }};
  const shown = (die) => die.checkVisibility({{ visibilityProperty: true }});
  const dice = [...document.querySelectorAll(".stage rp-die")].filter(shown);
  return scrollY === 0 && ({IN_SIGHT})() && [...dice, document.querySelector("#main")].every(free);
}}"""
TABLETS: list[Any] = [{"width": 768, "height": 1024}, {"width": 1024, "height": 768}, LITTLE_ROOM["low"]]


TIGHT = ("spicy", "perfecto", "diangle", "hot")  # which need the most room


@pytest.mark.parametrize("name", [pytest.param(one, marks=() if one in TIGHT else pytest.mark.slow) for one in NAMES])
def test_tablets_and_lying_phones_show_slip_dice_and_button_together(name: str, person: NewPerson) -> None:
    mia = person(viewport=TABLETS[0], locale="de-DE", hurried=True)
    for _ in each_step(mia, name):
        for size in [*TABLETS, LITTLE_ROOM["lying"]]:
            mia.resize(**size)
            mia.page.evaluate("scrollTo(0, 0)")
            mia.page.wait_for_function(TOGETHER)


# a low one, within a browser's bars, and whole
UPRIGHT: list[Any] = [LITTLE_ROOM["short"], {"width": 390, "height": 664}, {"width": 390, "height": 844}]
HELD = [(name, language, size) for name in NAMES for language in ("de-DE", "en-GB") for size in UPRIGHT]
SQUARES = "[...document.querySelectorAll('button.sq')].every((square) => square.offsetWidth >= 44)"
LEGIBLE = "parseFloat(getComputedStyle(document.querySelector('.lesson p')).fontSize) >= 14"


def is_fast(name: str, language: str, size: Any) -> bool:
    least = size == UPRIGHT[0] or (size == UPRIGHT[-1] and name in ("perfecto", "two_of_three"))
    return least and language == "de-DE"


@pytest.mark.parametrize(
    ("name", "language", "size"),
    [
        pytest.param(*one, marks=() if is_fast(*one) else pytest.mark.slow, id=f"{one[0]}-{i}")
        for i, one in enumerate(HELD)
    ],
)
def test_a_phone_shows_slip_dice_boxes_and_button_together(
    name: str, language: str, size: Any, person: NewPerson
) -> None:
    mia = person(viewport=size, locale=language, hurried=True)
    for number in each_step(mia, name):
        mia.page.wait_for_function(TOGETHER)
        assert mia.page.evaluate(LEGIBLE), f"the words of step {number} are small"
        assert mia.page.evaluate(SQUARES), "squares are too small for a thumb"


# who has won, the result and what the slip says of it, none of it on another
ENDED = """() => {
  const boxes = [".say h1", ".end-card", ".lesson"].map((part) => document.querySelector(part).getBoundingClientRect());
  const [said, card, slip] = boxes;
  return scrollY === 0 && boxes.every(({ top, bottom }) => top >= 0 && bottom <= innerHeight)
    && said.bottom <= card.top && (card.right <= slip.left || card.bottom <= slip.top);
}"""


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=() if one == "catch6" else pytest.mark.slow) for one in NAMES]
)
def test_a_phone_upright_or_lying_shows_the_result_and_the_way_on(name: str, person: NewPerson) -> None:
    for size in (LITTLE_ROOM["lying"], UPRIGHT[-1]):
        mia = person(viewport=size, locale="de-DE", hurried=True)
        for _ in each_step(mia, name):
            pass
        expect(mia.page.locator(".end-card")).to_be_visible()
        mia.page.wait_for_function(ENDED)


WHOLE = "document.documentElement.scrollHeight <= innerHeight"
WALKED = [(name, language) for name in NAMES for language in ("en-GB", "de-DE")]


@pytest.mark.parametrize(
    ("name", "language"),
    [pytest.param(*one, marks=() if one == ("perfecto", "de-DE") else pytest.mark.slow) for one in WALKED],
)
def test_a_desk_shows_all_of_every_step(name: str, language: str, person: NewPerson) -> None:
    mia = person(viewport=DESK["viewport"], locale=language, hurried=True)
    for number in each_step(mia, name):
        for size in (LARGE, DESK["viewport"]):
            mia.resize(**size)
            assert mia.page.evaluate(WHOLE), f"step {number} has to be scrolled at {size}"
    expect(mia.page.locator(".end-card")).to_be_visible()
    assert mia.page.evaluate(WHOLE), "the end has to be scrolled"


def after_the_first_roll(person: NewPerson) -> Person:
    """Somebody at a desk who learns Spicy Dice."""
    mia = person(**DEVICES[1])
    mia.page.goto(f"{mia.url}/learn/spicy")
    at(mia.page, 1)
    mia.page.keyboard.press("r")
    at(mia.page, 2)
    return mia


# goes another way, and looks at the slip as soon as that is on its way
GO_ON = """() => {
  document.querySelector(".lesson .show").click();
  return new Promise((done) => setTimeout(() => done(document.querySelectorAll(".lesson .next").length)));
}"""


def test_while_another_choice_is_made_the_step_before_it_is_not_offered(person: NewPerson) -> None:
    mia = after_the_first_roll(person)
    page = mia.page
    page.locator("body").press("r")
    expect(page.locator(".lesson .show:not(.next)")).to_be_focused()
    assert page.evaluate(GO_ON) == 0
    expect(page.locator(".lesson h2")).to_contain_text("your own way")


def test_on_a_phone_plus_is_ringed_until_the_bid_is_as_asked(person: NewPerson) -> None:
    mia = person(**PHONE, hurried=True)
    mia.page.goto(f"{mia.url}/learn/perfecto")
    mia.page.locator(".lesson .next").click()
    at(mia.page, 2)
    for _ in range(5):  # from one 5 to six of them
        expect(mia.page.locator(MARKED)).to_have_text("+")
        mia.page.locator(MARKED).click()
    expect(mia.page.locator(MARKED)).to_have_count(0)
    expect(mia.page.locator(READY)).to_contain_text("Bid six 5s")
    mia.page.locator(READY).click()
    at(mia.page, 3)
    expect(mia.page.locator(MARKED)).to_contain_text("Challenge")
    expect(mia.page.locator("#main")).to_have_text("Tap the ringed button")


# presses *Skip* again as soon as the slip is no longer busy
SKIP_TWICE = """() => {
  const skip = () => [...document.querySelectorAll(".lesson .quiet")].at(-1).click();
  new MutationObserver((_, watching) => {
    if (document.querySelector(".lesson").ariaBusy === "true") return;
    watching.disconnect();
    skip();
  }).observe(document.querySelector(".lesson"), { attributeFilter: ["aria-busy"] });
  skip();
}"""


def test_who_skips_quickly_skips_two_steps(person: NewPerson) -> None:
    mia = person()
    mia.page.goto(f"{mia.url}/learn/rolling")
    expect(mia.page.locator(".lesson .st")).to_be_visible()
    mia.page.evaluate(SKIP_TWICE)
    expect(mia.page.locator(".lesson .pips i.d")).to_have_count(2)


def test_another_choice_is_explained_made_and_taken_back_by_keyboard(person: NewPerson) -> None:
    mia = after_the_first_roll(person)
    page = mia.page
    page.locator(".lesson .next").press("Enter")
    at(page, 3)
    expect(page.get_by_role("button", name="Show me")).to_be_focused()  # no key is left without a place
    expect(page.locator("#main")).to_have_text("Keep the three 4s")
    assert page.locator("[data-mark]").count() == 3
    expect(page.locator("#main-content > .sr[role=status]")).to_contain_text("step 3 of 9. Keep the three 4s")

    page.locator("body").press("2")  # keeps the 6s
    page.keyboard.press("5")
    page.keyboard.press("r")
    expect(page.locator(".lesson h2")).to_have_text("Something else? You may.")
    expect(page.locator(".lesson p")).to_contain_text("You keep the 6s.")
    named = r"Keep the two 6s, roll the rest: it gives away [\d.]+ points on average\."
    expect(page.locator(".lesson p")).to_contain_text(re.compile(named))  # by the advisor
    check(mia)
    page.get_by_role("button", name="Take it back").press("Enter")
    expect(page.locator(".lesson h2")).to_have_text("Keep the three 4s and roll the rest.")

    page.locator("#main").press("Enter")
    expect(page.locator(".lesson h2")).to_have_text("Something else? You may.")
    page.locator(".lesson .show").press("Enter")
    expect(page.locator(".lesson h2")).to_have_text("You go your own way. That works too.")
    page.get_by_role("button", name="Back to: Keep the three 4s").press("Enter")
    at(page, 3)
    steps = steps_told(page)
    page.get_by_role("button", name="Show me").press("Enter")
    steps("step 4 of 9", "step 3 of 9")
    for die in "146":
        page.locator("body").press(die)
    expect(page.locator("#main")).to_contain_text("Roll 3 dice")
    page.keyboard.press("r")
    at(page, 4)
    assert page.request.get(f"{mia.url}/api/v1/mine").json() == []


def test_what_is_taken_back_while_it_moves_is_not_shown(person: NewPerson) -> None:
    mia = person()
    mia.page.goto(f"{mia.url}/learn")
    assert mia.page.evaluate(TAKEN_BACK) == [5, 5, 5]


def test_a_lost_connection_and_a_reload_leave_a_lesson_where_it_was(person: NewPerson) -> None:
    mia = after_the_first_roll(person)
    page = mia.page
    mia.expected = ("ERR_", "409")
    page.locator(".lesson .next").press("Enter")
    at(page, 3)
    page.locator("body").press("1")
    page.context.set_offline(True)
    page.locator(".lesson .quiet").last.click()
    expect(page.locator("#banner")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#banner")).to_be_hidden()  # nobody has to press anything
    expect(page.locator("[data-mark]")).to_have_count(2)  # and what was kept is kept
    page.reload()
    at(page, 3)
    page.goto(f"{mia.url}/learn")
    page.goto(f"{mia.url}/learn/spicy")
    at(page, 1)
    page.evaluate("history.replaceState({ choices: ['score 4'] }, '')")  # as if by another script
    page.reload()
    at(page, 1)


def test_every_lesson_is_found(person: NewPerson) -> None:
    mia = person(**DEVICES[0])
    mia.page.goto(f"{mia.url}/learn")
    check(mia)
    assert [link.get_attribute("href") for link in mia.page.locator(".conts a").all()] == [f"/learn/{n}" for n in NAMES]
    mia.page.goto(mia.url)
    assert mia.page.locator('.g a[href^="/learn/"]').count() == len(NAMES)
    assert mia.page.request.get(f"{mia.url}/learn/chess").status == 404
    refused = mia.page.request.post(
        f"{mia.url}/api/v1/lessons/spicy", data={"choices": ["score 4"]}, headers={"X-Redpip": "1"}
    )
    assert (refused.status, refused.json()["code"]) == (409, "must_roll")
