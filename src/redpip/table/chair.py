"""A seat at a table, who sits there, and the tokens that lead there."""

from __future__ import annotations

import base64
import hmac
from dataclasses import dataclass
from secrets import token_hex

TOKEN_BYTES = 18  # 144 bits, and no padding in base64
NOBODY = "–"  # stands for a name or a device that was removed
SHAPES = ("disc", "square", "diamond", "hexagon", "drop", "shield")


@dataclass(frozen=True, slots=True)
class Device:
    """A device that plays from a seat, known by a hash of its token."""

    id: str
    since: float

    @property
    def label(self) -> str:
        """Tells the devices of a seat apart; says nothing about the device."""
        return self.id[:8]


@dataclass(frozen=True, slots=True)
class Chair:
    number: int  # in the order of the invitations; seats close ranks when the game starts
    name: str = ""
    devices: tuple[Device, ...] = ()
    bot: str | None = None
    stand_in: str | None = None  # the bot that plays for the person who sits here
    nonce: str = ""
    links: int = 0  # invitations that are used up or withdrawn
    codes: int = 0  # codes for a further device that are used up, withdrawn or too old
    code_until: float | None = None  # how long the code that is shown now is good
    agrees: bool = False  # that the coach may be asked
    named: str = ""  # the device that gave the name; it may have been removed since

    @property
    def kind(self) -> str:
        return "bot" if self.bot else "person" if self.devices else "open"

    @property
    def player_bot(self) -> str | None:
        """The bot that moves for this chair now."""
        return self.bot or self.stand_in

    @property
    def device_ids(self) -> frozenset[str]:
        """Those that are still somebody's."""
        return frozenset(device.id for device in self.devices if device.id != NOBODY)

    def holds(self, device: str | None) -> bool:
        return device in [one.id for one in self.devices]


@dataclass(frozen=True, slots=True)
class Secrets:
    """What the table knows and tells nobody before its time."""

    server_seed: str
    invite_key: str

    def invitation(self, chair: int, links: int = 0) -> str:
        """The token of the link to this chair, after so many that are no longer good."""
        return self._token(f"seat/{chair}/{links}" if links else f"seat/{chair}")

    def code(self, chair: int, codes: int) -> str:
        """The token by which one more device comes to this chair."""
        return self._token(f"device/{chair}/{codes}")

    def _token(self, label: str) -> str:
        token = hmac.digest(self.invite_key.encode(), label.encode(), "sha256")
        return base64.urlsafe_b64encode(token[:TOKEN_BYTES]).decode()


def new_secrets() -> Secrets:
    return Secrets(token_hex(32), token_hex(32))
