"""Who is connected to a table through other processes: told and repeated, never stored. It is true while it is said."""

import time
from collections.abc import Callable, Mapping

from hanabi.tables.store import Store

REPEAT = 5.0
# Whoever has not repeated it for so long is gone.
FORGET = 3 * REPEAT
Seats = frozenset[int]


class Presence:
    def __init__(self, store: Store, changed: Callable[[str], None]) -> None:
        """`changed` is called with each table whose people elsewhere have changed."""
        self._store, self._changed = store, changed
        self._elsewhere: dict[str, dict[str, tuple[Seats, float]]] = {}
        self._here: dict[str, Seats] = {}
        self._repeated = time.monotonic()
        store.on_presence(self._heard)

    def elsewhere(self, table: str) -> Seats:
        return frozenset().union(*(seats for seats, _ in self._elsewhere.get(table, {}).values()))

    def tell(self, table: str, seats: Seats) -> None:
        """Tell the other processes who is here."""
        if not self._store.shared or seats == self._here.get(table, frozenset()):
            return
        if seats:
            self._here[table] = seats
        else:
            self._here.pop(table, None)
        self._store.announce({table: seats})

    def _heard(self, process: str, told: Mapping[str, Seats]) -> None:
        answer: dict[str, Seats] = {}
        for table, seats in told.items():
            known = self._elsewhere.setdefault(table, {})
            if process not in known and table in self._here:
                # It has just come: it cannot know who is here.
                answer[table] = self._here[table]
            before = known[process][0] if process in known else frozenset()
            known[process] = (seats, time.monotonic())
            if before != seats:
                self._changed(table)
        if answer:
            self._store.announce(answer)

    def look_after(self) -> None:
        """Repeat who is here, and forget whoever has fallen silent."""
        now = time.monotonic()
        if now - self._repeated < REPEAT:
            return
        self._repeated = now
        if self._here:
            self._store.announce(self._here)
        for table, known in list(self._elsewhere.items()):
            for process in [process for process, (_, at) in known.items() if now - at > FORGET]:
                if known.pop(process)[0]:
                    self._changed(table)
            if not known:
                del self._elsewhere[table]
