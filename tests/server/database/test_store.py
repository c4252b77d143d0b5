"""The promises of a store, on both databases."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text

from hanabi.server import database
from hanabi.server.database import Row, Store, StoreError, open_store
from hanabi.server.database.schema import metadata
from hanabi.server.database.schema_upgrade import upgrade
from support.postgres import with_option

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def opened(address: str) -> AsyncIterator[Store]:
    store = open_store(address)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def test_the_first_of_two_events_for_one_place_wins(address: str) -> None:
    async with opened(address) as store:
        rows = [Row("race", n, 1.0, f'"{who}"', None) for n in range(80) for who in ("first", "second")]
        stored = await asyncio.gather(*(store.append(row) for row in rows))
        assert stored == [True, False] * 80
        stored_rows = await store.read("race", 9)
        assert [row.n for row in stored_rows] == list(range(10, 80))
        assert {row.body for row in stored_rows} == {'"first"'}


async def test_many_events_are_stored_in_order_although_callers_are_cancelled(address: str) -> None:
    async with opened(address) as store:
        appended = [store.append(Row("many", n, 1.0, "{}", None)) for n in range(350)]
        for stored in appended[::7]:
            stored.cancel()
        assert await store.append(Row("many", 350, 1.0, "{}", None))
        assert all(stored.result() for stored in appended if not stored.cancelled())
        assert [row.n for row in await store.read("many")] == list(range(351))


async def test_a_command_has_one_place(address: str) -> None:
    async with opened(address) as store:
        assert await store.append(Row("twice", 0, 1.0, "{}", "k:1"))
        assert not await store.append(Row("twice", 1, 1.0, "{}", "k:1"))
        assert await store.append(Row("other", 0, 1.0, "{}", "k:1"))


async def test_stored_events_are_there_after_reopening(address: str) -> None:
    async with opened(address) as store:
        await asyncio.gather(*(store.append(Row("kept", n, 2.5, "{}", None)) for n in range(20)))
    async with opened(address) as store:
        assert [row.n for row in await store.read("kept")] == list(range(20))


async def test_a_failed_write_leaves_nothing_behind(address: str) -> None:
    def work(connection: Connection) -> None:
        connection.execute(text("INSERT INTO event (table_id, n, at, body) VALUES ('failed', 0, 0, '')"))
        raise KeyError("in the middle")

    async with opened(address) as store:
        with pytest.raises(KeyError):
            await store.write(work)
        assert await store.read("failed") == []


async def test_a_forgetful_postgresql_is_refused(postgres: str) -> None:
    address = with_option(postgres, "options=-c%20synchronous_commit%3Doff")
    store = open_store(address)
    with pytest.raises(StoreError, match="synchronous_commit"):
        await store.open()


def test_a_new_database_has_the_schema_and_needs_no_upgrade(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    engine = create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    for _ in range(2):
        with engine.begin() as connection:
            upgrade(connection)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_an_unknown_database_is_named() -> None:
    with pytest.raises(StoreError, match="'mysql' is not a supported database"):
        open_store("mysql://localhost/hanabi")


def test_only_the_stores_know_their_dialect() -> None:
    """A third database is one more store."""
    package = Path(database.__file__).parents[2]
    asks = {file.name for file in package.rglob("*.py") if "dialect" in file.read_text(encoding="utf-8")}
    assert asks == {"postgres.py", "sqlite.py"}
