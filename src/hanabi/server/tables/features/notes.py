"""Private notes on cards."""

from msgspec import field

from hanabi.server.tables.feature import Actor, Command, EventDocument, Refused, StoredSeatEvent, applies, handles
from hanabi.server.tables.names import clean_line
from hanabi.server.tables.options import DrawNumber, NoteText
from hanabi.server.tables.table import Table


class Note(Command, frozen=True, tag="note"):
    """A private note on any card, by its `drawn` number; an empty text removes it."""

    draw: DrawNumber = field(name="drawn")
    text: NoteText


class Noted(StoredSeatEvent, frozen=True, tag="noted"):
    in_summary = False
    private = True
    personal = ("text", "")
    draw: int = field(name="drawn")
    text: str


@handles(Note)
def _note(table: Table, command: Note, actor: Actor, now: float) -> Noted:
    seat = table.own_seat(actor)
    table.require_phase("playing", "over")
    if command.draw >= table.game.state.drawn:  # type: ignore[union-attr]
        raise Refused("bad_order")
    return Noted(seat=seat, draw=command.draw, text=clean_line(command.text))


@applies(Noted)
def _noted(table: Table, event: Noted) -> list[EventDocument]:
    table.notes[event.seat].pop(event.draw, None)
    if event.text:
        table.notes[event.seat][event.draw] = event.text
    return []
