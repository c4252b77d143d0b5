"""All tables that run in this process: they are created, loaded, driven (bots and clocks) and dropped when idle."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select

from hanabi.tables import commands, stored_events
from hanabi.tables.command_handlers import Actor, Refused, check_options, checked_move
from hanabi.tables.live.bot_workers import BotWorkers
from hanabi.tables.live.live_table import CompletionCallback, LiveTable
from hanabi.tables.live.presence import Presence
from hanabi.tables.occupant import Occupant
from hanabi.tables.options import Options
from hanabi.tables.store import Store, StoreError
from hanabi.tables.store.schema import holders, tables
from hanabi.tables.stored_events import Entry, InitialSeat, stored_row
from hanabi.tables.table import Table
from hanabi.tables.wire.state_message import summary_of

logger = logging.getLogger("hanabi.tables")
MAINTENANCE_INTERVAL = 1.0
PUBLISH_INTERVAL = 0.25
KEEP_IDLE = 120.0
SUMMARIES_PER_TRANSACTION = 50
# Events that change nothing in a table's summary.
NOT_IN_SUMMARY = (stored_events.Acted, stored_events.Noted, stored_events.Said, stored_events.HandRearranged)
_encoder = msgspec.json.Encoder()


class TableRegistry:
    def __init__(self, store: Store, bot_workers: BotWorkers | None = None, *, bot_pace: float = 1.0) -> None:
        self.store = store
        self.bot_workers = bot_workers or BotWorkers()
        self.bot_pace = bot_pace
        self.live_tables: dict[str, LiveTable] = {}
        self.moves = 0
        self.when_over: Callable[[Table], None] = lambda table: None
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._dirty: set[str] = set()
        self._presence_changed: set[str] = set()
        self._presence = Presence(store, self._presence_changed.add)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bots_moving: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._closing = False
        # Whether the tables that were driven when the server last stopped are driven again.
        self._resumed_driven = False

    async def open(self) -> None:
        self.store.on_hint(self._hinted)
        self._spawn(self._repeat(self._publish_changes, PUBLISH_INTERVAL))
        self._spawn(self._repeat(self._maintain, MAINTENANCE_INTERVAL))

    async def close(self) -> None:
        """Stop bots and clocks, and save the summaries."""
        self._closing = True
        for timer in self._timers.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.bot_workers.close()
        try:
            await self._save_summaries()
        except Exception as error:
            logger.warning("summaries not saved", extra={"error": str(error)})

    async def live_table(self, table_id: str) -> LiveTable:
        """The running table, loaded if it is not. Raises Refused when there is none."""
        live = self.live_tables.get(table_id)
        if live is not None:
            return live
        if not is_table_id(table_id):
            raise Refused("no_such_table")
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> LiveTable:
        live = LiveTable(table_id, self.store, self._changed)
        if not await live.load():
            raise Refused("no_such_table")
        self.live_tables[table_id] = live
        self._spawn(self._drive(live))
        return live

    async def create(
        self,
        options: Options,
        actor: Actor,
        seats: tuple[InitialSeat, ...] = (),
        origin: str | None = None,
        branch: stored_events.Branch | None = None,
        daily: str | None = None,
    ) -> LiveTable:
        assert actor.key is not None
        event = stored_events.TableCreated(
            options=check_options(options),
            host=actor.key,
            host_account=actor.account,
            seats=seats,
            origin=origin,
            branch=branch,
            daily=daily,
        )
        table_id = secrets.token_urlsafe(9)
        live = LiveTable(table_id, self.store, self._changed)
        entry = Entry(0, time.time(), event)
        stored = await self.store.append(stored_row(table_id, entry))
        assert stored, "nine random bytes are another table's id"
        live.table.apply(entry)
        self.live_tables[table_id] = live
        self._dirty.add(table_id)
        return live

    def perform(self, live: LiveTable, actor: Actor, command: Any, done: CompletionCallback) -> None:
        """Carry out a client's command at a table, as `LiveTable.perform`."""
        if type(command) is commands.Rematch:
            self._spawn(self._rematch(live, actor, command, done))
        else:
            live.perform(actor, command, done)

    async def _rematch(
        self, live: LiveTable, actor: Actor, command: commands.Rematch, done: CompletionCallback
    ) -> None:
        try:
            n = await self.rematch(live, actor, command)
        except Exception as problem:
            done(problem)
        else:
            done(n)

    async def rematch(self, live: LiveTable, actor: Actor, command: commands.Rematch) -> int:
        """Open a new table for the same people; whoever asks later gets the same one."""
        table = live.table
        if table.seat_of(actor.key, actor.account) is None:
            raise Refused("not_seated")
        if table.phase != "over":
            raise Refused("wrong_phase", phase=table.phase)
        if table.rematch is None:
            seats = tuple(_kept_seat(occupant) for occupant in table.occupants)
            options = msgspec.structs.replace(table.options, seed=None)
            host = Actor(table.host, table.host_account)
            following = await self.create(options, host, seats, origin=table.id)

            def rematch_event(_: float) -> Any:
                if table.rematch is not None:
                    raise _RematchExists
                return stored_events.RematchOpened(table=following.table.id)

            try:
                return await live.append(rematch_event, f"{(actor.key or '')[:16]}:{command.id}")
            except _RematchExists:
                self.live_tables.pop(following.table.id, None)
        return table.n

    def _changed(self, live: LiveTable, event: Any) -> None:
        over = live.table.phase == "over"
        if type(event) is stored_events.Acted:
            self.moves += 1
            if not over and not live.driving:
                # The table's driver was chosen when the game began, or will be at the next maintenance.
                return
        if over or not isinstance(event, NOT_IN_SUMMARY):
            self._dirty.add(live.table.id)
        if over:
            self.when_over(live.table)
        if live.is_driven:
            if live.driving:
                self._next_step(live)
            else:
                self._spawn(self._drive(live))

    def presence_changed(self, live: LiveTable) -> None:
        self._presence_changed.add(live.table.id)

    # Bots and clocks

    async def _drive(self, live: LiveTable) -> None:
        if live.is_driven and not live.driving and await self.store.try_to_drive(live.table.id):
            live.driving = True
            self._next_step(live)

    def _next_step(self, live: LiveTable) -> None:
        """Start the bot whose turn it is, or the clock of the player whose turn it is."""
        table = live.table
        timer = self._timers.pop(table.id, None)
        if timer is not None:
            timer.cancel()
        if self._closing or table.game is None or table.game.player is None:
            return
        seat = table.game.player
        if table.occupants[seat].bot is not None:
            if table.id not in self._bots_moving:
                self._bots_moving.add(table.id)
                self._spawn(self._move_bots(live))
        elif table.options.clock.kind != "none" and not table.occupants[seat].away:
            left = table.time_left[seat] - (time.time() - table.turn_started_at)
            loop = asyncio.get_running_loop()
            self._timers[table.id] = loop.call_later(max(0.0, left), self._time_up, live, seat, table.actions)

    async def _move_bots(self, live: LiveTable) -> None:
        """Move for the bots until it is a human's turn."""
        table = live.table
        try:
            while table.game is not None and table.game.player is not None and live.driving:
                seat, actions = table.game.player, table.actions
                bot = table.occupants[seat].bot
                if bot is None:
                    break
                pace = asyncio.sleep(self.bot_pace)
                view = table.game.view(seat)
                action = (await asyncio.gather(self.bot_workers.choose(bot, f"{table.id} {seat}", view), pace))[0]

                def bot_move(_: float, seat: int = seat, actions: int = actions, action: Any = action) -> Any:
                    if table.actions != actions or table.occupants[seat].bot is None:
                        raise Refused("stale")
                    return checked_move(table, seat, action)

                try:
                    await live.append(bot_move)
                except Refused:
                    continue
        except StoreError as error:
            logger.warning("bot move not stored", extra={"table": table.id, "error": str(error)})
        finally:
            self._bots_moving.discard(table.id)

    def _time_up(self, live: LiveTable, seat: int, actions: int) -> None:
        self._timers.pop(live.table.id, None)

        def timeout_event(_: float) -> Any:
            table = live.table
            moved = table.actions != actions or table.game is None or table.game.player != seat
            if moved or table.occupants[seat].away:
                raise Refused("stale")
            return stored_events.TimeRanOut(seat=seat)

        async def append_timeout() -> None:
            with contextlib.suppress(Refused, StoreError):
                await live.append(timeout_event)

        self._spawn(append_timeout())

    # Maintenance

    async def _publish_changes(self) -> None:
        for table_id in list(self._presence_changed):
            self._presence_changed.discard(table_id)
            live = self.live_tables.get(table_id)
            if live is not None:
                live.show_presence(self._presence.elsewhere(table_id))
                self._presence.publish(table_id, live.seats_here)
        await self._save_summaries()

    async def _maintain(self) -> None:
        """Read what lost hints were about, drive tables whose driver is gone, drop idle tables."""
        if self.store.shared:
            self._presence.refresh()
            wanted = [live.table.id for live in self.live_tables.values() if live.clients or live.driving]
            if wanted:
                for table_id, n in (await self.store.newest(wanted)).items():
                    if (live := self.live_tables.get(table_id)) is not None and live.table.n < n:
                        await live.catch_up()
        if self.store.shared or not self._resumed_driven:
            for table_id in await self.store.cold(_driven_tables):
                await self._drive(await self.live_table(table_id))
            self._resumed_driven = True
        now = time.monotonic()
        for live in list(self.live_tables.values()):
            if live.driving and (self.store.shared or not live.is_driven):
                # The lock may have been lost with its connection.
                live.driving = live.is_driven and await self.store.try_to_drive(live.table.id)
                if not live.is_driven:
                    await self.store.stop_driving(live.table.id)
                elif live.driving:
                    self._resume_step(live)
            elif live.driving:
                self._resume_step(live)
            if not live.clients and not live.driving and now - live.idle_since > KEEP_IDLE and not live.is_busy:
                self.live_tables.pop(live.table.id, None)

    def _resume_step(self, live: LiveTable) -> None:
        """Start the bot or clock again if its event could not be stored."""
        if live.table.id not in self._timers:
            self._next_step(live)

    def _hinted(self, table_id: str, n: int) -> None:
        live = self.live_tables.get(table_id)
        if live is None or live.table.n >= n:
            return
        if live.clients or live.driving or live.is_busy or table_id in self._dirty:
            self._spawn(live.catch_up())
        else:
            # It is played in another process; whoever needs it here loads it again.
            del self.live_tables[table_id]

    async def _save_summaries(self) -> None:
        dirty, self._dirty = self._dirty, set()
        live_tables = [self.live_tables[table_id] for table_id in dirty if table_id in self.live_tables]
        if not live_tables:
            return
        while live_tables:
            # Moves wait while this is written, so each transaction is small.
            portion, live_tables = live_tables[:SUMMARIES_PER_TRANSACTION], live_tables[SUMMARIES_PER_TRANSACTION:]
            rows = [_summary_row(live) for live in portion]
            held = [row for live in portion for row in _holder_rows(live)]
            try:
                await self.store.cold(partial(_save, rows=rows, held=held))
            except Exception:
                self._dirty.update(live.table.id for live in (*portion, *live_tables))
                raise

    async def _repeat(self, work: Any, interval: float) -> None:
        while True:
            try:
                await work()
            except Exception as error:
                logger.warning("will try again", extra={"work": work.__name__, "error": str(error)})
            await asyncio.sleep(interval)

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_done)

    def _task_done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.warning("task failed", extra={"error": repr(error)})


