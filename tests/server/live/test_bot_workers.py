"""Bots think elsewhere, with what their seat may know and no longer than they may."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

from hanabi.game import Game
from hanabi.rules.actions import Action
from hanabi.rules.views import View
from hanabi.server.live.bot_workers import BotWorkers, SeatedBot, fallback_choice


def test_a_bot_thinks_in_another_process() -> None:
    async def think() -> tuple[Action, View, int]:
        bot_workers = BotWorkers(budget=300)
        view = Game.new("pl", 3, seed=1).view(0)
        try:
            return await bot_workers.choose(SeatedBot("simple", "seed", ()), view), view, bot_workers.overruns
        finally:
            bot_workers.close()

    action, view, overruns = asyncio.run(think())
    assert action in view.legal_actions
    assert overruns == 0


def test_a_worker_ends_with_its_server_even_if_that_is_killed() -> None:
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
        raise AssertionError("the worker lives on")


def test_who_takes_too_long_or_breaks_gets_a_plain_move() -> None:
    async def think() -> tuple[Action, Action, View, tuple[int, int]]:
        late, broken = BotWorkers(budget=0.0), BotWorkers(budget=300)
        view = Game.new(players=2, seed=1).view(0)
        try:
            first = await late.choose(SeatedBot("simple", "seed", ()), view)
            second = await broken.choose(SeatedBot("no such bot", "seed", ()), view)
        finally:
            late.close()
            broken.close()
        return first, second, view, (late.overruns, broken.overruns)

    first, second, view, overruns = asyncio.run(think())
    assert first == second == fallback_choice(view)
    assert overruns == (1, 1)
