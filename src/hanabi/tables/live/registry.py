"""All tables of this process: opening, finding and keeping them; bots, clocks and other processes' news."""

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
from hanabi.tables.command_handlers import Actor, Refused, acted, check_options
from hanabi.tables.live.bot_workers import BotWorkers
from hanabi.tables.live.live_table import Done, LiveTable
from hanabi.tables.live.presence import Presence
from hanabi.tables.options import Options
from hanabi.tables.store import Row, Store, StoreError
from hanabi.tables.store.schema import holders, tables
from hanabi.tables.stored_events import Entry, Seating
from hanabi.tables.table import Chair, Table
from hanabi.tables.wire.state_message import summary_of

logger = logging.getLogger("hanabi.tables")
POLL = 1.0
TICK = 0.25
KEEP_IDLE = 120.0
SUMMARIES_AT_ONCE = 50
# What changes nothing that the lobby tells.
UNLISTED = (stored_events.Acted, stored_events.Noted, stored_events.Said, stored_events.HandRearranged)
_encoder = msgspec.json.Encoder()


class TableRegistry:
    def __init__(self, store: Store, thinkers: BotWorkers | None = None, *, bot_pace: float = 1.0) -> None:
        self.store = store
        self.thinkers = thinkers or BotWorkers()
        self.bot_pace = bot_pace
        self.rooms: dict[str, LiveTable] = {}
        self.moves = 0
        self.when_over: Callable[[Table], None] = lambda table: None
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._dirty: set[str] = set()
        self._presence_changed: set[str] = set()
        self._presence = Presence(store, self._presence_changed.add)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinking: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._closing = False
        # Whether the tables that were being driven when the server last ended have been taken up.
        self._found_driven = False

    async def open(self) -> None:
        self.store.on_hint(self._hinted)
        self._spawn(self._forever(self._tick, TICK))
        self._spawn(self._forever(self._look_after, POLL))

    async def close(self) -> None:
        """No more bots and clocks; what was decided is stored and summed up."""
        self._closing = True
        for timer in self._timers.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()
        try:
            await self._save_summaries()
        except Exception as error:
            logger.warning("summaries not saved", extra={"error": str(error)})

    async def room(self, table_id: str) -> LiveTable:
        """The room of a table, loaded if need be. Raises Refused when there is none."""
        room = self.rooms.get(table_id)
        if room is not None:
            return room
        if not is_table_id(table_id):
            raise Refused("no_such_table")
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> LiveTable:
        room = LiveTable(table_id, self.store, self._changed)
        if not await room.load():
            raise Refused("no_such_table")
        self.rooms[table_id] = room
        self._spawn(self._drive(room))
        return room

    async def create(
        self,
        options: Options,
        actor: Actor,
        seats: tuple[Seating, ...] = (),
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
        room = LiveTable(table_id, self.store, self._changed)
        now = time.time()
        stored = await self.store.append(Row(table_id, 0, now, stored_events.encoded(event).decode(), None))
        assert stored, "nine random bytes met another table's"
        room.table.apply(Entry(0, now, event))
        self.rooms[table_id] = room
        self._dirty.add(table_id)
        return room

    def perform(self, room: LiveTable, actor: Actor, command: Any, done: Done) -> None:
        """Carry out a client's command at a table; `done` as `LiveTable.perform` says."""
        if type(command) is commands.Rematch:
            self._spawn(self._rematch(room, actor, command, done))
        else:
            room.perform(actor, command, done)

    async def _rematch(self, room: LiveTable, actor: Actor, command: commands.Rematch, done: Done) -> None:
        try:
            n = await self.rematch(room, actor, command)
        except Exception as problem:
            done(problem)
        else:
            done(n)

    async def rematch(self, room: LiveTable, actor: Actor, command: commands.Rematch) -> int:
        """Open a new table for the same people; whoever asks later finds it."""
        table = room.table
        if table.seat_of(actor.key, actor.account) is None:
            raise Refused("not_seated")
        if table.phase != "over":
            raise Refused("wrong_phase", phase=table.phase)
        if table.rematch is None:
            seats = tuple(_kept_seat(chair) for chair in table.chairs)
            options = msgspec.structs.replace(table.options, seed=None)
            host = Actor(table.host, table.host_account)
            following = await self.create(options, host, seats, origin=table.id)

            def opened(_: float) -> Any:
                if table.rematch is not None:
                    raise _Already
                return stored_events.RematchOpened(table=following.table.id)

            try:
                return await room.record(opened, f"{(actor.key or '')[:16]}:{command.id}")
            except _Already:
                self.rooms.pop(following.table.id, None)
        return table.n

    def _changed(self, room: LiveTable, event: Any) -> None:
        over = room.table.phase == "over"
        if type(event) is stored_events.Acted:
            self.moves += 1
            if not over and not room.driving:
                # Whoever drives the table was found when the game began, or will be when it is next looked after.
                return
        if over or not isinstance(event, UNLISTED):
            self._dirty.add(room.table.id)
        if over:
            self.when_over(room.table)
        if room.is_driven:
            if room.driving:
                self._next_step(room)
            else:
                self._spawn(self._drive(room))

    def presence_changed(self, room: LiveTable) -> None:
        self._presence_changed.add(room.table.id)

    # Bots and clocks

    async def _drive(self, room: LiveTable) -> None:
        if room.is_driven and not room.driving and await self.store.try_to_drive(room.table.id):
            room.driving = True
            self._next_step(room)

    def _next_step(self, room: LiveTable) -> None:
        """Let the bot on turn think, or set the clock of the player on turn."""
        table = room.table
        timer = self._timers.pop(table.id, None)
        if timer is not None:
            timer.cancel()
        if self._closing or table.game is None or table.game.player is None:
            return
        seat = table.game.player
        if table.chairs[seat].bot is not None:
            if table.id not in self._thinking:
                self._thinking.add(table.id)
                self._spawn(self._think(room))
        elif table.options.clock.kind != "none" and not table.chairs[seat].away:
            left = table.left[seat] - (time.time() - table.turn_began)
            loop = asyncio.get_running_loop()
            self._timers[table.id] = loop.call_later(max(0.0, left), self._time_up, room, seat, table.actions)

    async def _think(self, room: LiveTable) -> None:
        """Move for the bots until it is a human's turn."""
        table = room.table
        try:
            while table.game is not None and table.game.player is not None and room.driving:
                seat, actions = table.game.player, table.actions
                bot = table.chairs[seat].bot
                if bot is None:
                    break
                pace = asyncio.sleep(self.bot_pace)
                view = table.game.view(seat)
                action = (await asyncio.gather(self.thinkers.choose(bot, f"{table.id} {seat}", view), pace))[0]

                def decision(_: float, seat: int = seat, actions: int = actions, action: Any = action) -> Any:
                    if table.actions != actions or table.chairs[seat].bot is None:
                        raise Refused("stale")
                    return acted(table, seat, action)

                try:
                    await room.record(decision)
                except Refused:
                    continue
        except StoreError as error:
            logger.warning("bot move not stored", extra={"table": table.id, "error": str(error)})
        finally:
            self._thinking.discard(table.id)

    def _time_up(self, room: LiveTable, seat: int, actions: int) -> None:
        self._timers.pop(room.table.id, None)

        def decision(_: float) -> Any:
            table = room.table
            if table.actions != actions or table.game is None or table.game.player != seat or table.chairs[seat].away:
                raise Refused("stale")
            return stored_events.TimeRanOut(seat=seat)

        async def ring() -> None:
            with contextlib.suppress(Refused, StoreError):
                await room.record(decision)

        self._spawn(ring())

    # Looking after everything

    async def _tick(self) -> None:
        for table_id in list(self._presence_changed):
            self._presence_changed.discard(table_id)
            room = self.rooms.get(table_id)
            if room is not None:
                room.show_presence(self._presence.elsewhere(table_id))
                self._presence.tell(table_id, room.seats_here)
        await self._save_summaries()

    async def _look_after(self) -> None:
        """Heal lost hints, take over tables whose driver is gone, forget idle tables."""
        if self.store.shared:
            self._presence.look_after()
            wanted = [room.table.id for room in self.rooms.values() if room.clients or room.driving]
            if wanted:
                for table_id, n in (await self.store.newest(wanted)).items():
                    if (room := self.rooms.get(table_id)) is not None and room.table.n < n:
                        await room.catch_up()
        if self.store.shared or not self._found_driven:
            for table_id in await self.store.cold(_driven):
                await self._drive(await self.room(table_id))
            self._found_driven = True
        now = time.monotonic()
        for room in list(self.rooms.values()):
            if room.driving and (self.store.shared or not room.is_driven):
                # The lock may have been lost with its connection.
                room.driving = room.is_driven and await self.store.try_to_drive(room.table.id)
                if not room.is_driven:
                    await self.store.stop_driving(room.table.id)
                elif room.driving:
                    self._nudge(room)
            elif room.driving:
                self._nudge(room)
            if not room.clients and not room.driving and now - room.idle_since > KEEP_IDLE and not room.is_busy:
                self.rooms.pop(room.table.id, None)

    def _nudge(self, room: LiveTable) -> None:
        """A bot that should move but is not thinking, or a clock that rang in vain, had bad luck with the store."""
        if room.table.id not in self._timers:
            self._next_step(room)

    def _hinted(self, table_id: str, n: int) -> None:
        room = self.rooms.get(table_id)
        if room is not None and room.table.n < n:
            self._spawn(room.catch_up())

    async def _save_summaries(self) -> None:
        dirty, self._dirty = self._dirty, set()
        rooms = [self.rooms[table_id] for table_id in dirty if table_id in self.rooms]
        if not rooms:
            return
        while rooms:
            # Moves wait while this is written, so it goes in small portions.
            portion, rooms = rooms[:SUMMARIES_AT_ONCE], rooms[SUMMARIES_AT_ONCE:]
            rows = [_summary_row(room) for room in portion]
            held = [row for room in portion for row in _holder_rows(room)]
            try:
                await self.store.cold(partial(_save, rows=rows, held=held))
            except Exception:
                self._dirty.update(room.table.id for room in (*portion, *rooms))
                raise

    async def _forever(self, work: Any, pause: float) -> None:
        while True:
            try:
                await work()
            except Exception as error:
                logger.warning("will try again", extra={"work": work.__name__, "error": str(error)})
            await asyncio.sleep(pause)

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.warning("task failed", extra={"error": repr(error)})


class _Already(Exception):
    pass


def _kept_seat(chair: Chair) -> Seating:
    """A seat of the next table; a human who was replaced by a bot gets it back."""
    bot = None if chair.took_over else chair.bot
    return Seating(chair.name, bot, tuple(chair.keys), chair.token, chair.account)


def is_table_id(text: str) -> bool:
    return 8 <= len(text) <= 32 and text.isascii() and text.replace("-", "a").replace("_", "a").isalnum()


def _driven(connection: Connection) -> list[str]:
    found = connection.execute(select(tables.c.id).where(tables.c.phase == "playing", tables.c.driven))
    return [row[0] for row in found]


def _summary_row(room: LiveTable) -> dict[str, Any]:
    table = room.table
    summary = summary_of(table)
    over = summary["over"]
    return {
        "id": table.id,
        "created_at": table.created_at,
        "updated_at": table.changed_at,
        "phase": table.phase,
        "public": table.options.public,
        "driven": room.is_driven,
        "players": len(table.chairs),
        "edition": table.rules.edition,
        "score": over and over["score"],
        "outcome": over and over["outcome"],
        "summary": _encoder.encode(summary).decode(),
    }


def _holder_rows(room: LiveTable) -> list[dict[str, Any]]:
    return [
        {"table_id": room.table.id, "seat": seat, "key": key, "account_id": chair.account}
        for seat, chair in enumerate(room.table.chairs)
        for key in chair.keys
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
