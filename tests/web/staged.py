"""A page that is shown positions of our choosing: real rules and real scenes, but no luck."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from redpip.core.catalog import find_game
from redpip.core.game import Choose, Over, Roll, Seat, legal
from redpip.table.picture import places_of

from .browser import MILLISECONDS, Person, opponents
from .changes import whole

ME = {"kind": "me", "name": "Mia"}


class Stage:
    """A table at which Mia sits in the first seat and a bot in each other; it stands wherever a test puts it."""

    def __init__(self, person: Person, game: str, *, seats: int = 2, language: str = "en", **options: Any) -> None:
        self.person = person
        self.page = person.page
        self.game, _ = find_game(game)
        self.rules = self.game.rules(**options)
        self.words = self.game.words(None, language)
        self.sent: list[str] = []  # the actions that the page asked for
        self.seen: list[int] = []  # and the positions that it saw then
        self._frame: dict[str, Any] = {}
        self._held = False
        self.page.route_web_socket("**/stream*", self._connect)
        bots = opponents(self.game)[:1] * (seats - 1)
        person.open(ME, *bots, game=self.game.id, first=0, options=options)
        expect(self.page.locator("#table")).to_have_attribute("data-phase", "playing")
        self._held = True

    @property
    def table(self) -> dict[str, Any]:
        """The table as the page was told of it last."""
        told: dict[str, Any] = self._frame["table"]
        return told

    @property
    def seq(self) -> int:
        """The number of the last event that the page was told of."""
        seq: int = self._frame["seq"]
        return seq

    def _connect(self, route: WebSocketRoute) -> None:
        self._route = route
        if self._held:
            route.on_message(self._asked)
            route.send(json.dumps({**self._frame, "type": "snapshot"}))
            return
        self._server = route.connect_to_server()
        self._server.on_message(self._heard)
        route.on_message(self._asked)

    def _heard(self, text: str | bytes) -> None:
        for message in json.loads(text):
            if message.get("table"):
                self._frame = {**self._frame, **whole(self._frame, message)}
        if not self._held:
            self._route.send(text)

    def _asked(self, text: str | bytes) -> None:
        if not self._held:
            self._server.send(text)
            return
        command = json.loads(text)
        if command["do"] == "act":
            self.sent.append(command["action"])
            self.seen.append(command["seen"])
        self._route.send(json.dumps({"type": "ack", "key": command["key"], "seq": self._frame["seq"]}))

    def awaits(self, *actions: str) -> None:
        """The page asks for these actions and no others."""
        for _ in range(int(MILLISECONDS) // 50):
            if len(self.sent) >= len(actions):
                break
            self.page.wait_for_timeout(50)
        assert tuple(self.sent) == actions

    def show(self, state: Any, **facts: Any) -> None:
        """This is how things stand now, however they came there; ``facts`` are about the table."""
        self._route.send(json.dumps(self._drawn("snapshot", state, facts)))
        expect(self.page).to_have_title(re.compile(re.escape(self.table["title"])))  # it is drawn

    def happen(self, state: Any, event: dict[str, Any]) -> None:
        """This became of it by an event of the game, in its written form; after the last one the end is told too."""
        frames = [self._drawn("event", state, {}, event={"kind": "played", "event": event})]
        over = self.rules.next(state)
        if isinstance(over, Over):
            facts = {"phase": "over", "result": self._result(over)}
            frames.append(self._drawn("event", state, facts, event={"kind": "ended"}))
        self._route.send(json.dumps(frames))

    def _drawn(self, kind: str, state: Any, facts: dict[str, Any], **more: Any) -> dict[str, Any]:
        following = self.rules.next(state)
        turn = _to_move(following)
        scene = self.game.scene(self.rules, self.rules.view(state, 0), 0, self.words, legal(following, 0))
        table = {**self.table, "turn": turn, "title": f"{self.game.name}, {self._frame['seq'] + 1}.", **facts}
        table["say"] = {"title": self._title(turn), "text": scene["say"], "loud": 0 in turn}
        self._frame |= {"type": kind, "seq": self._frame["seq"] + 1, "table": table, "scene": scene}
        return {**self._frame, **more}

    def _result(self, over: Over) -> dict[str, Any]:
        told = [f"{score} points" for score in over.scores]
        review = f"/t/{self.table['id']}/review" if self.game.advisor else None
        return {"places": places_of(over), "winners": list(over.winners), "told": told, "review": review}

    def _title(self, turn: list[Seat | None]) -> str:
        names = ", ".join(self.table["seats"][one]["name"] for one in turn if one is not None)
        return f"Your turn, {names}" if 0 in turn else f"{names} is playing"


def _to_move(following: Roll | Choose[Any] | Over) -> list[Seat | None]:
    match following:
        case Choose(options):
            return list(options)
        case Roll(seat=seat):
            return [seat]
        case Over():
            return []
