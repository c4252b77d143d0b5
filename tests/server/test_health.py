"""/healthz writes to the database: it notices within seconds that moves cannot be stored, and logs it once."""

import asyncio
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from hanabi.client import open_table
from hanabi.server.database import Row, StoreError, open_store, store
from hanabi.server.database.sqlite import SqliteStore
from hanabi.server.live import heartbeat
from support.http_visitor import Visitor, http_context
from support.in_process_tables import a_registry
from support.postgres import running_postgres
from support.server_process import Server

pytestmark = pytest.mark.anyio


# A server with short intervals, in seconds.
INTERVAL, UNHEALTHY_SECONDS = 0.2, 0.5
IMPATIENT = f"""
from hanabi.server.database import store
from hanabi.server.live import heartbeat
heartbeat.OWN_INTERVAL = heartbeat.FRESH_SECONDS = {INTERVAL}
store.UNHEALTHY_SECONDS = {UNHEALTHY_SECONDS}
from hanabi.cli import main
main()
"""


def ask(server: Server, path: str) -> tuple[int, Any]:
    try:
        with urllib.request.urlopen(server.address + path, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def until_unhealthy(server: Server) -> str:
    """The problem that /healthz reports."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        status, answer = ask(server, "/healthz")
        if status == 503:
            assert answer["ok"] is False
            assert ask(server, "/readyz") == (503, {"state": "unhealthy"})
            return str(answer["problem"])
        time.sleep(0.1)
    raise AssertionError("the server reports no problem")


class LoggedServer(Server):
    """A server whose log can be read."""

    def __init__(self, database: str, log: Path) -> None:
        self.log = log
        with log.open("wb") as file:
            stderr = os.dup(2)
            os.dup2(file.fileno(), 2)
            try:
                super().__init__(database, command=(sys.executable, "-c", IMPATIENT))
            finally:
                os.dup2(stderr, 2)
                os.close(stderr)

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LoggedServer]:
    folder = tmp_path / "data"
    folder.mkdir()
    started = LoggedServer(str(folder / "tables.db"), tmp_path / "log")
    asyncio.run(open_table(started.address, name="Ana", seats=2))
    assert ask(started, "/healthz")[1]["ok"] is True
    assert ask(started, "/readyz") == (200, {"state": "ready"})
    yield started
    if started.process.poll() is None:
        started.kill()


def try_to_write(server: Server) -> None:
    """Opening a table is refused each time."""
    for _ in range(5):
        with pytest.raises(Exception, match=r"503|busy"):
            asyncio.run(open_table(server.address, name="Bo", seats=2))


def assert_logged_once(server: LoggedServer, problem: str) -> None:
    try_to_write(server)
    time.sleep(UNHEALTHY_SECONDS + 2 * INTERVAL)
    lines = server.lines()
    assert [(line["what"], line["problem"]) for line in lines] == [("the database is unhealthy", problem)]


def test_a_full_disk(server: LoggedServer, tmp_path: Path) -> None:
    size = max(file.stat().st_size for file in (tmp_path / "data").iterdir())
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    problem = until_unhealthy(server)
    assert_logged_once(server, problem)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    deadline = time.monotonic() + 60
    while ask(server, "/healthz")[0] != 200:
        assert time.monotonic() < deadline, "it does not recover"
        time.sleep(0.2)
    assert ask(server, "/readyz")[0] == 200


def test_a_deleted_file(server: LoggedServer, tmp_path: Path) -> None:
    (tmp_path / "data" / "tables.db").unlink()
    problem = until_unhealthy(server)
    assert "deleted" in problem
    assert_logged_once(server, problem)


def test_corrupt_pages(server: LoggedServer, tmp_path: Path) -> None:
    file = tmp_path / "data" / "tables.db"
    server.stop()
    database = str(file)
    again = LoggedServer(database, tmp_path / "log2")
    try:
        size = file.stat().st_size
        with file.open("r+b") as pages:
            pages.seek(4096)
            pages.write(os.urandom(size - 4096))
        problem = until_unhealthy(again)
        assert "malformed" in problem or "not a database" in problem
        assert_logged_once(again, problem)
    finally:
        again.kill()


def test_a_memory_file_that_cannot_be_written_kills_the_server(server: LoggedServer, tmp_path: Path) -> None:
    """The kernel kills a process that writes to such a mapping (SIGBUS), so only the log can report it."""
    memory = tmp_path / "data" / "tables.db-shm"
    immutable = (
        shutil.which("chattr") is not None and subprocess.run(["chattr", "+i", memory], check=False).returncode == 0
    )
    try:
        if not immutable:
            server.process.send_signal(signal.SIGBUS)
        deadline = time.monotonic() + 60
        while server.process.poll() is None and time.monotonic() < deadline:
            os.sync()
            time.sleep(0.2)
        assert server.process.poll() == -signal.SIGBUS
        assert "Bus error" in server.log.read_text()
    finally:
        if immutable:
            subprocess.run(["chattr", "-i", memory], check=True)
    again = Server(str(tmp_path / "data" / "tables.db"))
    assert ask(again, "/healthz")[1]["ok"] is True
    again.kill()


async def test_a_file_that_became_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a disk error, when the system remounts the disk read-only."""
    async with http_context(tmp_path) as context:
        visitor, sqlite = Visitor(context), context.registry.store
        assert (await visitor.get("/healthz"))["ok"] is True
        assert isinstance(sqlite, SqliteStore)
        await sqlite.write(lambda connection: connection.exec_driver_sql("PRAGMA query_only = ON"))
        monkeypatch.setattr(heartbeat, "FRESH_SECONDS", -1.0)
        status, answer = await visitor.request("GET", "/healthz")
        assert (status, answer["ok"]) == (503, False)
        assert "readonly" in answer["problem"]
        with pytest.raises(StoreError, match="readonly"):
            await sqlite.append(Row("table", 0, 0.0, "{}", None))


async def test_a_postgresql_that_is_out_of_locks() -> None:
    with running_postgres() as postgres:
        async with a_registry(postgres.dsn) as context:
            assert await context.registry.heartbeat.problem() is None
            other = await asyncpg.connect(postgres.dsn)
            with pytest.raises(asyncpg.OutOfMemoryError):
                await other.execute("SELECT pg_advisory_lock(n) FROM generate_series(1, 1000000) n")
            await context.registry.heartbeat.beat()
            problem = context.registry.store.health.problem
            assert problem is not None
            assert "out of shared memory" in problem
            await other.close()


async def test_a_postgresql_that_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "UNHEALTHY_SECONDS", UNHEALTHY_SECONDS)
    monkeypatch.setattr(heartbeat, "FRESH_SECONDS", INTERVAL)
    with running_postgres() as postgres:
        async with a_registry(postgres.dsn) as context:
            postgres.kill()
            await context.registry.heartbeat.beat()
            assert context.registry.store.health.problem is not None
            postgres.start()
            async with asyncio.timeout(60):
                while await context.registry.heartbeat.problem() is not None:
                    await asyncio.sleep(0.1)


