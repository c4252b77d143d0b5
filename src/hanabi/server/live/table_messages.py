"""Messages between processes about a table that are never stored: spectator chat, and the pace of bots.

Any of them may get lost. A process with a new spectator asks the others for the chat, and paces are repeated.
"""

import time
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from hanabi.server.database import Store
from hanabi.server.live.live_table import LiveTable
from hanabi.server.live.spectators import Remark
from hanabi.server.tables.features.bot_pauses import Pace

REPEAT_INTERVAL = 5.0
# Remarks per message: with 300 characters each, of up to four bytes, they fit into a notification of 8,000 bytes.
REMARKS_TOGETHER = 5


class RemarksTold(Struct, frozen=True, tag="said"):
    remarks: list[Remark]


class RemarksAsked(Struct, frozen=True, tag="asked"):
    """The sender has no remarks yet."""


class PacesChosen(Struct, frozen=True, tag="paced"):
    seats: dict[int, Pace]


class PausesSkipped(Struct, frozen=True, tag="skipped"):
    actions: int


_encoder, _decoder = (
    msgspec.json.Encoder(),
    msgspec.json.Decoder(RemarksTold | RemarksAsked | PacesChosen | PausesSkipped),
)


class TableMessages:
    def __init__(self, store: Store, live_tables: Mapping[str, LiveTable]) -> None:
        self._store, self._live_tables = store, live_tables
        self._repeated_at = time.monotonic()
        store.on_message(self._received)

    def say(self, live: LiveTable, name: str, text: str) -> None:
        """Send a spectator's remark to the spectators of all processes."""
        remark = Remark(time.time(), name, text)
        live.clients.add_remarks([remark])
        self._send(live, RemarksTold([remark]))

    def watched(self, live: LiveTable) -> None:
        """A spectator came; spectators of other processes may have chatted."""
        if not live.clients.spectator_chat:
            self._send(live, RemarksAsked())

    def choose_pace(self, live: LiveTable, seat: int, pace: Pace) -> None:
        live.bot_pace.choose(seat, pace)
        self._send(live, PacesChosen({seat: pace}))

    def skip(self, live: LiveTable) -> None:
        live.bot_pace.skipped_at = live.table.actions
        self._send(live, PausesSkipped(live.table.actions))

    def refresh(self) -> None:
        """Repeat the choices of the players here: another process may have started to move the bots."""
        now = time.monotonic()
        if not self._store.shared or now - self._repeated_at < REPEAT_INTERVAL:
            return
        self._repeated_at = now
        for live in self._live_tables.values():
            if live.clients and live.is_driven and (chosen := live.bot_pace.chosen_by(live.clients.seats)):
                self._send(live, PacesChosen(chosen))

    def _send(self, live: LiveTable, message: RemarksTold | RemarksAsked | PacesChosen | PausesSkipped) -> None:
        self._store.tell_others(live.table.id, _encoder.encode(message).decode())

    def _received(self, table: str, text: str) -> None:
        live = self._live_tables.get(table)
        if live is None:
            return
        match _decoder.decode(text):
            case RemarksTold(remarks):
                live.clients.add_remarks(remarks)
            case RemarksAsked():
                chat = live.clients.spectator_chat.remarks
                for start in range(0, len(chat), REMARKS_TOGETHER):
                    self._send(live, RemarksTold(list(chat[start : start + REMARKS_TOGETHER])))
            case PacesChosen(seats):
                for seat, pace in seats.items():
                    live.bot_pace.choose(seat, pace)
            case PausesSkipped(actions):
                live.bot_pace.skipped_at = actions
