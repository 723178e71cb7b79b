"""Eight numbers side by side: the register that the lattice kernels compute with.

``load(array, at)`` takes eight neighbours of a flat array, ``x + y`` and ``best(x, y)`` work on all of them at once,
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
def _same(typing: Any, array: Any, number: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = context.get_value_type(signature.return_type)
        first = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
        lone = builder.insert_element(ir.Constant(kind, ir.Undefined), args[1], ir.Constant(ir.IntType(32), 0))
        return builder.shuffle_vector(lone, lone, first)

    return LanesType(array.dtype)(array, array.dtype), code


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
        rows = list(args[3:])
        for half in (4, 2, 1):
            rows = _exchanged(builder, rows, half)
        for row in range(LANES):
            place = builder.add(args[1], builder.mul(args[2], ir.Constant(args[2].type, row)))
            address, align = _address(context, builder, signature.args[0], args[0], place)
            builder.store(rows[row], address, align=align)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.intp, x0, x1, x2, x3, x4, x5, x6, x7), code


def _exchanged(builder: Any, rows: list[Any], half: int) -> list[Any]:
    """One of three steps of a transposition: off-diagonal blocks of this size change places."""
    low = [lane if not lane & half else lane - half + LANES for lane in range(LANES)]
    high = [lane + half if not lane & half else lane + LANES for lane in range(LANES)]
    masks = [ir.Constant(ir.VectorType(ir.IntType(32), LANES), mask) for mask in (low, high)]
    result = list(rows)
    for row in (row for row in range(LANES) if not row & half):
        for mask, target in zip(masks, (row, row + half), strict=True):
            result[target] = builder.shuffle_vector(rows[row], rows[row + half], mask)
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


def _slice_store(array: Any, at: int, x: Any) -> None:
    array[at : at + LANES] = x


def _slice_same(array: Any, number: Any) -> Any:
    return np.full(LANES, number, array.dtype)


def _slice_gather(array: Any, index: Any, at: int) -> Any:
    return array[index[at : at + LANES]]


def _slice_store_transposed(array: Any, at: int, step: int, *rows: Any) -> None:
    for row, lanes in enumerate(np.stack(rows).T):
        array[at + row * step : at + row * step + LANES] = lanes


if config.DISABLE_JIT:
    load, store, same, gather = _slice_load, _slice_store, _slice_same, _slice_gather
    best, store_transposed = np.maximum, _slice_store_transposed
else:
    load, store, same, gather = _load, _store, _same, _gather
    best, store_transposed = _best, _store_transposed