async def test_frequent_health_checks_cause_no_extra_writes(tmp_path: Path) -> None:
    async with http_context(tmp_path) as context:
        visitor, writes = Visitor(context), []
        write = context.registry.store.write

        def counted(work: Callable[..., Any]) -> Any:
            writes.append(work)
            return write(work)

        context.registry.store.write = counted  # type: ignore[method-assign]
        await asyncio.gather(*(visitor.get("/healthz") for _ in range(50)))
        assert len(writes) == 1


def test_a_stopping_server_reports_it_before_it_closes(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), "--drain", "300")
    try:
        assert ask(server, "/readyz") == (200, {"state": "ready"})
        server.process.terminate()
        deadline = time.monotonic() + 60
        while ask(server, "/readyz") != (503, {"state": "stopping"}):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert ask(server, "/healthz")[0] == 200
        server.process.terminate()
        assert server.process.wait(60) == 0
        with pytest.raises(OSError, match="refused"), socket.create_connection(("127.0.0.1", server.port), 5):
            pass
    finally:
        if server.process.poll() is None:
            server.kill()


async def test_a_file_system_that_cannot_be_written_is_reported_at_the_start() -> None:
    with pytest.raises(StoreError, match="cannot be opened for writing"):
        await open_store("/proc/hanabi/tables.db").open()
