"""What processes tell each other about a table that is never stored: words of spectators, and how fast bots move.

Any of it may get lost. A process where somebody begins to watch asks the others what was said, and paces are repeated.
"""

import time
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from hanabi.server.database import Store
from hanabi.server.live.bot_pace import Pace
from hanabi.server.live.live_table import LiveTable
from hanabi.server.live.spectators import Remark

REPEAT_INTERVAL = 5.0
# Remarks of one message: at 300 characters each, which may be four bytes long, they fit into a notification of 8,000.
REMARKS_TOGETHER = 5


class RemarksTold(Struct, frozen=True, tag="said"):
    remarks: list[Remark]


class RemarksAsked(Struct, frozen=True, tag="asked"):
    """A process that knows no remarks yet."""


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
        """A spectator's remark, to all who watch anywhere."""
        remark = Remark(time.time(), name, text)
        live.add_to_spectator_chat([remark])
        self._send(live, RemarksTold([remark]))

    def watched(self, live: LiveTable) -> None:
        """Somebody begins to watch here; spectators of other processes may have talked."""
        if not live.spectator_chat:
            self._send(live, RemarksAsked())

    def choose_pace(self, live: LiveTable, seat: int, pace: Pace) -> None:
        live.bot_pace.choose(seat, pace)
        self._send(live, PacesChosen({seat: pace}))

    def skip(self, live: LiveTable) -> None:
        live.bot_pace.skipped_at = live.table.actions
        self._send(live, PausesSkipped(live.table.actions))

    def refresh(self) -> None:
        """Repeat what those connected here chose: another process may have begun to move the bots."""
        now = time.monotonic()
        if not self._store.shared or now - self._repeated_at < REPEAT_INTERVAL:
            return
        self._repeated_at = now
        for live in self._live_tables.values():
            if live.clients and live.is_driven and (chosen := live.bot_pace.chosen_by(live.seats_here)):
                self._send(live, PacesChosen(chosen))

    def _send(self, live: LiveTable, message: RemarksTold | RemarksAsked | PacesChosen | PausesSkipped) -> None:
        self._store.tell_others(live.table.id, _encoder.encode(message).decode())

    def _received(self, table: str, text: str) -> None:
        live = self._live_tables.get(table)
        if live is None:
            return
        match _decoder.decode(text):
            case RemarksTold(remarks):
                live.add_to_spectator_chat(remarks)
            case RemarksAsked():
                known = live.spectator_chat.remarks
                for start in range(0, len(known), REMARKS_TOGETHER):
                    self._send(live, RemarksTold(list(known[start : start + REMARKS_TOGETHER])))
            case PacesChosen(seats):
                for seat, pace in seats.items():
                    live.bot_pace.choose(seat, pace)
            case PausesSkipped(actions):
                live.bot_pace.skipped_at = actions
