"""Reads and writes do not wait for each other, and a query cannot write."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, text

from hanabi.server.database import Row, Store, StoreError, open_store
from hanabi.server.database.postgres import READERS, WRITERS

pytestmark = pytest.mark.anyio

LOCK = 4711
WAIT = text(f"SELECT pg_advisory_xact_lock_shared({LOCK})")
WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
COUNT = text("SELECT count(*) FROM event")


async def beside_sqlite(file: Path, blocked: str, work: Callable[[Store], Any]) -> None:
    """Run `work` while a read (`query`) or a write (`write`) is blocked."""
    store = open_store(str(file))
    await store.open()
    begun, resume = threading.Event(), threading.Event()

    def wait(connection: Connection) -> None:
        connection.execute(COUNT).scalar()
        begun.set()
        assert resume.wait(120)

    waiting = asyncio.ensure_future(getattr(store, blocked)(wait))
    try:
        assert await asyncio.to_thread(begun.wait, 60)
        await asyncio.wait_for(work(store), 60)
        assert not waiting.done()
    finally:
        resume.set()
        await waiting
        await store.close()


async def beside_postgres(dsn: str, blocked: str, work: Callable[[Store], Any]) -> None:
    store = open_store(dsn)
    await store.open()
    other = await asyncpg.connect(dsn)
    await other.execute(f"SELECT pg_advisory_lock({LOCK})")
    # More than could ever run at once.
    waiting = [
        asyncio.ensure_future(getattr(store, blocked)(lambda connection: connection.execute(WAIT).scalar()))
        for _ in range(8)
    ]
    try:
        async with asyncio.timeout(60):
            while await other.fetchval(WAITING) < min(READERS, WRITERS):
                await asyncio.sleep(0.01)
        await asyncio.wait_for(work(store), 60)
        assert not any(task.done() for task in waiting)
    finally:
        await other.close()
        await asyncio.gather(*waiting)
        await store.close()


async def write(store: Store) -> None:
    assert await store.append(Row("beside", 0, 1.0, "{}", None))
    await store.write(lambda connection: connection.execute(text("DELETE FROM watermark")))


async def read(store: Store) -> None:
    assert await store.query(lambda connection: connection.execute(COUNT).scalar()) is not None
    await store.read("beside")


async def test_writes_do_not_wait_for_reads_on_sqlite(tmp_path: Path) -> None:
    await beside_sqlite(tmp_path / "tables.db", "query", write)


async def test_reads_do_not_wait_for_writes_on_sqlite(tmp_path: Path) -> None:
    await beside_sqlite(tmp_path / "tables.db", "write", read)


async def test_writes_do_not_wait_for_reads_on_postgresql(postgres: str) -> None:
    await beside_postgres(postgres, "query", write)


async def test_reads_do_not_wait_for_writes_on_postgresql(postgres: str) -> None:
    await beside_postgres(postgres, "write", read)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_a_query_cannot_write(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    address = str(tmp_path / "tables.db") if kind == "sqlite" else str(request.getfixturevalue("postgres"))
    store = open_store(address)
    await store.open()
    try:
        with pytest.raises(StoreError, match=r"read-?only"):
            await store.query(lambda connection: connection.execute(text("DELETE FROM event")))
    finally:
        await store.close()
