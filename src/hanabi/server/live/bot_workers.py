"""Bots run in worker processes: a slow or broken bot delays nobody, and each gets only the view of its seat."""

import asyncio
import logging
import os
import signal
from typing import Any, NamedTuple

from hanabi.kernels import State
from hanabi.rules import Action, Clue, Discard, RuleSet, View
from hanabi.server.fair_queue import FairQueue
from hanabi.server.live.bot_compilation import COMPILE_SECONDS, BotCompilation
from hanabi.server.live.worker_process import WorkerProcess

logger = logging.getLogger("hanabi.bots")
# Seconds after which a process that uses no processor time counts as hanging.
HUNG_AFTER = 180.0
BOT_NICENESS = 5
MAX_BOTS = 256  # in one process
# A process may also end for reasons outside of the bot.
ATTEMPTS = 2


class NoBotMove(Exception):
    """The bot crashed, took too long or chose an illegal move."""


class SeatedBot(NamedTuple):
    """A bot of the roster in a seat, and its partners: bots by name, None for people.

    `earlier` is the seed of the same seat in the game of which this one is a rematch.
    """

    name: str
    seed: str
    partners: tuple[str | None, ...]
    earlier: str | None = None


_bots: dict[SeatedBot, Any] = {}  # in the worker; the oldest are forgotten


def _bot(seated: SeatedBot) -> Any:
    """Runs in the worker: only it imports the bots. A team bot goes on to a rematch, and remembers its partners."""
    from hanabi.bots.roster import make_bot
    from hanabi.bots.team import Team

    key = seated._replace(earlier=None)
    bot = _bots.pop(key, None)
    if bot is None and seated.earlier is not None:
        before = _bots.get(key._replace(seed=seated.earlier))
        bot = before if isinstance(before, Team) else None
    if bot is None:
        compiled = seated.name in COMPILE_SECONDS
        bot = make_bot(seated.name, seed=seated.seed, partners=seated.partners, compiled=compiled)
        if isinstance(bot, Team):
            bot.remember_partners = True
    _bots[key] = bot
    if len(_bots) > MAX_BOTS:
        del _bots[next(iter(_bots))]
    return bot


def _choose(
    budget: float, bot: SeatedBot, rules: dict[str, Any], names: tuple[str, ...], seat: int | None, parts: Any
) -> Action:
    """Runs in the worker: rebuilds the view and lets the bot choose. Beyond the budget the system ends the process."""
    fields, seen = parts
    erased = State()
    vars(erased).update(fields)
    player = _bot(bot)
    signal.setitimer(signal.ITIMER_PROF, budget)
    try:
        choice: Action = player.choose(View(RuleSet.from_dict(rules), names, seat, erased, seen))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
    return choice


class BotWorkers:
    """Each process chooses one move at a time. Clients take turns, so none of them makes all others wait.

    `budget` is the processor time of a move in seconds (0: no limit). Waiting for a process does not count.
    """

    def __init__(self, *, workers: int = 1, budget: float = 10.0) -> None:
        self.compilation = BotCompilation()
        self.failures = 0
        self._budget = budget
        self._processes = tuple(WorkerProcess(BOT_NICENESS) for _ in range(workers))
        self._idle = list(self._processes)
        self._queue = FairQueue(workers, workers)

    async def warm_up(self) -> None:
        """Start the processes before the first move, and compile the bots."""
        self.compilation.start()
        await asyncio.gather(*(self._run(str(number), os.getpid) for number in range(len(self._processes))))

    async def choose(self, bot: SeatedBot, view: View, client: str = "") -> Action:
        """A legal move. Waits as long as it takes until the bot is compiled and `client` has its turn.

        Raises NoBotMove.
        """
        work = (bot, view.rules.to_dict(), view.names, view.seat, (vars(view.erased), list(view.history)))
        problem: object = None
        for _ in range(ATTEMPTS):
            try:
                await self.compilation.wait_for(bot.name)
                action: Action = await self._run(client, _choose, self._budget, *work)
            except Exception as error:
                problem = repr(error)
                continue
            if action in view.legal_actions:
                return action
            problem = f"chose {action}"
        self.failures += 1
        logger.warning("a bot failed", extra={"bot": bot.name, "error": problem})
        raise NoBotMove

    async def _run(self, client: str, work: Any, *arguments: Any) -> Any:
        async with self._queue.slot(client):
            process = self._idle.pop()
            try:
                return await process.run(HUNG_AFTER, work, *arguments)
            finally:
                self._idle.append(process)

    def close(self) -> None:
        self.compilation.close()
        for process in self._processes:
            process.kill()


def fallback_choice(view: View) -> Action:
    """A simple legal move: discard the oldest card, or give a clue."""
    legal = view.legal_actions
    for kind in (Discard, Clue):
        for action in legal:
            if isinstance(action, kind):
                return action
    return legal[0]
