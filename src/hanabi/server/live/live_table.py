"""A table in memory. Every command is validated, stored, applied and then sent to the clients, in that order."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

from hanabi.server.actor import Actor
from hanabi.server.database import Store, StoreError, UnstorableEvent
from hanabi.server.live.bot_pace import BotPace
from hanabi.server.live.clients import Client
from hanabi.server.live.spectators import DelayedTable, Remark, SpectatorChatLog
from hanabi.server.refusals import Refused
from hanabi.server.tables import CheckedMove, Table, handle, is_sealed, stored_events
from hanabi.server.tables.applied_events import apply_entry
from hanabi.server.tables.command_handlers import NewEvent, check_log
from hanabi.server.tables.commands import AnyCommand
from hanabi.server.tables.stored_events import AnyStored, Entry, entry_of, stored_row
from hanabi.server.wire.close_codes import CloseCode
from hanabi.server.wire.state_message import StateMessageWriter, viewer_for

MAX_SOCKETS_PER_SEAT = 3
# Above SMALL_AUDIENCE clients, spectators get batched updates; the interval grows by AUDIENCE_DELAY per spectator.
SMALL_AUDIENCE, AUDIENCE_DELAY = 20, 0.001
ATTEMPTS = 50
# How often to store that clients are here, so that the table does not count as abandoned.
SEEN_BEFORE = 3600.0
# Creates the event to store from the current table and time; raises Refused.
EventFactory = Callable[[float], NewEvent]
# Gets the number of the event in the log, or a Refused or StoreError.
CompletionCallback = Callable[[int | Exception], None]


class LiveTable:
    def __init__(self, table_id: str, store: Store, changed: Callable[["LiveTable", AnyStored], None]) -> None:
        self.table = Table(table_id)
        self.state_writer = StateMessageWriter(self.table)
        self.clients: list[Client] = []
        self.driving = False
        self.idle_since = time.monotonic()
        # A hash of the address from which it was opened, if it was opened in this process.
        self.opened_from: str | None = None
        # When we last stored that clients are here.
        self.seen_saved_at = time.monotonic()
        self.log_bytes = 0
        self.spectator_chat = SpectatorChatLog()
        self.bot_pace = BotPace()
        # The last stored number of spectators.
        self.watching_saved = 0
        # The delayed table for spectators, if there is one; before the game, the entries to build it from.
        self._delayed: DelayedTable | None = None
        self._before_game: list[Entry] = []
        # When a large audience last got a state, and the timer for the next one.
        self._audience_sent_at = float("-inf")
        self._audience_timer: asyncio.TimerHandle | None = None
        self._store = store
        self._changed = changed
        self._busy = False
        self._queue: deque[Callable[[], None]] = deque()
        self._read_task: asyncio.Future[None] | None = None
        # Set while the table may differ from the store: during an append, and after a failed one.
        self._uncertain = False
        # Set when another LiveTable has replaced this one.
        self._retired = False
        # During a game: a time of the store, and the monotonic clock at that moment.
        self._clock_anchor: tuple[float, float] | None = None

    async def load(self) -> bool:
        """Read the log; False if there is no such table."""
        await self._catch_up()
        if self._store.now() - self.table.changed_at > SEEN_BEFORE:
            self.seen_saved_at = float("-inf")
        return self.table.n >= 0

    def apply(self, entry: Entry) -> None:
        """Apply the next entry of the log."""
        apply_entry(self.table, entry)
        if self._delayed is not None:
            self._delayed.add(entry)
        elif self.table.game is None:
            self._before_game.append(entry)
        elif self._before_game:
            if self.table.options.spectator_delay:
                self._delayed = DelayedTable(self.table)
                for earlier in (*self._before_game, entry):
                    self._delayed.add(earlier)
            self._before_game = []

    @property
    def spectator_table(self) -> Table:
        """The table as a spectator may see it now."""
        return self.spectator_writer.table

    @property
    def watching(self) -> int:
        return sum(client.seat is None for client in self.clients)

    def now(self) -> float:
        """The time at this table.

        During a game it follows the monotonic clock, so that changing the system clock neither takes time from players
        nor gives them any.
        """
        if self.table.phase != "playing":
            self._clock_anchor = None
            return self._store.now()
        if self._clock_anchor is None:
            self._clock_anchor = (max(self._store.now(), self.table.changed_at), time.monotonic())
        at, then = self._clock_anchor
        return at + time.monotonic() - then

    def perform(self, actor: Actor, command: AnyCommand, done: CompletionCallback) -> None:
        """Carry out a client's command; a repeated command only gets its number again."""
        command_id = f"{(actor.key or '')[:16]}:{command.id}"
        self._acquire(partial(self._attempt, lambda now: handle(self.table, command, actor, now), command_id, done))

    async def append(self, make_event: EventFactory, command_id: str | None = None) -> int:
        """Store and apply an event; calls `make_event` again if another process was first."""
        appended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def done(outcome: int | Exception) -> None:
            if appended.cancelled():
                return
            if isinstance(outcome, int):
                appended.set_result(outcome)
            else:
                appended.set_exception(outcome)

        self._acquire(partial(self._attempt, make_event, command_id, done))
        return await appended

    @property
    def is_busy(self) -> bool:
        return self._busy

    def _acquire(self, work: Callable[[], None]) -> None:
        """One task at a time: `work` starts after the previous task has called `_release`, and must call it too."""
        if self._busy:
            self._queue.append(work)
        else:
            self._busy = True
            work()

    def _release(self) -> None:
        if self._queue:
            asyncio.get_running_loop().call_soon(self._queue.popleft())
        else:
            self._busy = False

    def _attempt(
        self,
        make_event: EventFactory,
        command_id: str | None,
        done: CompletionCallback,
        attempts: int = ATTEMPTS,
        is_current: bool = False,
    ) -> None:
        """`is_current`: the log was read from the store just now."""
        again = partial(self._attempt, make_event, command_id, done)
        if self._retired:
            return self._finish(done, Refused("busy"))
        if self._uncertain:
            self._after_catching_up(partial(again, attempts, True), done)
            return
        number = self.table.commands.get(command_id) if command_id is not None else None
        if number is not None:
            return self._finish(done, number)
        now = self.now()
        try:
            new_event = make_event(now)
            check_log(self.table.n, self.log_bytes, new_event)
        except Exception as refusal:
            if isinstance(refusal, Refused) and self._store.shared and not is_current:
                # Another process may have stored what the command depends on, with the hint still on its way.
                return self._after_catching_up(partial(again, attempts, True), done)
            return self._finish(done, refusal)
        if isinstance(new_event, CheckedMove):
            entry = Entry(self.table.n + 1, now, new_event.event, command_id, new_event.action)
        else:
            entry = Entry(self.table.n + 1, now, new_event, command_id)
        self._uncertain = True
        row = stored_row(self.table.id, entry)

        def stored(outcome: bool | StoreError) -> None:
            if outcome is True:
                self._uncertain = False
                self.log_bytes += len(row.body)
                try:
                    self.apply(entry)
                    self._send_states(entry.event)
                except Exception as error:
                    # The event is stored anyway: read the log again.
                    self._uncertain = True
                    self._finish(done, error)
                else:
                    self._finish(done, entry.n)
            elif outcome is False and attempts > 1:
                self._after_catching_up(partial(again, attempts - 1, True), done)
            elif isinstance(outcome, UnstorableEvent):
                self._uncertain = False
                self._finish(done, Refused("malformed", detail="the database does not accept it"))
            else:
                self._finish(done, Refused("busy") if outcome is False else outcome)

        self._store.post(row, stored)
        return None

    def _finish(self, done: CompletionCallback, outcome: int | Exception) -> None:
        self._release()
        done(outcome)

    def _after_catching_up(self, work: Callable[[], None], done: CompletionCallback) -> None:
        """Continue with `work` once the table matches the store."""

        async def catch_up() -> None:
            try:
                await self._catch_up()
            except Exception as error:
                self._finish(done, error)
            else:
                work()

        self._read_task = asyncio.ensure_future(catch_up())

    async def catch_up(self) -> None:
        """Apply the events that other processes have stored."""
        entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._acquire(lambda: self._release() if entered.cancelled() else entered.set_result(None))
        try:
            await entered
        except asyncio.CancelledError:
            if not entered.cancelled():
                self._release()
            raise
        try:
            await self._catch_up()
        finally:
            self._release()

    async def _catch_up(self) -> None:
        rows = await self._store.read(self.table.id, self.table.n)
        entries = [entry_of(row) for row in rows]
        for entry in entries:
            self.apply(entry)
        self.log_bytes += sum(len(row.body) for row in rows)
        if self._clock_anchor is not None and self.table.changed_at > self.now():
            self._clock_anchor = None
        self._uncertain = False
        if entries:
            self._send_states(entries[-1].event)

    def _send_states(self, event: AnyStored) -> None:
        """Send all clients the state after `event`; only its author gets a note."""
        only = event.seat if isinstance(event, stored_events.Noted) and self.table.phase != "over" else None
        if not isinstance(event, stored_events.Acted) or self.table.phase == "over":
            self._update_clients()
        is_batched = only is None and self._batches_spectators()
        for client in self.clients:
            if is_batched and client.seat is None:
                continue
            if (only is None or client.seat == only) and not self._is_up_to_date(client):
                client.send_state(self)
        if self.table.phase == "over" and self.spectator_chat and isinstance(event, stored_events.Acted):
            self._send_spectator_chat(self.clients)
        if self.table.phase == "closed":
            self.close_clients(CloseCode.TABLE_CLOSED)
        self._changed(self, event)

    def _batches_spectators(self) -> bool:
        """Whether there are too many spectators to send them every state; they get the newest one later."""
        if len(self.clients) <= SMALL_AUDIENCE:
            return False
        if self._audience_timer is None:
            due = self._audience_sent_at + AUDIENCE_DELAY * self.watching - time.monotonic()
            self._audience_timer = asyncio.get_running_loop().call_later(max(0.0, due), self._send_to_audience)
        return True

    def _send_to_audience(self) -> None:
        self._audience_sent_at, self._audience_timer = time.monotonic(), None
        for client in self.clients:
            if client.seat is None and not self._is_up_to_date(client):
                client.send_state(self)
        self._send_remarks()

    def _update_clients(self) -> None:
        """Determine again which seat each client has and what it may see."""
        for client in list(self.clients):
            seat = client.seat
            self._assign(client)
            if self._is_sealed_from(client.seat) or (seat is not None and self._admits_none(client.seat)):
                client.close(CloseCode.NO_SPECTATORS)
                self.clients.remove(client)

    def _is_sealed_from(self, seat: int | None) -> bool:
        """Until the day is over, only its players may see a daily deal."""
        table = self.table
        return seat is None and table.phase != "setup" and is_sealed(table.daily, time.time())

    def _admits_none(self, seat: int | None) -> bool:
        return seat is None and self.table.options.spectators == "none" and self.table.phase == "playing"

    def _assign(self, client: Client) -> None:
        table, actor = self.table, client.actor
        client.seat = table.seat_of(actor.key, actor.account)
        client.viewer = viewer_for(table, client.seat)
        client.host = table.is_host(actor.key, actor.account)

    def message_for(self, client: Client) -> list[bytes]:
        writer = self._writer_for(client)
        pieces = writer.pieces(client.viewer, client.seat, client.host, client.since, self.now())
        client.since = writer.table.n
        return pieces

    def wait_factor(self) -> float:
        """The pause of bots before they move, as a multiple of the usual one."""
        skipped_at, table = self.bot_pace.skipped_at, self.table
        if skipped_at is not None and all(table.occupants[seat].bot is not None for seat in table.actors[skipped_at:]):
            return 0.0
        return self.bot_pace.factor(self.seats_here | self.state_writer.online)

    @property
    def spectator_writer(self) -> StateMessageWriter:
        """Writes the state that spectators may see now."""
        if self._delayed is None or self.table.phase != "playing":
            return self.state_writer
        self._delayed.state_writer.online = self.state_writer.online
        return self._delayed.state_writer

    def _writer_for(self, client: Client) -> StateMessageWriter:
        return self.state_writer if client.seat is not None else self.spectator_writer

    def _is_up_to_date(self, client: Client) -> bool:
        """Whether a delayed client would get nothing new: even an empty message would reveal a move."""
        writer = self._writer_for(client)
        return writer is not self.state_writer and client.since == writer.table.n

    def check_may_chat(self, client: Client) -> None:
        """Raises Refused unless the client is a spectator of a table with spectator chat."""
        if client.seat is not None:
            raise Refused("not_spectator")
        if self.table.options.spectator_chat == "none":
            raise Refused("silent_table")

    def add_to_spectator_chat(self, remarks: Iterable[Remark]) -> None:
        if self.spectator_chat.add(remarks) and not self._batches_spectators():
            self._send_remarks()

    def _send_remarks(self) -> None:
        """Send new remarks to clients that have the earlier ones."""
        addition = self.spectator_chat.take_addition()
        if addition is not None:
            for client in filter(self._reads_spectators, self.clients):
                client.send_addition(self.spectator_chat, addition)

    def _send_spectator_chat(self, clients: Iterable[Client]) -> None:
        for client in filter(self._reads_spectators, clients):
            client.send_state(self.spectator_chat)

    def _reads_spectators(self, client: Client) -> bool:
        """Players read spectator chat if the table shares it, and after the game."""
        return client.seat is None or self.table.options.spectator_chat == "shared" or self.table.phase == "over"

    def check_may_watch(self, seat: int | None) -> None:
        """Raises Refused if spectators are not allowed, or not yet."""
        if self._admits_none(seat):
            raise Refused("no_spectators")
        if self._is_sealed_from(seat):
            raise Refused("daily_sealed")

    def admit(self, client: Client) -> None:
        """Add a client and send it the state. Raises Refused if it may not watch, or if the table is being reloaded."""
        if self._retired:
            raise Refused("busy")
        if self.table.phase == "closed":
            raise Refused("table_closed", reason=self.table.closed)
        self._assign(client)
        self.check_may_watch(client.seat)
        if client.since is not None and not -1 <= client.since <= self._writer_for(client).table.n:
            client.since = None
        if client.seat is not None:
            of_seat = [other for other in self.clients if other.seat == client.seat]
            if len(of_seat) >= MAX_SOCKETS_PER_SEAT:
                of_seat[0].close(CloseCode.REPLACED)
                self.clients.remove(of_seat[0])
        self.clients.append(client)
        client.send_state(self)
        if self.spectator_chat:
            self._send_spectator_chat([client])

    def dismiss(self, client: Client) -> None:
        client.closed = True
        if client in self.clients:
            self.clients.remove(client)
        if not self.clients:
            self.idle_since = time.monotonic()
            self.state_writer.forget_views()
            if self._delayed is not None:
                self._delayed.state_writer.forget_views()

    def retire(self) -> None:
        """Take no more commands: the table is being reloaded."""
        self._retired, self.driving = True, False
        self.close_clients(CloseCode.RESTARTING)

    def close_clients(self, code: CloseCode) -> None:
        for client in list(self.clients):
            client.close(code)
            self.dismiss(client)

    @property
    def seats_here(self) -> frozenset[int]:
        return frozenset(client.seat for client in self.clients if client.seat is not None)

    def show_presence(self, elsewhere: frozenset[int] = frozenset()) -> None:
        """Send the connected seats, here and elsewhere, if they have changed."""
        online = self.seats_here | elsewhere
        if online != self.state_writer.online:
            self.state_writer.online = online
            is_batched = self._batches_spectators()
            for client in self.clients:
                if client.seat is not None or not is_batched:
                    client.send_state(self)

    @property
    def is_driven(self) -> bool:
        """Whether the table has bots or a clock, so that a process must drive it."""
        table = self.table
        if table.phase != "playing":
            return False
        return table.options.clock.kind != "none" or any(occupant.bot is not None for occupant in table.occupants)
