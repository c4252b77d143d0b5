"""Bots run in other processes, with the view of their seat and a limited budget."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from hanabi.game import Game
from hanabi.server.live.bot_workers import BotWorkers, SeatedBot, fallback_choice

pytestmark = pytest.mark.anyio


async def test_a_bot_thinks_in_another_process() -> None:
    bot_workers = BotWorkers(budget=300)
    view = Game.new("pl", 3, seed=1).view(0)
    try:
        action = await bot_workers.choose(SeatedBot("simple", "seed", ()), view)
    finally:
        bot_workers.close()
    assert action in view.legal_actions
    assert bot_workers.overruns == 0


def test_a_worker_ends_when_its_server_is_killed() -> None:
    script = """
import asyncio, sys
from hanabi.server.live.bot_workers import BotWorkers

async def serve():
    workers = BotWorkers()
    print(await asyncio.wrap_future(workers._executor().submit(__import__("os").getpid)), flush=True)
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(serve())
"""
    server = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    worker = Path("/proc") / server.stdout.readline().strip()
    assert worker.exists()
    server.kill()
    server.wait()
    for _ in range(600):
        if not worker.exists() or "State:\tZ" in (worker / "status").read_text():
            break
        time.sleep(0.05)
    else:
        raise AssertionError("the worker is still running")


async def test_a_bot_that_is_late_or_broken_gets_the_fallback_move() -> None:
    late, broken = BotWorkers(budget=0.0), BotWorkers(budget=300)
    view = Game.new(players=2, seed=1).view(0)
    try:
        first = await late.choose(SeatedBot("simple", "seed", ()), view)
        second = await broken.choose(SeatedBot("no such bot", "seed", ()), view)
    finally:
        late.close()
        broken.close()
    assert first == second == fallback_choice(view)
    assert (late.overruns, broken.overruns) == (1, 1)
