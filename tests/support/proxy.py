"""Server processes behind HAProxy, with the configuration in deploy/."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from support.preloaded_server import ServerFactory
from support.server_process import Server

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
# As in deploy/server.env.
BEHIND_PROXY = ("--proxy", "127.0.0.1", "--drain", "1.5")


def haproxy() -> str:
    """Debian keeps it in a folder that is not on everybody's path."""
    found = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        pytest.fail("no HAProxy: install it (Debian: haproxy)")
    return found


def configuration(ports: Sequence[int]) -> str:
    """deploy/haproxy.cfg with other ports."""
    first, *_ = lines = re.findall(r"^ +server \d+ 127.0.0.1:\d+\n", CONFIGURATION.read_text(), flags=re.MULTILINE)
    servers = "".join(f"    server {port} 127.0.0.1:{port}\n" for port in ports)
    return CONFIGURATION.read_text().replace("".join(lines), first).replace(first, servers)


class Proxy(NamedTuple):
    address: str
    pid: int


@contextlib.contextmanager
def running_proxy(text: str) -> Iterator[Proxy]:
    """HAProxy with this configuration. It gets a socket that is listening already."""
    with socket.create_server(("127.0.0.1", 0)) as listening, tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "haproxy.cfg")
        file.write_text(text)
        descriptor = listening.fileno()
        process = subprocess.Popen(
            [haproxy(), "-db", "-f", str(file)],
            env={**os.environ, "HANABI_BIND": f"fd@{descriptor}"},
            pass_fds=[descriptor],
            stderr=subprocess.DEVNULL,
        )
        try:
            yield Proxy(f"http://127.0.0.1:{listening.getsockname()[1]}", process.pid)
        finally:
            process.terminate()
            process.wait(30)


class ProxiedServers:
    """Three processes on one database; `address` is the proxy's."""

    def __init__(self, factory: ServerFactory, database: str, address: str, servers: list[Server]) -> None:
        self._factory, self._database = factory, database
        self.address, self.servers = address, servers

    def kill(self, number: int) -> None:
        self.servers[number].kill()

    def stop_one(self, number: int) -> None:
        self.servers[number].stop()

    def replace(self, number: int) -> None:
        """Start a process on the port of one that has ended."""
        port = self.servers[number].port
        self.servers[number] = self._factory.start(self._database, port, *BEHIND_PROXY)

    def stop(self) -> None:
        for server in self.servers:
            server.kill()


@contextlib.contextmanager
def proxied_servers(database: str, count: int = 3) -> Iterator[ProxiedServers]:
    with ServerFactory() as factory:
        servers = [factory.start(database, 0, *BEHIND_PROXY) for _ in range(count)]
        with running_proxy(configuration([server.port for server in servers])) as proxy:
            yield ProxiedServers(factory, database, proxy.address, servers)
