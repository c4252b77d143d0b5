"""Spectators of a running game: the delayed table, and their chat."""

from collections import deque
from collections.abc import Iterable, Sequence
from operator import attrgetter

import msgspec
from msgspec import Struct

from hanabi.server.tables import Entry, Table, apply_entry
from hanabi.server.wire.messages import SpectatorChat, SpectatorRemark
from hanabi.server.wire.state_message import StateMessageWriter

# Remarks in the log, and their total length. They are never stored.
MAX_REMARKS, MAX_CHARACTERS = 50, 6000
_encoder = msgspec.json.Encoder()


class DelayedTable:
    """The log applied later: each entry is applied when `spectator_delay` actions have followed it.

    This includes the deal and everything after it. After the game nothing is held back. Entries are only queued until
    somebody asks for the table, so that a game without spectators is not played twice.
    """

    def __init__(self, table: Table, before_game: Iterable[Entry]) -> None:
        self._live = table
        self._table = Table(table.id)
        self._state_writer = StateMessageWriter(self._table, shows_clock=False)
        for entry in before_game:
            apply_entry(self._table, entry)
        self._waiting: deque[Entry] = deque()
        self._actions_waiting = 0

    def add(self, entry: Entry) -> None:
        """Add an entry that the table itself has just applied."""
        self._waiting.append(entry)
        self._actions_waiting += entry.event.is_move

    @property
    def state_writer(self) -> StateMessageWriter:
        """Writes the newest state that spectators may see."""
        delay = self._live.options.spectator_delay if self._live.phase == "playing" else 0
        while self._waiting and self._actions_waiting - self._waiting[0].event.is_move >= delay:
            entry = self._waiting.popleft()
            self._actions_waiting -= entry.event.is_move
            apply_entry(self._table, entry)
        return self._state_writer

    def forget_views(self) -> None:
        self._state_writer.forget_views()


class Remark(Struct, frozen=True):
    at: float
    name: str
    text: str


class SpectatorChatLog:
    """The chat between spectators of all processes (`table_messages`).

    A new spectator gets all of it, and then only what is new: there may be hundreds of spectators.
    """

    def __init__(self) -> None:
        self.remarks: tuple[Remark, ...] = ()
        # The number of newest remarks that nobody got yet; None: send everything again.
        self._unsent: int | None = 0
        self._message: bytes | None = None

    def __len__(self) -> int:
        return len(self.remarks)

    def add(self, remarks: Iterable[Remark]) -> bool:
        """Returns whether any of them is new."""
        before = set(self.remarks)
        added = sorted((remark for remark in remarks if remark not in before), key=attrgetter("at"))
        if not added:
            return False
        is_newest = not self.remarks or self.remarks[-1].at <= added[0].at
        self.remarks = _newest(sorted((*self.remarks, *added), key=attrgetter("at")))
        self._message = None
        if self._unsent is not None:
            unsent = self._unsent + len(added)
            self._unsent = unsent if is_newest and unsent <= len(self.remarks) else None
        return True

    def take_addition(self) -> bytes | None:
        """The remarks since the last call, as a message for clients that have the earlier ones."""
        unsent, self._unsent, self._message = self._unsent, 0, None
        if unsent is None:
            return self._whole()
        return _message(self.remarks[-unsent:], more=True) if unsent else None

    def message_for(self, client: object) -> bytes:
        """As a StateSource: everything except what `take_addition` will return."""
        return self._whole()

    def _whole(self) -> bytes:
        if self._message is None:
            self._message = _message(self.remarks[: len(self.remarks) - (self._unsent or 0)], more=False)
        return self._message


def _newest(remarks: Sequence[Remark]) -> tuple[Remark, ...]:
    """The newest remarks within the limits."""
    count, characters = 0, 0
    for remark in reversed(remarks[-MAX_REMARKS:]):
        characters += len(remark.text)
        if characters > MAX_CHARACTERS:
            break
        count += 1
    return tuple(remarks[len(remarks) - count :])


def _message(remarks: Iterable[Remark], *, more: bool) -> bytes:
    chat = [SpectatorRemark(remark.at, remark.name, remark.text) for remark in remarks]
    return _encoder.encode(SpectatorChat(chat, more))
