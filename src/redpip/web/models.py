"""What comes in over HTTP and WebSocket, checked at the door."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from redpip.table.command import Command, Verb

Key = Annotated[str, Field(min_length=8, max_length=64, description="chosen by the client; never done twice")]
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


class TableRequest(Model):
    game: Annotated[str, Field(max_length=40)]
    preset: Annotated[str, Field(max_length=40)] | None = None
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatRequest], Field(min_length=1, max_length=8)]
    first: Seat | None = None
    clock: ClockRequest | None = None
    match: Annotated[int, Field(ge=1, le=21)] | None = None


class TableOpened(Model):
    table: str
    url: str


class JoinRequest(Model):
    token: Annotated[str, Field(min_length=8, max_length=64)]
    name: Annotated[str, Field(max_length=40)] = ""


class CommandRequest(Model):
    """One thing to do at a table; which other fields count depends on ``do``."""

    key: Key
    do: Verb | Literal["rematch", "me", "pass", "ping"]
    seat: Seat = 0
    action: Annotated[str, Field(max_length=80)] = ""
    yes: bool = False
    bot: Annotated[str, Field(max_length=40)] | None = None
    reaction: Annotated[str, Field(max_length=20)] = ""
    nonce: Annotated[str, Field(max_length=64)] = ""

    def command(self) -> Command:
        return Command(**self.model_dump())


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


class DiceChecked(Model):
    ok: bool
    throws: int
    lines: list[str]
