"""A row that the database does not accept fails alone, and no error quotes its values."""

import asyncio
import logging
import sqlite3

import pytest
from sqlalchemy import Connection, insert, text
from sqlalchemy.exc import IntegrityError

from hanabi.server.database import Row, StoreError, UnstorableEvent, open_store, problem_of
from hanabi.server.database.schema import accounts
from support.in_process_tables import RecordingClient, a_registry, a_table

pytestmark = pytest.mark.anyio

SECRET = "argon2-secret"


async def test_the_rest_of_the_batch_is_stored(address: str) -> None:
    store = open_store(address)
    await store.open()
    try:
        bad = {7, 40}
        rows = [Row("bad", n, 1.0, f'"{SECRET}\ud800"' if n in bad else "{}", None) for n in range(60)]
        outcomes = await asyncio.gather(*(store.append(row) for row in rows), return_exceptions=True)
        assert {n for n, outcome in enumerate(outcomes) if isinstance(outcome, UnstorableEvent)} == bad
        assert [outcome for n, outcome in enumerate(outcomes) if n not in bad] == [True] * 58
        assert not any(SECRET in str(outcome) for outcome in outcomes)
        assert [row.n for row in await store.read("bad")] == sorted(set(range(60)) - bad)
        assert store.health.problem is None
    finally:
        await store.close()


async def test_a_nul_in_a_command_id_affects_only_its_sender(postgres: str) -> None:
    async with a_registry(postgres) as context:
        tables = [await a_table(context, 2, communication="free") for _ in range(8)]
        hosts = [RecordingClient(context, live, "k0") for live in tables]
        ids = ["\0" * 8 if number % 4 == 0 else f"c{number}" for number in range(8)]
        answers = await asyncio.gather(
            *(host.send_command(type="chat", id=id_, text="hi") for host, id_ in zip(hosts, ids, strict=True))
        )
        for id_, answer in zip(ids, answers, strict=True):
            assert answer["type"] == ("error" if "\0" in id_ else "ack"), answer
        assert (await hosts[0].send_command(type="chat", id="again", text="hi"))["type"] == "ack"


async def test_errors_never_quote_stored_values(address: str, caplog: pytest.LogCaptureFixture) -> None:
    row = {"name": "Ana", "folded": SECRET, "password": SECRET, "created_at": 0.0}

    def twice(connection: Connection) -> None:
        connection.execute(insert(accounts).values(**row))
        connection.execute(insert(accounts).values(**row))

    caplog.set_level(logging.DEBUG)
    store = open_store(address)
    await store.open()
    try:
        with pytest.raises(IntegrityError) as refused:
            await store.write(twice)
        assert SECRET not in problem_of(refused.value)
        wrong = text("SELECT * FROM no_such_table WHERE a = :secret").bindparams(secret=SECRET)
        for run in (store.write, store.query):
            with pytest.raises(StoreError) as failed:
                await run(lambda connection: connection.execute(wrong))
            assert SECRET not in str(failed.value)
            assert failed.value.__context__ is None or failed.value.__suppress_context__
    finally:
        await store.close()
    assert SECRET not in caplog.text


def test_other_errors_are_described_by_their_type() -> None:
    assert problem_of(KeyError(SECRET)) == "KeyError"
    assert problem_of(ValueError(SECRET)) == "ValueError"
    assert "no such table" in problem_of(_sqlite_error())


def _sqlite_error() -> sqlite3.Error:
    with pytest.raises(sqlite3.Error) as failed, sqlite3.connect(":memory:") as connection:
        connection.execute("SELECT * FROM unknown")
    return failed.value
