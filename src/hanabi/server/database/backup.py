"""Backups of the database while a server runs, and restoring them while none does.

SQLite copies its files itself; PostgreSQL uses `pg_dump` and `pg_restore`.
"""

import contextlib
import fcntl
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

from hanabi.server.database import StoreError, file_of, is_shared
from hanabi.server.database.schema import metadata

SQLITE_HEADER, POSTGRES_HEADER = b"SQLite format 3\0", b"PGDMP"
OURS = {*metadata.tables, "alembic_version"}
# With these options psql prints one word per row.
PSQL = ("psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1")
TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
SERVERS = """
SELECT count(*) FROM pg_stat_activity
WHERE application_name = 'hanabi' AND datname = current_database() AND pid <> pg_backend_pid()
"""


def back_up(address: str, file: Path) -> None:
    """Write a copy of the database to `file`, completely or not at all. Raises StoreError."""
    if file.exists():
        raise StoreError(f"{file} already exists; choose another name")
    with _written_beside(file) as part:
        if is_shared(address):
            _postgres("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={part}", address=address)
        else:
            _copy_sqlite(file_of(address), part)


def restore(address: str, file: Path, *, force: bool = False) -> None:
    """Restore a copy. `force` overwrites a database that is not empty. Raises StoreError."""
    header = _header_of(file)
    if is_shared(address):
        if header != POSTGRES_HEADER:
            raise StoreError(f"{file} is not a copy of a PostgreSQL database")
        _restore_postgres(address, file, force=force)
    else:
        if header != SQLITE_HEADER:
            raise StoreError(f"{file} is not a copy of an SQLite file")
        _restore_sqlite(file_of(address), file, force=force)


def _header_of(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            start = opened.read(16)
    except OSError as error:
        raise StoreError(f"{file} cannot be read: {error.strerror}") from error
    return next((header for header in (SQLITE_HEADER, POSTGRES_HEADER) if start.startswith(header)), b"")


@contextlib.contextmanager
def _written_beside(file: Path) -> Iterator[Path]:
    """A private file that replaces `file` once it is complete and on the disk."""
    part = file.with_name(f"{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield part
        for path in (part, file.parent):
            descriptor = os.open(path, os.O_RDONLY)
            os.fsync(descriptor)
            os.close(descriptor)
        part.replace(file)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)


# SQLite


def _copy_sqlite(source: Path, target: Path) -> None:
    """In one step: with several, every move in the meantime would start it over."""
    if not source.is_file():
        raise StoreError(f"there is no database {source}")
    try:
        with (
            contextlib.closing(
                sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=30)
            ) as original,
            contextlib.closing(sqlite3.connect(target)) as copy,
        ):
            original.backup(copy, pages=-1)
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise StoreError(f"{source} cannot be copied: {error}") from error
    _check_sqlite(target)


def _read_only(file: Path, parameters: str = "") -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro{parameters}", uri=True, timeout=30)


def _check_sqlite(file: Path) -> None:
    try:
        with contextlib.closing(_read_only(file, "&immutable=1")) as copy:
            result = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
            names = {row[0] for row in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error as error:
        raise StoreError(f"{file} is damaged: {error}") from error
    if result != "ok":
        raise StoreError(f"{file} is damaged: {result}")
    if "event" not in names:
        raise StoreError(f"{file} has no tables of this server")


def _restore_sqlite(target: Path, file: Path, *, force: bool) -> None:
    if target.exists() and not force:
        raise StoreError(f"{target} already exists and would be lost; restore to another file, or use --force")
    _check_sqlite(file)
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(target.with_name(target.name + ".lock"), "ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StoreError(f"a server is using {target}: stop it first") from error
        with _written_beside(target) as part:
            shutil.copyfile(file, part)
            # SQLite would take these companions of the old file for those of the new one.
            for suffix in ("-wal", "-shm"):
                target.with_name(target.name + suffix).unlink(missing_ok=True)


# PostgreSQL


def _restore_postgres(address: str, file: Path, *, force: bool) -> None:
    listed = _postgres("pg_restore", "--list", str(file))
    copied = set(re.findall(r"^\d+; \d+ \d+ TABLE \S+ (\S+)", listed, flags=re.MULTILINE))
    if "event" not in copied:
        raise StoreError(f"{file} has no tables of this server")
    present = OURS & set(_postgres(*PSQL, f"--command={TABLES}", address=address).split())
    if present and not force:
        raise StoreError("the database already has tables, which would be lost; restore to another one, or use --force")
    if int(_postgres(*PSQL, f"--command={SERVERS}", address=address)):
        raise StoreError("a server is using the database: stop it first")
    options = ("--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges")
    _postgres("pg_restore", *options, "--clean", "--if-exists", str(file), address=address)
    newer = sorted(present - copied)
    if newer:
        # These came after the copy was made: the upgrade creates them again.
        _postgres(*PSQL, f"--command=DROP TABLE {', '.join(newer)} CASCADE", address=address)


def _postgres(program: str, *arguments: str, address: str | None = None) -> str:
    """Run one of PostgreSQL's programs. The password is in the environment, hidden from other users."""
    environment = dict(os.environ)
    options = []
    if address is not None:
        parts = urlsplit("postgresql://" + address.partition("://")[2])
        if parts.password is not None:
            environment["PGPASSWORD"] = unquote(parts.password)
            place = parts.netloc.rpartition("@")[2]
            parts = parts._replace(netloc=f"{parts.username}@{place}")
        options = [f"--dbname={urlunsplit(parts)}"]
    try:
        result = subprocess.run(
            [program, *options, *arguments], env=environment, capture_output=True, text=True, check=False
        )
    except FileNotFoundError as error:
        raise StoreError(f"{program} is not installed; Debian has it in the package postgresql-client") from error
    if result.returncode:
        raise StoreError(f"{program} failed: {result.stderr.strip()}")
    return result.stdout
