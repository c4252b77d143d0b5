"""The file of an SQLite database: private to its owner, and locked by one server at a time."""

import contextlib
import fcntl
import os
from pathlib import Path
from typing import IO

from hanabi.server.database.errors import StoreError

PRIVATE = 0o600
# SQLite creates the first two with the permissions of the database.
COMPANIONS = ("-wal", "-shm", ".lock")


class DatabaseFile:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[bytes] | None = None
        self._identity: tuple[int, int] | None = None

    def open(self, *, beside_server: bool = False) -> None:
        """Create the file if it is missing, and keep out other servers and other users.

        With `beside_server` only check that it exists: a server may be using it.
        """
        if beside_server:
            self._identity = self._current_identity()
            if self._identity is None:
                raise StoreError(f"there is no database {self.path}")
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = self._locked()
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, PRIVATE))
            self._make_private()
            self._identity = self._current_identity()
        except OSError as error:
            self.close()
            reason = error.strerror or str(error)
            raise StoreError(
                f"{self.path} cannot be opened for writing: {reason}. "
                "Choose a file in a folder that can be written to with --database"
            ) from error

    def close(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def check(self) -> None:
        """Raises StoreError if the file was deleted or replaced: new writes would be lost at the next start."""
        if self._current_identity() != self._identity:
            raise StoreError(f"{self.path} was deleted or replaced while the server was using it")

    def _current_identity(self) -> tuple[int, int] | None:
        try:
            status = os.stat(self.path)
        except FileNotFoundError:
            return None
        return status.st_dev, status.st_ino

    def _locked(self) -> IO[bytes]:
        """One server per file: the lock ends with the process, even if it is killed."""
        lock = open(self.path.with_name(self.path.name + ".lock"), "ab")  # noqa: SIM115
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            raise StoreError(
                f"another server is already using {self.path}: stop it, choose another file with --database, "
                "or use PostgreSQL for several servers"
            ) from error
        return lock

    def _make_private(self) -> None:
        for file in (self.path, *(self.path.with_name(self.path.name + ending) for ending in COMPANIONS)):
            with contextlib.suppress(FileNotFoundError, PermissionError):
                file.chmod(PRIVATE)
