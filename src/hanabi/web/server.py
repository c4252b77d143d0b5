"""The server process: it opens the store, the table registry and uvicorn, and closes them in order."""

import asyncio
import contextlib
import logging
import random
import signal
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

import uvicorn

from hanabi.tables.live.bot_workers import BotWorkers
from hanabi.tables.live.registry import TableRegistry
from hanabi.tables.retention import RetentionPolicy, retain
from hanabi.tables.store import Store, open_store
from hanabi.tables.store.errors import problem_of
from hanabi.web import gc_tuning
from hanabi.web.app import application
from hanabi.web.context import Context
from hanabi.web.keepalive import Keepalive
from hanabi.web.settings import Settings
from hanabi.web.websocket import WebSocketConnection
from hanabi.web.write_buffer import WriteBuffer

logger = logging.getLogger("hanabi.server")
RETENTION_INTERVAL = 3600.0


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[str], None], context: Context) -> None:
        super().__init__(config)
        self._ready, self._context = ready, context

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Say at /readyz that this server stops, and go on for a while so that load balancers can notice."""
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
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            name = f"[{host}]" if ":" in host else host
            self._ready(f"http://{name}:{port}/")


async def _retain(store: Store, policy: RetentionPolicy) -> None:
    """Delete what is too old, now and then. Several processes may do so at once."""
    while True:
        await asyncio.sleep(RETENTION_INTERVAL * random.uniform(0.5, 1.5))
        try:
            await retain(store, policy)
        except Exception as error:
            logger.warning("retention failed", extra={"error": problem_of(error)})


async def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until a signal ends it. Raises StoreError when the database cannot be used."""
    store = open_store(settings.database)
    await store.open()
    bot_workers = BotWorkers(workers=settings.bot_workers, budget=settings.bot_budget)
    registry = TableRegistry(store, bot_workers, bot_pace=settings.bot_pace)
    context: Context | None = None
    try:
        await registry.open()
        context = Context(registry, settings)
        await context.open()
        context.archive.open()
        config = uvicorn.Config(
            application(context),
            host=settings.host,
            port=settings.port,
            loop="none",
            http="httptools",
            ws=cast(Any, partial(WebSocketConnection, Keepalive(settings.ping), WriteBuffer())),
            ws_max_size=settings.limits.frame,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=list(settings.proxies),
            timeout_graceful_shutdown=3,
            timeout_keep_alive=20,
            h11_max_incomplete_event_size=16384,
            backlog=4096,
        )
        # After a restart all clients reconnect at once: they come before bots that no table needs yet.
        asyncio.get_running_loop().call_later(5.0, bot_workers.warm_up)
        gc_tuning.tune()
        collections = asyncio.ensure_future(gc_tuning.collect_when_idle(lambda: registry.moves))
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


def run(settings: Settings, ready: Callable[[str], None]) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(serve(settings, ready))
    else:
        uvloop.run(serve(settings, ready))
