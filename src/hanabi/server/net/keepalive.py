"""Pings every connection once per interval, spread evenly over time, and aborts those that do not respond."""

import asyncio
from collections import deque
from typing import Protocol

TICK_SECONDS = 0.1


class KeepalivePeer(Protocol):
    closing: bool
    # Whether the peer sent anything since the last ping.
    responded: bool

    def ping(self) -> None: ...

    def abort(self) -> None: ...


class Keepalive:
    """One timer for all connections, because pinging thousands at once would delay every table."""

    def __init__(self, interval: float) -> None:
        self._interval = interval
        self._peers: deque[KeepalivePeer] = deque()
        self._due = 0.0
        self._running = False

    def add(self, peer: KeepalivePeer) -> None:
        self._peers.append(peer)
        if not self._running:
            self._running = True
            asyncio.get_running_loop().call_later(min(TICK_SECONDS, self._interval / 4), self._tick)

    def _tick(self) -> None:
        pause = min(TICK_SECONDS, self._interval / 4)
        self._due += len(self._peers) * pause / self._interval
        while self._due >= 1 and self._peers:
            self._due -= 1
            self._check(self._peers.popleft())
        self._running = bool(self._peers)
        if self._running:
            asyncio.get_running_loop().call_later(pause, self._tick)

    def _check(self, peer: KeepalivePeer) -> None:
        if peer.closing:
            return
        if not peer.responded:
            peer.abort()
            return
        peer.responded = False
        peer.ping()
        self._peers.append(peer)
