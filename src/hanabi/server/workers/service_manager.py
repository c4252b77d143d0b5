"""Messages to the service manager, systemd, where it has started the server (sd_notify(3))."""

import contextlib
import os
import socket
import time


def tell(state: str) -> None:
    """`READY=1`, `STOPPING=1`; nothing happens where nobody listens."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        sender.sendto(state.encode(), address)


def tell_reloading() -> None:
    tell(f"RELOADING=1\nMONOTONIC_USEC={time.monotonic_ns() // 1000}")
