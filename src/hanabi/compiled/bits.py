"""`kernels/bits.py` for compiled code."""

from llvmlite import ir
from numba.core import cgutils, types

from hanabi.compiled import inline, intrinsic
from hanabi.compiled.compilation import Intrinsic, Untyped
from hanabi.kernels.bits import Cells

set_bytes: Untyped = cgutils.memset
_BYTE = ir.IntType(8)
_WORD = ir.IntType(64)
_FLAG = ir.IntType(1)


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
def fill(typing_context: Untyped, out: Untyped, at: Untyped, value: Untyped, count: Untyped) -> Intrinsic:
    def code(context: Untyped, builder: Untyped, signature: Untyped, arguments: Untyped) -> Untyped:
        row = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.gep(row.data, [arguments[1]])
        set_bytes(builder, place, arguments[3], builder.trunc(arguments[2], _BYTE))
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64, types.int64), code


@inline
def nth_bit(mask: int, n: int) -> int:
    for _ in range(n):
        mask &= mask - 1
    index: int = lowest_bit(mask)
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
