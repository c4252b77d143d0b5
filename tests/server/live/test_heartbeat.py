"""Who drives a table: one process at a time, another one when it is gone, and nobody if nothing is due."""

import asyncio
from collections.abc import Callable

import asyncpg
import pytest
from sqlalchemy import Connection, select, update

from hanabi.server.actor import Actor
from hanabi.server.database import Store, open_store
from hanabi.server.database.schema import driven_tables, events, server_processes
from hanabi.server.live import driver, heartbeat, registry
from hanabi.server.live.heartbeat import Leases
from hanabi.server.live.live_table import LiveTable
from hanabi.server.live.registry import TableRegistry
from hanabi.server.tables import Clock, InitialSeat, Options
from hanabi.server.tables.features.seating import BotSeated
from hanabi.server.tables.features.start import start_event

pytestmark = pytest.mark.anyio


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


async def opened(address: str, *, bot_pace: float = 0.0) -> TableRegistry:
    store = open_store(address)
    await store.open()
    tables = TableRegistry(store, bot_pace=bot_pace)
    await tables.open()
    return tables


async def shut(*registries: TableRegistry) -> None:
    for each in registries:
        await each.close()
        await each.store.close()


async def a_driven_table(tables: TableRegistry, *, bot_first: bool, clock: Clock | None = None) -> LiveTable:
    """A human and a bot; it is the bot's turn, or the human's."""
    first = 1 if bot_first else 0
    seats = (InitialSeat("Ana", None, ("k0",), "t0"),)
    options = Options(seats=2, first=first, clock=clock or Clock())
    live = await tables.create(options, Actor("k0"), seats)
    await live.append(lambda _: BotSeated(seat=1, bot="random", name="Random"))
    await live.append(lambda _: start_event(live.table))
    return live


def drivers(connection: Connection) -> dict[str, str | None]:
    return {row.table_id: row.process for row in connection.execute(select(driven_tables))}


async def expire(store: Store) -> None:
    """Let the row of this store's process look as if it had not been renewed for a while."""
    long_ago = store.now() - heartbeat.LEASE - 1
    statement = update(server_processes).where(server_processes.c.id == store.process)
    await store.write(lambda connection: connection.execute(statement.values(seen_at=long_ago)))


async def test_a_table_has_one_driver_until_that_process_is_gone(postgres: str) -> None:
    stores = [open_store(postgres) for _ in range(2)]
    for store in stores:
        await store.open()
    one, two = (Leases(store) for store in stores)
    await one.renew()
    await two.renew()
    assert await one.claim(["t1", "t2"]) == {"t1", "t2"}
    assert await two.claim(["t1", "t3"]) == {"t3"}
    assert await one.claim(["t1"]) == {"t1"}
    await one.release({"t2": None})
    assert await two.claim(["t2"]) == {"t2"}
    await expire(stores[0])
    await two.renew()
    assert await two.claim(["t1"]) == {"t1"}
    assert not await one.renew(), "it counted as gone and must claim again"
    assert await one.claim(["t1"]) == set()
    await two.end()
    assert await one.claim(["t1"]) == {"t1"}
    await one.end()
    for store in stores:
        await store.close()


async def test_tables_claimed_by_an_expired_process_become_free(postgres: str) -> None:
    """It was suspended, others removed its row, and it claims a table before its next heartbeat. Then it dies."""
    stores = [open_store(postgres) for _ in range(2)]
    for store in stores:
        await store.open()
    suspended, other = (Leases(store) for store in stores)
    await suspended.renew()
    await expire(stores[0])
    await other.renew()
    assert await suspended.claim(["t1"]) == {"t1"}
    assert await other.claim(["t1"]) == set()
    await other.renew()
    assert await other.claim(["t1"]) == {"t1"}
    await other.end()
    for store in stores:
        await store.close()


async def test_locks_do_not_grow_with_tables(postgres: str) -> None:
    tables = await opened(postgres)
    lives = [await a_driven_table(tables, bot_first=False) for _ in range(40)]
    await until(lambda: all(live.driving for live in lives))
    other = await asyncpg.connect(postgres)
    assert await other.fetchval("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == 0
    await other.close()
    await shut(tables)


async def test_bots_continue_after_a_restart_without_clients(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "LEASE", 1.0)
    monkeypatch.setattr(heartbeat, "SHARED_INTERVAL", 0.2)
    first = await opened(address, bot_pace=3600.0)
    live = await a_driven_table(first, bot_first=True)
    n = live.table.n
    await until(lambda: live.driving)
    # Killed while the bot thinks: it releases nothing.
    await first._tasks.close()
    first.bot_workers.close()
    await first.store.close()
    second = await opened(address)
    await until(lambda: live.table.id in second.live_tables and second.live_tables[live.table.id].table.n > n)
    await shut(second)


async def test_a_table_that_waits_for_a_human_is_not_loaded(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It leaves memory and needs no driver; only a clock brings a table back in time."""
    monkeypatch.setattr(registry, "KEEP_IDLE", -1.0)
    monkeypatch.setattr(driver, "SOON", 2.0)
    tables = await opened(address)
    waiting = await a_driven_table(tables, bot_first=False)
    timed = await a_driven_table(tables, bot_first=False, clock=Clock("move", 600))
    ids = (waiting.table.id, timed.table.id)
    await until(lambda: not set(ids) & set(tables.live_tables))
    rows = await tables.store.query(drivers)
    assert ids[0] not in rows
    assert rows[ids[1]] is None
    seen: list[str] = []

    def pass_time(connection: Connection) -> None:
        of_table = events.c.table_id == ids[1]
        connection.execute(update(events).where(of_table).values(at=events.c.at - 600))
        due = update(driven_tables).where(driven_tables.c.table_id == ids[1])
        connection.execute(due.values(due_at=driven_tables.c.due_at - 600))

    await tables.store.write(pass_time)

    def look(connection: Connection) -> None:
        newest = select(events.c.body).where(events.c.table_id == ids[1]).order_by(events.c.n.desc())
        seen.append(str(connection.execute(newest).scalar()))

    async with asyncio.timeout(60):
        while not seen or "time_ran_out" not in seen[-1]:
            await tables.store.query(look)
            await asyncio.sleep(0.05)
    await shut(tables)
