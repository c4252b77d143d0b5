"""The server process: it opens the store, the table registry and uvicorn, and closes them in order."""

import asyncio
import contextlib
import logging
import random
import signal
import socket
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

import uvicorn

from hanabi.server import gc_tuning
from hanabi.server.app import application
from hanabi.server.context import Context
from hanabi.server.database import Store, open_store
from hanabi.server.database.errors import problem_of
from hanabi.server.live.bot_workers import BotWorkers
from hanabi.server.live.registry import TableRegistry
from hanabi.server.net.connection_limits import ConnectionLimits, raise_descriptor_limit
from hanabi.server.net.http_connection import HttpConnection
from hanabi.server.net.keepalive import Keepalive
from hanabi.server.net.slow_readers import SlowReaders
from hanabi.server.net.websocket import WebSocketConnection
from hanabi.server.net.write_buffer import WriteBuffer
from hanabi.server.people.retention import RetentionPolicy, retain
from hanabi.server.settings import Settings
from hanabi.server.workers import service_manager
from hanabi.server.workers.listening_sockets import BACKLOG, address_of
from hanabi.server.workers.shared_listener import SharedListener
from hanabi.server.workers.worker import Worker

logger = logging.getLogger("hanabi.server")
RETENTION_INTERVAL = 3600.0
# Seconds after the start at which what reviews need is compiled, if it has to be.
REVIEW_WARM_UP = 30.0


class _Server(uvicorn.Server):
    """Listens by itself, or accepts connections from the sockets that it shares with other workers."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[str], None], context: Context, worker: Worker | None
    ) -> None:
        super().__init__(config)
        self._ready, self._context, self._worker = ready, context, worker
        self._listener: SharedListener | None = None

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Say at /readyz that this server stops, and go on for a while so that load balancers can notice."""
        drain = self._context.settings.drain if self._context.state == "ready" else 0.0
        self._context.state = "stopping"
        asyncio.get_running_loop().call_later(drain, super().handle_exit, sig, frame)

    def _end_as_worker(self, channel: socket.socket) -> None:
        """The supervisor has written or is gone; what it wrote stays unread, so this must not be called again."""
        asyncio.get_running_loop().remove_reader(channel)
        self.handle_exit(signal.SIGTERM, None)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal ends `serve`, which then closes everything in order; uvicorn would raise the signal again first."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        if self._worker is not None:
            # A terminal sends these to all processes; a worker ends when its supervisor says so, or is gone.
            for number in (signal.SIGINT, signal.SIGHUP):
                loop.add_signal_handler(number, lambda: None)
            loop.add_reader(self._worker.channel, self._end_as_worker, self._worker.channel)
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
            self._worker.is_ready()
            return
        await super().startup(sockets)
        if self.started:
            self._ready(address_of(self.servers[0].sockets[0]))
            service_manager.tell("READY=1")

    def _protocol(self) -> asyncio.Protocol:
        made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state={}
        )
        return made

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        if self._worker is not None and self._listener is not None:
            self._listener.close()
            # Its clients come back to another worker at once, and must not be counted twice.
            self._worker.leave()
        else:
            service_manager.tell("STOPPING=1")
        await super().shutdown(sockets)


async def _retain(store: Store, policy: RetentionPolicy) -> None:
    """Delete what is too old, now and then. Several processes may do so at once."""
    while True:
        await asyncio.sleep(RETENTION_INTERVAL * random.uniform(0.5, 1.5))
        try:
            await retain(store, policy)
        except Exception as error:
            logger.warning("retention failed", extra={"error": problem_of(error)})


async def serve(settings: Settings, ready: Callable[[str], None], worker: Worker | None = None) -> None:
    """Serve until a signal ends it. Raises StoreError when the database cannot be used."""
    descriptors = raise_descriptor_limit()
    store = open_store(settings.database)
    await store.open()
    # Those for bots are the number for all workers; each needs one.
    bot_processes = settings.bot_workers if worker is None else max(1, settings.bot_workers // worker.workers)
    bot_workers = BotWorkers(workers=bot_processes, budget=settings.bot_budget)
    registry = TableRegistry(store, bot_workers, bot_pace=settings.bot_pace)
    context: Context | None = None
    try:
        await registry.open()
        counters = worker.counters if worker is not None else None
        context = Context(registry, settings, worker)
        await context.open()
        context.archive.open()
        limits, slow_readers = settings.limits, SlowReaders()
        total = limits.total_connections // (worker.workers if worker is not None else 1)
        connections = ConnectionLimits(
            limits.connections, total, descriptors, settings.proxies, counters, context.limiter
        )
        websocket = partial(WebSocketConnection, Keepalive(settings.ping), WriteBuffer(), connections, slow_readers)
        handover = worker.handover if worker is not None else None
        config = uvicorn.Config(
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
            backlog=BACKLOG,
        )
        # After a restart all clients reconnect at once: they come before bots that no table needs yet.
        asyncio.get_running_loop().call_later(5.0, bot_workers.warm_up)
        asyncio.get_running_loop().call_later(REVIEW_WARM_UP, context.reviews.warm_up)
        gc_tuning.tune()
        collections = asyncio.ensure_future(gc_tuning.collect_when_idle(lambda: registry.moves))
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


def run(settings: Settings, ready: Callable[[str], None], worker: Worker | None = None) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(serve(settings, ready, worker))
    else:
        uvloop.run(serve(settings, ready, worker))
