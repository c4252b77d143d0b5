"""Sets of kinds as 64-bit words: the two machine instructions that Numba has no name for."""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def popcount(_context: Any, _word: Any) -> Any:
    """How many bits are set."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def lowest(_context: Any, _word: Any) -> Any:
    """The place of the lowest bit set; 64 when there is none."""

    def build(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


