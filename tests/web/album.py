"""Every page and state that people see, as one list: pictures are taken of it, and the sweep looks at each.

A new page is a line in ``PAGES``; a state that takes some presses is a function named in ``states``. Tables stand where
a game played by chance has led: real rules and real tables, laid out by the service itself. What is ``rare`` is much
like another state: the quick sweep leaves it to the whole one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from playwright.sync_api import Locator, expect

from redpip.core.catalog import Game, all_games
from redpip.core.game import Acted, Choose, Seat
from redpip.core.lesson import lesson_of
from redpip.core.record import event_json
from redpip.core.words import common_words
from redpip.table.refusals import REFUSALS
from redpip.testing.playouts import Playout, whole_game
from redpip.testing.tables import Table
from redpip.web.ceilings import HouseFull

from .browser import Person, opponents
from .client import next_action

ME = {"kind": "me", "name": "Mia"}
SEED = 3
# what the service can do for this album alone: tables in the middle of a game, and a language of long, accented words
STAGING = '''
import re
from gettext import NullTranslations
from redpip.core import words

class Long(NullTranslations):
    """Each text with accents and two fifths longer; what is filled in stays."""
    def gettext(self, message):
        parts = re.split(r"(\\{[^}]*\\}|<[^>]*>|&\\w+;)", message)
        table = str.maketrans("aeioucnyAEIOU", "àéîõüçñÿÀÉÎÕÜ")
        said = "".join(part if i % 2 else part.translate(table) for i, part in enumerate(parts))
        longer = len(re.sub(r"\\{[^}]*\\}", "", message)) * 2 // 5
        return said + " ößé"[: longer % 4] + " lôrem" * (longer // 6) if message else ""
    def ngettext(self, one, many, number):
        return self.gettext(one if number == 1 else many)

known = words._translations
words.LANGUAGES = ("en", "de", "xx")
words._translations = lambda folder, language: Long() if language == "xx" else known(folder, language)

from fastapi import Request, Response
from redpip.table.command import BeReady
from redpip.web import api, pages
from redpip.web.house import SeatPlan, TablePlan
from redpip.web.identity import known_device
from redpip.web.limits import TooMany

@pages.router.get("/stage/too-many")
async def too_many():
    raise TooMany(3)

@api.router.post("/stage", include_in_schema=False)
async def stage(request: Request, response: Response):
    wanted = await request.json()
    device = known_device(request, response)
    seats = [
        SeatPlan("bot", bot=bot) if bot else SeatPlan("person", "Mia", devices=(device,), agrees=True)
        for bot in wanted["bots"]
    ]
    plan = TablePlan(wanted["game"], wanted["preset"], wanted["options"], seats, device, first=wanted["first"],
                     coach=True, given=wanted["given"])
    house = request.app.state.house
    live = await house.find((await house.open(plan)).id)
    for seat in live.table.unready:
        await live.do(BeReady(seat, "nonce00000"), device)
    return {"table": live.table.id}
'''
# what decided a game: the coach needs many seconds to find it, anew for each table
DECIDED = {
    "where": "Turn 7",
    "dice": [[die, 3] for die in range(1, 7)],
    "told": "Mia writes 12 in SUM",
    "better": "9 in the 3s",
    "sentence": "It cost 4.1 points, more than the game was won by.",
    "url": "/mine",
}
DECIDED_IN_GERMAN = {
    **DECIDED,
    "where": "Zug 7",
    "told": "Mia schreibt 12 in SUM",
    "better": "9 in die 3",
    "sentence": "Das kostete 4,1 Punkte, mehr als den Abstand am Ende.",
}
ACT = """async (actions) => {
  for (const [seat, action] of actions)
    await fetch(`/api/v1${location.pathname.replace("/t/", "/tables/")}/commands`, {method: "POST",
      headers: {"Content-Type": "application/json"},
      body: JSON.stringify({key: crypto.randomUUID(), do: "act", seat, action})});
}"""


@dataclass(frozen=True)
class State:
    """``open`` brings a person there from nowhere; ``acts`` where the page waits for their choice, ``leads_on`` where
    the game is over and offers what to do next; what is ``printed`` is seen on paper alone."""

    name: str
    open: Callable[[Person], None]
    acts: bool = False
    leads_on: bool = False
    printed: bool = False
    rare: bool = False
    expected: tuple[str, ...] = ()  # troubles that belong to it

    def __repr__(self) -> str:
        return self.name


PAGES = (
    "/", "/rules", "/rules/spicy", "/rules/rolling", "/rules/perfecto", "/learn", "/train", "/stats",
    "/daily", "/mine", "/verify", "/api", "/offline", "/keep", "/keep/sheet/spicy",
)  # fmt: skip
NAMES = [name for game in all_games().values() for name in game.names]
LESSONS = [name for game in all_games().values() if lesson_of(game) for name in game.names]
SMALL = {"boxes": ["1", "6", "SUM"], "rolls": 6}


def states() -> Iterator[State]:
    for path in PAGES:
        yield State(path.strip("/").replace("/", "-") or "home", partial(_go, path=path))
    for path in [f"/rules/{name}" for name in NAMES]:
        if path not in PAGES:
            yield State(path.strip("/").replace("/", "-"), partial(_go, path=path), rare=True)
    yield State("home-played", _home_played, rare=True)
    yield State("rules-not-found", partial(_go, path="/rules?q=xylophon"), rare=True)
    yield State("rules-printed", _printed, printed=True, rare=True)
    yield State("rules-found", partial(_go, path="/rules?q=1"), rare=True)
    yield State("nothing-here", partial(_go, path="/nothing/here"), expected=("404",))
    yield State("no-such-table", partial(_go, path="/t/aaaaaaaaaa"), expected=("404",))
    yield State("too-many", partial(_go, path="/stage/too-many"), rare=True, expected=("429",))
    yield State("house-full", _house_full, rare=True, expected=("503",))
    yield State("challenge-gone", partial(_go, path="/c/aaaaaaaaaa"), rare=True, expected=("404",))
    yield State("waiting-room", _waiting)
    yield State("invited", _invited, rare=True)
    yield State("closed", _closed, rare=True)
    yield State("television-waits", _television)
    yield State("television-plays", _television_plays, rare=True)
    yield State("television-over", _television_over, rare=True)
    yield State("four-at-a-table", _crowd, acts=True)
    yield State("menu", _menu)
    yield State("setup", _setup)
    yield State("flip", _flip, rare=True)
    yield State("coach", _coach)
    yield State("review", _review)
    yield State("share", _share, rare=True)
    yield State("stats-played", _stats)
    yield State("verify-checked", _verified, rare=True)
    yield State("challenge", _challenge, rare=True)
    yield State("challenge-sent", _challenge_sent, rare=True)
    yield State("challenge-compared", _compared)
    yield State("challenge-answered", _answered, rare=True)
    yield State("daily-playing", _daily_playing, rare=True)
    yield State("daily-before", _daily_before, rare=True)
    yield State("daily-results", _daily, rare=True)
    yield State("mine-played", _mine, rare=True)
    yield State("mine-code", _mine_code, rare=True)
    yield State("train-answered", _trained, rare=True)
    yield State("scorepad-tally", _tally)
    yield State("scorepad-dice", _final_dice)
    yield State("scorepad-every", partial(_pad, keep="every"), rare=True)
    yield State("keep-evenings", _evenings, rare=True)
    for game in all_games().values():
        yield State(f"{game.id}-first", partial(_first, game=game), acts=True)
        yield State(f"{game.id}-middle", partial(_middle, game=game), acts=True)
        yield State(f"{game.id}-over", partial(_over, game=game), leads_on=True)
        yield State(f"{game.id}-shared", partial(_shared, game=game), rare=game.id != "spicy")
    yield State("perfecto-counted", _counted, acts=True)
    for name in LESSONS:
        yield State(f"learn-{name}", partial(_lesson, name=name), rare=True)
        yield State(f"learn-{name}-end", partial(_lesson_end, name=name), rare=True)
    yield State("learn-another-way", _another_way, rare=True)


def _go(one: Person, path: str) -> None:
    one.page.goto(one.url + path)
    expect(one.page.locator("[aria-busy=true]")).to_have_count(0)  # all that is to come has come


def _house_full(one: Person) -> None:
    """A table that the service has no room for."""
    one.page.goto(one.url)
    words = common_words(one.page.evaluate("document.documentElement.lang"), REFUSALS)
    full = {"code": "house_full", "detail": words.problem(HouseFull())}
    one.page.route("**/api/v1/tables", lambda route: route.fulfill(status=503, json=full))
    one.page.locator('[data-do="now"]').last.click()
    expect(one.page.get_by_role("alert").filter(has_text=full["detail"])).to_be_visible()


def _waiting(one: Person) -> None:
    one.open(ME, {"kind": "open"}, {"kind": "open"})
    expect(one.page.get_by_role("textbox").first).to_be_visible()


def _closed(one: Person) -> None:
    """A table that its host has given up."""
    table = one.open(ME, {"kind": "open"})
    expect(one.page.get_by_role("textbox").first).to_be_visible()
    closing = {"do": "abandon", "key": "closes the table"}
    assert one.page.request.post(f"{one.url}/api/v1/tables/{table}/commands", data=closing).ok
    one.page.wait_for_selector('#table[data-phase="abandoned"]')


def _invited(one: Person) -> None:
    """What whoever follows the link of a free seat sees."""
    one.open(ME, {"kind": "open"})
    link = one.page.get_by_role("textbox").first.input_value()
    one.page.context.clear_cookies(name="redpip_device")
    one.page.goto(f"{one.url}/offline")  # what differs after a # alone would not be loaded anew
    one.page.goto(link)
    expect(one.page.locator("form input")).to_be_visible()


def _television(one: Person) -> None:
    table = one.open(ME, {"kind": "open"})
    one.page.goto(f"{one.url}/t/{table}/tv")
    expect(one.page.locator("img.code")).to_be_visible()


def _crowd(one: Person) -> None:
    bot = {"kind": "bot", "bot": "greedy"}
    one.open(ME, bot, bot, {"kind": "here", "name": "Maximiliane-Charlott"}, first=0)
    one.press_main()
    expect(one.page.locator("rp-sheet button[data-key]:visible").first).to_be_visible()


def _menu(one: Person) -> None:
    _first(one, all_games()["spicy"])
    one.page.locator("#menu").click()
    expect(one.page.get_by_role("dialog")).to_be_visible()


def _setup(one: Person) -> None:
    one.page.goto(one.url)
    one.page.locator('[data-do="open"]').first.click()
    expect(one.page.get_by_role("dialog")).to_be_visible()


def _pad(one: Person, keep: str) -> None:
    luise = {"kind": "here", "name": "Großmutter Elfriede"}
    one.open(ME, luise, dice="people", keep=keep, first=0)
    expect(one.page.locator(".pad, .strip").locator("visible=true").first).to_be_visible()


def _tally(one: Person) -> None:
    _pad(one, "tally")
    one.page.locator('[data-part="tap"]').click()
    one.page.locator('.lines [data-line="SUM"]').click()
    expect(one.page.locator('[data-digit="9"]')).to_be_visible()


def _final_dice(one: Person) -> None:
    _pad(one, "final")
    for die in ("4", "2r", "4", "4r"):
        one.page.locator(f'[data-key="{die}"]').click()


def _first(one: Person, game: Game) -> None:
    one.open(ME, *opponents(game), game=game.id, first=0)
    expect(one.page.locator("#main")).to_be_visible()


def _middle(one: Person, game: Game) -> None:
    """In the middle of a game, at Mia's choice."""
    playout = played(game)
    choices = [at for at, seat in _choices(playout) if seat == 0]
    _stage(one, game, playout, choices[len(choices) // 2], person=0)
    expect(one.page.locator("#table")).to_have_attribute("data-phase", "playing")
    expect(one.page.locator("#main")).to_be_visible()


def _over(one: Person, game: Game) -> None:
    """Mia's last choice ends the game, or one soon after it."""
    playout = played(game)
    at, _ = _choices(playout)[-1]
    last = [event for event in playout.events[at:] if isinstance(event, Acted)]
    one.page.route("**/moment?*", lambda route: route.fulfill(json=_decided(route.request.url)))
    _stage(one, game, playout, at, person=last[0].seat)
    expect(one.page.locator("#table")).to_have_attribute("data-phase", "playing")
    one.page.evaluate(ACT, [[event.seat, str(event.action)] for event in last])
    one.play_by_chance(SEED)  # dice that fall after it may let the game go on
    expect(one.page.locator("#table")).to_have_attribute("data-phase", "over")
    if game.advisor:
        expect(one.page.locator(".decided h2")).to_be_visible()


def _decided(address: str) -> dict[str, Any]:
    return DECIDED_IN_GERMAN if address.endswith("=de") else DECIDED


def _counted(one: Person) -> None:
    """A round was counted just now, and Mia opens the next."""
    game = all_games()["perfecto"]
    playout = played(game)
    counted = [at for at, state in enumerate(playout.states) if state.last and not (state.bids or state.announced)]
    at = next(at for at, seat in _choices(playout) if seat == 0 and at in counted)
    _stage(one, game, playout, at, person=0)
    expect(one.page.locator(".showdown:visible")).to_be_visible()
    expect(one.page.locator("#main")).to_have_attribute("aria-disabled", "false")


def played(game: Game) -> Playout:
    return whole_game(Table(game, next(iter(game.presets)), max(2, game.least_seats)), SEED)


def _choices(playout: Playout) -> list[tuple[int, Seat]]:
    """After how many events somebody chooses, and who; the first of them where several do."""
    found = []
    for at, state in enumerate(playout.states):
        due = playout.rules.next(state)
        if isinstance(due, Choose):
            found.append((at, min(due.options)))
    return found


def _stage(one: Person, game: Game, playout: Playout, at: int, person: Seat) -> None:
    setup = playout.play.setup
    bots = [None if seat == person else game.house_bot for seat in range(len(setup.players))]
    options = {name: list(v) if isinstance(v, tuple) else v for name, v in setup.options.items()}
    wanted: dict[str, Any] = {
        "game": game.id,
        "preset": setup.preset,
        "options": options,
        "bots": bots,
        "first": setup.first,
        "given": [event_json(event) for event in playout.events[:at]],
    }
    one.go_to_table("stage", wanted)


# ---- after a game


def _table(one: Person) -> str:
    """The table at which this person is."""
    return one.page.url.rsplit("/", 1)[1]


def _shared(one: Person, game: Game) -> None:
    _over(one, game)
    made = one.page.request.post(f"{one.url}/api/v1/tables/{_table(one)}/share")
    one.page.goto(one.url + made.json()["url"])


def _share(one: Person) -> None:
    _over(one, all_games()["spicy"])
    one.page.locator('.end-card + * button[aria-haspopup="dialog"]').click()
    expect(one.page.get_by_role("dialog").locator("img")).to_be_visible()


def _stats(one: Person) -> None:
    _review(one)
    one.page.goto(f"{one.url}/stats")
    expect(one.page.get_by_role("table").first).to_be_visible()


def _verified(one: Person) -> None:
    one.page.goto(f"{one.url}/verify?table={_small_game(one)}")
    expect(one.page.locator("#answer li").first).to_be_visible()


def _television_over(one: Person) -> None:
    _over(one, all_games()["spicy"])
    one.page.goto(f"{one.page.url}/tv")
    expect(one.page.locator("#table")).to_have_attribute("data-phase", "over")


def _home_played(one: Person) -> None:
    _small_game(one)
    for game in ("catch6", "perfecto", "hot", "diangle"):
        one.open(ME, {"kind": "open"}, game=game)
    one.page.goto(one.url)


def _printed(one: Person) -> None:
    _go(one, "/rules/spicy")
    one.page.emulate_media(media="print")


def _review(one: Person) -> None:
    _over(one, all_games()["spicy"])
    one.page.goto(f"{one.page.url}/review")
    expect(one.page.locator(".moments")).to_be_visible()


def _play_on(one: Person, table: str) -> None:
    """To the end, as quickly as can be."""
    address = f"{one.url}/api/v1/tables/{table}"
    while (seen := one.page.request.get(address).json())["table"]["phase"] != "over":
        command = {"key": f"{seen['seq']}-{table}", "do": "act", "seat": 0}
        if 0 in seen["table"]["turn"]:
            one.page.request.post(f"{address}/commands", data={**command, "action": next_action(seen["scene"])})


def _small_game(one: Person) -> str:
    table = one.open(ME, first=0, options=SMALL)
    expect(one.page.locator("#table")).to_have_attribute("data-phase", "playing")
    _play_on(one, table)
    return table


def _challenge_of(one: Person) -> str:
    made = one.page.request.post(f"{one.url}/api/v1/tables/{_small_game(one)}/challenge")
    link: str = one.url + made.json()["url"]
    return link


def _challenge_sent(one: Person) -> None:
    """Whoever made it finds its link there."""
    one.page.goto(_challenge_of(one))
    expect(one.page.locator("#send")).not_to_be_empty()


def _challenge(one: Person) -> None:
    link = _challenge_of(one)
    one.page.context.clear_cookies(name="redpip_device")
    one.page.goto(link)
    expect(one.page.locator("#accept")).to_be_visible()


def _compared(one: Person) -> None:
    """Somebody else plays with Mia's dice, another way from the first throw on."""
    _take_up(one, _challenge_of(one))


def _answered(one: Person) -> None:
    """Whoever made it sees who has played, and can send it to others."""
    link = _challenge_of(one)
    mine = [cookie for cookie in one.page.context.cookies() if cookie["name"] == "redpip_device"]
    _take_up(one, link)
    one.page.context.add_cookies(mine)  # type: ignore[arg-type]
    one.page.goto(link)
    expect(one.page.locator("#send")).not_to_be_empty()


def _take_up(one: Person, link: str) -> None:
    one.page.context.clear_cookies(name="redpip_device")
    one.page.goto(link)
    one.page.locator("#name").fill("Jonas")
    one.page.locator("#accept button").click()
    one.page.wait_for_selector('#table[data-phase="playing"]')
    one.press_main()
    box = one.page.locator("rp-sheet button[data-key]:visible")
    expect(box.first).to_be_visible()
    worst = one.page.locator("rp-sheet button.z[data-key]:visible, rp-sheet .z button[data-key]:visible")
    (worst if worst.count() else box).last.click()
    one.press_main()
    _play_on(one, _table(one))
    one.page.goto(link)
    expect(one.page.locator(".dup")).to_be_visible()
    expect(one.page.locator("main[data-waiting]")).to_have_count(0)


def _play_daily(one: Person) -> None:
    one.page.goto(f"{one.url}/daily")
    one.page.locator("#play").or_(one.page.locator(".daily .do a")).click()
    one.page.wait_for_selector('#table[data-phase="playing"], #table[data-phase="over"]')


def _daily_playing(one: Person) -> None:
    _play_daily(one)
    one.page.goto(f"{one.url}/daily")
    expect(one.page.locator(".daily .do a")).to_be_visible()


def _daily_before(one: Person) -> None:
    one.page.goto(f"{one.url}/daily")
    one.page.locator("a[rel=prev]").click()
    expect(one.page.locator("a[rel=next]")).to_be_visible()


def _daily(one: Person) -> None:
    _play_daily(one)
    _play_on(one, _table(one))
    one.page.goto(f"{one.url}/daily")
    expect(one.page.locator(".daily tr.me")).to_be_visible()


def _mine(one: Person) -> None:
    _small_game(one)
    for game in ("catch6", "perfecto"):
        one.open(ME, {"kind": "open"}, game=game)
    one.page.goto(f"{one.url}/mine")


def _mine_code(one: Person) -> None:
    _small_game(one)
    one.page.goto(f"{one.url}/mine")
    one.page.locator("#show").click()
    expect(one.page.locator("#code")).not_to_be_empty()


def _evenings(one: Person) -> None:
    """Where games were kept on this device."""
    players = [{"name": "Mia", "score": 312, "won": True}, {"name": "Großmutter Elfriede", "score": 287, "won": False}]
    game = {"table": "aaaaaaaaaa", "at": "2026-11-14T20:15:00Z", "game": "spicy", "art": "spicy", "title": "Spicy Dice"}
    one.page.goto(f"{one.url}/keep")
    one.page.evaluate(
        "(games) => localStorage.setItem('redpip.evenings', JSON.stringify(games))", [{**game, "players": players}]
    )
    one.page.reload()
    expect(one.page.locator("#evenings details")).to_have_count(1)
    one.page.locator("#so-far").evaluate("(evenings) => evenings.scrollIntoView()")


# ---- the coach, and learning


def _flip(one: Person) -> None:
    """A red die that has just fallen, and what it may be turned to."""
    game = all_games()["spicy"]
    for seed in range(SEED, 99):
        playout = whole_game(Table(game, next(iter(game.presets)), 2), seed)
        for at, seat in _choices(playout):
            rolled = [event for event in playout.events[:at] if not isinstance(event, Acted)]
            red = seat == 0 and rolled and not isinstance(playout.events[at - 1], Acted) and _red(rolled[-1])
            if red:
                _stage(one, game, playout, at, person=0)
                one.page.locator(f'.tray .lane[data-die="{red}"]').click()
                expect(one.page.locator(".flip")).to_be_visible()
                return


def _red(event: Any) -> int:
    """The first die that fell on its red face, or none."""
    return next((die for die, face in enumerate(event.faces, 1) if face == die), 0)


def _coach(one: Person) -> None:
    _middle(one, all_games()["spicy"])
    one.page.locator("button.ask").click()
    expect(one.page.locator(".coach .hl")).to_be_visible()


def _trained(one: Person) -> None:
    one.page.context.clear_cookies(name="redpip_device")  # whoever has answered all five has none to answer
    one.page.goto(f"{one.url}/train")
    one.page.locator("#choices button").last.click()
    expect(one.page.locator("#slip .hint")).to_be_visible()
    expect(one.page.locator("#next")).to_be_visible()


def _television_plays(one: Person) -> None:
    _middle(one, all_games()["spicy"])
    one.page.goto(f"{one.page.url}/tv")
    expect(one.page.locator("#table")).to_have_attribute("data-phase", "playing")


def _go_on(one: Person) -> Locator:
    """What the slip of a lesson leads on by: *Go on* or *Skip*."""
    looks = one.page.locator(".lesson .ways button.next")
    return looks if looks.count() else one.page.locator(".lesson .ways button.quiet").last


def _learn(one: Person, name: str) -> None:
    """From the beginning: the same address once more would be a reload, after which a guided game goes on."""
    one.page.goto("about:blank")
    one.page.goto(f"{one.url}/learn/{name}")


def _lesson(one: Person, name: str) -> None:
    """At its third step."""
    _learn(one, name)
    for number in range(2):
        expect(one.page.locator(".lesson .st")).to_be_visible()
        _go_on(one).click()
        expect(one.page.locator(".lesson .pips i.d")).to_have_count(number + 1)


def _lesson_end(one: Person, name: str) -> None:
    _learn(one, name)
    expect(one.page.locator(".lesson .st")).to_be_visible()
    for number in range(one.page.locator(".lesson .pips i").count()):
        _go_on(one).click()
        expect(one.page.locator(".lesson .pips i.d")).to_have_count(number + 1)
    expect(one.page.locator(".end-card")).to_be_visible()


def _another_way(one: Person) -> None:
    _lesson(one, "spicy")
    one.page.locator("body").press("2")
    one.page.keyboard.press("r")
    expect(one.page.locator(".lesson .btn.show")).to_be_focused()
