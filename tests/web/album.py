"""Every page and state that people see, as one list: pictures are taken of it, and the sweep looks at each.

A new page is a line in ``PAGES``; a state that takes some presses is a function named in ``states``. Tables stand where
a game played by chance has led: real rules and real tables, laid out by the service itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from playwright.sync_api import expect

from redpip.core.catalog import Game, all_games
from redpip.core.game import Acted, Choose, Seat
from redpip.core.record import event_json
from redpip.testing.playouts import Playout, whole_game
from redpip.testing.tables import Table

from .browser import Person, opponents

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
from redpip.web import api
from redpip.web.house import SeatPlan, TablePlan
from redpip.web.identity import known_device

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
    return {"table": (await request.app.state.house.open(plan)).id}
'''
POST = """async (wanted) =>
  (await (await fetch("/api/v1/stage", {method: "POST", body: JSON.stringify(wanted)})).json()).table"""

ACT = """async (actions) => {
  for (const [seat, action] of actions)
    await fetch(`/api/v1${location.pathname.replace("/t/", "/tables/")}/commands`, {method: "POST",
      headers: {"Content-Type": "application/json"},
      body: JSON.stringify({key: crypto.randomUUID(), do: "act", seat, action})});
}"""


@dataclass(frozen=True)
class State:
    """``open`` brings a person there from nowhere; ``acts`` where the page waits for their choice."""

    name: str
    open: Callable[[Person], None]
    acts: bool = False
    expected: tuple[str, ...] = ()  # troubles that belong to it

    def __repr__(self) -> str:
        return self.name


PAGES = (
    "/", "/rules", "/rules/spicy", "/rules/chili", "/rules/rolling", "/rules/perfecto", "/train", "/stats",
    "/daily", "/mine", "/verify", "/api", "/offline",
)  # fmt: skip


def states() -> Iterator[State]:
    for path in PAGES:
        yield State(path.strip("/").replace("/", "-") or "home", partial(_go, path=path))
    yield State("nothing-here", partial(_go, path="/nothing/here"), expected=("404",))
    yield State("no-such-table", partial(_go, path="/t/aaaaaaaaaa"), expected=("404",))
    yield State("waiting-room", _waiting)
    yield State("television-waits", _television)
    yield State("four-at-a-table", _crowd)
    yield State("menu", _menu)
    yield State("setup", _setup)
    for game in all_games().values():
        yield State(f"{game.id}-first", partial(_first, game=game), acts=True)
        yield State(f"{game.id}-middle", partial(_middle, game=game), acts=True)
        yield State(f"{game.id}-over", partial(_over, game=game))


def _go(one: Person, path: str) -> None:
    one.page.goto(one.url + path)


def _waiting(one: Person) -> None:
    one.open(ME, {"kind": "open"}, {"kind": "open"})
    expect(one.page.get_by_role("textbox").first).to_be_visible()


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
    _stage(one, game, playout, at, person=last[0].seat)
    expect(one.page.locator("#table")).to_have_attribute("data-phase", "playing")
    one.page.evaluate(ACT, [[event.seat, str(event.action)] for event in last])
    one.play_by_chance(SEED)  # dice that fall after it may let the game go on
    expect(one.page.locator("#table")).to_have_attribute("data-phase", "over")


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
    one.page.goto(one.url)
    table = one.page.evaluate(POST, wanted)
    one.page.goto(f"{one.url}/t/{table}")
