"""Eight numbers side by side: the register that the lattice kernels compute with.

``load(array, at)`` takes eight neighbours of a flat array, ``load_of(array, index, at)`` those of the row that an
index names, ``x + y`` and ``best(x, y)`` work on all of them at once,
``store`` and ``store_transposed`` put them back. Compilers guess badly at loops of eight, so these functions say in
LLVM's own words what is meant. Without compilation (NUMBA_DISABLE_JIT=1) the same names work on NumPy slices.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.extending import intrinsic, overload, register_model

LANES = 8


class LanesType(types.Type):  # type: ignore[misc]
    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(f"Lanes({dtype})")


@register_model(LanesType)
class LanesModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: LanesType) -> None:
        number = manager.lookup(kind.dtype).get_data_type()
        super().__init__(manager, kind, ir.VectorType(number, LANES))


def _address(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> tuple[Any, int]:
    """Where the eight numbers stand, and how far apart: they need not be aligned."""
    number = context.get_data_type(kind.dtype)
    data = context.make_array(kind)(context, builder, array).data
    lanes = ir.VectorType(number, LANES).as_pointer()
    return builder.bitcast(builder.gep(data, [at]), lanes), context.get_abi_sizeof(number)


@intrinsic
def _load(typing: Any, array: Any, at: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address, align = _address(context, builder, signature.args[0], *args)
        return builder.load(address, align=align)

    return LanesType(array.dtype)(array, types.intp), code


@intrinsic
def _load_of(typing: Any, array: Any, index: Any, at: Any) -> Any:
    """Indices are never below 0, which Numba would ask of each."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        places = context.make_array(signature.args[1])(context, builder, args[1]).data
        place = builder.zext(builder.load(builder.gep(places, [args[2]])), args[2].type)
        first = builder.mul(place, ir.Constant(place.type, LANES))
        address, align = _address(context, builder, signature.args[0], args[0], first)
        return builder.load(address, align=align)

    return LanesType(array.dtype)(array, index, types.intp), code


