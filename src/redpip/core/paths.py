"""Which choices lead from a position to what was seen next: those that nobody sees, such as to keep a die or to be
content with a roll. What is seen (a die that is turned or put somewhere) is never among them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from redpip.core.game import Acted, Choose, Event, Over, Roll, Seat, act, legal
from redpip.core.history import History
from redpip.core.noting import lines_now

CHOICES = 2  # so many lie between two throws at most: what is kept, and that the others are rolled


@dataclass(frozen=True, slots=True)
class Path:
    """Choices one after another, and where they lead."""

    actions: tuple[Any, ...]
    state: Any
    due: Any

    def events(self, seat: Seat, *more: Any) -> tuple[Event[Any], ...]:
        return tuple(Acted(seat, action) for action in (*self.actions, *more))


def paths(history: History, seat: Seat, longest: int = CHOICES) -> Iterator[Path]:
    """The shortest first; none goes on after the turn."""
    rules = history.rules
    ends = [Path((), history.state, history.next)]
    yield from ends
    for _ in range(longest):
        longer = []
        for path in ends:
            for action in legal(path.due, seat):
                if not is_seen(history, action):
                    after = act(rules, path.state, seat, action, path.due)
                    longer.append(Path((*path.actions, action), after, rules.next(after)))
        yield from longer
        ends = [path for path in longer if not turn_is_over(history, path, seat)]


def is_turn(action: Any) -> bool:
    return hasattr(action, "die") and hasattr(action, "face")


def is_seen(history: History, action: Any) -> bool:
    noting = history.setup.game.noting
    return is_turn(action) or (noting is not None and str(action).split()[0] in noting.chosen)


def turn_is_over(history: History, path: Path, seat: Seat) -> bool:
    match path.due:
        case Over():
            return True
        case Roll(seat=who):
            return who != seat
        case Choose(options=options):
            return seat not in options or bool(lines_now(history.setup, path.state, path.due, seat))
    return False
