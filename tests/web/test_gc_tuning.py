"""Old garbage waits until nobody is playing."""

import asyncio
import gc
import weakref

import pytest

from hanabi.web import gc_tuning


def test_old_garbage_is_collected_when_it_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_tuning, "LOOK", 0.01)
    monkeypatch.setattr(gc_tuning, "WORTHWHILE", 0)

    class Loop:
        def __init__(self) -> None:
            self.itself = self

    async def live():
        moves = [0]
        task = asyncio.ensure_future(gc_tuning.collect_when_idle(lambda: moves[0]))
        gone = weakref.ref(Loop())
        for _ in range(10):
            moves[0] += 1
            await asyncio.sleep(0.005)
        busy = gone() is not None
        while gone() is not None:
            await asyncio.sleep(0.01)
        task.cancel()
        return busy

    gc.disable()
    try:
        assert asyncio.run(asyncio.wait_for(live(), 30))
    finally:
        gc.enable()
