"""The server as a system service: its listening sockets, and messages to systemd (sd_notify(3))."""

import contextlib
import os
import socket
import time

# Connections that may wait to be accepted; after a restart, all clients come back at once.
BACKLOG = 4096


def listen(host: str, port: int) -> list[socket.socket]:
    """Listening sockets on every address of `host`; port 0 picks a free one. Raises OSError."""
    sockets: list[socket.socket] = []
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, type_, protocol, _, address in dict.fromkeys(addresses):
            listening = socket.socket(family, type_, protocol)
            sockets.append(listening)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listening.bind((address[0], port, *address[2:]))
            port = listening.getsockname()[1]
            listening.listen(BACKLOG)
            listening.setblocking(False)
    except OSError:
        for listening in sockets:
            listening.close()
        raise
    return sockets


def url_of(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def notify_systemd(state: str) -> None:
    """Send `READY=1` or `STOPPING=1`; does nothing when systemd did not start this process."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        sender.sendto(state.encode(), address)


def notify_reloading() -> None:
    notify_systemd(f"RELOADING=1\nMONOTONIC_USEC={time.monotonic_ns() // 1000}")
