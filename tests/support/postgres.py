"""A real PostgreSQL for the tests, on a Unix socket.

Each test process starts a server and creates one database per module on it. With HANABI_TEST_PG_DSN in the environment
the tests use that server instead; its user must be allowed to create databases. Tests that kill the server start their
own (`running_postgres`).
"""

import asyncio
import atexit
import contextlib
import functools
import glob
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest


def binaries() -> Path | None:
    """Debian keeps them in a folder of their own; elsewhere they are on the path."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda folder: int(folder.split("/")[4]))
    if folders:
        return Path(folders[-1])
    on_path = shutil.which("postgres")
    return Path(on_path).resolve().parent if on_path else None


# Seconds for a start after a crash, on a machine with much other work.
START_SECONDS = 600


class _User(TypedDict, total=False):
    user: str
    group: str


class Postgres:
    """PostgreSQL refuses to run as root, so root starts it as nobody. With `primary`, this one becomes its standby."""

    def __init__(self, folder: Path, primary: "Postgres | None" = None) -> None:
        folder_of_binaries = binaries()
        if folder_of_binaries is None:
            pytest.fail("no PostgreSQL: install it (Debian: postgresql) or set HANABI_TEST_PG_DSN")
        self.bin, self.folder = folder_of_binaries, folder
        self.user: _User = {"user": "nobody", "group": "nogroup"} if os.geteuid() == 0 else {}
        self.process: subprocess.Popen[bytes] | None = None
        folder.chmod(0o755)
        self.data = folder / "data"
        self.data.mkdir()
        if self.user:
            shutil.chown(folder, **self.user)
            shutil.chown(self.data, **self.user)
        if primary is None:
            options = ["-U", "hanabi", "--no-sync", "-A", "trust", "-E", "UTF8", "--locale=C"]
            self._run("initdb", "-D", str(self.data), *options)
        else:
            self.data.chmod(0o700)
            options = ["--write-recovery-conf", "--checkpoint=fast", "--no-sync"]
            self._run("pg_basebackup", "-d", primary.dsn, "-D", str(self.data), *options)

    @property
    def dsn(self) -> str:
        return f"postgresql://hanabi@/postgres?host={self.folder}"

    def start(self) -> None:
        log = self.folder / "log"
        self._launch(log)
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            ready = subprocess.run([str(self.bin / "pg_isready"), "-q", "-h", str(self.folder)], check=False)
            if ready.returncode == 0:
                return
            time.sleep(0.05)
            if self.process is None or self.process.poll() is not None:
                # On a busy machine, killed processes may still hold the memory that they shared.
                self._launch(log)
        pytest.fail(f"PostgreSQL does not start: {log.read_text()[-2000:]}")

    def _launch(self, log: Path) -> None:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "max_connections": "80",
            "max_wal_size": "128MB",
        }
        options = [f"-c{name}={value}" for name, value in settings.items()]
        command = [str(self.bin / "postgres"), "-D", str(self.data), *options]
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                command, stdout=output, stderr=output, cwd="/", start_new_session=True, **self.user
            )

    def kill(self) -> None:
        """Kill the postmaster and all its children at once, without any cleanup.

        Each child has its own session, so find the children through their parent, which is stopped in the meantime.
        """
        assert self.process is not None
        postmaster = self.process.pid
        os.kill(postmaster, signal.SIGSTOP)
        os.waitpid(postmaster, os.WUNTRACED)  # before it has stopped, it may start another child
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        for pid in (postmaster, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        with contextlib.suppress(FileNotFoundError):
            (self.data / "postmaster.pid").unlink()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def configure(self, text: str) -> None:
        """Add settings, and use those that need no restart."""
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(text)
        self._run("pg_ctl", "reload", "-D", str(self.data))

    def promote(self) -> None:
        self._run("pg_ctl", "promote", "-D", str(self.data))

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run([str(self.bin / program), *arguments], check=True, capture_output=True, cwd="/", **self.user)


@contextlib.contextmanager
def a_database() -> Iterator[str]:
    """The address of an empty database, on the given server or on that of this process."""
    server = os.environ.get("HANABI_TEST_PG_DSN") or _server_of_this_process()
    name = f"hanabi_test_{secrets.token_hex(6)}"
    _order(server, f"CREATE DATABASE {name}")
    try:
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    finally:
        _order(server, f"DROP DATABASE {name} WITH (FORCE)")


@functools.cache
def _server_of_this_process() -> str:
    until_exit = contextlib.ExitStack()
    atexit.register(until_exit.close)
    return until_exit.enter_context(running_postgres()).dsn


def _order(dsn: str, order: str) -> None:
    async def run() -> None:
        connection = await asyncpg.connect(dsn)
        try:
            await connection.execute(order)
        finally:
            await connection.close()

    asyncio.run(run())


def with_option(dsn: str, option: str) -> str:
    return f"{dsn}{'&' if '?' in dsn else '?'}{option}"


def _memory() -> str | None:
    """A file system in memory, if there is one with enough space.

    After a crash, PostgreSQL first syncs each of its thousand files. On a disk that others write to, that takes seconds
    to minutes. Files in memory survive killed processes as those on a disk do.
    """
    memory = "/dev/shm"
    return memory if os.path.isdir(memory) and shutil.disk_usage(memory).free > 2**30 else None


@contextlib.contextmanager
def running_postgres(primary: Postgres | None = None) -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="hanabi-pg-", dir=_memory(), ignore_cleanup_errors=True) as folder:
        postgres = Postgres(Path(folder), primary)
        postgres.start()
        try:
            yield postgres
        finally:
            postgres.stop()
