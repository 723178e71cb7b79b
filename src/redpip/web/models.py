"""What comes in over HTTP and WebSocket, checked at the door."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from redpip.core.noting import Way
from redpip.table.command import (
    Abandon,
    Act,
    AnswerAsk,
    BeReady,
    ChangeKeeping,
    Correct,
    NoteTurn,
    PeopleCommand,
    React,
    Redo,
    RemoveDevice,
    Return,
    Saw,
    SeatBot,
    ShowCode,
    Start,
    ThrowDice,
    Undo,
    Withdraw,
)
from redpip.table.events import DiceFrom
from redpip.table.names import bot_name
from redpip.table.refusals import refused

Key = Annotated[
    str,
    Field(min_length=8, max_length=64, pattern=r"^[^\x00]*$", description="chosen by the client; never done twice"),
]
Seat = Annotated[int, Field(ge=0, le=7)]


class Model(BaseModel):
    model_config = ConfigDict(extra="ignore")


class SeatRequest(Model):
    """me: the player at this device; here: another person at the same device; bot; open: by a link."""

    kind: Literal["me", "here", "bot", "open"]
    name: Annotated[str, Field(max_length=40)] = ""
    bot: Annotated[str, Field(max_length=40)] = ""


class ClockRequest(Model):
    seconds: Annotated[int, Field(ge=10, le=3600)]


class AnswerRequest(Model):
    """One of the choices of a position in training."""

    line: Annotated[str, Field(max_length=400)]


class TableRequest(Model):
    game: Annotated[str, Field(max_length=40)]
    preset: Annotated[str, Field(max_length=40)] | None = None
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatRequest], Field(min_length=1, max_length=8)]
    first: Seat | None = None
    clock: ClockRequest | None = None
    match: Annotated[int, Field(ge=1, le=99)] | None = None
    dice: Annotated[DiceFrom, Field(description="people: everybody throws real dice and says what fell")] = "committed"
    keep: Annotated[Way, Field(description="how much people tell of their own dice")] = "every"
    coach: Annotated[bool, Field(description="it may be asked, if everybody who sits down agrees")] = False


class TableOpened(Model):
    table: str
    url: str


class NameRequest(Model):
    name: Annotated[str, Field(max_length=40)]


class DailyRequest(NameRequest):
    day: Annotated[str, Field(max_length=20, description="today, as you know it: 2026-11-16")]


class ChallengeMade(Model):
    challenge: str
    url: str


class Shared(Model):
    share: str
    url: str


class ProfileRequest(Model):
    """What a person calls itself here; a field that is missing stays as it is."""

    name: Annotated[str, Field(max_length=40)] | None = None
    dice: Literal["", "ebony", "ivory"] | None = None


class ProfileSeen(Model):
    name: str
    dice: Annotated[str, Field(description="the set of one's own dice; empty: as the theme has them")]
    streak: Annotated[int, Field(description="days in a row, up to today or yesterday")]
    days: Annotated[int, Field(description="days in all")]
    games: Annotated[int, Field(description="finished games that are kept here")]


class TokenRequest(Model):
    """Chosen at random by whoever asks, so that asking again after a lost answer does the same."""

    token: Annotated[str, Field(min_length=32, max_length=128, pattern=r"^[A-Za-z0-9_.~-]+$")]


class CodeShown(Model):
    code: str
    until: str


class CodeRequest(Model):
    code: Annotated[str, Field(max_length=40)]


class JoinRequest(Model):
    token: Annotated[str, Field(min_length=8, max_length=64)]
    name: Annotated[str, Field(max_length=40)] = ""
    seat: Annotated[Seat | None, Field(description="another free seat, where the link's own is taken")] = None
    agrees: Annotated[bool, Field(description="that the coach may be asked at this table")] = False


class LinkRequest(Model):
    token: Annotated[str, Field(min_length=8, max_length=64)]


class LinkFound(Model):
    """Where a link leads: to a free ``seat``, one that is taken (``used``), as a further ``device``, or to ``mine``."""

    kind: Literal["seat", "used", "device", "mine"]
    seat: int | None
    name: str
    free: list[int]
    coach: Annotated[bool, Field(description="it may be asked here, if everybody agrees")]


Verb = Literal[
    "act", "throw", "note", "saw", "correct", "redo", "keep", "undo",
    "answer", "react", "bot", "back", "start", "ready", "abandon", "code", "withdraw", "remove",
    "rematch", "me", "pass", "pace", "ping",
]  # fmt: skip


class CommandRequest(Model):
    """One thing to do at a table; which other fields count depends on ``do``."""

    key: Key
    do: Verb
    seat: Seat = 0
    action: Annotated[str, Field(max_length=120)] = ""
    faces: Annotated[str, Field(max_length=40)] = ""
    seen: Annotated[int, Field(ge=0, description="the table's `position` when this was chosen")] | None = None
    event: Annotated[int, Field(ge=0, description="the number of an entry in the record, from 1")] = 0
    way: Annotated[str, Field(max_length=20)] = ""
    yes: bool = False
    bot: Annotated[str, Field(max_length=40)] | None = None
    reaction: Annotated[str, Field(max_length=20)] = ""
    nonce: Annotated[str, Field(max_length=64)] = ""
    device: Annotated[str, Field(max_length=64)] = ""
    pace: Literal["follow", "fast", "skip"] = "follow"

    def command(self, language: str) -> PeopleCommand:
        """What the table is asked, by somebody who speaks this language; ``stream_only`` for what is about one
        connection."""
        match self.do:
            case "act":
                return Act(self.seat, self.action, self.seen)
            case "throw":
                return ThrowDice(self.seat, self.faces)
            case "note":
                return NoteTurn(self.seat, self.action)
            case "saw":
                return Saw(self.seat, self.action)
            case "correct":
                return Correct(self.seat, self.event, self.action or self.faces)
            case "redo":
                return Redo(self.seat)
            case "keep":
                return ChangeKeeping(self.seat, self.way)
            case "undo":
                return Undo(self.seat, self.seen)
            case "answer":
                return AnswerAsk(self.seat, self.yes)
            case "react":
                return React(self.seat, self.reaction)
            case "bot":
                return SeatBot(self.seat, self.bot, bot_name(self.bot, language) if self.bot else "")
            case "back":
                return Return(self.seat)
            case "start":
                return Start()
            case "ready":
                return BeReady(self.seat, self.nonce)
            case "abandon":
                return Abandon()
            case "code":
                return ShowCode(self.seat)
            case "withdraw":
                return Withdraw(self.seat)
            case "remove":
                return RemoveDevice(self.seat, self.device)
            case "rematch" | "me" | "pass" | "pace" | "ping":
                raise refused("stream_only")


class BranchRequest(Model):
    """A finished game is played on from before this event, a choice, by whoever asks."""

    event: Annotated[int, Field(ge=1, description="its number in the record, from 1")]


class CoachRequest(Model):
    """What is best for this seat, which is to choose?"""

    seat: Seat = 0
    lean: Annotated[
        list[Annotated[str, Field(max_length=80)]], Field(max_length=20, description="what it has in mind, in order")
    ] = []


class WorthRequest(Model):
    """Real dice as they lie at the end of a turn, in any order, r for red."""

    seat: Seat = 0
    faces: Annotated[str, Field(max_length=40)]


class Worth(Model):
    """What they bring in one line of the sheet; ``what`` is the result to be noted."""

    what: str
    text: str
    points: int


class Entry(Model):
    """Something that was told of real dice, and stands."""

    event: Annotated[int, Field(description="its number in the record, from 1")]
    seat: int | None
    name: str
    bot: Annotated[bool, Field(description="a bot did it, so there is nothing to correct")]
    text: Annotated[str, Field(description="as it could be typed")]
    told: Annotated[str, Field(description="in words; empty where its dice say all")]
    dice: list[tuple[int, int]]


class Column(Model):
    """What a pad of paper would have of one player."""

    score: int
    boxes: list[dict[str, Any]]
    rolls: tuple[int, int] | None
    gains: list[int]
    extras: list[dict[str, Any]]


class Pad(Model):
    """A game with real dice as its record tells it."""

    title: str
    names: list[str]
    columns: Annotated[list[Column], Field(description="the sheets, one for each seat")]
    entries: Annotated[list[Entry], Field(description="all that was told and stands, in order")]


class EntryParts(Model):
    what: str
    points: list[int]
    rolls: int | None


class EntryChoice(Model):
    action: str
    label: Annotated[str, Field(description="its dice by what they show")]


class EntryAgain(Model):
    """An entry, and what could be told in its place."""

    event: int
    seat: int | None
    kind: Literal["throw", "act", "note"]
    text: str
    told: str
    dice: list[tuple[int, int]]
    throw: Annotated[int, Field(description="so many dice fell")]
    lines: Annotated[list[dict[str, Any]], Field(description="the results that could be noted, as at the table")]
    note: EntryParts | None
    options: Annotated[list[EntryChoice], Field(description="the actions that could be chosen")]


class Line(Model):
    """All that a seat chooses until dice fall or another is to choose, and what it can expect then."""

    actions: list[str]
    text: str
    value: float
    error: float
    worth: Annotated[str, Field(description="the value in words, with its unit")]
    cost: float
    loss: Annotated[str, Field(description="the cost in words; empty where it costs nothing")]


class CoachSays(Model):
    unit: Literal["points", "win chance", "turns"]
    exact: bool
    best: Line
    runner_up: Line | None
    lean: Line | None
    kind: str
    rule: Annotated[str | None, Field(description="where the rule stands that the reason is about")]
    reason: str
    beyond: Annotated[str | None, Field(description="in a match: that it looks at this game alone")]
    numbering: Annotated[
        str | None, Field(description="real dice: white dice may be numbered in several ways, and it took one")
    ] = None


class Acknowledged(Model):
    ack: str
    seq: int


class ProblemBody(Model):
    """RFC 9457, with a stable code and a sentence in the caller's language."""

    type: str = "about:blank"
    title: str
    status: int
    code: str
    detail: str
    rule: Annotated[str | None, Field(description="where the rule stands that refuses it, if it is a rule")] = None


