"""The server process: opens the store, the table registry and uvicorn, and closes them in order."""

import asyncio
import contextlib
import gc
import logging
import os
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
from hanabi.server.net import connection_limits, http_connection, keepalive, websocket
from hanabi.server.people.retention import RetentionPolicy, retain
from hanabi.server.settings import Settings

logger = logging.getLogger("hanabi.server")
RETENTION_INTERVAL = 3600.0
# Seconds after the start before bots and reviews are warmed up. Clients that reconnect after a restart come first.
BOT_WARM_UP, REVIEW_WARM_UP = 10.0, 30.0
# Objects allocated before a young collection; a collection of this size takes about a millisecond.
YOUNG_THRESHOLD = 10_000
NEVER = 1_000_000
# A full collection stops all tables, so it waits until nobody moves. It is due after FULL_AFTER young collections;
# the server checks every CHECK_SECONDS, and collects after MAX_SECONDS_BETWEEN even if people keep moving.
FULL_AFTER = 20
CHECK_SECONDS = 10.0
MAX_SECONDS_BETWEEN = 3600.0
# Connections that may wait to be accepted; after a restart, all clients come back at once.
BACKLOG = 4096
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


def url_of(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def notify_systemd(state: str) -> None:
    """Send `READY=1` or `STOPPING=1` (sd_notify(3)); does nothing when systemd did not start this process."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        sender.sendto(state.encode(), address)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[str], None], context: Context) -> None:
        super().__init__(config)
        self._ready, self._context = ready, context

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Report the stop at /readyz, and keep serving for `drain` seconds so that load balancers can react."""
        drain = self._context.settings.drain if self._context.state == "ready" else 0.0
        self._context.state = "stopping"
        asyncio.get_running_loop().call_later(drain, super().handle_exit, sig, frame)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal ends `serve`, which then closes everything in order; uvicorn would raise the signal again first."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready(url_of(self.servers[0].sockets[0]))
            notify_systemd("READY=1")

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        notify_systemd("STOPPING=1")
        await super().shutdown(sockets)


async def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until a signal arrives. Raises StoreError when the database cannot be used."""
    descriptors = connection_limits.raise_descriptor_limit()
    store = open_store(settings.database, standby=settings.standby)
    await store.open()
    bot_workers = BotWorkers(workers=settings.bot_workers, budget=settings.bot_budget)
    registry = TableRegistry(store, bot_workers, bot_pace=settings.bot_pace)
    context: Context | None = None
    try:
        await registry.open()
        context = Context(registry, settings)
        await context.open()
        context.archive.open()
        context.ratings.open()
        config = _uvicorn_config(context, descriptors)
        loop = asyncio.get_running_loop()
        loop.call_later(BOT_WARM_UP, registry.warm_up)
        loop.call_later(REVIEW_WARM_UP, context.reviews.warm_up)
        tune_garbage_collection()
        collections = asyncio.ensure_future(collect_when_idle(lambda: registry.moves))
        retention = asyncio.ensure_future(_retain(store, settings.retention))
        context.state = "ready"
        await _Server(config, ready, context).serve()
        collections.cancel()
        retention.cancel()
    finally:
        if context is not None:
            await context.close()
        await registry.close()
        await store.close()
        logger.info("closed")


def _uvicorn_config(context: Context, descriptors: int) -> uvicorn.Config:
    settings, limits, slow_readers = context.settings, context.settings.limits, connection_limits.SlowReaders()
    connections = connection_limits.ConnectionLimits(
        limits.connections, limits.total_connections, descriptors, settings.proxies, context.limiter
    )
    pings, buffer = keepalive.Keepalive(settings.ping), websocket.WriteBuffer()
    return uvicorn.Config(
        application(context),
        host=settings.host,
        port=settings.port,
        loop="none",
        http=cast(Any, partial(http_connection.HttpConnection, connections, slow_readers, limits.max_body)),
        ws=cast(Any, partial(websocket.WebSocketConnection, pings, buffer, connections, slow_readers)),
        ws_max_size=limits.frame,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=3,
        timeout_keep_alive=20,
        backlog=BACKLOG,
    )


def run_server(settings: Settings, ready: Callable[[str], None]) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(serve(settings, ready))
    else:
        uvloop.run(serve(settings, ready))
