"""Databases of every schema there has been: each opens, moves to the newest one, and has lost nothing."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine

from hanabi.records.replay import replay
from hanabi.server.database import open_store
from hanabi.server.database.schema import metadata
from hanabi.server.database.schema_upgrade import HEAD
from hanabi.server.live.registry import TableRegistry
from hanabi.server.people.accounts import Accounts, SignInKeys
from hanabi.server.tables.fairness import verify
from hanabi.server.tables.table import Table

FILES = sorted((Path(__file__).parent / "databases").glob("schema-*.sql"))


Columns = dict[str, list[str]]


def columns_of(file: Path) -> Columns:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: [row[1] for row in connection.execute(f'PRAGMA table_info("{name}")')]
            for name in names
            if name != "alembic_version"
        }


def rows_of(file: Path, columns: Columns) -> dict[str, set[tuple[Any, ...]]]:
    """What stands in these columns."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        lists = {table: ", ".join(f'"{name}"' for name in names) for table, names in columns.items()}
        return {table: set(connection.execute(f'SELECT {names} FROM "{table}"')) for table, names in lists.items()}


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    file = tmp_path / "tables.db"
    connection = sqlite3.connect(file)
    connection.executescript(request.param.read_text())
    connection.close()
    return file


def test_the_newest_schema_is_among_them() -> None:
    """`python tests/tables/store/databases/make.py` makes the one that is missing."""
    assert f"schema-{HEAD}" in {file.stem for file in FILES}


def test_an_old_database_opens_and_has_lost_nothing(old: Path) -> None:
    columns = columns_of(old)
    before = rows_of(old, columns)

    async def look() -> dict[str, Table]:
        store = open_store(str(old))
        await store.open()
        registry = TableRegistry(store)
        tables = {}
        for table_id in {row[0] for row in before["event"]}:
            table = tables[table_id] = (await registry.live_table(table_id)).table
            assert table.n + 1 == sum(row[0] == table_id for row in before["event"])
        await Accounts(store).login("ana", "correct horse", SignInKeys("k9", None))
        await store.close()
        return {table.phase: table for table in tables.values()}

    found = asyncio.run(look())
    assert set(found) == {"setup", "playing", "over"}
    assert [occupant.name for occupant in found["setup"].occupants] == ["Ana", "Bogdan", "Łucja", None]
    assert found["playing"].actions == 8
    assert found["playing"].notes[1] == {3: "<b>new?</b>"}
    record = found["over"].record()
    over = replay(record).over
    assert over is not None
    assert over.to_dict() == record.extra["result"]
    assert verify(record) == record.extra["commitment"]
    after = rows_of(old, columns)
    for name, rows in before.items():
        if name not in ("game_table", "visitor"):
            assert rows <= after[name], name
    with create_engine(f"sqlite:///{old}").connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
