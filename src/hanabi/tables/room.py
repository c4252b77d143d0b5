"""A table that is being played at: validate, store, apply, then tell. In that order, always."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from hanabi.tables import log
from hanabi.tables.clients import Client
from hanabi.tables.deals import is_veiled
from hanabi.tables.deciding import Actor, Refused, decide
from hanabi.tables.log import Entry
from hanabi.tables.showing import Showing, eyes_for
from hanabi.tables.store import Row, Store
from hanabi.tables.table import Table

MOST_SOCKETS_A_SEAT = 3
ATTEMPTS = 50


class Room:
    def __init__(self, table_id: str, store: Store, changed: Callable[["Room", Any], None]) -> None:
        self.table = Table(table_id)
        self.showing = Showing(self.table)
        self.clients: list[Client] = []
        self.lock = asyncio.Lock()
        self.driving = False
        self.idle_since = time.monotonic()
        self._store = store
        self._changed = changed
        # Set while it is unknown what the store holds: after a failed or interrupted append.
        self._doubtful = False

    async def load(self) -> bool:
        """Read the log; False when there is no such table."""
        await self._catch_up()
        return self.table.n >= 0

    async def perform(self, actor: Actor, command: Any) -> int:
        """Carry out a client's command once; returns its number in the log. Raises Refused or StoreError."""
        command_id = f"{(actor.key or '')[:16]}:{command.id}"

        def decision(now: float) -> Any:
            return decide(self.table, command, actor, now)

        return await self.record(decision, command_id)

    async def record(self, decision: Callable[[float], Any], command_id: str | None = None) -> int:
        """Store and apply the event that `decision` makes of the table as it is; asked anew when another was first."""
        async with self.lock:
            if self._doubtful:
                await self._catch_up()
            for _ in range(ATTEMPTS):
                known = self.table.commands.get(command_id) if command_id is not None else None
                if known is not None:
                    return known
                now = time.time()
                entry = Entry(self.table.n + 1, now, decision(now), command_id)
                if await self._append(entry):
                    self._take_in(entry)
                    return entry.n
                await self._catch_up()
            raise Refused("busy")

    async def _append(self, entry: Entry) -> bool:
        row = Row(self.table.id, entry.n, entry.at, log.encoded(entry.event).decode(), entry.command)
        self._doubtful = True
        stored = await self._store.append(row)
        self._doubtful = False
        return stored

    async def catch_up(self) -> None:
        """Take in what other processes have stored."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        rows = await self._store.read(self.table.id, self.table.n)
        entries = [Entry(row.n, row.at, log.decoded(row.body), row.command) for row in rows]
        for entry in entries:
            self.table.apply(entry)
        self._doubtful = False
        if entries:
            self._tell(entries[-1].event)

    def _take_in(self, entry: Entry) -> None:
        self.table.apply(entry)
        self._tell(entry.event)

    def _tell(self, event: Any) -> None:
        only = event.seat if isinstance(event, log.Noted) and self.table.phase != "over" else None
        if not isinstance(event, log.Acted) or self.table.phase == "over":
            self._recognize()
        for client in self.clients:
            if only is None or client.seat == only:
                client.show(self)
        self._changed(self, event)

    def _recognize(self) -> None:
        """Who holds which seat may have changed, and with it what each client may see."""
        for client in list(self.clients):
            self._place(client)
            if self._is_veiled_from(client):
                client.close(4011)
                self.clients.remove(client)

    def _is_veiled_from(self, client: Client) -> bool:
        """A daily deal is for those who play it; others may look when the day is over."""
        table = self.table
        return client.seat is None and table.phase != "setup" and is_veiled(table.daily, time.time())

    def _place(self, client: Client) -> None:
        table, actor = self.table, client.actor
        client.seat = table.seat_of(actor.key, actor.account)
        client.eyes = eyes_for(table, client.seat)
        client.host = table.is_host(actor.key, actor.account)

    def message_for(self, client: Client) -> str:
        text = self.showing.message(client.eyes, client.seat, client.host, client.since, time.time())
        client.since = self.table.n
        return text

    def admit(self, client: Client) -> None:
        """A client joins and is shown the state. Raises Refused where spectators are not wanted, or not yet."""
        self._place(client)
        if client.seat is None and self.table.options.spectators == "none" and self.table.phase == "playing":
            raise Refused("no_spectators")
        if self._is_veiled_from(client):
            raise Refused("daily_veiled")
        if client.since is not None and not -1 <= client.since <= self.table.n:
            client.since = None
        if client.seat is not None:
            same = [other for other in self.clients if other.seat == client.seat]
            if len(same) >= MOST_SOCKETS_A_SEAT:
                same[0].close(4009)
                self.clients.remove(same[0])
        self.clients.append(client)
        client.show(self)

    def dismiss(self, client: Client) -> None:
        client.closed = True
        if client in self.clients:
            self.clients.remove(client)
        if not self.clients:
            self.idle_since = time.monotonic()
            self.showing.forget_views()

    def show_presence(self) -> None:
        """Tell who is here, if that has changed."""
        online = frozenset(client.seat for client in self.clients if client.seat is not None)
        if online != self.showing.online:
            self.showing.online = online
            for client in self.clients:
                client.show(self)

    @property
    def is_driven(self) -> bool:
        """Whether the table has bots or a clock that somebody must move."""
        table = self.table
        if table.phase != "playing":
            return False
        return table.options.clock.kind != "none" or any(chair.bot is not None for chair in table.chairs)
