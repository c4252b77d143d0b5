"""The server process: opens the store, the table registry and uvicorn, and closes them in order."""

import asyncio
import contextlib
import gc
import logging
import random
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

import uvicorn

from hanabi.server.app import application
from hanabi.server.context import Context
from hanabi.server.database import Store, open_store, problem_of
from hanabi.server.live.bot_workers import BotWorkers
from hanabi.server.live.registry import TableRegistry
from hanabi.server.net.connection_limits import ConnectionLimits, SlowReaders, raise_descriptor_limit
from hanabi.server.net.http_connection import HttpConnection
from hanabi.server.net.keepalive import Keepalive
from hanabi.server.net.websocket import WebSocketConnection, WriteBuffer
from hanabi.server.people.retention import RetentionPolicy, retain
from hanabi.server.settings import Settings
from hanabi.server.workers import service
from hanabi.server.workers.shared_listener import SharedListener
from hanabi.server.workers.worker import Worker

logger = logging.getLogger("hanabi.server")
RETENTION_INTERVAL = 3600.0
# Seconds after the start before bots and reviews are warmed up. Clients that reconnect after a restart come first.
BOT_WARM_UP, REVIEW_WARM_UP = 5.0, 30.0
# Objects allocated before a young collection; a collection of this size takes about a millisecond.
YOUNG_THRESHOLD = 10_000
NEVER = 1_000_000
# A full collection stops all tables, so it waits until nobody moves. It is due after FULL_AFTER young collections;
# the server checks every CHECK_SECONDS, and collects after MAX_SECONDS_BETWEEN even if people keep moving.
FULL_AFTER = 20
CHECK_SECONDS = 10.0
MAX_SECONDS_BETWEEN = 3600.0
# Seconds. The store's thread must not wait long for the interpreter after a commit.
SWITCH_INTERVAL = 0.0005


def tune_garbage_collection() -> None:
    """Exclude everything loaded so far from collections, and leave full collections to `collect_when_idle`."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_THRESHOLD, NEVER, NEVER)
    sys.setswitchinterval(SWITCH_INTERVAL)


async def collect_when_idle(count_moves: Callable[[], int]) -> None:
    collected_at, moves_before = time.monotonic(), count_moves()
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        moves = count_moves()
        is_idle, moves_before = moves == moves_before, moves
        now = time.monotonic()
        if gc.get_count()[1] >= FULL_AFTER and (is_idle or now - collected_at > MAX_SECONDS_BETWEEN):
            gc.collect()
            collected_at = now


async def _retain(store: Store, policy: RetentionPolicy) -> None:
    """Delete expired data about once an hour. Several processes may do so at once."""
    while True:
        await asyncio.sleep(RETENTION_INTERVAL * random.uniform(0.5, 1.5))
        try:
            await retain(store, policy)
        except Exception as error:
            logger.warning("retention failed", extra={"error": problem_of(error)})


class _Server(uvicorn.Server):
    """Opens its own listening socket, or accepts connections from the sockets that it shares with other workers."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[str], None], context: Context, worker: Worker | None
    ) -> None:
        super().__init__(config)
        self._ready, self._context, self._worker = ready, context, worker
        self._listener: SharedListener | None = None

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Report the stop at /readyz, and keep serving for `drain` seconds so that load balancers can react."""
        drain = self._context.settings.drain if self._context.state == "ready" else 0.0
        self._context.state = "stopping"
        asyncio.get_running_loop().call_later(drain, super().handle_exit, sig, frame)

    def _stop_worker(self, channel: socket.socket) -> None:
        """The supervisor sent a byte or died. The byte stays unread, so stop watching the channel."""
        asyncio.get_running_loop().remove_reader(channel)
        self.handle_exit(signal.SIGTERM, None)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal ends `serve`, which then closes everything in order; uvicorn would raise the signal again first."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        if self._worker is not None:
            # A terminal sends these signals to all processes, but only the supervisor stops a worker.
            for number in (signal.SIGINT, signal.SIGHUP):
                loop.add_signal_handler(number, lambda: None)
            loop.add_reader(self._worker.channel, self._stop_worker, self._worker.channel)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    async def startup(self, sockets: list[Any] | None = None) -> None:
        if self._worker is not None:
            self.servers = []
            connections = self.server_state.connections
            self._listener = SharedListener(self._worker.sockets, self._worker.counters, self._protocol, connections)
            self._worker.handover.open(self._protocol)
            self._listener.open()
            self.started = True
            self._worker.report_ready()
            return
        await super().startup(sockets)
        if self.started:
            self._ready(service.url_of(self.servers[0].sockets[0]))
            service.notify_systemd("READY=1")

    def _protocol(self) -> asyncio.Protocol:
        protocol: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state={}
        )
        return protocol

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        if self._worker is not None and self._listener is not None:
            self._listener.close()
            # Its clients reconnect to another worker at once, and must not be counted twice.
            self._worker.leave()
        else:
            service.notify_systemd("STOPPING=1")
        await super().shutdown(sockets)


async def serve(settings: Settings, ready: Callable[[str], None], worker: Worker | None = None) -> None:
    """Serve until a signal arrives. Raises StoreError when the database cannot be used."""
    descriptors = raise_descriptor_limit()
    store = open_store(settings.database)
    await store.open()
    # The setting is the number of bot processes of all workers together; each worker needs at least one.
    bot_processes = settings.bot_workers if worker is None else max(1, settings.bot_workers // worker.workers)
    bot_workers = BotWorkers(workers=bot_processes, budget=settings.bot_budget)
    registry = TableRegistry(store, bot_workers, bot_pace=settings.bot_pace)
    context: Context | None = None
    try:
        await registry.open()
        context = Context(registry, settings, worker)
        await context.open()
        context.archive.open()
        config = _uvicorn_config(context, worker, descriptors)
        loop = asyncio.get_running_loop()
        loop.call_later(BOT_WARM_UP, registry.warm_up)
        loop.call_later(REVIEW_WARM_UP, context.reviews.warm_up)
        tune_garbage_collection()
        collections = asyncio.ensure_future(collect_when_idle(lambda: registry.moves))
        retention = asyncio.ensure_future(_retain(store, settings.retention))
        context.state = "ready"
        await _Server(config, ready, context, worker).serve()
        collections.cancel()
        retention.cancel()
    finally:
        if context is not None:
            await context.close()
        await registry.close()
        await store.close()
        logger.info("closed")


def _uvicorn_config(context: Context, worker: Worker | None, descriptors: int) -> uvicorn.Config:
    settings, limits, slow_readers = context.settings, context.settings.limits, SlowReaders()
    total, counters, handover = limits.total_connections, None, None
    if worker is not None:
        total, counters, handover = total // worker.workers, worker.counters, worker.handover
    connections = ConnectionLimits(limits.connections, total, descriptors, settings.proxies, counters, context.limiter)
    websocket = partial(WebSocketConnection, Keepalive(settings.ping), WriteBuffer(), connections, slow_readers)
    return uvicorn.Config(
        application(context),
        host=settings.host,
        port=settings.port,
        loop="none",
        http=cast(Any, partial(HttpConnection, connections, slow_readers, limits.max_body, handover)),
        ws=cast(Any, websocket),
        ws_max_size=limits.frame,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=3,
        timeout_keep_alive=20,
        backlog=service.BACKLOG,
    )


def run_server(settings: Settings, ready: Callable[[str], None], worker: Worker | None = None) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(serve(settings, ready, worker))
    else:
        uvloop.run(serve(settings, ready, worker))
