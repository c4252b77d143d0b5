"""A table that is being played at: validate, store, apply, then tell. In that order, always."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from hanabi.tables import stored_events
from hanabi.tables.command_handlers import Actor, Refused, decide
from hanabi.tables.finished.deals import is_veiled
from hanabi.tables.live.clients import Client
from hanabi.tables.store import Row, Store, StoreError
from hanabi.tables.stored_events import Entry
from hanabi.tables.table import Table
from hanabi.tables.wire.state_message import StateMessageWriter, eyes_for

MOST_SOCKETS_A_SEAT = 3
ATTEMPTS = 50
# Makes an event of the table as it is at that time, or raises Refused.
Decision = Callable[[float], Any]
Done = Callable[[int | Exception], None]


class LiveTable:
    def __init__(self, table_id: str, store: Store, changed: Callable[["LiveTable", Any], None]) -> None:
        self.table = Table(table_id)
        self.state_writer = StateMessageWriter(self.table)
        self.clients: list[Client] = []
        self.driving = False
        self.idle_since = time.monotonic()
        self._store = store
        self._changed = changed
        self._busy = False
        self._waiting: deque[Callable[[], None]] = deque()
        self._reading: asyncio.Future[None] | None = None
        # Set while it is unknown what the store holds: after a failed or interrupted append.
        self._doubtful = False

    async def load(self) -> bool:
        """Read the log; False when there is no such table."""
        await self._catch_up()
        return self.table.n >= 0

    def perform(self, actor: Actor, command: Any, done: Done) -> None:
        """Carry out a client's command once; `done` gets its number in the log, or a Refused or StoreError."""
        command_id = f"{(actor.key or '')[:16]}:{command.id}"
        self._enter(partial(self._attempt, lambda now: decide(self.table, command, actor, now), command_id, done))

    async def record(self, decision: Decision, command_id: str | None = None) -> int:
        """Store and apply the event that `decision` makes of the table as it is; asked anew when another was first."""
        recorded: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def done(outcome: int | Exception) -> None:
            if recorded.cancelled():
                return
            if isinstance(outcome, int):
                recorded.set_result(outcome)
            else:
                recorded.set_exception(outcome)

        self._enter(partial(self._attempt, decision, command_id, done))
        return await recorded

    @property
    def is_busy(self) -> bool:
        return self._busy

    def _enter(self, work: Callable[[], None]) -> None:
        """One thing at a time: `work` begins when what came before has called `_leave`, and calls it in its turn."""
        if self._busy:
            self._waiting.append(work)
        else:
            self._busy = True
            work()

    def _leave(self) -> None:
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._waiting.popleft())
        else:
            self._busy = False

    def _attempt(self, decision: Decision, command_id: str | None, done: Done, attempts: int = ATTEMPTS) -> None:
        if self._doubtful:
            self._after_catching_up(partial(self._attempt, decision, command_id, done, attempts), done)
            return
        known = self.table.commands.get(command_id) if command_id is not None else None
        if known is not None:
            return self._finish(done, known)
        now = time.time()
        try:
            event = decision(now)
        except Exception as refusal:
            return self._finish(done, refusal)
        entry = Entry(self.table.n + 1, now, event, command_id)
        row = Row(self.table.id, entry.n, now, stored_events.encoded(event).decode(), command_id)
        self._doubtful = True

        def settled(outcome: bool | StoreError) -> None:
            if outcome is True:
                self._doubtful = False
                try:
                    self._take_in(entry)
                except Exception as error:
                    # What is stored cannot be unsaid: read it all again.
                    self._doubtful = True
                    self._finish(done, error)
                else:
                    self._finish(done, entry.n)
            elif outcome is False and attempts > 1:
                again = partial(self._attempt, decision, command_id, done, attempts - 1)
                self._after_catching_up(again, done)
            else:
                self._finish(done, Refused("busy") if outcome is False else outcome)

        self._store.post(row, settled)
        return None

    def _finish(self, done: Done, outcome: int | Exception) -> None:
        self._leave()
        done(outcome)

    def _after_catching_up(self, work: Callable[[], None], done: Done) -> None:
        """Go on with `work` once the table is as the store has it."""

        async def reading() -> None:
            try:
                await self._catch_up()
            except Exception as error:
                self._finish(done, error)
            else:
                work()

        self._reading = asyncio.ensure_future(reading())

    async def catch_up(self) -> None:
        """Take in what other processes have stored."""
        entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._enter(lambda: self._leave() if entered.cancelled() else entered.set_result(None))
        try:
            await entered
        except asyncio.CancelledError:
            if not entered.cancelled():
                self._leave()
            raise
        try:
            await self._catch_up()
        finally:
            self._leave()

    async def _catch_up(self) -> None:
        rows = await self._store.read(self.table.id, self.table.n)
        entries = [Entry(row.n, row.at, stored_events.decoded(row.body), row.command) for row in rows]
        for entry in entries:
            self.table.apply(entry)
        self._doubtful = False
        if entries:
            self._tell(entries[-1].event)

    def _take_in(self, entry: Entry) -> None:
        self.table.apply(entry)
        self._tell(entry.event)

    def _tell(self, event: Any) -> None:
        only = event.seat if isinstance(event, stored_events.Noted) and self.table.phase != "over" else None
        if not isinstance(event, stored_events.Acted) or self.table.phase == "over":
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

    def message_for(self, client: Client) -> list[bytes]:
        pieces = self.state_writer.pieces(client.eyes, client.seat, client.host, client.since, time.time())
        client.since = self.table.n
        return pieces

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
            self.state_writer.forget_views()

    @property
    def seats_here(self) -> frozenset[int]:
        return frozenset(client.seat for client in self.clients if client.seat is not None)

    def show_presence(self, elsewhere: frozenset[int] = frozenset()) -> None:
        """Tell who is connected, here or elsewhere, if that has changed."""
        online = self.seats_here | elsewhere
        if online != self.state_writer.online:
            self.state_writer.online = online
            for client in self.clients:
                client.show(self)

    @property
    def is_driven(self) -> bool:
        """Whether the table has bots or a clock that somebody must move."""
        table = self.table
        if table.phase != "playing":
            return False
        return table.options.clock.kind != "none" or any(chair.bot is not None for chair in table.chairs)
