"""The slow, obvious oracle: what every seat of any small game can expect, straight from the contract.

Each seat takes what brings itself most. A game that can come back to where it was, after a turn that brought nothing
say, is swept again and again until no value moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from redpip.core.dice import Faces
from redpip.core.game import Choose, Over, Roll, Rules, Seat

STILL = 1e-14  # once no value moves further than this, the sweeps end
Values = tuple[float, ...]  # one for each seat


class Less(NamedTuple):
    """A state without what no longer matters, such as turns that are over, and what that has brought to every seat."""

    state: Any
    brought: float = 0.0


class Oracle:
    """``less`` makes states equal that differ only in what is over; without it a game that can go on for ever has no
    end of them. ``at_first`` is what a state is worth before it is known: where a player could put off for ever what
    costs something, less than anybody will get."""

    def __init__(
        self, rules: Rules[Any, Any], seats: int = 1, less: Callable[[Any], Less] = Less, at_first: float = 0.0
    ) -> None:
        self._rules, self._seats, self._less, self._at_first = rules, seats, less, at_first
        self._known: dict[Any, Values] = {}

    def value(self, state: Any, seat: Seat = 0) -> float:
        wanted = self._less(state)
        if wanted.state not in self._known:
            self._solve(wanted.state)
        return self._known[wanted.state][seat] + wanted.brought

    def _solve(self, root: Any) -> None:
        steps, circles = self._found(root)
        self._known |= dict.fromkeys(steps, (self._at_first,) * self._seats)
        while self._sweep(steps) > STILL and circles:
            pass

    def _sweep(self, steps: dict[Any, _Step]) -> float:
        """Values every state by those after it; how far the one moved that moved most."""
        moved = 0.0
        for state, step in steps.items():
            before, after = self._known[state], step.values(self._known)
            self._known[state] = after
            moved = max(moved, *(abs(new - old) for new, old in zip(after, before, strict=True)))
        return moved

    def _found(self, root: Any) -> tuple[dict[Any, _Step], bool]:
        """Every new state, those after it first; and whether any of them comes back to itself."""
        found: dict[Any, _Step] = {}
        begun = {root: self._step(root)}
        path, circles = [(root, begun[root].after())], False
        while path:
            state, ahead = path[-1]
            for after in ahead:
                if after in begun:
                    circles |= after not in found
                elif after not in self._known:
                    begun[after] = self._step(after)
                    path.append((after, begun[after].after()))
                    break
            else:
                path.pop()
                found[state] = begun[state]
        return found, circles

    def _step(self, state: Any) -> _Step:
        match self._rules.next(state):
            case Over(returns=returns):
                return _Over(returns)
            case Roll(dice=dice):
                fallen = Counter(self._less(self._rules.rolled(state, faces)) for faces in throws(dice))
                return _Throw(tuple(fallen.items()), fallen.total())
            case Choose(options):
                ((seat, actions),) = options.items()
                return _Choice(seat, tuple(self._less(self._rules.play(state, seat, action)) for action in actions))


@dataclass(frozen=True, slots=True)
class _Over:
    returns: Values

    def after(self) -> Iterator[Any]:
        return iter(())

    def values(self, _: dict[Any, Values]) -> Values:
        return self.returns


@dataclass(frozen=True, slots=True)
class _Throw:
    ways: tuple[tuple[Less, int], ...]  # each with how many ways to fall lead there
    all_ways: int

    def after(self) -> Iterator[Any]:
        return (less.state for less, _ in self.ways)

    def values(self, known: dict[Any, Values]) -> Values:
        weighed = ([count * (value + less.brought) for value in known[less.state]] for less, count in self.ways)
        return tuple(sum(values) / self.all_ways for values in zip(*weighed, strict=True))


@dataclass(frozen=True, slots=True)
class _Choice:
    seat: Seat
    ways: tuple[Less, ...]

    def after(self) -> Iterator[Any]:
        return (less.state for less in self.ways)

    def values(self, known: dict[Any, Values]) -> Values:
        best = max(self.ways, key=lambda less: known[less.state][self.seat] + less.brought)
        return tuple(value + best.brought for value in known[best.state])


_Step = _Over | _Throw | _Choice


@lru_cache(maxsize=64)
def throws(dice: tuple[int, ...]) -> tuple[Faces, ...]:
    """Every way these dice can fall, each as likely."""
    return tuple(product(*(range(1, 7) if die in dice else (0,) for die in range(1, 7))))