@intrinsic
def _store(typing: Any, array: Any, at: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address, align = _address(context, builder, signature.args[0], *args[:2])
        builder.store(args[2], address, align=align)
        return context.get_dummy_value()

    return types.void(array, types.intp, x), code


@intrinsic
def _add(typing: Any, x: Any, y: Any) -> Any:
    return x(x, y), lambda context, builder, signature, args: builder.fadd(*args)


@intrinsic
def _multiply(typing: Any, x: Any, y: Any) -> Any:
    return x(x, y), lambda context, builder, signature, args: builder.fmul(*args)


@intrinsic
def _best(typing: Any, x: Any, y: Any) -> Any:
    """Compare and select would do, but stored in place it compiles to branches; ``maxnum`` does not."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = args[0].type
        name = f"llvm.maxnum.v{LANES}{lanes.element.intrinsic_name}"
        maximum = cgutils.get_or_insert_function(builder.module, ir.FunctionType(lanes, [lanes, lanes]), name)
        return builder.call(maximum, args, fastmath=("nnan", "nsz"))

    return x(x, y), code


@intrinsic
def _pick(typing: Any, x: Any, y: Any, a: Any, b: Any) -> Any:
    """Where x equals y, a, else b."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered("==", args[0], args[1]), args[2], args[3])

    return x(x, y, a, b), code


@intrinsic
def _same(typing: Any, array: Any, number: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = context.get_value_type(signature.return_type)
        first = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
        lone = builder.insert_element(ir.Constant(kind, ir.Undefined), args[1], ir.Constant(ir.IntType(32), 0))
        return builder.shuffle_vector(lone, lone, first)

    return LanesType(array.dtype)(array, array.dtype), code


@intrinsic
def _seventh(typing: Any, x: Any) -> Any:
    """The lane of an open die, everywhere. From memory it would have to wait until the register is written."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [6] * LANES)
        return builder.shuffle_vector(args[0], args[0], lanes)

    return x(x), code


@intrinsic
def _gather(typing: Any, array: Any, index: Any, at: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        places = context.make_array(signature.args[1])(context, builder, args[1]).data
        lanes = ir.Constant(context.get_value_type(signature.return_type), ir.Undefined)
        for lane in range(LANES):
            here = builder.add(args[2], ir.Constant(args[2].type, lane))
            place = builder.zext(builder.load(builder.gep(places, [here])), ir.IntType(64))
            number = builder.load(builder.gep(data, [place]))
            lanes = builder.insert_element(lanes, number, ir.Constant(ir.IntType(32), lane))
        return lanes

    return LanesType(array.dtype)(array, index, types.intp), code


@intrinsic
def _store_transposed(
    typing: Any, array: Any, at: Any, step: Any, x0: Any, x1: Any, x2: Any, x3: Any, x4: Any, x5: Any, x6: Any, x7: Any
) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        rows = _transposed(builder, list(args[3:]))
        for row in range(LANES):
            place = builder.add(args[1], builder.mul(args[2], ir.Constant(args[2].type, row)))
            address, align = _address(context, builder, signature.args[0], args[0], place)
            builder.store(rows[row], address, align=align)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.intp, x0, x1, x2, x3, x4, x5, x6, x7), code


def _transposed(builder: Any, rows: list[Any]) -> list[Any]:
    """Three steps, each in the shuffles that the processor has for numbers of this size: halves change places; then
    the float64 of a half exchange by twos and by ones, the float32 are unpacked twice, like cards in a shuffle."""
    rows = _paired(builder, rows, 4, [0, 1, 2, 3, 8, 9, 10, 11], [4, 5, 6, 7, 12, 13, 14, 15])
    if isinstance(rows[0].type.element, ir.DoubleType):
        rows = _paired(builder, rows, 2, [0, 1, 8, 9, 4, 5, 12, 13], [2, 3, 10, 11, 6, 7, 14, 15])
        return _paired(builder, rows, 1, [0, 8, 2, 10, 4, 12, 6, 14], [1, 9, 3, 11, 5, 13, 7, 15])
    rows = _paired(builder, rows, 1, [0, 8, 1, 9, 4, 12, 5, 13], [2, 10, 3, 11, 6, 14, 7, 15])
    rows = _paired(builder, rows, 2, [0, 1, 8, 9, 4, 5, 12, 13], [2, 3, 10, 11, 6, 7, 14, 15])
    return [rows[row] for row in (0, 2, 1, 3, 4, 6, 5, 7)]


def _paired(builder: Any, rows: list[Any], apart: int, low: list[int], high: list[int]) -> list[Any]:
    """Every two rows so far apart become two others, which take these lanes of both."""
    result = list(rows)
    for row in (row for row in range(LANES) if not row & apart):
        for mask, target in ((low, row), (high, row + apart)):
            lanes = ir.Constant(ir.VectorType(ir.IntType(32), LANES), mask)
            result[target] = builder.shuffle_vector(rows[row], rows[row + apart], lanes)
    return result


@overload(operator.add)
def _add_operator(x: Any, y: Any) -> Any:
    def add(x: Any, y: Any) -> Any:
        return _add(x, y)

    return add if isinstance(x, LanesType) else None


@overload(operator.mul)
def _multiply_operator(x: Any, y: Any) -> Any:
    def multiply(x: Any, y: Any) -> Any:
        return _multiply(x, y)

    return multiply if isinstance(x, LanesType) else None


# ---- the same on slices


def _slice_load(array: Any, at: int) -> Any:
    return array[at : at + LANES].copy()


def _slice_load_of(array: Any, index: Any, at: int) -> Any:
    return _slice_load(array, LANES * int(index[at]))


def _slice_store(array: Any, at: int, x: Any) -> None:
    array[at : at + LANES] = x


def _slice_pick(x: Any, y: Any, a: Any, b: Any) -> Any:
    return np.where(x == y, a, b)


def _slice_same(array: Any, number: Any) -> Any:
    return np.full(LANES, number, array.dtype)


def _slice_seventh(x: Any) -> Any:
    return np.full_like(x, x[6])


def _slice_gather(array: Any, index: Any, at: int) -> Any:
    return array[index[at : at + LANES]]


def _slice_store_transposed(array: Any, at: int, step: int, *rows: Any) -> None:
    for row, lanes in enumerate(np.stack(rows).T):
        array[at + row * step : at + row * step + LANES] = lanes


if config.DISABLE_JIT:
    load, load_of, store, same, gather = _slice_load, _slice_load_of, _slice_store, _slice_same, _slice_gather
    best, pick, seventh, store_transposed = np.maximum, _slice_pick, _slice_seventh, _slice_store_transposed
else:
    load, load_of, store, same, gather = _load, _load_of, _store, _same, _gather
    best, pick, seventh, store_transposed = _best, _pick, _seventh, _store_transposed
