"""A process pool for expensive requests (replays, positions, imports), so they never block the tables.

Addresses take turns, and each may have a few requests waiting.
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

from hanabi.server.fair_queue import FairQueue, QueueFull
from hanabi.server.http.request_limits import release_slot
from hanabi.server.http.responses import plain_values, too_many
from hanabi.server.live.worker_process import initialize_worker
from hanabi.server.rate_limits import RateLimiter, network_of
from hanabi.server.refusals import Refused

logger = logging.getLogger("hanabi.server.http.request_workers")
MAX_WAITING_PER_ADDRESS = 16
MAX_WAITING = 200
# Responses of at least this many bytes are compressed.
MIN_COMPRESSED_SIZE = 1000
# Computes the body of a response; raises Refused.
Work = Callable[..., bytes]
# The body and whether it is compressed, or the fields of a refusal.
Outcome = tuple[bytes, bool] | dict[str, Any]


class RequestWorkers:
    """With 0 `processes`, one thread of this process does the work. Idle processes end after `idle` seconds."""

    def __init__(self, limiter: RateLimiter, *, processes: int = 1, timeout: float = 30.0, idle: float = 600.0) -> None:
        self._limiter, self._processes, self._timeout, self._idle = limiter, processes, timeout, idle
        self._queue = FairQueue(max(1, processes), 1, MAX_WAITING_PER_ADDRESS, MAX_WAITING)
        self._executor: Executor | None = None
        self._idle_timer: asyncio.TimerHandle | None = None

    async def run(self, request: Request, work: Work, *arguments: Any) -> bytes:
        """The result of `work`, a module-level function. Raises Refused."""
        return (await self._run(request, False, work, arguments))[0]

    async def compute(self, work: Work, *arguments: Any) -> bytes:
        """As `run`, for the server itself; it takes turns with the addresses."""
        return (await self._in_turn("", False, work, arguments))[0]

    async def response(self, request: Request, work: Work, *arguments: Any) -> Response:
        """The result of `work` as JSON, compressed if the client accepts that."""
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
        return await self._in_turn(network, wants_gzip, work, arguments)

    async def _in_turn(
        self, network: str, wants_gzip: bool, work: Work, arguments: tuple[Any, ...]
    ) -> tuple[bytes, bool]:
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
                # A new process first imports its modules, which may take longer than the work itself.
                await loop.run_in_executor(self._running_executor(), _import, work)
            result = loop.run_in_executor(self._running_executor(), _compute, wants_gzip, work, arguments)
            return await asyncio.wait_for(result, self._timeout)
        except (TimeoutError, BrokenExecutor) as error:
            logger.warning("gave up on a computation", extra={"work": work.__name__, "error": repr(error)})
            self._end()
            raise Refused("busy") from error
        finally:
            self._idle_timer = loop.call_later(self._idle, self._end)

    def _running_executor(self) -> Executor:
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
    """Runs in the worker: unpickling `work` imports its module."""


def _compute(wants_gzip: bool, work: Work, arguments: tuple[Any, ...]) -> Outcome:
    """Runs in the worker. A refusal comes back as a dictionary."""
    try:
        body = work(*arguments)
    except Refused as refused:
        return {"code": refused.code, "values": plain_values(refused.values)}
    if wants_gzip and len(body) >= MIN_COMPRESSED_SIZE:
        return gzip.compress(body, 5), True
    return body, False
