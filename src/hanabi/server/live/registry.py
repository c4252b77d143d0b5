"""The tables in the memory of this process: created, loaded, driven (bots and clocks) and dropped when idle."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable

import msgspec
from sqlalchemy import select

from hanabi.server.actor import Actor
from hanabi.server.database import Store, StoreError, problem_of
from hanabi.server.database.schema import tables
from hanabi.server.live.bot_workers import BotWorkers
from hanabi.server.live.driver import Driver
from hanabi.server.live.heartbeat import Heartbeat, Leases
from hanabi.server.live.live_table import LiveTable
from hanabi.server.live.presence import Presence
from hanabi.server.live.summaries import SummaryWriter
from hanabi.server.live.table_messages import TableMessages
from hanabi.server.refusals import Refused
from hanabi.server.tables import Branch, ContestDeal, Entry, InitialSeat, Options, StoredEvent, row_of
from hanabi.server.tables.features import rematch, setup
from hanabi.server.tables.table import Table, is_table_id, new_table_id
from hanabi.server.tasks import TaskSet

logger = logging.getLogger("hanabi.tables")
MAINTENANCE_INTERVAL = 1.0
PUBLISH_INTERVAL = 0.25
# Seconds for which a table without clients stays in memory, and how many such tables: opening one finished game after
# the other must not fill the memory.
KEEP_IDLE, MAX_IDLE = 120.0, 1000


class TableRegistry:
    def __init__(self, store: Store, bot_workers: BotWorkers | None = None, *, bot_pace: float = 1.0) -> None:
        self.store = store
        self.bot_workers = bot_workers or BotWorkers()
        self.live_tables: dict[str, LiveTable] = {}
        self.moves = 0
        self.when_over: Callable[[Table], None] = lambda table: None
        # Called after every event and every connect or disconnect during a game: the current player may be away now.
        self.when_turn: Callable[[LiveTable], None] = lambda live: None
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        # Tables that another process changed while they were being loaded.
        self._hinted_loads: set[str] = set()
        self._summaries = SummaryWriter(store, self.live_tables)
        self._presence_changed: set[str] = set()
        self._presence = Presence(store, self._presence_changed.add)
        self.messages = TableMessages(store, self.live_tables)
        self._tasks = TaskSet(lambda error: logger.warning("task failed", extra={"error": problem_of(error)}))
        self._leases = Leases(store)
        self._driver = Driver(
            self._leases, self.bot_workers, bot_pace, self.live_tables, self.live_table, self._tasks.spawn
        )
        self.heartbeat = Heartbeat(store, self._leases, self._driver.lapsed)

    async def open(self) -> None:
        self.store.on_hint(self._hinted)
        await self.heartbeat.beat()
        self._tasks.spawn(self._repeat(self.heartbeat.beat, self.heartbeat.interval))
        self._tasks.spawn(self._repeat(self._publish_changes, PUBLISH_INTERVAL))
        self._tasks.spawn(self._repeat(self._maintain, MAINTENANCE_INTERVAL))

    def warm_up(self) -> None:
        self._tasks.spawn(self.bot_workers.warm_up())

    async def close(self) -> None:
        """Stop bots and clocks, and write the summaries."""
        self._driver.close()
        await self._tasks.close()
        await self.heartbeat.close()
        self.bot_workers.close()
        try:
            await self._save_summaries()
            await self._summaries.save_moves()
            await self._leases.end()
        except Exception as error:
            logger.warning("summaries not saved", extra={"error": problem_of(error)})

    async def live_table(self, table_id: str, at_least: int | None = None) -> LiveTable:
        """The table, loaded into memory if needed. Raises Refused if there is none.

        With `at_least`, the table includes this event: the client may have seen it from another process.
        """
        live = self.live_tables.get(table_id)
        if live is not None:
            if at_least is not None and at_least > live.table.n and self.store.shared:
                await live.catch_up()
            return live
        if not is_table_id(table_id):
            raise Refused("no_such_table")
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def current(self, live: LiveTable) -> LiveTable:
        """The same table in memory now: after an await it may have been dropped or reloaded.

        A dropped table has missed what another process stored, so it is loaded again.
        """
        while (in_memory := self.live_tables.get(live.table.id)) is None:
            await self.live_table(live.table.id)
        return in_memory

    async def _load(self, table_id: str) -> LiveTable:
        live = LiveTable(table_id, self.store, self._changed)
        if not await live.load():
            raise Refused("no_such_table")
        if live.is_driven:
            opened_from = select(tables.c.opened_from).where(tables.c.id == table_id)
            live.opened_from = await self.store.query(lambda connection: connection.execute(opened_from).scalar())
        self.live_tables[table_id] = live
        if table_id in self._hinted_loads:
            self._hinted_loads.discard(table_id)
            await live.catch_up()
        self._driver.changed(live)
        return live

    async def create(
        self,
        options: Options,
        actor: Actor,
        seats: tuple[InitialSeat, ...] = (),
        origin: str | None = None,
        branch: Branch | None = None,
        daily: str | None = None,
        opened_from: str | None = None,
        *,
        table_id: str | None = None,
        host_token: str | None = None,
        contest: ContestDeal | None = None,
        secret: str | None = None,
    ) -> LiveTable:
        """`secret` determines the deal together with the players' nonces; by default it is drawn here."""
        assert actor.key is not None
        event = setup.TableCreated(
            options=setup.check_options(options),
            host=actor.key,
            host_account=actor.account,
            host_token=host_token,
            seats=seats,
            origin=origin,
            branch=branch,
            daily=daily,
            contest=contest,
            secret=secret or secrets.token_hex(32),
        )
        table_id = table_id or new_table_id()
        live = LiveTable(table_id, self.store, self._changed)
        live.opened_from = opened_from
        entry = Entry(0, self.store.now(), event)
        stored = await self.store.append(row_of(table_id, entry))
        if not stored:
            # Another process has opened this table for the same people.
            return await self.live_table(table_id)
        live.apply(entry)
        self.live_tables[table_id] = live
        self._summaries.mark(table_id)
        return live

    async def rematch(self, live: LiveTable, actor: Actor, command: rematch.Rematch) -> int:
        """Open a new table for the same people; later requests get the same table."""
        table = live.table
        if table.seat_of(actor.key, actor.account) is None:
            raise Refused("not_seated")
        if table.phase != "over":
            raise Refused("wrong_phase", phase=table.phase)
        if table.rematch is None:
            seats = tuple(occupant.rematch_seat() for occupant in table.occupants)
            options = msgspec.structs.replace(table.options, seed=None)
            host = Actor(table.host, table.host_account)
            following = await self.create(options, host, seats, table.id, opened_from=live.opened_from)

            def rematch_event(_: float) -> rematch.RematchOpened:
                if table.rematch is not None:
                    raise _RematchExists
                return rematch.RematchOpened(table=following.table.id)

            try:
                return await live.append(rematch_event, f"{(actor.key or '')[:16]}:{command.id}")
            except _RematchExists:
                self.live_tables.pop(following.table.id, None)
        return table.n

    def _changed(self, live: LiveTable, event: StoredEvent) -> None:
        over = live.table.phase == "over"
        if live.table.phase == "playing" and self.live_tables.get(live.table.id) is live:
            # Not during loading: those events were reported when they happened.
            self.when_turn(live)
        if event.is_move:
            self.moves += 1
            self._summaries.mark_move(live.table.id)
            if not over and not live.driving:
                # The driver was chosen at the start of the game, or will be at the next maintenance.
                return
        else:
            # A connected client may have sat down.
            self.presence_changed(live)
        if over or event.in_summary:
            # The table may have been dropped from memory during a request that changed it.
            self.live_tables.setdefault(live.table.id, live)
            self._summaries.mark(live.table.id)
        if over:
            self.when_over(live.table)
        self._driver.changed(live)

    async def reload(self, table_id: str) -> None:
        """Reload a table whose stored events have changed; its clients reconnect on their own."""
        live = self.live_tables.pop(table_id, None)
        if live is not None:
            live.retire()
            await self.live_table(table_id)
            self._summaries.mark(table_id)

    async def show_in_lists(self) -> None:
        """Store the rows of changed tables now, so that a player who gets an answer finds the table."""
        with contextlib.suppress(StoreError):
            await self._save_summaries()

    def presence_changed(self, live: LiveTable) -> None:
        self._presence_changed.add(live.table.id)
        if live.table.is_listed and live.clients.watching != live.watching_saved:
            self._summaries.mark(live.table.id)

    # Maintenance

    async def _publish_changes(self) -> None:
        for table_id in sorted(self._presence_changed):
            self._presence_changed.discard(table_id)
            live = self.live_tables.get(table_id)
            if live is not None:
                live.clients.show_presence(self._presence.elsewhere(table_id))
                self._presence.publish(table_id, live.clients.connected)
                if live.table.phase == "playing":
                    self.when_turn(live)
        await self._save_summaries()

    async def _maintain(self) -> None:
        """Make up for lost hints, drive tables without a driver, store who is here, drop idle tables."""
        if self.store.shared:
            self._presence.refresh()
            self.messages.refresh()
            in_use = [live.table.id for live in self.live_tables.values() if live.clients or live.driving]
            if in_use:
                for table_id, n in (await self.store.newest(in_use)).items():
                    if (live := self.live_tables.get(table_id)) is not None and live.table.n < n:
                        await live.catch_up()
        await self._driver.maintain()
        await self._summaries.save_seen()
        await self._summaries.save_moves()
        now = time.monotonic()
        idle = sorted(filter(self._is_idle, self.live_tables.values()), key=lambda live: live.clients.idle_since)
        excess = len(idle) - MAX_IDLE
        for number, live in enumerate(idle):
            if number >= excess and now - live.clients.idle_since <= KEEP_IDLE:
                break
            if live.driving:
                await self._driver.let_go(live)
            if self._is_idle(live):
                self.live_tables.pop(live.table.id, None)

    def _is_idle(self, live: LiveTable) -> bool:
        is_waited_for = live.clients or live.is_busy or self._summaries.is_waiting(live.table.id)
        return not is_waited_for and not self._driver.is_needed(live)

    def _hinted(self, table_id: str, n: int) -> None:
        live = self.live_tables.get(table_id)
        if live is None and table_id in self._loading:
            self._hinted_loads.add(table_id)
        if live is None or live.table.n >= n:
            return
        if live.clients or live.driving or live.is_busy or self._summaries.is_waiting(table_id):
            self._tasks.spawn(live.catch_up())
        else:
            # Another process plays this table; here it is loaded again when needed.
            del self.live_tables[table_id]

    async def _save_summaries(self) -> None:
        await self._summaries.save()

    async def _repeat(self, work: Callable[[], Awaitable[None]], interval: float) -> None:
        while True:
            try:
                await work()
            except StoreError:
                # The heartbeat logs it, once.
                pass
            except Exception as error:
                logger.warning(
                    "will try again", extra={"work": getattr(work, "__name__", ""), "error": problem_of(error)}
                )
            await asyncio.sleep(interval)


class _RematchExists(Exception):
    pass