class _RematchExists(Exception):
    pass


def _kept_seat(occupant: Occupant) -> InitialSeat:
    """A seat of the next table; a human who was replaced by a bot gets it back."""
    bot = None if occupant.took_over else occupant.bot
    return InitialSeat(occupant.name, bot, tuple(occupant.keys), occupant.token, occupant.account)


def is_table_id(text: str) -> bool:
    return 8 <= len(text) <= 32 and text.isascii() and text.replace("-", "a").replace("_", "a").isalnum()


def _driven_tables(connection: Connection) -> list[str]:
    found = connection.execute(select(tables.c.id).where(tables.c.phase == "playing", tables.c.driven))
    return [row[0] for row in found]


def _summary_row(live: LiveTable) -> dict[str, Any]:
    table = live.table
    summary = summary_of(table)
    over = summary["over"]
    return {
        "id": table.id,
        "created_at": table.created_at,
        "updated_at": table.changed_at,
        "phase": table.phase,
        "public": table.options.public,
        "driven": live.is_driven,
        "players": len(table.occupants),
        "edition": table.rules.edition,
        "score": over and over["score"],
        "outcome": over and over["outcome"],
        "summary": _encoder.encode(summary).decode(),
    }


def _holder_rows(live: LiveTable) -> list[dict[str, Any]]:
    return [
        {"table_id": live.table.id, "seat": seat, "key": key, "account_id": occupant.account}
        for seat, occupant in enumerate(live.table.occupants)
        for key in occupant.keys
    ]


def _save(connection: Connection, rows: list[dict[str, Any]], held: list[dict[str, Any]]) -> None:
    # Each dialect takes a while to import, and a server needs one.
    dialect = import_module(f"sqlalchemy.dialects.{connection.dialect.name}")
    new = dialect.insert(tables)
    renewed = {column.name: new.excluded[column.name] for column in tables.c if not column.primary_key}
    connection.execute(new.on_conflict_do_update(index_elements=[tables.c.id], set_=renewed), rows)
    gone = delete(holders).where(holders.c.table_id == bindparam("of"))
    connection.execute(gone, [{"of": row["id"]} for row in rows])
    if held:
        connection.execute(insert(holders), held)
