"""PostgreSQL with a synchronous standby: no acknowledged move is lost when the primary dies, and the server waits for a
database that is starting."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from hanabi.server.database import Row, StoreError, open_store, postgres as postgres_store
from hanabi.server.database.postgres import PostgresStore
from support.crash_clients import a_move_storm
from support.postgres import Postgres, running_postgres
from support.server_process import running_server

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
CONFIGURATION = (Path(__file__).parents[2] / "deploy" / "postgresql.conf").read_text(encoding="utf-8")


@pytest.fixture
def pair() -> Iterator[tuple[Postgres, Postgres]]:
    """A primary with the settings in deploy/, and its standby."""
    with running_postgres() as primary, running_postgres(primary) as standby:
        primary.configure(CONFIGURATION)
        yield primary, standby


def address_of(pair: tuple[Postgres, Postgres]) -> str:
    hosts = ",".join(str(one.folder) for one in pair)
    return f"postgresql://hanabi@/postgres?host={hosts}&target_session_attrs=primary"


async def test_no_acknowledged_move_is_lost_when_the_standby_is_promoted(pair: tuple[Postgres, Postgres]) -> None:
    primary, standby = pair
    with running_server(address_of(pair), "--standby") as server:
        async with a_move_storm(server.address) as storm:
            await storm.moves(30)
            await asyncio.to_thread(primary.kill)
            await asyncio.to_thread(standby.promote)
            await storm.moves(30)


async def test_an_event_counts_as_stored_when_the_standby_has_it(
    pair: tuple[Postgres, Postgres], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the server stopped waiting, the event would be visible on the primary, but missing on the standby."""
    monkeypatch.setattr(postgres_store, "COMMAND_TIMEOUT", 0.5)
    primary, standby = pair
    store = PostgresStore(primary.dsn, standby=True)
    await store.open()
    try:
        assert await store.append(Row("a-table", 0, 0.0, "{}", None))
        await asyncio.to_thread(standby.kill)
        appended = store.append(Row("a-table", 1, 0.0, "{}", None))
        await asyncio.sleep(1.5)
        assert not appended.done()
        assert [row.n for row in await store.read("a-table")] == [0]
        await asyncio.to_thread(standby.start)
        assert await asyncio.wait_for(appended, 60)
        assert [row.n for row in await store.read("a-table")] == [0, 1]
    finally:
        await store.close()


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ("", "synchronous_standby_names = ''"),
        ("synchronous_standby_names = '*'\nsynchronous_commit = local\n", "synchronous_commit = 'local'"),
    ],
)
async def test_a_primary_that_does_not_wait_for_its_standby_is_refused(settings: str, named: str) -> None:
    with running_postgres() as primary:
        primary.configure(settings)
        connection = await asyncpg.connect(primary.dsn)
        async with asyncio.timeout(30):
            while settings and await connection.fetchval("SHOW synchronous_commit") != "local":
                await asyncio.sleep(0.05)
        await connection.close()
        store = open_store(primary.dsn, standby=True)
        with pytest.raises(StoreError, match="may be missing on the standby") as error:
            await store.open()
        assert named in str(error.value)


async def test_the_server_waits_for_a_database_that_is_starting(caplog: pytest.LogCaptureFixture) -> None:
    with running_postgres() as database:
        database.stop()
        store = open_store(database.dsn)
        opening = asyncio.ensure_future(store.open())
        while "waiting for the database" not in caplog.messages:
            assert not opening.done()
            await asyncio.sleep(0.05)
        await asyncio.to_thread(database.start)
        await asyncio.wait_for(opening, 60)
        await store.close()


async def test_waiting_ends_with_the_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(postgres_store, "STARTUP_PATIENCE", 0.0)
    with pytest.raises(StoreError, match="the database cannot be reached"):
        await open_store(f"postgresql://hanabi@/postgres?host={tmp_path}").open()
