"""The sockets on which connections arrive."""

import socket

# Connections that may wait to be accepted: after a restart all clients come back at once.
BACKLOG = 4096


def bind(host: str, port: int) -> list[socket.socket]:
    """Listening sockets on every address of `host`; port 0 is a free one. Raises OSError."""
    sockets: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in dict.fromkeys(found):
            listening = socket.socket(family, kind, protocol)
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


def address_of(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
