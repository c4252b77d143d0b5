"""Processes for what requests ask to be computed: replays, positions, imports. No table waits for them.

Addresses take turns, and each may wait for a few results at a time.
"""

import asyncio
import contextlib
import gzip
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from hanabi.server.http.fair_queue import FairQueue, QueueFull
from hanabi.server.http.request_limits import release_slot
from hanabi.server.http.responses import plain_values, too_many
from hanabi.server.live.bot_workers import initialize_worker
from hanabi.server.rate_limits import RateLimiter, network_of
from hanabi.server.refusals import Refused

logger = logging.getLogger("hanabi.server.http.request_workers")
MAX_WAITING_OF_ADDRESS = 16
MAX_WAITING = 200
# Bytes from which a response is compressed.
COMPRESSED_FROM = 1000
# Makes the body of a response; raises Refused.
Work = Callable[..., bytes]
# The body and whether it is compressed, or the fields of a refusal.
Outcome = tuple[bytes, bool] | dict[str, Any]


class RequestWorkers:
    """`processes` of them; 0 is one thread of this process. They end after some time without work."""

    def __init__(self, limiter: RateLimiter, *, processes: int = 1, timeout: float = 30.0, idle: float = 600.0) -> None:
        self._limiter, self._processes, self._timeout, self._idle = limiter, processes, timeout, idle
        self._queue = FairQueue(max(1, processes), 1, MAX_WAITING_OF_ADDRESS, MAX_WAITING)
        self._executor: Executor | None = None
        self._idle_timer: asyncio.TimerHandle | None = None

    async def run(self, request: Request, work: Work, *arguments: Any) -> bytes:
        """The result of `work`, a function of a module. Raises Refused."""
        return (await self._run(request, False, work, arguments))[0]

    async def response(self, request: Request, work: Work, *arguments: Any) -> Response:
        """The result of `work` as JSON, compressed if the client takes that."""
        wants_gzip = "gzip" in request.headers.get("accept-encoding", "")
        body, is_compressed = await self._run(request, wants_gzip, work, arguments)
        headers = {"Vary": "Accept-Encoding"} | ({"Content-Encoding": "gzip"} if is_compressed else {})
        return Response(body, headers=headers, media_type="application/json")

    async def _run(
        self, request: Request, wants_gzip: bool, work: Work, arguments: tuple[Any, ...]
    ) -> tuple[bytes, bool]:
        network = network_of(request.client.host if request.client else "")
        seconds = self._limiter.retry_after("computations", network)
        if seconds:
            raise too_many(seconds)
        release_slot(request.scope)
        try:
            async with self._queue.slot(network):
                outcome = await self._compute(wants_gzip, work, arguments)
        except QueueFull:
            raise Refused("busy") from None
        if isinstance(outcome, dict):
            raise Refused(outcome["code"], **outcome["values"])
        return outcome

    async def _compute(self, wants_gzip: bool, work: Work, arguments: tuple[Any, ...]) -> Outcome:
        loop = asyncio.get_running_loop()
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        try:
            if self._executor is None:
                # A new process imports what it needs: on a busy machine that alone may take longer than any work.
                await loop.run_in_executor(self._started(), _import, work)
            computed = loop.run_in_executor(self._started(), _compute, wants_gzip, work, arguments)
            return await asyncio.wait_for(computed, self._timeout)
        except (TimeoutError, BrokenExecutor) as error:
            logger.warning("a computation was given up", extra={"work": work.__name__, "error": repr(error)})
            self._end()
            raise Refused("busy") from error
        finally:
            self._idle_timer = loop.call_later(self._idle, self._end)

    def _started(self) -> Executor:
        if self._executor is None:
            if self._processes == 0:
                self._executor = ThreadPoolExecutor(1, "hanabi-requests")
            else:
                context = multiprocessing.get_context("spawn")
                self._executor = ProcessPoolExecutor(
                    self._processes, mp_context=context, initializer=initialize_worker, initargs=(10,)
                )
        return self._executor

    def close(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        self._end()

    def _end(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            processes = list((getattr(executor, "_processes", None) or {}).values())
            executor.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                with contextlib.suppress(OSError):
                    process.kill()


def _import(work: Work) -> None:
    """In the worker, where whatever is sent has been imported before it is called."""


def _compute(wants_gzip: bool, work: Work, arguments: tuple[Any, ...]) -> Outcome:
    """In the worker. A refusal comes back as a dictionary."""
    try:
        body = work(*arguments)
    except Refused as refused:
        return {"code": refused.code, "values": plain_values(refused.values)}
    if wants_gzip and len(body) >= COMPRESSED_FROM:
        return gzip.compress(body, 5), True
    return body, False
