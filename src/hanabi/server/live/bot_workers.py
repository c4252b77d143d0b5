"""Bots run in worker processes: a slow or broken bot delays nobody, and each gets only the view of its seat."""

import asyncio
import contextlib
import multiprocessing
import os
import threading
import time
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import lru_cache
from typing import Any, NamedTuple

from hanabi.kernels import State
from hanabi.rules import Action, Clue, Discard, RuleSet, View

HUNG_AFTER = 180.0
BOT_NICENESS = 5


class SeatedBot(NamedTuple):
    """A bot of the roster in a seat, and its partners: bots by name, None for people."""

    name: str
    seed: str
    partners: tuple[str | None, ...]


@lru_cache(maxsize=256)
def _bot(name: str, seed: str, partners: tuple[str | None, ...]) -> Any:
    """Runs in the worker: only it imports the bots."""
    from hanabi.bots.roster import make_bot
    from hanabi.bots.team import Team

    bot = make_bot(name, seed=seed, partners=partners)
    if isinstance(bot, Team):
        bot.remember_partners = True
    return bot


def _choose(bot: SeatedBot, rules: dict[str, Any], names: tuple[str, ...], seat: int | None, parts: Any) -> Action:
    """Runs in the worker: rebuilds the view and lets the bot choose."""
    fields, seen = parts
    erased = State()
    vars(erased).update(fields)
    choice: Action = _bot(*bot).choose(View(RuleSet.from_dict(rules), names, seat, erased, seen))
    return choice


def initialize_worker(niceness: int) -> None:
    """Run at a lower priority than the server, and end when the server ends, even if it is killed."""
    with contextlib.suppress(OSError):
        os.nice(niceness)
    threading.Thread(target=_exit_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _exit_with(parent: Any) -> None:
    parent.join()
    os._exit(0)


class BotWorkers:
    """A few worker processes. A bot over budget gets a fallback move; a hanging bot is killed."""

    def __init__(self, *, workers: int = 1, budget: float = 10.0) -> None:
        self.budget = budget
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._running: dict[int, float] = {}
        self._count = 0
        self.overruns = 0

    def warm_up(self) -> None:
        """Start the processes before the first move."""
        self._executor()

    async def choose(self, bot: SeatedBot, view: View) -> Action:
        self._count += 1
        number = self._count
        self._running[number] = time.monotonic()
        seen = list(view.history)
        work = (bot, view.rules.to_dict(), view.names, view.seat, (vars(view.erased), seen))
        loop = asyncio.get_running_loop()
        try:
            chosen = loop.run_in_executor(self._executor(), _choose, *work)
            chosen.add_done_callback(lambda done: self._finished(number, done))
            action = await asyncio.wait_for(asyncio.shield(chosen), self.budget)
        except TimeoutError:
            self.overruns += 1
            self._kill_hung()
        except BrokenExecutor:
            self.overruns += 1
            self._pool = None
            self._running.clear()
        except Exception:
            self.overruns += 1
        else:
            if action in view.legal_actions:
                return action
        return fallback_choice(view)

    def _finished(self, number: int, done: "asyncio.Future[Any]") -> None:
        self._running.pop(number, None)
        if not done.cancelled():
            done.exception()

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._workers, mp_context=context, initializer=initialize_worker, initargs=(BOT_NICENESS,)
            )
            for _ in range(self._workers):
                self._pool.submit(os.getpid)
        return self._pool

    def _kill_hung(self) -> None:
        if self._running and time.monotonic() - min(self._running.values()) > HUNG_AFTER:
            self.close()

    def close(self) -> None:
        pool, self._pool = self._pool, None
        self._running.clear()
        if pool is not None:
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()


def fallback_choice(view: View) -> Action:
    """A simple legal move: discard the oldest card, or give a clue."""
    legal = view.legal_actions
    for kind in (Discard, Clue):
        for action in legal:
            if isinstance(action, kind):
                return action
    return legal[0]
