"""The real server in its own process, as `hanabi serve` starts it."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

# All clients here have one address.
ANY_NUMBER = [part for name in ("connections", "requests", "messages", "new-tables") for part in (f"--{name}", "0")]
HANABI = (sys.executable, "-c", "from hanabi.cli import main; main()")


class Server:
    def __init__(
        self,
        database: str,
        *arguments: str,
        port: int = 0,
        command: Sequence[str] = HANABI,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        words = [*command, "serve", "--database", database, "--port", str(port), *ANY_NUMBER, "--bot-pace", "0"]
        self.process = subprocess.Popen(
            [*words, *arguments], stdout=subprocess.PIPE, text=True, start_new_session=True, cwd=cwd, env=env
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the server ended with {self.process.wait()}")
        self._set_address(line)

    def _set_address(self, line: str) -> None:
        """From what a server prints when it is ready."""
        self.address = line.split()[-1].rstrip("/")
        self.port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """SIGKILL, bots' processes included."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def workers(self) -> list[int]:
        """The processes that a supervisor has started, oldest first."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return sorted(map(int, children))

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(90)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)


@contextlib.contextmanager
def running_server(database: str, *arguments: str, **how: Any) -> Iterator[Server]:
    server = Server(database, *arguments, **how)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
