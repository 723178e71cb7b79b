"""Perfecto in real browsers: three people who see only their own dice, and one device that is handed round."""

from __future__ import annotations

import json
import re
from itertools import permutations
from typing import Any

from playwright.sync_api import WebSocket, expect

from .browser import Person
from .changes import whole
from .conftest import NewPerson, Service


class Traffic:
    """All messages that a page receives, from its first stream on."""

    def __init__(self, person: Person) -> None:
        self.messages: list[dict[str, Any]] = []
        self._shown: dict[str, Any] = {}
        person.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, text: str | bytes) -> None:
        for message in json.loads(text):
            self.messages.append(whole(self._shown, message))
            if message.get("table"):
                self._shown = {**self._shown, **self.messages[-1]}

    @property
    def scenes(self) -> list[dict[str, Any]]:
        return [message["scene"] for message in self.messages if message.get("scene")]


def hands_in(traffic: Traffic, since: int = 0) -> set[str]:
    """Every hand under a cup that this page was told, as text."""
    scenes = [message["scene"] for message in traffic.messages[since:] if message.get("scene")]
    cups = [[die.get("face", 0) for die in scene["cup"]] for scene in scenes if scene["cup"]]
    return {json.dumps(cup) for cup in cups if any(cup)}


def test_three_people_see_only_their_own_dice(person: NewPerson, service: Service) -> None:
    people = [person(hurried=True) for _ in range(3)]
    traffic = [Traffic(one) for one in people]
    mia, jonas, ada = people
    mia.open({"kind": "me", "name": "Mia"}, {"kind": "open"}, {"kind": "open"}, game="perfecto", first=0)
    expect(mia.page.locator(".invites li")).to_have_count(2)
    links = mia.page.evaluate(
        """async () => (await (await fetch(`/api/v1/tables/${location.pathname.slice(3)}`)).json())
           .table.seats.map((seat) => seat.invite)"""
    )
    jonas.accept(service.url + links[1], "Jonas")
    ada.accept(service.url + links[2], "Ada")
    for one in people:
        expect(one.page.locator("#table")).to_have_attribute("data-phase", "playing")
    play_rounds(people, rounds=2)
    told = [hands_in(one) for one in traffic]
    for own, other in permutations(told, 2):
        assert own
        assert not own <= other
    for one in people:
        one.check_access()


def play_rounds(people: list[Person], rounds: int) -> None:
    """Everybody presses the big button until somebody doubts; then the others take sides."""
    for number in range(1000):
        for person in people:
            if person.page.locator("#about").inner_text().endswith(str(rounds + 1)):
                return
            press_something(person, doubts=number % 4 == 3)
    raise AssertionError("the round does not end")


# in one moment: what others do may take away what could be pressed just now
PRESS = """(doubts) => {
  const call = [...document.querySelectorAll(".calls .btn")].filter((button) => button.offsetParent).pop();
  const main = document.querySelector('#main[aria-disabled="false"]');
  const ready = main?.offsetParent ? main : null;
  (call && (doubts || !ready) ? call : ready)?.click();
}"""


def press_something(person: Person, doubts: bool) -> None:
    person.page.evaluate(PRESS, doubts)
    person.page.wait_for_timeout(50)


# what stands on the page when the cups begin to lift
AT_SHOWDOWN = """() => new MutationObserver(() => {
  const stage = document.querySelector(".stage.shows");
  if (!stage || window.stood) return;
  window.stood = [getComputedStyle(document.querySelector("h1")).visibility, stage.querySelector(".build").hidden,
    document.querySelector("#main .l").textContent];
}).observe(document.querySelector(".stage"), { attributes: true, subtree: true })"""


def test_a_showdown_leaves_nothing_of_what_could_be_said_before(person: NewPerson) -> None:
    mia = person(hurried=True, reduced_motion="no-preference", viewport={"width": 360, "height": 640})
    mia.open({"kind": "me", "name": "Mia"}, {"kind": "bot", "bot": "novice"}, game="perfecto", first=1)
    challenge = mia.page.get_by_role("button", name="Challenge")
    expect(challenge).to_be_visible()
    mia.page.evaluate(AT_SHOWDOWN)
    challenge.click()
    mia.page.wait_for_function("() => window.stood")
    assert mia.page.evaluate("stood") == ["hidden", True, "One moment"]
    expect(mia.page.get_by_role("heading", level=1)).to_be_visible()


def test_device_that_is_handed_on_keeps_nothing(person: NewPerson) -> None:
    mia = person(hurried=True)
    mia.expected = ("ERR_INTERNET_DISCONNECTED",)
    traffic = Traffic(mia)
    mia.open({"kind": "me", "name": "Mia"}, {"kind": "here", "name": "Jonas"}, game="perfecto", first=0)
    expect(mia.page.get_by_role("button", name="I am Mia")).to_be_visible()
    assert hands_in(traffic) == set()
    mia.page.get_by_role("button", name="I am Mia").click()
    mia.page.get_by_role("button", name="Lift the cup").click()
    expect(mia.page.locator(".cup rp-die:not([face='0'])")).to_have_count(6)
    known = hands_in(traffic)
    assert len(known) == 1
    own = next(scene["hand"] for scene in reversed(traffic.scenes) if scene["cup"])
    assert own in heap(mia)
    seen = len(traffic.messages)
    mia.press_main()
    expect(mia.page.get_by_role("button", name="I am Jonas")).to_be_visible()
    check_forgotten(mia, traffic, seen, own)
    come_back(mia)
    check_forgotten(mia, traffic, seen, own)
    mia.page.get_by_role("button", name="I am Jonas").click()
    expect(mia.page.get_by_role("button", name="Lift the cup")).to_be_visible()
    assert hands_in(traffic, seen) != known
    mia.check_access()


def come_back(person: Person) -> None:
    """Whoever reconnects says again what was not heard, and nothing else."""
    banner = person.page.locator("#banner")
    person.page.context.set_offline(True)
    expect(banner).to_be_visible()
    person.page.context.set_offline(False)
    expect(banner).to_be_hidden()
    person.page.wait_for_timeout(300)


def check_forgotten(person: Person, traffic: Traffic, since: int, own: str) -> None:
    """No message after the hand-over, nothing in the document, nothing that the page still holds on to."""
    assert hands_in(traffic, since) == set()
    assert person.page.locator("rp-die:not([face='0'])").count() <= 1  # the bid that stands
    labels = {die["name"] for scene in traffic.scenes for die in scene["cup"] or () if die.get("face")}
    document = person.page.content()
    assert not any(re.search(rf"die \d: {re.escape(label)}", document) for label in labels)
    assert own not in document
    assert own not in heap(person)


def heap(person: Person) -> str:
    """Everything that the page can still reach, as a heap snapshot."""
    session = person.page.context.new_cdp_session(person.page)
    parts: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda told: parts.append(told["chunk"]))
    session.send("HeapProfiler.collectGarbage")
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    return "".join(parts)
