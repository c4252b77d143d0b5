"""Servers forked from a process that has imported everything, so that a restart does not take a second of imports.

Each server has its own process, which can be killed, and opens its database and port as after any other start.
"""

import importlib
import json
import os
import signal
import subprocess
import sys
from typing import Any

from support.server_process import NO_LIMITS, Server

# Seconds.
NEVER = 1e6


class ServerFactory:
    """The process that forks servers. Orders and answers are JSON lines."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "support.preloaded_server"]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=_environment())

    def __enter__(self) -> "ServerFactory":
        return self

    def __exit__(self, *_: object) -> None:
        """Stops its servers first."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(60)

    def ask(self, order: dict[str, Any]) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps(order), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def start(self, database: str, port: int = 0, *arguments: str) -> Server:
        return ForkedServer(self, database, port, *arguments)


class ForkedServer(Server):
    def __init__(self, factory: ServerFactory, database: str, port: int, *arguments: str) -> None:
        words = ["serve", "--database", database, "--port", str(port), *NO_LIMITS, "--bot-pace", "0", *arguments]
        self._factory = factory
        self.pid, line = factory.ask({"start": words})
        self._set_address(line)

    def kill(self) -> None:
        self._factory.ask({"end": self.pid, "signal": int(signal.SIGKILL)})

    def stop(self) -> int:
        return int(self._factory.ask({"end": self.pid, "signal": int(signal.SIGTERM)}))


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def _fork(words: list[str]) -> tuple[int, str]:
    """Start a server; returns its process id and the line that it prints when it is ready."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.setsid()
        os.close(read)
        os.dup2(write, 1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        from hanabi.cli import main

        main(words)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as output:
        return pid, output.readline()


def _end(pid: int, number: int) -> int:
    os.killpg(pid, number)
    status = os.waitpid(pid, 0)[1]
    return os.waitstatus_to_exitcode(status)


def main() -> None:
    for module in ("cli.serve", "server.database.sqlite", "server.database.postgres", "server.server"):
        importlib.import_module(f"hanabi.{module}")

    # These servers live for seconds and seat no bots, so compiling bots would only take time from kills.
    server = importlib.import_module("hanabi.server.server")
    server.__dict__.update(BOT_WARM_UP=NEVER, REVIEW_WARM_UP=NEVER)
    running: set[int] = set()
    for text in sys.stdin:
        order = json.loads(text)
        if "start" in order:
            answer: Any = _fork(order["start"])
            running.add(answer[0])
        else:
            answer = _end(order["end"], order["signal"])
            running.discard(order["end"])
        print(json.dumps(answer), flush=True)
    for pid in running:
        _end(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
