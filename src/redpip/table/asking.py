"""Who may ask the coach at a table, and when."""

from __future__ import annotations

from redpip.core.advice import no_advice
from redpip.core.game import Seat, legal
from redpip.core.history import History
from redpip.table.refusals import refused
from redpip.table.table import Table


def may_ask(table: Table, seat: Seat, device: str | None) -> History:
    """The game that the coach is asked about: by the seat that is to choose, where everybody agreed to it."""
    if not 0 <= seat < len(table.chairs):
        raise refused("no_seat")
    if not table.chairs[seat].holds(device):
        raise refused("not_your_seat")
    play = table.play
    if play is None or table.phase != "playing":
        raise refused("not_playing")
    if not play.setup.coach:
        raise refused("coach_silent")
    if table.game.advisor is None:
        raise no_advice(table.game.name)
    options = legal(play.next, seat)
    if not options:
        raise refused("not_your_turn")
    if len(options) == 1:
        raise refused("only_move")
    return play
