"""One die in six registers, one for each of its faces: what the lattice kernels do along an axis.

A die is a tuple. Its red face comes first, so that nothing else has to ask which face that is: ``load_six`` and
``store_six`` find face f of six, ``step`` apart, in place ``f - red``, turned round. Where red does not matter it is 0.
"""

from __future__ import annotations

from typing import Any

from redpip.solve.pool.jit import inlined
from redpip.solve.pool.lanes import best, load, pick, same, store


@inlined
def _at(at: int, step: int, face: int) -> int:
    return at + (face if face < 6 else face - 6) * step


@inlined
def load_six(array: Any, at: int, step: int, red: int) -> Any:
    return (
        load(array, _at(at, step, red)),
        load(array, _at(at, step, red + 1)),
        load(array, _at(at, step, red + 2)),
        load(array, _at(at, step, red + 3)),
        load(array, _at(at, step, red + 4)),
        load(array, _at(at, step, red + 5)),
    )


@inlined
def store_six(array: Any, at: int, step: int, red: int, x: Any) -> None:
    store(array, _at(at, step, red), x[0])
    store(array, _at(at, step, red + 1), x[1])
    store(array, _at(at, step, red + 2), x[2])
    store(array, _at(at, step, red + 3), x[3])
    store(array, _at(at, step, red + 4), x[4])
    store(array, _at(at, step, red + 5), x[5])


@inlined
def each(x: Any) -> Any:
    return x, x, x, x, x, x


@inlined
def same_six(array: Any, number: float) -> Any:
    return each(same(array, array.dtype.type(number)))


@inlined
def best_six(x: Any, y: Any) -> Any:
    return best(x[0], y[0]), best(x[1], y[1]), best(x[2], y[2]), best(x[3], y[3]), best(x[4], y[4]), best(x[5], y[5])


@inlined
def add_six(x: Any, y: Any) -> Any:
    return x[0] + y[0], x[1] + y[1], x[2] + y[2], x[3] + y[3], x[4] + y[4], x[5] + y[5]


@inlined
def times_six(x: Any, y: Any) -> Any:
    return x[0] * y, x[1] * y, x[2] * y, x[3] * y, x[4] * y, x[5] * y


@inlined
def fold_six(x: Any, rolled: Any) -> Any:
    """Keep the die or roll it."""
    return best_six(x, each(rolled))


@inlined
def wild(x: Any, flips: bool) -> Any:
    """A red die just rolled: the best of its faces."""
    return best(best(best(x[0], x[1]), best(x[2], x[3])), best(x[4], x[5])) if flips else x[0]


@inlined
def mean(x: Any, red: Any, sixth: Any) -> Any:
    """Five white faces and the red one, which is worth ``red``."""
    return ((x[1] + x[2]) + (x[3] + x[4]) + (x[5] + red)) * sixth


@inlined
def pick_six(x: Any, y: Any, a: Any, b: Any) -> Any:
    """Where x equals y, a, else b."""
    return (
        pick(x[0], y[0], a[0], b[0]),
        pick(x[1], y[1], a[1], b[1]),
        pick(x[2], y[2], a[2], b[2]),
        pick(x[3], y[3], a[3], b[3]),
        pick(x[4], y[4], a[4], b[4]),
        pick(x[5], y[5], a[5], b[5]),
    )


@inlined
def number(x: Any, base: Any) -> Any:
    """Six digits, the first of which counts least."""
    return ((((x[5] * base + x[4]) * base + x[3]) * base + x[2]) * base + x[1]) * base + x[0]
