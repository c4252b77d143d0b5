"""Bots run in other processes, with the view of their seat and a limited budget."""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from hanabi.bots import make_bot
from hanabi.game import Game
from hanabi.rules import Clue, View
from hanabi.server.live import bot_compilation
from hanabi.server.live.bot_workers import BotWorkers, NoBotMove, SeatedBot
from hanabi.server.refusals import Refused

pytestmark = pytest.mark.anyio


SLEEPING = "import time\ndef choose(view):\n    time.sleep(0.3)\n    return view.legal_actions[-1]\n"


@pytest.fixture
async def workers() -> AsyncIterator[BotWorkers]:
    workers = BotWorkers(budget=0.2)
    yield workers
    workers.close()


def a_view(players: int = 2) -> View:
    return Game.new("pl", players, seed=1).view(0)


async def test_a_bot_thinks_in_another_process(workers: BotWorkers) -> None:
    view = a_view(3)
    action = await workers.choose(SeatedBot("simple", "seed", ()), view)
    assert action == make_bot("simple").choose(view)
    assert workers.failures == 0


async def test_a_team_bot_remembers_its_partners_in_a_rematch(workers: BotWorkers) -> None:
    """After a game with two who know no conventions it gives them a plainer clue."""
    first, names = SeatedBot("team", "first 0", (None, None)), ["Ana", "Bo", "Cy"]
    game, simple = Game.new(players=names, seed=0, empty_clues=False), make_bot("simple")
    while game.player is not None:
        view = game.view(game.player)
        game.act(simple.choose(view) if game.player else await workers.choose(first, view))
    view = Game.new(players=names, seed=2, empty_clues=False).view(0)
    rematch, elsewhere = first._replace(seed="second 0", earlier="first 0"), first._replace(seed="third 0")
    assert await workers.choose(rematch, view) == Clue(2, 1)
    assert await workers.choose(elsewhere, view) == Clue(2, 2) == make_bot("team").choose(view)


async def test_waiting_for_other_tables_costs_a_bot_nothing(workers: BotWorkers, tmp_path: Path) -> None:
    """Both bots here wait longer than the budget: the first one sleeps, and the other one waits for it."""
    (tmp_path / "sleeping.py").write_text(SLEEPING)
    sleeping, simple, view = SeatedBot(str(tmp_path / "sleeping.py"), "", ()), SeatedBot("simple", "", ()), a_view()
    slow = [asyncio.ensure_future(workers.choose(sleeping, view, "one address")) for _ in range(4)]
    await asyncio.sleep(0)
    assert await workers.choose(simple, view, "another address") == make_bot("simple").choose(view)
    assert sum(chosen.done() for chosen in slow) <= 2, "the addresses did not take turns"
    assert await asyncio.gather(*slow) == [view.legal_actions[-1]] * 4
    assert workers.failures == 0


async def test_a_game_waits_until_its_bot_is_compiled(workers: BotWorkers, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after an update. Bots that need no compiling play meanwhile."""
    monkeypatch.setattr(bot_compilation, "COMPILE_SECONDS", {"hat": 40, "simple": 60})
    monkeypatch.setattr(bot_compilation, "PATIENCE", 0.01)
    compiler = workers.compilation
    finished, view = asyncio.Event(), a_view()
    monkeypatch.setattr(compiler, "_process", HeldProcess(finished))
    waiting = asyncio.ensure_future(workers.choose(SeatedBot("simple", "", ()), view))
    for _ in range(2):
        # There is one process: what began earlier would have ended.
        await workers.choose(SeatedBot("random", "", ()), view)
    # What the two moves took is not part of the estimate.
    monkeypatch.setattr(compiler, "_began_at", asyncio.get_running_loop().time())
    for bot, seconds in (("hat", 40), ("simple", 100)):
        with pytest.raises(Refused) as refused:
            await compiler.require(bot)
        assert (refused.value.code, refused.value.values) == ("bot_not_ready", {"seconds": seconds})
    await compiler.require("random")
    assert not waiting.done()
    finished.set()
    assert await waiting == make_bot("simple").choose(view)
    await compiler.require("simple")


class HeldProcess:
    def __init__(self, finished: asyncio.Event) -> None:
        self._finished = finished

    async def run(self, *work: Any) -> None:
        await self._finished.wait()

    def kill(self) -> None:
        pass


async def test_a_bot_that_cannot_be_compiled_is_not_offered(
    workers: BotWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_compilation, "COMPILE_SECONDS", {"no such bot": 5})
    monkeypatch.setattr(bot_compilation, "PATIENCE", 120)
    with pytest.raises(Refused, match="no_such_bot"):
        await workers.compilation.require("no such bot")
    with pytest.raises(NoBotMove):
        await workers.choose(SeatedBot("no such bot", "", ()), a_view())


def test_other_bots_need_no_compiler() -> None:
    script = """
import sys
from hanabi.bots.roster import ROSTER, make_bot
from hanabi.game import Game
for name in (name for entry in ROSTER.values() if not entry.compile_seconds for name in entry.offered):
    bots, game = [make_bot(name, partners=(None,)) for _ in range(2)], Game.new(seed=1)
    while game.player is not None:
        game.act(bots[game.player].choose(game.view(game.player)))
assert "numba" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_worker_ends_when_its_server_is_killed() -> None:
    script = """
import asyncio
from hanabi.server.live.bot_workers import BotWorkers

async def serve():
    workers = BotWorkers()
    print(await workers._run("", __import__("os").getpid), flush=True)
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


@pytest.mark.parametrize(
    "body", ["while True: pass", "raise ValueError", "import os; os._exit(1)", "return view.legal_actions[0].slot"]
)
async def test_a_late_or_broken_bot_fails(workers: BotWorkers, tmp_path: Path, body: str) -> None:
    (tmp_path / "broken.py").write_text(f"def choose(view):\n    {body}\n")
    with pytest.raises(NoBotMove):
        await workers.choose(SeatedBot(str(tmp_path / "broken.py"), "", ()), a_view())
    assert workers.failures == 1
    view = a_view()
    assert await workers.choose(SeatedBot("simple", "", ()), view) == make_bot("simple").choose(view)
