"""Simulated power loss under SQLite: every write that was not synced is dropped or torn.

With `synchronous=NORMAL` the same cuts must lose acknowledged events, or the simulation would prove nothing.
"""

import os
import random
import sqlite3
from pathlib import Path

import apsw
import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool
from typing_extensions import Buffer

from hanabi.server.database.schema_upgrade import upgrade
from hanabi.server.database.sqlite import insertion

LONG = os.environ.get("HANABI_CRASH") == "long"
CUTS = 500 if LONG else 100
SECTOR = 512


class Disk:
    """The content of the disk: the files as of their last sync, and the writes since then."""

    def __init__(self) -> None:
        self.synced: dict[str, bytes] = {}
        self.since: dict[str, list[tuple[int, bytes] | int]] = {}

    def write(self, name: str, data: bytes, offset: int) -> None:
        self.since.setdefault(name, []).append((offset, data))

    def truncate(self, name: str, size: int) -> None:
        self.since.setdefault(name, []).append(size)

    def sync(self, name: str) -> None:
        content = bytearray(self.synced.get(name, b""))
        for change in self.since.pop(name, []):
            _apply(content, change)
        self.synced[name] = bytes(content)

    def delete(self, name: str) -> None:
        self.synced.pop(name, None)
        self.since.pop(name, None)

    def cut(self, folder: Path, chance: random.Random) -> None:
        """Cut the power: some unsynced sectors reached the disk, in any order, and some did not."""
        for name in {*self.synced, *self.since}:
            content = bytearray(self.synced.get(name, b""))
            for change in self.since.get(name, []):
                if isinstance(change, int):
                    if chance.random() < 0.5:
                        _apply(content, change)
                    continue
                offset, data = change
                for start in range(0, len(data), SECTOR):
                    if chance.random() < 0.5:
                        _apply(content, (offset + start, data[start : start + SECTOR]))
            if not name.endswith("-shm"):
                (folder / Path(name).name).write_bytes(bytes(content))


def _apply(content: bytearray, change: tuple[int, bytes] | int) -> None:
    if isinstance(change, int):
        del content[change:]
        return
    offset, data = change
    if len(content) < offset + len(data):
        content.extend(b"\0" * (offset + len(data) - len(content)))
    content[offset : offset + len(data)] = data


class CuttableFile(apsw.VFSFile):
    def __init__(self, disk: Disk, filename: str | apsw.URIFilename | None, flags: list[int]) -> None:
        self.disk = disk
        self.name = filename.filename() if isinstance(filename, apsw.URIFilename) else str(filename)
        super().__init__("", filename, flags)
        if self.name not in disk.synced and Path(self.name).exists():
            disk.synced[self.name] = Path(self.name).read_bytes()

    def xWrite(self, data: Buffer, offset: int) -> None:  # noqa: N802
        super().xWrite(data, offset)
        self.disk.write(self.name, bytes(data), offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self.disk.truncate(self.name, newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self.disk.sync(self.name)


class CuttableVfs(apsw.VFS):
    def __init__(self, disk: Disk, name: str) -> None:
        self.disk = disk
        super().__init__(name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> CuttableFile:  # noqa: N802
        return CuttableFile(self.disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self.disk.delete(filename)


@pytest.fixture(scope="module")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database with the schema, written without cuts."""
    file = tmp_path_factory.mktemp("power") / "empty.db"
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool)
    with engine.begin() as empty:
        upgrade(empty)
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    return file.read_bytes()


def survives_cut(folder: Path, empty: bytes, number: int, synchronous: str) -> tuple[int, int]:
    """Write batches like the store until the power fails; returns acknowledged and lost events."""
    chance = random.Random(number)
    live, after = folder / f"live{number}", folder / f"after{number}"
    live.mkdir()
    after.mkdir()
    (live / "tables.db").write_bytes(empty)
    disk = Disk()
    name = f"cuttable-{synchronous}-{number}"
    vfs = CuttableVfs(disk, name)
    connection = apsw.Connection(str(live / "tables.db"), vfs=name)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute("PRAGMA wal_autocheckpoint = 8")
    acknowledged: list[int] = []
    n = 0
    for _ in range(chance.randrange(2, 40)):
        batch = range(n, n + chance.randrange(1, 6))
        n = batch.stop
        rows = [("table", number, 0.0, "x" * chance.randrange(200), None) for number in batch]
        if chance.random() < 0.05:
            # In the middle of a transaction.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(insertion(len(rows)), [value for row in rows for value in row])
            break
        connection.execute(insertion(len(rows)), [value for row in rows for value in row])
        acknowledged += batch
    disk.cut(after, chance)
    connection.close(True)
    vfs.unregister()
    rest = sqlite3.connect(after / "tables.db")
    assert rest.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    stored = {row[0] for row in rest.execute("SELECT n FROM event")}
    rest.close()
    assert stored == set(range(len(stored))), "a later event survived an earlier one"
    return len(acknowledged), len(set(acknowledged) - stored)


def test_a_power_cut_loses_nothing_acknowledged(tmp_path: Path, empty_database: bytes) -> None:
    results = [survives_cut(tmp_path, empty_database, number, "FULL") for number in range(CUTS)]
    assert sum(acknowledged for acknowledged, _ in results) > 10 * CUTS
    assert sum(lost for _, lost in results) == 0


def test_the_same_cuts_lose_events_without_full_syncs(tmp_path: Path, empty_database: bytes) -> None:
    results = [survives_cut(tmp_path, empty_database, number, "NORMAL") for number in range(20)]
    assert sum(lost for _, lost in results) > 0


def test_the_store_uses_full_syncs(tmp_path: Path) -> None:
    from hanabi.server.database.sqlite import SqliteStore

    connection = SqliteStore(tmp_path / "tables.db")._connect()
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
