"""The file of an SQLite database: private, one server's, and named where it cannot be used."""

import asyncio
import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from hanabi.cli import main
from hanabi.server.database import Row, StoreError, open_store


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.parametrize("older", [False, True], ids=["new", "made by an older server"])
def test_only_the_owner_can_read_it(tmp_path: Path, older: bool) -> None:
    file = tmp_path / "tables.db"
    before = os.umask(0o022)
    try:
        if older:
            file.touch(0o644)

        async def use() -> set[int]:
            store = open_store(str(file))
            await store.open()
            await store.append(Row("table", 0, 0.0, "{}", None))
            modes = {mode(found) for found in tmp_path.iterdir()}
            assert {found.name for found in tmp_path.iterdir()} >= {"tables.db", "tables.db-wal", "tables.db-shm"}
            await store.close()
            return modes

        assert asyncio.run(use()) == {0o600}
    finally:
        os.umask(before)


def test_a_file_that_cannot_be_made_is_refused_with_a_reason() -> None:
    answer = CliRunner().invoke(main, ["serve", "--database", "/proc/hanabi/tables.db"])
    assert answer.exit_code == 1
    assert "cannot be opened for writing" in answer.output
    assert "Traceback" not in answer.output
    assert answer.exception is None or isinstance(answer.exception, SystemExit)


def test_beside_a_server_nothing_is_made_and_no_lock_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def use() -> None:
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

    asyncio.run(use())


def test_space_of_deleted_rows_is_given_back(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def use() -> tuple[int, int]:
        store = open_store(str(file))
        await store.open()
        rows = [Row("long", n, 0.0, "x" * 2000, None) for n in range(1500)]
        await asyncio.gather(*(store.append(row) for row in rows))
        full = await store.query(lambda connection: connection.execute(text("PRAGMA page_count")).scalar_one())
        await store.write(lambda connection: connection.execute(text("DELETE FROM event")))
        await store.shrink()
        left = await store.query(lambda connection: connection.execute(text("PRAGMA page_count")).scalar_one())
        await store.close()
        return full, left

    full, left = asyncio.run(use())
    assert left < full / 4
    assert file.stat().st_size < 4096 * full / 4
