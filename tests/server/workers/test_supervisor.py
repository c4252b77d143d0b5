"""The supervisor alone, with small programs instead of workers."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hanabi.server.workers import supervisor
from hanabi.server.workers.service import listen, url_of
from hanabi.server.workers.supervisor import Supervisor, SupervisorError

pytestmark = pytest.mark.anyio

PRELUDE = """
import os, pathlib, signal, sys, time
from hanabi.server.workers.worker import inherited_worker
starts = pathlib.Path(sys.argv[1])
with starts.open("a") as file:
    print(os.getpid(), file=file)
count = len(starts.read_text().split())
worker = inherited_worker()
"""
READY = "worker.report_ready()\n"
STAY = "signal.pause()\n"


class Supervised:
    """A supervisor in a task, and the process ids that its workers have written to a file."""

    def __init__(self, folder: Path, script: str, *, workers: int = 2, overlap: bool = True) -> None:
        self._starts = folder / "starts"
        self.is_ready = asyncio.Event()
        command = [sys.executable, "-c", PRELUDE + script, str(self._starts)]
        sockets = listen("127.0.0.1", 0)
        process = Supervisor(command, sockets, workers=workers, overlap=overlap, ready=self.is_ready.set)
        self.task = asyncio.ensure_future(process.run())

    @property
    def starts(self) -> list[int]:
        return list(map(int, self._starts.read_text().split())) if self._starts.exists() else []

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not condition():
                if self.task.done():
                    self.task.result()
                    raise AssertionError("the supervisor stopped")
                await asyncio.sleep(0.01)

    async def stop(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(self.task, 60)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_worker_that_never_starts_ends_the_server(tmp_path: Path) -> None:
    async with asyncio.timeout(120):
        supervised = Supervised(tmp_path, "sys.exit(3)")
        with pytest.raises(SupervisorError, match="did not start"):
            await supervised.task
        assert len(supervised.starts) == 2


async def test_workers_that_die_at_once_are_restarted_less_and_less_often_until_the_supervisor_gives_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def recorded_sleep(seconds: float) -> None:
        if seconds >= supervisor.FIRST_PAUSE:
            pauses.append(seconds)
        await sleep(seconds / 100)

    async with asyncio.timeout(120):
        monkeypatch.setattr(asyncio, "sleep", recorded_sleep)
        # Only the first start succeeds.
        supervised = Supervised(tmp_path, f"if count > 1: sys.exit(1)\n{READY}time.sleep(0.2)", workers=1)
        with pytest.raises(SupervisorError, match="no worker is left"):
            await supervised.task
        assert len(supervised.starts) == 1 + supervisor.MAX_FAILURES
    assert pauses == sorted(pauses)
    assert pauses[0] == supervisor.FIRST_PAUSE
    assert len(set(pauses)) > 3


async def test_a_dead_worker_is_replaced(tmp_path: Path) -> None:
    async with asyncio.timeout(120):
        supervised = Supervised(tmp_path, READY + STAY)
        await supervised.until(supervised.is_ready.is_set)
        first = supervised.starts
        os.kill(first[0], signal.SIGKILL)
        await supervised.until(lambda: len(supervised.starts) == 3)
        assert alive(first[1])
        await supervised.stop()
        assert not any(map(alive, supervised.starts))


@pytest.mark.parametrize("overlap", [True, False])
async def test_a_reload_replaces_workers_one_by_one(tmp_path: Path, overlap: bool) -> None:
    """With `overlap`, an old worker runs until its successor is ready; without it, it stops before that."""
    ended = tmp_path / "ended"
    script = f"""
def end(*_):
    with open({str(ended)!r}, "a") as file:
        print(len(starts.read_text().split()), file=file)
    os._exit(0)
signal.signal(signal.SIGTERM, end)
{READY}while True: {STAY}"""

    async with asyncio.timeout(120):
        supervised = Supervised(tmp_path, script, workers=2 if overlap else 1, overlap=overlap)
        await supervised.until(supervised.is_ready.is_set)
        first = supervised.starts
        os.kill(os.getpid(), signal.SIGHUP)
        await supervised.until(lambda: len(supervised.starts) == 2 * len(first) and not any(map(alive, first)))
        seen = list(map(int, ended.read_text().split()))
        assert seen == ([3, 4] if overlap else [1])
        await supervised.stop()


async def test_old_workers_keep_running_when_new_ones_do_not_start(tmp_path: Path) -> None:
    async with asyncio.timeout(120):
        supervised = Supervised(tmp_path, f"if count > 2: sys.exit(1)\n{READY}{STAY}")
        await supervised.until(supervised.is_ready.is_set)
        first = supervised.starts
        os.kill(os.getpid(), signal.SIGHUP)
        await supervised.until(lambda: len(supervised.starts) == 3 and not alive(supervised.starts[2]))
        await asyncio.sleep(0.1)
        assert all(map(alive, first))
        assert len(supervised.starts) == 3
        await supervised.stop()


async def test_systemd_is_notified_of_start_reload_and_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.bind(str(tmp_path / "notify"))
    listener.setblocking(False)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    # Messages of a worker must not arrive.
    script = f"from hanabi.server.workers import service\nservice.notify_systemd('READY=worker')\n{READY}{STAY}"

    async with asyncio.timeout(120):
        loop = asyncio.get_running_loop()
        supervised = Supervised(tmp_path, script, workers=1)
        assert await loop.sock_recv(listener, 100) == b"READY=1"
        os.kill(os.getpid(), signal.SIGHUP)
        assert (await loop.sock_recv(listener, 100)).startswith(b"RELOADING=1\nMONOTONIC_USEC=")
        assert await loop.sock_recv(listener, 100) == b"READY=1"
        await supervised.stop()
        assert await loop.sock_recv(listener, 100) == b"STOPPING=1"
    listener.close()


def test_a_host_with_several_addresses_uses_the_same_port_on_all_of_them() -> None:
    sockets = listen("localhost", 0)
    ports = {listening.getsockname()[1] for listening in sockets}
    assert len(ports) == 1
    assert url_of(sockets[0]).endswith(f":{ports.pop()}/")
    for listening in sockets:
        listening.close()
