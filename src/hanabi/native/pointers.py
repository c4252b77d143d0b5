"""Arrays handed to compiled code by address: one argument a call instead of a dozen, which is most of a call's cost."""

from typing import Any

import numba
from numba.core import cgutils, types

from hanabi.native import intrinsic

carray: Any = numba.carray  # type: ignore[attr-defined]


@intrinsic
def pointer(typing_context: Any, address: Any) -> Any:
    """For `carray`. Whoever passes an address keeps its array alive."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(types.int64), code
