"""What spectators of a running game get: the table some actions behind, where it asks for that, and their own chat."""

from collections import deque
from collections.abc import Iterable
from operator import attrgetter

import msgspec
from msgspec import Struct

from hanabi.tables import stored_events
from hanabi.tables.stored_events import Entry
from hanabi.tables.table import Table
from hanabi.tables.wire.messages import SpectatorChat, SpectatorRemark
from hanabi.tables.wire.state_message import StateMessageWriter

# So many remarks are kept while the table is in memory of any process. They are never stored.
MAX_REMARKS = 50
_encoder = msgspec.json.Encoder()


class DelayedTable:
    """The same log applied later: an entry when as many actions as the table asks for have followed it.

    That holds for everything in the log, also for the deal: who watches is told nothing early. When the game is over
    nothing is held back.
    """

    def __init__(self, table: Table) -> None:
        self._live = table
        self.table = Table(table.id)
        self.state_writer = StateMessageWriter(self.table, shows_clock=False)
        self._waiting: deque[Entry] = deque()
        self._actions_waiting = 0

    def add(self, entry: Entry) -> None:
        """An entry that the table itself has just applied."""
        self._waiting.append(entry)
        self._actions_waiting += isinstance(entry.event, stored_events.Acted)
        held = self._live.options.spectator_delay if self._live.phase == "playing" else 0
        while self._waiting:
            first = self._waiting[0]
            is_action = isinstance(first.event, stored_events.Acted)
            if self._actions_waiting - is_action < held:
                break
            self._waiting.popleft()
            self._actions_waiting -= is_action
            self.table.apply(first)


class Remark(Struct, frozen=True):
    at: float
    name: str
    text: str


class SpectatorChatLog:
    """What spectators say to each other, whichever process they are connected to (`table_messages`)."""

    def __init__(self) -> None:
        self._remarks: deque[Remark] = deque(maxlen=MAX_REMARKS)

    def __len__(self) -> int:
        return len(self._remarks)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        return tuple(self._remarks)

    def add(self, remarks: Iterable[Remark]) -> bool:
        """Whether any of them is new here."""
        known = set(self._remarks)
        added = [remark for remark in remarks if remark not in known]
        if added:
            self._remarks.extend(added)
            self._remarks = deque(sorted(self._remarks, key=attrgetter("at")), maxlen=MAX_REMARKS)
        return bool(added)

    def message(self) -> str:
        remarks = [SpectatorRemark(remark.at, remark.name, remark.text) for remark in self._remarks]
        return _encoder.encode(SpectatorChat(remarks)).decode()
