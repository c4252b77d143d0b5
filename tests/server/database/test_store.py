"""What a store promises, kept by both of them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text

from hanabi.server.database import Row, Store, StoreError, open_store
from hanabi.server.database.schema import metadata
from hanabi.server.database.schema_upgrade import upgrade
from support.postgres import a_database, with_option


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with a_database() as dsn:
        yield dsn


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "tables.db") if request.param == "sqlite" else str(request.getfixturevalue("postgres"))


@contextlib.asynccontextmanager
async def opened(address: str) -> AsyncIterator[Store]:
    store = open_store(address)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def test_of_two_events_for_one_place_the_first_is_kept(address: str) -> None:
    async def race() -> None:
        async with opened(address) as store:
            rows = [Row("race", n, 1.0, f'"{who}"', None) for n in range(80) for who in ("first", "second")]
            stored = await asyncio.gather(*(store.append(row) for row in rows))
            assert stored == [True, False] * 80
            kept = await store.read("race", 9)
            assert [row.n for row in kept] == list(range(10, 80))
            assert {row.body for row in kept} == {'"first"'}

    asyncio.run(race())


def test_more_than_one_batch_takes_is_stored_in_order_and_nobody_waits_for_a_failed_neighbor(address: str) -> None:
    async def many() -> None:
        async with opened(address) as store:
            outcomes: list[bool | StoreError] = []

            def failing(outcome: bool | StoreError) -> None:
                outcomes.append(outcome)
                raise KeyError("in what follows")

            for n in range(350):
                store.post(Row("many", n, 1.0, "{}", None), failing if n % 7 == 0 else outcomes.append)
            assert not outcomes
            assert await store.append(Row("many", 350, 1.0, "{}", None))
            assert outcomes == [True] * 350
            assert [row.n for row in await store.read("many")] == list(range(351))

    asyncio.run(many())


def test_a_command_has_one_place(address: str) -> None:
    async def twice() -> None:
        async with opened(address) as store:
            assert await store.append(Row("twice", 0, 1.0, "{}", "k:1"))
            assert not await store.append(Row("twice", 1, 1.0, "{}", "k:1"))
            assert await store.append(Row("other", 0, 1.0, "{}", "k:1"))

    asyncio.run(twice())


def test_what_is_stored_is_there_after_reopening(address: str) -> None:
    async def reopen() -> None:
        async with opened(address) as store:
            await asyncio.gather(*(store.append(Row("kept", n, 2.5, "{}", None)) for n in range(20)))
        async with opened(address) as store:
            assert [row.n for row in await store.read("kept")] == list(range(20))

    asyncio.run(reopen())


def test_cold_work_that_fails_leaves_nothing_behind(address: str) -> None:
    def work(connection: Connection) -> None:
        connection.execute(text("INSERT INTO event (table_id, n, at, body) VALUES ('cold', 0, 0, '')"))
        raise KeyError("in the middle")

    async def fail() -> None:
        async with opened(address) as store:
            with pytest.raises(KeyError):
                await store.write(work)
            assert await store.read("cold") == []

    asyncio.run(fail())


def test_a_forgetful_postgresql_is_refused(postgres: str) -> None:
    async def attempt() -> None:
        address = with_option(postgres, "options=-c%20synchronous_commit%3Doff")
        store = open_store(address)
        with pytest.raises(StoreError, match="synchronous_commit"):
            await store.open()

    asyncio.run(attempt())


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
