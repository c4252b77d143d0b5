"""Moves the bots and watches the clocks of the tables that this process drives.

A table needs a driver only while something is due there: a bot's move, or the end of a player's time. A table where a
human moves without a clock waits in the database, not in memory.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from hanabi.bots.roster import others
from hanabi.server.database import StoreError
from hanabi.server.live.bot_workers import BotWorkers, NoBotMove, SeatedBot, fallback_choice
from hanabi.server.live.heartbeat import Leases
from hanabi.server.live.live_table import LiveTable
from hanabi.server.refusals import Refused
from hanabi.server.tables import StoredEvent
from hanabi.server.tables.features import bot_failures, clock, play

logger = logging.getLogger("hanabi.tables")
# Tables without clients that are loaded per second because something is due there, and how many bots may think at such
# tables at once: people wait for the other bots.
DUE_PER_SECOND = 25
MAX_UNATTENDED_BOTS = 16
# A table whose next event is further away than this does not stay in memory, in seconds.
SOON = 30.0
# How often a pausing bot re-checks the pace, in seconds.
PACE_STEP = 0.1
Spawn = Callable[[Coroutine[Any, Any, None]], None]


class Driver:
    def __init__(
        self,
        leases: Leases,
        bot_workers: BotWorkers,
        bot_pace: float,
        live_tables: dict[str, LiveTable],
        load: Callable[[str], Awaitable[LiveTable]],
        spawn: Spawn,
    ) -> None:
        self._leases, self._bot_workers, self._bot_pace = leases, bot_workers, bot_pace
        self._live_tables, self._load, self._spawn = live_tables, load, spawn
        self._claimed: set[str] = set()
        self._unclaimed: set[str] = set()
        # Claims without an answer, because the connection was lost: they may be stored.
        self._doubtful: set[str] = set()
        self._is_claiming = False
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self.bots_moving: set[str] = set()
        self._closing = False

    def close(self) -> None:
        self._closing = True
        for timer in self._timers.values():
            timer.cancel()

    def changed(self, live: LiveTable) -> None:
        """Something has happened at the table: continue to drive it, or start to."""
        if live.driving:
            self._next_step(live)
        elif live.is_driven:
            self._request_claim(live)

    def lapsed(self) -> None:
        """Other processes may have taken the tables of this one: claim them again."""
        self._claimed.clear()
        for live in self._live_tables.values():
            if live.driving:
                self._stop(live)
                self._request_claim(live)

    async def maintain(self) -> None:
        """Claim tables without a driver, release those with nothing left to do, and load tables that are due."""
        ended: dict[str, float | None] = {}
        for live in list(self._live_tables.values()):
            if live.driving and not live.is_driven:
                self._stop(live)
                ended[live.table.id] = None
            elif live.driving:
                if live.table.id not in self._timers:
                    # Its event could not be stored.
                    self._next_step(live)
            elif live.is_driven:
                self._request_claim(live)
        # Tables that could not be loaded after the claim, or left memory meanwhile.
        driven = {live.table.id for live in self._live_tables.values() if live.driving}
        ended |= dict.fromkeys(sorted(self._claimed - driven - ended.keys()), self._leases.now())
        await self._release(ended)
        await self._load_due()

    def is_needed(self, live: LiveTable) -> bool:
        """Whether a table without clients must stay in memory."""
        due = live.clock.due_at()
        return live.driving and due is not None and due - live.clock.now() < SOON

    async def let_go(self, live: LiveTable) -> None:
        """The table leaves memory: a process drives it again when something is due."""
        self._stop(live)
        await self._release({live.table.id: live.clock.due_at()})

    def _stop(self, live: LiveTable) -> None:
        live.driving = False
        timer = self._timers.pop(live.table.id, None)
        if timer is not None:
            timer.cancel()

    async def _release(self, due: dict[str, float | None]) -> None:
        due = {table: at for table, at in due.items() if table in self._claimed}
        await self._leases.release(due)
        self._claimed.difference_update(due)

    async def _load_due(self) -> None:
        unattended = sum(1 for table in self.bots_moving if (live := self._live_tables.get(table)) and not live.clients)
        limit = min(DUE_PER_SECOND, MAX_UNATTENDED_BOTS - unattended)
        if limit <= 0:
            return
        self._doubtful.update(await self._leases.due(limit))
        claimed = await self._leases.claim(self._doubtful)
        self._doubtful.clear()
        self._claimed |= claimed
        for table_id in sorted(claimed):
            try:
                live = await self._load(table_id)
            except Refused:
                await self._release({table_id: None})
                continue
            if live.is_driven:
                self._begin(live)
            else:
                await self._release({table_id: None})

    def _request_claim(self, live: LiveTable) -> None:
        if live.table.id in self._claimed:
            self._begin(live)
            return
        self._unclaimed.add(live.table.id)
        if not self._is_claiming and not self._closing:
            self._is_claiming = True
            self._spawn(self._claim())

    async def _claim(self) -> None:
        """Each transaction claims all tables that were requested during the one before."""
        try:
            while self._unclaimed and not self._closing:
                tables, self._unclaimed = self._unclaimed, set()
                try:
                    claimed = await self._leases.claim(tables)
                except StoreError:
                    # The next maintenance tries again.
                    self._doubtful |= tables
                    return
                self._claimed |= claimed
                for table_id in sorted(claimed):
                    if (live := self._live_tables.get(table_id)) is not None and live.is_driven:
                        self._begin(live)
        finally:
            self._is_claiming = False

    def _begin(self, live: LiveTable) -> None:
        if not live.driving:
            live.driving = True
            self._next_step(live)

    def _next_step(self, live: LiveTable) -> None:
        """Start the bot or the clock of the current player."""
        table = live.table
        timer = self._timers.pop(table.id, None)
        if timer is not None:
            timer.cancel()
        if self._closing or table.game is None or table.game.player is None:
            return
        seat = table.game.player
        if table.occupants[seat].bot is not None:
            if table.id not in self.bots_moving:
                self.bots_moving.add(table.id)
                self._spawn(self._move_bots(live))
        elif (left := live.clock.time_left()) is not None:
            loop = asyncio.get_running_loop()
            self._timers[table.id] = loop.call_later(max(0.0, left), self._time_up, live, seat, table.actions)

    async def _move_bots(self, live: LiveTable) -> None:
        """Move the bots until a human's turn."""
        table = live.table
        try:
            while table.game is not None and table.game.player is not None and live.driving:
                seat, actions = table.game.player, table.actions
                bot = table.occupants[seat].bot
                if bot is None:
                    break
                pace = self._pause(live)
                view = table.game.view(seat)
                partners = others([occupant.bot for occupant in table.occupants], seat)
                earlier = None if table.origin is None or table.branch else f"{table.origin} {seat}"
                seated = SeatedBot(bot, f"{table.id} {seat}", partners, earlier)
                chosen = self._bot_workers.choose(seated, view, live.opened_from or table.id)
                with contextlib.suppress(Refused):
                    try:
                        action = (await asyncio.gather(chosen, pace))[0]
                    except NoBotMove:
                        action = fallback_choice(view)
                        await self._append(live, seat, actions, partial(bot_failures.BotFailure, seat=seat))
                    await self._append(live, seat, actions, partial(play.checked_move, table, seat, action))
        except StoreError as error:
            logger.info("bot move not stored", extra={"table": table.id, "error": str(error)})
        finally:
            self.bots_moving.discard(table.id)

    async def _append(self, live: LiveTable, seat: int, actions: int, make_event: Callable[[], StoredEvent]) -> None:
        """Store an event of a bot that is still at turn. Raises Refused."""
        table = live.table

        def event(_: float) -> StoredEvent:
            if table.actions != actions or table.occupants[seat].bot is None:
                raise Refused("stale")
            return make_event()

        await live.append(event)

    async def _pause(self, live: LiveTable) -> None:
        """Pause as long as the players want bots to; they may change the pace in the meantime."""
        loop = asyncio.get_running_loop()
        started_at = loop.time()
        while (left := self._bot_pace * live.wait_factor() - (loop.time() - started_at)) > 0:
            await asyncio.sleep(min(left, PACE_STEP))

    def _time_up(self, live: LiveTable, seat: int, actions: int) -> None:
        self._timers.pop(live.table.id, None)

        def timeout_event(_: float) -> clock.TimeRanOut:
            table = live.table
            has_moved = table.actions != actions or table.game is None or table.game.player != seat
            if has_moved or table.occupants[seat].away:
                raise Refused("stale")
            return clock.TimeRanOut(seat=seat)

        async def append_timeout() -> None:
            with contextlib.suppress(Refused, StoreError):
                await live.append(timeout_event)

        self._spawn(append_timeout())
