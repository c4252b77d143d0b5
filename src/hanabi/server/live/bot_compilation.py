"""Compiles bots in a process of its own. A bot takes part in games only when that is done."""

import asyncio
import logging
import math

from hanabi.bots import roster
from hanabi.server.live.worker_process import WorkerProcess
from hanabi.server.refusals import Refused
from hanabi.server.tables.seated_bots import OFFERED_BOTS

logger = logging.getLogger("hanabi.bots")
_COMPILED = sorted((entry.compile_seconds, entry.offered) for entry in roster.ROSTER.values() if entry.compile_seconds)
COMPILE_SECONDS = {name: seconds for seconds, names in _COMPILED for name in names}
# Seconds that a request waits before it is refused; loading what was compiled earlier takes less.
PATIENCE = 5.0
HUNG_AFTER = 3600.0
# Estimates are rounded up to a multiple of this many seconds.
STEP = 5


class BotCompilation:
    def __init__(self) -> None:
        self._compiled: dict[str, asyncio.Future[None]] = {}
        self._driver: asyncio.Task[None] | None = None
        self._process = WorkerProcess(niceness=10)
        self._began_at = 0.0
        # The longest measured time in relation to the expected one.
        self._pace = 1.0

    def start(self) -> None:
        if self._driver is None:
            loop = asyncio.get_running_loop()
            self._compiled = {name: loop.create_future() for name in COMPILE_SECONDS}
            self._driver = loop.create_task(self._compile())

    async def wait_for(self, bot: str) -> None:
        """Wait until the bot is compiled. Raises the error if it cannot be compiled."""
        if bot in COMPILE_SECONDS:
            self.start()
            await asyncio.shield(self._compiled[bot])

    async def require(self, bot: str) -> None:
        """Raises Refused unless the bot can play at once."""
        try:
            await asyncio.wait_for(self.wait_for(bot), PATIENCE)
        except TimeoutError:
            raise Refused("bot_not_ready", seconds=self._seconds_left(bot)) from None
        except Exception:
            raise Refused("no_such_bot", legal=[name for name in OFFERED_BOTS if name != bot]) from None

    def close(self) -> None:
        if self._driver is not None:
            self._driver.cancel()
        self._process.kill()

    async def _compile(self) -> None:
        loop = asyncio.get_running_loop()
        for bot, expected in COMPILE_SECONDS.items():
            compiled, self._began_at = self._compiled[bot], loop.time()
            try:
                await self._process.run(HUNG_AFTER, roster.compile_bot, bot)
                compiled.set_result(None)
            except Exception as error:
                logger.warning("a bot cannot be compiled", extra={"bot": bot, "error": repr(error)})
                compiled.set_exception(error)
                compiled.exception()
            self._pace = max(self._pace, (loop.time() - self._began_at) / expected)
        self._process.kill()

    def _seconds_left(self, bot: str) -> int:
        bots = list(COMPILE_SECONDS)
        before = [name for name in bots[: bots.index(bot) + 1] if not self._compiled[name].done()]
        expected = sum(COMPILE_SECONDS[name] for name in before) * self._pace
        left = expected - (asyncio.get_running_loop().time() - self._began_at)
        return STEP * max(1, math.ceil(left / STEP))
