"""Reads wait for no write, and writes for no read; a read cannot write."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, text

from hanabi.server.database import Row, Store, StoreError, open_store
from hanabi.server.database.postgres import READERS, WRITERS
from support.postgres import a_database

LOCK = 4711
WAIT = text(f"SELECT pg_advisory_xact_lock_shared({LOCK})")
WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
COUNT = text("SELECT count(*) FROM event")


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with a_database() as dsn:
        yield dsn


async def beside_sqlite(file: Path, held: str, work: Callable[[Store], Any]) -> None:
    """Run `work` while a read (`query`) or a write (`write`) is held up."""
    store = open_store(str(file))
    await store.open()
    begun, go_on = threading.Event(), threading.Event()

    def wait(connection: Connection) -> None:
        connection.execute(COUNT).scalar()
        begun.set()
        assert go_on.wait(120)

    waiting = asyncio.ensure_future(getattr(store, held)(wait))
    try:
        assert await asyncio.to_thread(begun.wait, 60)
        await asyncio.wait_for(work(store), 60)
        assert not waiting.done()
    finally:
        go_on.set()
        await waiting
        await store.close()


async def beside_postgres(dsn: str, held: str, work: Callable[[Store], Any]) -> None:
    store = open_store(dsn)
    await store.open()
    other = await asyncpg.connect(dsn)
    await other.execute(f"SELECT pg_advisory_lock({LOCK})")
    # As many as could ever be under way.
    waiting = [
        asyncio.ensure_future(getattr(store, held)(lambda connection: connection.execute(WAIT).scalar()))
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


def test_writes_do_not_wait_for_reads_on_sqlite(tmp_path: Path) -> None:
    asyncio.run(beside_sqlite(tmp_path / "tables.db", "query", write))


def test_reads_do_not_wait_for_writes_on_sqlite(tmp_path: Path) -> None:
    asyncio.run(beside_sqlite(tmp_path / "tables.db", "write", read))


def test_writes_do_not_wait_for_reads_on_postgresql(postgres: str) -> None:
    asyncio.run(beside_postgres(postgres, "query", write))


def test_reads_do_not_wait_for_writes_on_postgresql(postgres: str) -> None:
    asyncio.run(beside_postgres(postgres, "write", read))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_query_cannot_write(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    address = str(tmp_path / "tables.db") if kind == "sqlite" else str(request.getfixturevalue("postgres"))

    async def attempt() -> None:
        store = open_store(address)
        await store.open()
        try:
            with pytest.raises(StoreError, match=r"read-?only"):
                await store.query(lambda connection: connection.execute(text("DELETE FROM event")))
        finally:
            await store.close()

    asyncio.run(attempt())
