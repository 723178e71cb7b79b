"""Every page and state of the album: no barrier, nothing that sticks out, the main action in sight."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from .album import STAGING, State, states
from .browser import COLOURS, Person
from .conftest import Service

EVERY = list(states())
USUAL = [state for state in EVERY if not state.rare]
SIZES = [(320, 640), (360, 640), (390, 844), (768, 1024), (1024, 768), (1280, 860), (1920, 1080), (844, 390)]
TWICE = (640, 430)  # a desk at 200 %
LARGE = [(640, 1400), (1280, 1400)]  # with letters twice as large: as little room as on a narrow phone, and a desk
NARROW = [(320, 640), (768, 1024), (1024, 768), (844, 390)]  # where each of the layouts has least room
PAPER = [(733, 1062)]  # A4 within its margins
DEVICES = [(390, 844), (1280, 860)]
SEEN = """() => {
  const main = document.querySelector(".act.over .btn.main") ?? document.querySelector("#main");
  const box = main.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && main.contains(at);
}"""
# who came in where stands above what can be done next
PLACED = """() => ["bottom", "top"].map((edge, i) =>
  document.querySelector([".places", ".act.over"][i]).getBoundingClientRect()[edge])"""

COVERED = """() => [...document.querySelectorAll(".seat")].filter((seat) => {
  const [name, tag] = [".n", ":scope > .tag"].map((part) => seat.querySelector(part)?.getBoundingClientRect());
  return name?.width && tag?.width && name.left < tag.right && tag.left < name.right
    && name.top < tag.bottom && tag.top < name.bottom;
}).map((seat) => seat.textContent)"""

# no die lies on another
OVERLAID = """() => {
  const shown = (die) => die.checkVisibility({ visibilityProperty: true });
  const dice = [...document.querySelectorAll("rp-die")].filter(shown);
  const places = dice.map((die) => {
    const { left, right, top, bottom } = die.getBoundingClientRect();
    return { x: (left + right) / 2, y: (top + bottom) / 2, side: die.offsetWidth };
  });
  return places.filter((one, i) => places.slice(i + 1).some((other) =>
    Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) < Math.min(one.side, other.side)));
}"""

CROOKED = """() => {
  const left = (what) => document.querySelector(what)?.getBoundingClientRect().left;
  const [mark, title] = [left(".bar:not(.in) .mark"), left("main h1:not(.card *, .paper *)")];
  return mark !== undefined && title !== undefined && Math.abs(mark - title) > 2 ? [mark, title] : [];
}"""
# on a tablet the words of a button stand in two lines at most, with all that is beside them, and nothing that is tapped
# lies under the buttons
SQUEEZED = """() => {
  const act = document.querySelector(".stage > .act");
  const buttons = [...act.querySelectorAll(".btn")].filter((button) => button.offsetParent);
  const tight = buttons.filter((button) => {
    const box = button.getBoundingClientRect();
    const label = button.querySelector(".l") ?? button;
    const lines = label.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(label).lineHeight);
    const parts = [...button.querySelectorAll("*")].map((part) => part.getBoundingClientRect());
    const out = parts.some(({ left, right, width }) => width && (left < box.left - 1 || right > box.right + 1));
    return out || (label !== button && lines > 2.5);
  });
  const line = act.getBoundingClientRect().top;
  const under = [...document.querySelectorAll(".stage > :not(.act, .calls) button:not([aria-disabled='true'])")]
    .filter((thing) => thing.offsetParent && thing.getBoundingClientRect().bottom > line + 1);
  return [...tight, ...under].map((one) => one.outerHTML);
}"""
# of a tablet's two halves, those whose lower third is empty
EMPTY = """() => [0.25, 0.75].filter((part) => {
  const lowest = [...document.querySelectorAll("#table :is(.card, .btn, .sheet, .tray)")]
    .map((thing) => thing.getBoundingClientRect())
    .filter(({ left, right, top }) => left < part * innerWidth && part * innerWidth < right && top < innerHeight);
  return Math.max(0, ...lowest.map(({ bottom }) => bottom)) < innerHeight * 0.7;
})"""
# on a lying phone who has how much is in sight, and what can be written where
SCORES = """() => [...document.querySelectorAll(".pad :is(.race li, .bx)")].filter((row) => {
  const { left, right, bottom } = row.getBoundingClientRect();
  return [left + 8, right - 8].some((x) => !row.contains(document.elementFromPoint(x, bottom - 4)));
}).map((row) => row.textContent)"""
# dice, the rolls left, what is at risk and what is needed lie above the buttons, or beside them above the foot of the
# screen
AT_RISK = """async () => {
  await new Promise(requestAnimationFrame); // whoever hears that the screen was turned has moved it
  const act = document.querySelector(".stage > .act").getBoundingClientRect();
  const parts = [".tray.luck", ".rolls", ".hill", ".cup", ".risk", ".gate:not(.none)"];
  return parts.map((part) => document.querySelector(part)).filter((part) => {
    const { left, right, bottom } = part?.getBoundingClientRect() ?? act;
    return part?.offsetParent && bottom > (left < act.right && act.left < right ? act.top : innerHeight);
  }).map((part) => part.className);
}"""
# what decided a game is in sight, where there is something
DECIDED_BELOW = """() => {
  const decided = document.querySelector(".decided:not(:empty)");
  return decided ? Math.max(0, decided.getBoundingClientRect().bottom - innerHeight) : 0;
}"""
# what somebody has asked for, and the one thing to do where there is only one: without scrolling, and over no dice
SHOWN = {
    "coach": ".coach",
    "setup": ".start .btn",
    "stats": ".way-on .btn",
    "nothing-here": ".way-on .btn",
    "waiting-room": ".invites img",
}
HIDDEN = """(what) => {
  const box = document.querySelector(what).getBoundingClientRect();
  const out = box.top < 0 || box.bottom > innerHeight ? [what] : [];
  const dice = what === ".coach" ? [...document.querySelectorAll(".tray rp-die")] : [];
  return out.concat(dice.filter((die) => {
    const at = die.getBoundingClientRect();
    return at.width && !document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2)?.closest(".tray");
  }).map((die) => die.outerHTML));
}"""

# as long as a coach may speak; whatever it says lies on nothing that is tapped, and the slip itself is in sight
LONG = {
    "exact": True,
    "best": {"actions": [], "text": "die rote 2 behalten", "worth": "247,6 Punkte", "cost": 0, "loss": ""},
    "reason": "Ein langer Satz, der auf einem kleinen Schirm viele Zeilen braucht. " * 4,
    **dict.fromkeys(("runner_up", "lean", "rule", "beyond", "numbering")),
}
UNDER_THE_COACH = """() => {
  const slip = document.querySelector(".coach").getBoundingClientRect();
  const away = slip.height < 60 || slip.top < 0 || slip.bottom > innerHeight ? ["the slip itself"] : [];
  const tapped = [...document.querySelectorAll(":is(.stage, .pad, .standing) button")];
  return away.concat(tapped.filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return button.offsetParent && left < slip.right - 1 && slip.left < right - 1 && top < slip.bottom - 1
      && slip.top < bottom - 1;
  }).map((button) => button.outerHTML));
}"""

# what is tapped to tell or to choose something lies free above the main button
COVERED_KEYS = """() => {
  const keys = [...document.querySelectorAll(
    ".panel > :not(.write) button, .panel > button:not(.quiet), .stage > :is(.build, .calls) button")];
  const covered = (key) => {
    const { left, right, bottom } = key.getBoundingClientRect();
    return key.offsetParent && !key.contains(document.elementFromPoint((left + right) / 2, bottom - 2));
  };
  return keys.filter(covered).map((key) => key.outerHTML);
}"""

# dice of a throw lie in one row, tokens can be seen, marks of the source cannot, and red is said of red alone; what a
# sheet says of a box stands below its name, and no column of luck and skill is cut
UNTIDY = r"""() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const seen = (one) => one.getClientRects().length > 0;
  const red = getComputedStyle(document.documentElement).getPropertyValue("--red").trim();
  const probe = document.createElement("i");
  probe.style.color = red;
  document.body.append(probe);
  const ink = getComputedStyle(probe).color;
  probe.remove();
  const rows = (one) => new Set([...one.children].map((die) => Math.round(die.getBoundingClientRect().top))).size;
  return [
    ...all(".prose .throw > span").filter((one) => seen(one) && rows(one) > 1)
      .map((one) => `broken row: ${one.textContent}`),
    ...all(".av").filter((one) => seen(one) && getComputedStyle(one).backgroundColor === "rgba(0, 0, 0, 0)")
      .map((one) => `unseen token: ${one.textContent}`),
    ...all(".chip").filter((one) => getComputedStyle(one).borderTopColor === ink && !/red|rot|×/i.test(one.textContent))
      .map((one) => `red: ${one.textContent}`),
    ...all(".sheet tbody th span").filter((one) =>
      seen(one) && one.getBoundingClientRect().top < one.previousElementSibling.getBoundingClientRect().bottom - 2)
      .map((one) => `beside its box: ${one.textContent}`),
    ...all(".sk .scroll").filter((one) => one.scrollWidth > one.clientWidth).map(() => "luck and skill is cut"),
    ...(document.body.innerText.includes("``") ? ["marks of the source"] : []),
  ];
}"""
# words that go on in the next line without a hyphen
BROKEN_WORDS = r"""() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines = (node, at, word) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + word.length);
    return new Set([...range.getClientRects()].filter(({ width }) => width).map(({ top }) => Math.round(top))).size;
  };
  const broken = [];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.parentElement.checkVisibility() || node.parentElement.closest("code, pre")) continue;
    if (getComputedStyle(node.parentElement).hyphens === "auto") continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]{3,}/gu))
      if (lines(node, index, word) > 1) broken.push(word);
  }
  return broken;
}"""
# all of it at once on a desk
ON_A_DESK = {"menu": ".slip .end", "learn": ".conts", "rules": ".conts"}


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    running = Service(tmp_path_factory.mktemp("staged") / "tables.sqlite", begins=STAGING)
    yield running
    running.stop()


def speak(one: Person, language: str) -> None:
    one.page.context.add_cookies([{"name": "redpip_lang", "value": language, "url": one.url}])


# all of it in one message: this is asked a thousand times
FITS = f"() => [document.documentElement.scrollWidth, ...[{CROOKED}, {OVERLAID}, {COVERED}].map((found) => found())]"


def fits(one: Person, state: State, sizes: list[tuple[int, int]]) -> None:
    for width, height in PAPER if state.printed else sizes:
        one.resize(width, height)
        wide, crooked, overlaid, covered = one.page.evaluate(FITS)
        assert wide <= width, f"{state} is {wide} wide at {width}"
        if sizes is not LARGE:  # text twice as large stands where it can
            assert crooked == [], f"{state}: the title does not stand under the wordmark, at {width}"
            assert overlaid == [], f"{state}: dice lie on each other at {width}x{height}"
        assert covered == [], f"{state}: a name and what stands beside it, at {width}x{height}"


def has_whole_words(one: Person, state: State) -> None:
    for width, height in ((320, 640), (360, 640), (390, 844)):
        one.resize(width, height)
        assert one.page.evaluate(BROKEN_WORDS) == [], f"{state} at {width}"


def dress(one: Person, theme: str) -> None:
    one.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)


def again(one: Person, state: State, language: str) -> None:
    """The same in another language."""
    if language == "xx":  # workers do not know it, so what they are asked for fails
        one.expected = (*state.expected, "status of 422")
    speak(one, language)
    one.page.reload()
    one.page.wait_for_selector("#table:not([data-phase=loading]), main:not(#table)", state="attached")
    assert one.page.locator("html").get_attribute("lang") == language


def can_act(one: Person, state: State) -> None:
    """At once, and while a choice is awaited also further down the page."""
    for width, height in ((360, 640), (844, 390), (1366, 650)) if state.acts else ((360, 640), (844, 390)):
        one.resize(width, height)
        for down in (0, 1 / 3) if state.acts else (0,):
            one.page.evaluate("(down) => scrollTo(0, document.documentElement.scrollHeight * down)", down)
            assert one.page.evaluate(SEEN), f"{state}: the main action is out of sight at {width}x{height}"
        if not state.acts:
            places, actions = one.page.evaluate(PLACED)
            assert places <= actions, f"{state}: the places lie under the actions at {width}x{height}"


def has_room_on_a_tablet(one: Person, state: State) -> None:
    for width, height in ((768, 1024), (1024, 768)):
        one.resize(width, height)
        one.page.evaluate("scrollTo(0, 0)")
        assert one.page.evaluate(SQUEEZED) == [], f"{state}: squeezed at {width}x{height}"
        if state.name.endswith("-middle"):
            assert one.page.evaluate(EMPTY) == [], f"{state}: half of it is empty at {width}x{height}"


def scores_lie_free(one: Person, state: State) -> None:
    one.resize(844, 390)
    one.page.evaluate("scrollTo(0, 0)")
    assert one.page.evaluate(SCORES) == [], f"{state}: scores lie under the button or below"
    for width, height in ((844, 390), (667, 375), (360, 640), (768, 1024), (1024, 768)):
        one.resize(width, height)
        under = one.page.evaluate(AT_RISK)
        assert under == [], f"{state}: {under} under the buttons at {width}x{height}"


def tells_what_decided_it(one: Person, state: State) -> None:
    one.resize(1024, 768)
    below = one.page.evaluate(DECIDED_BELOW)
    assert below == 0, f"{state}: {below} pixels of what decided it are below a lying tablet"


def is_shown(one: Person, state: State) -> None:
    for width, height in ((390, 844), (360, 640), (844, 390), (667, 375)):
        one.resize(width, height)
        hidden = one.page.evaluate(HIDDEN, SHOWN[state.name])
        assert hidden == [], f"{state}: out of sight at {width}x{height}"


def coach_covers_nothing(one: Person, state: State) -> None:
    one.page.route("**/coach", lambda route: route.fulfill(json=LONG))
    for width, height in ((360, 640), (390, 844), (844, 390), (667, 375)):
        one.resize(width, height)
        one.page.locator("button.ask").click()
        expect(one.page.locator(".coach .hl")).to_be_visible()
        under = one.page.evaluate(UNDER_THE_COACH)
        assert under == [], f"{state}: under the coach's slip at {width}x{height}"
        one.check_access({"runOnly": ["page-has-heading-one"]})
        one.page.locator(".coach button").click()


def is_one_sight(state: State) -> bool:
    """A table, its waiting room and its result: on a desk nothing of them has to be scrolled."""
    return state.acts or state.name in ON_A_DESK or state.name.endswith(("-over", "-shared", "waiting-room"))


def is_whole_on_a_desk(one: Person, state: State) -> None:
    for width, height in ((1280, 860), (1920, 1080)):
        one.resize(width, height)
        if state.name in ON_A_DESK:
            assert one.page.evaluate(HIDDEN, ON_A_DESK[state.name]) == [], f"{state}: cut at {width}x{height}"
        else:
            below = one.page.evaluate("document.documentElement.scrollHeight - innerHeight")
            assert below <= 0, f"{state}: {below} pixels have to be scrolled at {width}x{height}"


def keys_lie_free(one: Person, state: State) -> None:
    for width, height in ((360, 640), (844, 390), (667, 375)):
        one.resize(width, height)
        one.page.evaluate("scrollTo(0, 0)")
        assert one.page.evaluate(COVERED_KEYS) == [], f"{state}: under the main button at {width}x{height}"


@pytest.mark.parametrize("state", USUAL, ids=str)
def test_state(state: State, browser: Browser, staged: Service) -> None:
    mia = Person(browser, staged.url, hurried=True)
    mia.expected = state.expected
    speak(mia, "de")  # English is shorter
    state.open(mia)
    for theme, rules in (("dark", {}), ("light", COLOURS)):  # the two differ in nothing else
        dress(mia, theme)
        mia.check_access(rules)
    assert mia.page.evaluate(UNTIDY) == [], str(state)
    if is_one_sight(state):
        is_whole_on_a_desk(mia, state)
    if state.acts or state.leads_on:
        can_act(mia, state)
        tells_what_decided_it(mia, state)
    if state.acts:
        has_room_on_a_tablet(mia, state)
        scores_lie_free(mia, state)
        if state.name.endswith("-middle") and mia.page.locator("button.ask").is_visible():
            coach_covers_nothing(mia, state)
    if state.name in SHOWN:
        is_shown(mia, state)
    if state.name.startswith(("scorepad-", "perfecto-")) and state.name != "perfecto-over":
        keys_lie_free(mia, state)
    if "-" in state.name:  # plain pages are all alike in this
        mia.enlarge_text()
        fits(mia, state, LARGE)
        mia.enlarge_text(1)
    fits(mia, state, NARROW)
    has_whole_words(mia, state)
    again(mia, state, "xx")
    fits(mia, state, [*SIZES, TWICE])


def test_a_red_die_is_turned_in_sight_on_a_small_lying_phone(browser: Browser, staged: Service) -> None:
    mia = Person(browser, staged.url, hurried=True)
    speak(mia, "de")
    mia.resize(640, 360)
    next(state for state in EVERY if state.name == "flip").open(mia)
    mia.page.evaluate("scrollTo(0, 0)")
    assert mia.page.evaluate(HIDDEN, ".flip") == []
    assert mia.page.evaluate(AT_RISK) == []
    assert not mia.troubles
    mia.close()


@pytest.mark.slow
@pytest.mark.parametrize("state", EVERY, ids=str)
def test_state_in_every_dress(state: State, browser: Browser, staged: Service) -> None:
    """Each language on a phone and on a desk, each of them by day and by night."""
    mia = Person(browser, staged.url, hurried=True)
    mia.expected = state.expected
    for language in ("en", "de"):
        speak(mia, language)
        for width, height in DEVICES:
            mia.resize(width, height)
            state.open(mia)
            for theme in ("light", "dark"):
                dress(mia, theme)
                mia.check_access()
            assert mia.page.evaluate(UNTIDY) == [], f"{state} at {width}"
        fits(mia, state, [*SIZES, TWICE])
        has_whole_words(mia, state)
        if is_one_sight(state):
            is_whole_on_a_desk(mia, state)
        if state.acts or state.leads_on:
            can_act(mia, state)
    again(mia, state, "xx")
    fits(mia, state, [*SIZES, TWICE])


@pytest.mark.slow
@pytest.mark.parametrize("state", EVERY, ids=str)
def test_text_twice_as_large(state: State, browser: Browser, staged: Service) -> None:
    mia = Person(browser, staged.url, hurried=True)
    mia.expected = state.expected
    mia.enlarge_text()
    state.open(mia)
    fits(mia, state, LARGE)
    mia.check_access()
