"""The sides as arrays for a file, and back.

What all hands are worth follows from the keeps that are best for some hand, so only these are kept, with what they are
worth against the first group, and from then on by how much it changes from group to group.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from redpip.games.catch6.rules import Catch6Rules
from redpip.games.catch6.sides import GROUPS, NEVER, Bools, Key, Policy, Side, Sides, catching, keys_of
from redpip.solve.keeps.plain import Floats, best_keeps, chosen_keeps
from redpip.solve.keeps.shape import Ints, Shape, shape_of

if TYPE_CHECKING:
    from redpip.games.catch6.duel import Duel  # with the compiled kernels, which nobody needs who reads a table

Arrays = Mapping[str, NDArray[Any]]
STEPS = 2**13 - 1  # chances are counted in so many


def packed(rules: Catch6Rules, duel: Duel) -> dict[str, NDArray[Any]]:
    keys = keys_of(rules)
    kept = [duel.kept(key) for key in keys]
    sides = [duel.sides[key] for key in keys]
    return {
        "ends": np.cumsum([len(used) for used, _ in kept]).astype(np.int32),
        "keeps": np.concatenate([np.diff(used, prepend=0) for used, _ in kept]).astype(np.int32),
        "worth": np.diff(np.round(STEPS * np.concatenate([values for _, values in kept]).T), axis=0, prepend=0).astype(
            "i2"
        ),
        "act_ends": np.cumsum([len(_acts(rules, side)) for side in sides]).astype(np.int32),
        "acts": np.concatenate([_acts(rules, side) for side in sides]),
        "bounds": np.array([side.bounds for side in sides], np.float32),
        "met": np.array([side.met for side in sides], np.float32),
        "stay": np.array([side.stay for side in sides], np.float32),
        "catch": np.concatenate([side.catch[one] for side in sides for one in sorted(side.catch)], axis=1, dtype="f4"),
    }


def _may_catch(rules: Catch6Rules, key: Key) -> Bools:
    """[hand] where anything can be caught."""
    found: Bools = np.any([red | other for red, other in catching(rules.dice, key.free).values()], axis=0)
    return found


def _acts(rules: Catch6Rules, side: Side) -> NDArray[np.int8]:
    assert side.policy
    return side.policy.acts[_may_catch(rules, side.key)].astype(np.int8)


def unpacked(rules: Catch6Rules, arrays: Arrays) -> Sides:
    unpacking = Unpacking(rules, arrays)
    return Sides(rules, unpacking.side, unpacking.policy)


class Unpacking:
    def __init__(self, rules: Catch6Rules, arrays: Arrays) -> None:
        self._rules, self._arrays = rules, arrays
        self._numbers = {key: number for number, key in enumerate(keys_of(rules))}
        self._catches = np.cumsum([0, *(sum(_widths(key)) for key in self._numbers)])

    def side(self, key: Key) -> Side:
        number, shape = self._numbers[key], shape_of(self._rules.dice, key.free)
        values = self._values(number, shape)
        worth = np.concatenate([best_keeps(shape, values), values[-1:]])
        bounds, met, stay = (self._floats(name, number) for name in ("bounds", "met", "stay"))
        theirs = self._floats("met", self._numbers[key.other])
        groups = np.append(np.searchsorted(bounds, worth[:-1] @ theirs), GROUPS).astype(np.int32)
        return Side(key, shape, worth, bounds, groups, met, stay, self._catch(key))

    def policy(self, key: Key) -> Policy:
        """Asked of few sides: those of whoever is next."""
        number, shape = self._numbers[key], shape_of(self._rules.dice, key.free)
        theirs = self._floats("met", self._numbers[key.other])
        keeps = np.append(chosen_keeps(shape, self._values(number, shape) @ theirs), np.int32(shape.size - 1))
        return Policy(keeps, self._acts(number, shape))

    def _values(self, number: int, shape: Shape) -> Floats:
        here = self._part("ends", number)
        values: Any = np.full((shape.size, GROUPS + 1), NEVER, np.float32)  # closer than the steps, in half the memory
        values[np.cumsum(self._arrays["keeps"][here])] = np.cumsum(self._arrays["worth"][:, here], axis=0).T / STEPS
        return values  # type: ignore[no-any-return]

    def _acts(self, number: int, shape: Shape) -> Ints:
        acts, key = np.zeros(shape.hands, np.int32), list(self._numbers)[number]
        acts[_may_catch(self._rules, key)] = self._arrays["acts"][self._part("act_ends", number)]
        return acts

    def _part(self, ends: str, number: int) -> slice:
        found = self._arrays[ends]
        return slice(found[number - 1] if number else 0, found[number])

    def _catch(self, key: Key) -> dict[int, Floats]:
        ends = self._catches[self._numbers[key]] + np.cumsum([0, *_widths(key)])
        found = self._arrays["catch"]
        parts = zip(sorted(key.free), ends[:-1], ends[1:], strict=True)
        return {number: found[:, begin:end].astype(np.float64) for number, begin, end in parts}

    def _floats(self, name: str, number: int) -> Floats:
        found: Floats = self._arrays[name][number].astype(np.float64)
        return found


def _widths(key: Key) -> list[int]:
    return [1 if number in key.wins else GROUPS + 1 for number in sorted(key.free)]
