"""Which seats are connected through other processes: announced and repeated, never stored."""

import time
from collections.abc import Callable, Mapping

from hanabi.server.database import Store

REPEAT_INTERVAL = 5.0
# A process that has not announced anything for this long is gone.
EXPIRY = 3 * REPEAT_INTERVAL
Seats = frozenset[int]


class Presence:
    def __init__(self, store: Store, changed: Callable[[str], None]) -> None:
        """Calls `changed` with each table whose connections elsewhere have changed."""
        self._store, self._changed = store, changed
        self._elsewhere: dict[str, dict[str, tuple[Seats, float]]] = {}
        self._here: dict[str, Seats] = {}
        self._repeated_at = time.monotonic()
        store.on_presence(self._received)

    def elsewhere(self, table: str) -> Seats:
        return frozenset().union(*(seats for seats, _ in self._elsewhere.get(table, {}).values()))

    def publish(self, table: str, seats: Seats) -> None:
        """Announce the seats that are connected here."""
        if not self._store.shared or seats == self._here.get(table, frozenset()):
            return
        if seats:
            self._here[table] = seats
        else:
            self._here.pop(table, None)
        self._store.announce({table: seats})

    def _received(self, process: str, announced: Mapping[str, Seats]) -> None:
        answer: dict[str, Seats] = {}
        for table, seats in announced.items():
            processes = self._elsewhere.setdefault(table, {})
            if process not in processes and table in self._here:
                # A new process does not know our connections yet.
                answer[table] = self._here[table]
            before = processes[process][0] if process in processes else frozenset()
            processes[process] = (seats, time.monotonic())
            if before != seats:
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
                if processes.pop(process)[0]:
                    self._changed(table)
            if not processes:
                del self._elsewhere[table]
