"""Arrays passed to compiled code by address: most of the cost of a call is its number of arguments."""

import numba
from llvmlite import ir
from numba.core import cgutils, types

from hanabi.compiled import inline, intrinsic
from hanabi.compiled.compilation import Intrinsic, Untyped

CACHE_LINE = 64
declared: Untyped = cgutils.get_or_insert_function
carray: Untyped = numba.carray  # type: ignore[attr-defined]


@intrinsic
def pointer(typing_context: Untyped, address: Untyped) -> Intrinsic:
    """For `carray`. Whoever passes an address keeps its array alive."""

    def code(context: Untyped, builder: Untyped, signature: Untyped, arguments: Untyped) -> Untyped:
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(types.int64), code


@intrinsic
def prefetch_line(typing_context: Untyped, address: Untyped) -> Intrinsic:
    """Load a cache line before it is needed; harmless for any address."""

    def code(context: Untyped, builder: Untyped, signature: Untyped, arguments: Untyped) -> Untyped:
        whole = ir.IntType(32)
        place = builder.inttoptr(arguments[0], cgutils.voidptr_t)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, whole, whole, whole])
        instruction = declared(builder.module, kind, "llvm.prefetch.p0")
        builder.call(instruction, [place, whole(1), whole(3), whole(1)])
        return context.get_dummy_value()

    return types.void(types.int64), code


@inline
def prefetch(address: int, size: int) -> None:
    for line in range(0, size, CACHE_LINE):
        prefetch_line(address + line)
