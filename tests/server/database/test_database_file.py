"""The file of an SQLite database: private, locked by one server, and named in errors."""

import asyncio
import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from hanabi.cli import main
from hanabi.server.database import Row, StoreError, open_store

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("readable", [False, True], ids=["new", "readable before"])
async def test_only_the_owner_can_read_it(tmp_path: Path, readable: bool) -> None:
    file = tmp_path / "tables.db"
    before = os.umask(0o022)
    try:
        if readable:
            file.touch(0o644)

        store = open_store(str(file))
        await store.open()
        await store.append(Row("table", 0, 0.0, "{}", None))
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        await store.close()
        assert set(modes) >= {"tables.db", "tables.db-wal", "tables.db-shm"}
        assert set(modes.values()) == {0o600}
    finally:
        os.umask(before)


def test_a_file_that_cannot_be_created_is_refused_with_a_reason() -> None:
    answer = CliRunner().invoke(main, ["serve", "--database", "/proc/hanabi/tables.db"])
    assert answer.exit_code == 1
    assert "cannot be opened for writing" in answer.output
    assert "Traceback" not in answer.output
    assert answer.exception is None or isinstance(answer.exception, SystemExit)


async def test_beside_a_server_no_file_is_created_and_no_lock_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with pytest.raises(StoreError, match="there is no database"):
        await open_store(str(file), beside_server=True).open()
    assert not file.exists()
    server = open_store(str(file))
    await server.open()
    with pytest.raises(StoreError, match="another server"):
        await open_store(str(file)).open()
    beside = open_store(str(file), beside_server=True)
    await beside.open()
    assert await beside.append(Row("table", 0, 0.0, "{}", None))
    assert [row.n for row in await server.read("table")] == [0]
    await beside.close()
    await server.write(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '0'")))
    with pytest.raises(StoreError, match="does not match this program"):
        await open_store(str(file), beside_server=True).open()
    await server.close()


async def test_space_of_deleted_rows_is_returned(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    store = open_store(str(file))
    await store.open()
    rows = [Row("long", n, 0.0, "x" * 2000, None) for n in range(1500)]
    await asyncio.gather(*(store.append(row) for row in rows))
    full = await store.query(lambda connection: connection.execute(text("PRAGMA page_count")).scalar_one())
    await store.write(lambda connection: connection.execute(text("DELETE FROM event")))
    await store.shrink()
    pages = await store.query(lambda connection: connection.execute(text("PRAGMA page_count")).scalar_one())
    await store.close()
    assert pages < full / 4
    assert file.stat().st_size < 4096 * full / 4
