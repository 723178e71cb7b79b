"""A seat at a table and who sits there."""

from __future__ import annotations

import base64
import hmac
from dataclasses import dataclass, field
from secrets import token_hex

SHAPES = ("disc", "square", "diamond", "hexagon")


@dataclass(slots=True)
class Chair:
    number: int  # in the order of the invitations; seats close ranks when the game starts
    name: str = ""
    devices: set[str] = field(default_factory=set)
    bot: str | None = None
    stand_in: str | None = None  # the bot that plays for the person who sits here
    nonce: str = ""

    @property
    def kind(self) -> str:
        return "bot" if self.bot else "person" if self.devices else "open"

    @property
    def player_bot(self) -> str | None:
        """The bot that moves for this chair now."""
        return self.bot or self.stand_in


@dataclass(frozen=True, slots=True)
class Secrets:
    """What the table knows and tells nobody before its time."""

    server_seed: str
    invite_key: str

    def invitation(self, seat: int) -> str:
        """The token of the link to this seat."""
        token = hmac.digest(self.invite_key.encode(), f"seat/{seat}".encode(), "sha256")
        return base64.urlsafe_b64encode(token[:15]).decode()


def new_secrets() -> Secrets:
    return Secrets(token_hex(32), token_hex(32))
