"""The interpreter set up for serving: nothing may stop all tables at once while they are being played at."""

import asyncio
import gc
import sys
import time
from collections.abc import Callable

# New objects looked through at a time; that takes about a millisecond.
YOUNG = 10_000
NEVER = 1_000_000
# So many times that, and a look at everything is worth its while.
WORTHWHILE = 20
LOOK = 10.0
LONGEST = 3600.0


def tune() -> None:
    """Freeze what was loaded; collect only young objects while serving, and old ones when idle (`collect_when_idle`).

    And a thread back from the disk need not wait long for the tables to let it say so.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    sys.setswitchinterval(0.0005)


async def collect_when_idle(busyness: Callable[[], int]) -> None:
    """Collect what died old when nobody moves (`busyness` counts the moves), or at last when that never happens."""
    last, before = time.monotonic(), busyness()
    while True:
        await asyncio.sleep(LOOK)
        quiet, before = busyness() == before, busyness()
        now = time.monotonic()
        if gc.get_count()[1] >= WORTHWHILE and (quiet or now - last > LONGEST):
            gc.collect()
            last = now
