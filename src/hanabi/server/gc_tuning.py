"""Garbage collection of the server: a full collection stops all tables, so it waits until nobody moves."""

import asyncio
import gc
import sys
import time
from collections.abc import Callable

# New objects before a collection of the young generation; one of that size takes about a millisecond.
YOUNG_THRESHOLD = 10_000
NEVER = 1_000_000
# Young collections after which a full collection is worth its time.
FULL_AFTER = 20
CHECK_SECONDS = 10.0
# A server where people always move runs a full collection this often nevertheless.
MAX_SECONDS_BETWEEN = 3600.0
# The store's thread must not wait long for the interpreter when a commit is on the disk.
SWITCH_INTERVAL = 0.0005


def tune() -> None:
    """Exclude everything loaded so far from collections, and leave full collections to `collect_when_idle`."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_THRESHOLD, NEVER, NEVER)
    sys.setswitchinterval(SWITCH_INTERVAL)


async def collect_when_idle(count_moves: Callable[[], int]) -> None:
    """Run full collections between two checks without a move, or at the latest after MAX_SECONDS_BETWEEN."""
    collected_at, moves_before = time.monotonic(), count_moves()
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        moves = count_moves()
        is_idle, moves_before = moves == moves_before, moves
        now = time.monotonic()
        if gc.get_count()[1] >= FULL_AFTER and (is_idle or now - collected_at > MAX_SECONDS_BETWEEN):
            gc.collect()
            collected_at = now
