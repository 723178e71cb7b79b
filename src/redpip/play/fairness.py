"""Were the dice fair? Checks a record's commitment, its seed, and every throw."""

from __future__ import annotations

from redpip.core.fair import check_fair
from redpip.core.game import Thrown
from redpip.core.problem import Problem
from redpip.core.record import Record, replay
from redpip.core.words import Words


def check_dice(record: Record) -> int:
    """The number of throws, all of which follow from a seed that nobody could choose; a Problem otherwise. Throws that
    were taken over from another game do not count."""
    setup = record.setup
    if setup.own_dice:
        raise Problem(
            "own_dice", "People threw these dice themselves and wrote down what they saw, so nobody can check them."
        )
    if setup.fair is None:
        raise Problem("no_commitment", "This record has no commitment, so its dice could have been chosen.")
    check_fair(setup.fair, setup.seed)
    replay(record)
    return sum(isinstance(entry.event, Thrown) for entry in record.entries[setup.given :])


def dice_lines(throws: int, words: Words) -> list[str]:
    return [
        words.say("The server's seed is the one it committed to before the game."),
        words.say("The dice's seed follows from it and from the players' random numbers."),
        words.say("All {throws} throws follow from that seed.", throws=throws),
    ]
