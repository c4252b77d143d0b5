"""Full collections wait until nobody moves."""

import asyncio
import gc
import weakref

import pytest

from hanabi.server import gc_tuning


def test_old_garbage_is_collected_when_nobody_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_tuning, "CHECK_SECONDS", 0.01)
    monkeypatch.setattr(gc_tuning, "FULL_AFTER", 0)

    class Cycle:
        def __init__(self) -> None:
            self.itself = self

    async def play_then_stop() -> bool:
        moves = [0]
        task = asyncio.ensure_future(gc_tuning.collect_when_idle(lambda: moves[0]))
        gone = weakref.ref(Cycle())
        for _ in range(10):
            moves[0] += 1
            await asyncio.sleep(0.005)
        kept_while_busy = gone() is not None
        while gone() is not None:
            await asyncio.sleep(0.01)
        task.cancel()
        return kept_while_busy

    gc.disable()
    try:
        assert asyncio.run(asyncio.wait_for(play_then_stop(), 30))
    finally:
        gc.enable()
