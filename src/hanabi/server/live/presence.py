"""Who is connected through other processes: announced and repeated, never stored."""

import time
from collections.abc import Callable, Mapping
from functools import reduce

from hanabi.server.database import Connected, Store

REPEAT_INTERVAL = 5.0
# A process that has not announced anything for this long is gone.
EXPIRY = 3 * REPEAT_INTERVAL
NOBODY = Connected()


class Presence:
    def __init__(self, store: Store, changed: Callable[[str], None]) -> None:
        """Calls `changed` with each table whose connections elsewhere have changed."""
        self._store, self._changed = store, changed
        self._elsewhere: dict[str, dict[str, tuple[Connected, float]]] = {}
        self._here: dict[str, Connected] = {}
        self._repeated_at = time.monotonic()
        store.on_presence(self._received)

    def elsewhere(self, table: str) -> Connected:
        there = (connected for connected, _ in self._elsewhere.get(table, {}).values())
        return reduce(Connected.with_others, there, NOBODY)

    def publish(self, table: str, connected: Connected) -> None:
        """Announce who is connected here."""
        if not self._store.shared or connected == self._here.get(table, NOBODY):
            return
        if connected == NOBODY:
            self._here.pop(table, None)
        else:
            self._here[table] = connected
        self._store.announce({table: connected})

    def _received(self, process: str, announced: Mapping[str, Connected]) -> None:
        answer: dict[str, Connected] = {}
        for table, connected in announced.items():
            processes = self._elsewhere.setdefault(table, {})
            if process not in processes and table in self._here:
                # A new process does not know our connections yet.
                answer[table] = self._here[table]
            before = processes[process][0] if process in processes else NOBODY
            processes[process] = (connected, time.monotonic())
            if before != connected:
                self._changed(table)
        if answer:
            self._store.announce(answer)

    def refresh(self) -> None:
        """Repeat the connections of this process, and drop processes that have expired."""
        now = time.monotonic()
        if now - self._repeated_at < REPEAT_INTERVAL:
            return
        self._repeated_at = now
        if self._here:
            self._store.announce(self._here)
        for table, processes in list(self._elsewhere.items()):
            for process in [process for process, (_, at) in processes.items() if now - at > EXPIRY]:
                if processes.pop(process)[0] != NOBODY:
                    self._changed(table)
            if not processes:
                del self._elsewhere[table]
