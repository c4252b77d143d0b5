"""A server in its own process, started by `hanabi serve`."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

# No limits: all clients of a test have the same address.
NO_LIMITS = [part for name in ("connections", "requests", "messages", "new-tables") for part in (f"--{name}", "0")]
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
        words = [*command, "serve", "--database", database, "--port", str(port), *NO_LIMITS, "--bot-pace", "0"]
        self.process = subprocess.Popen(
            [*words, *arguments], stdout=subprocess.PIPE, text=True, start_new_session=True, cwd=cwd, env=env
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the server ended with {self.process.wait()}")
        self._set_address(line)

    def _set_address(self, line: str) -> None:
        """Read the address from the line that a server prints when it is ready."""
        self.address = line.split()[-1].rstrip("/")
        self.port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """SIGKILL, including the bot workers."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

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
