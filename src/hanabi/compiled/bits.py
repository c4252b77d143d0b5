"""`kernels/bits.py` for compiled code."""

import numpy as np
from llvmlite import binding, ir
from numba.core import types

from hanabi.compiled import inline, intrinsic
from hanabi.compiled.compilation import Intrinsic, Untyped
from hanabi.kernels.bits import Cells, Row

_BYTE = ir.IntType(8)
_WORD = ir.IntType(64)
_FLAG = ir.IntType(1)
_WORD_BITS = 64
# PDEP takes some hundred cycles on these.
_SLOW_PDEP = ("bdver4", "znver1", "znver2")
_HAS_PDEP = binding.get_host_cpu_features().get("bmi2", False) and binding.get_host_cpu_name() not in _SLOW_PDEP


@intrinsic
def count_bits(typing_context: Untyped, mask: Untyped) -> Intrinsic:
    def code(context: Untyped, builder: Untyped, signature: Untyped, arguments: Untyped) -> Untyped:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


@intrinsic
def lowest_bit(typing_context: Untyped, mask: Untyped) -> Intrinsic:
    def code(context: Untyped, builder: Untyped, signature: Untyped, arguments: Untyped) -> Untyped:
        return builder.cttz(arguments[0], ir.Constant(_FLAG, 1))

    return types.int64(types.int64), code


@intrinsic
def spread_byte(typing_context: Untyped, out: Untyped, at: Untyped, byte: Untyped) -> Intrinsic:
    """Write eight bits as eight bytes with one store: copy them to every byte, keep one in each, shift it down.

    The caller has checked that `out`, a row of bytes without gaps, has room.
    """

    def code(context: Untyped, builder: Untyped, signature: Untyped, arguments: Untyped) -> Untyped:
        row = context.make_array(signature.args[0])(context, builder, arguments[0])
        copied = builder.mul(arguments[2], ir.Constant(_WORD, 0x0101010101010101))
        one_each = builder.and_(copied, ir.Constant(_WORD, 0x8040201008040201))
        # Adding 127 to a byte carries into its top bit unless the byte is zero.
        raised = builder.add(one_each, ir.Constant(_WORD, 0x7F7F7F7F7F7F7F7F))
        flags = builder.and_(builder.lshr(raised, ir.Constant(_WORD, 7)), ir.Constant(_WORD, 0x0101010101010101))
        place = builder.bitcast(builder.gep(row.data, [arguments[1]]), _WORD.as_pointer())
        builder.store(flags, place, align=1)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64), code


@intrinsic
def spread_word(typing_context: Untyped, out: Untyped, at: Untyped, word: Untyped) -> Intrinsic:
    """Write 64 bits as 64 bytes. The caller has checked that `out`, a row of bytes without gaps, has room."""

    def code(context: Untyped, builder: Untyped, signature: Untyped, arguments: Untyped) -> Untyped:
        row = context.make_array(signature.args[0])(context, builder, arguments[0])
        flags = builder.bitcast(arguments[2], ir.VectorType(_FLAG, _WORD_BITS))
        whole = ir.VectorType(_BYTE, _WORD_BITS)
        place = builder.bitcast(builder.gep(row.data, [arguments[1]]), whole.as_pointer())
        builder.store(builder.zext(flags, whole), place, align=1)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64), code


@intrinsic
def scatter_bits(typing_context: Untyped, bits: Untyped, mask: Untyped) -> Intrinsic:
    """The processor's PDEP: the lowest bits of `bits`, moved to the places of the ones of `mask`."""

    def code(context: Untyped, builder: Untyped, signature: Untyped, arguments: Untyped) -> Untyped:
        instruction = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", fnty=ir.FunctionType(_WORD, [_WORD, _WORD])
        )
        return builder.call(instruction, arguments)

    return types.int64(types.int64, types.int64), code


@inline
def nth_bit(mask: int, n: int) -> int:
    if _HAS_PDEP:
        index: int = lowest_bit(scatter_bits(1 << n, mask))
        return index
    for _ in range(n):
        mask &= mask - 1
    index = lowest_bit(mask)
    return index


@inline
def spread(out: Cells, at: int, mask: int, count: int) -> None:
    """Eight at a time; the last eight may overlap those before them."""
    if count < 8:
        for place in range(count):
            out[at + place] = mask >> place & 1
        return
    for done in range(0, count - 8, 8):
        spread_byte(out, at + done, mask >> done & 255)
    spread_byte(out, at + count - 8, mask >> (count - 8) & 255)


@inline
def new_row(at: int) -> Row:
    return at, np.int64(0), np.int64(0)  # type: ignore[return-value]


@inline
def add_bits(out: Cells, row: Row, bits: int, count: int) -> Row:
    at, word, filled = row
    word |= bits << filled
    filled += count
    if filled >= _WORD_BITS:
        spread_word(out, at, word)
        at += _WORD_BITS
        filled -= _WORD_BITS
        word = bits >> count - filled
    return at, word, filled


@inline
def finish_row(out: Cells, row: Row) -> int:
    at, word, filled = row
    spread(out, at, word, filled)
    return at + filled