class ExampleRequest(Model):
    """Dice beside a game's rules: a throw for each group, then a word for each setting; the rest is as at first."""

    dice: Annotated[str, Field(max_length=200, description="such as 424425, or 55355- 1313-- 6 5")] = ""
    roll: Annotated[bool, Field(description="throw them all anew")] = False


class ExampleDie(Model):
    die: int
    face: Annotated[int, Field(description="0: it does not lie here")]
    red: bool
    name: str
    next: Annotated[str | None, Field(description="what lies there after a tap on it; null: it lies elsewhere")]


class ExampleGroup(Model):
    name: str
    dress: str
    dice: list[ExampleDie]


class ExampleChoice(Model):
    text: str
    dice: Annotated[str, Field(description="what lies there with this choice")]


class ExampleSetting(Model):
    name: str
    choices: list[ExampleChoice]
    chosen: int


class ExampleBox(Model):
    key: str
    name: str
    value: str
    say: Annotated[str, Field(description="why, in one sentence")]
    tag: str
    good: bool
    wide: bool


class ExampleShown(Model):
    """What lies there, and what it comes to by the game's own scoring."""

    dice: str
    reds: bool
    groups: list[ExampleGroup]
    settings: list[ExampleSetting]
    boxes: list[ExampleBox]
    best: Annotated[str, Field(description="the box that is spoken of first")]


class DiceChecked(Model):
    ok: bool
    throws: int
    lines: list[str]
