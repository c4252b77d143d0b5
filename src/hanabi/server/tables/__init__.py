"""Tables: seats and state, commands and stored events."""

from hanabi.server.tables.command_handlers import CheckedMove, check_bot, checked_move, handle, sit_event, start_event
from hanabi.server.tables.daily import ends_at, is_sealed, today
from hanabi.server.tables.fairness import Unfair, verify
from hanabi.server.tables.names import MAX_MARKS, NAME_LENGTH, checked_name, clean_line, clean_name, free_name, skeleton
from hanabi.server.tables.occupant import Occupant
from hanabi.server.tables.options import Clock, Options, SeatNumber, switches_of
from hanabi.server.tables.stored_events import Branch, Entry, InitialSeat, encoded_event, entry_of, stored_row
from hanabi.server.tables.table import Table, is_table_id, new_table_id

__all__ = [
    "MAX_MARKS",
    "NAME_LENGTH",
    "Branch",
    "CheckedMove",
    "Clock",
    "Entry",
    "InitialSeat",
    "Occupant",
    "Options",
    "SeatNumber",
    "Table",
    "Unfair",
    "check_bot",
    "checked_move",
    "checked_name",
    "clean_line",
    "clean_name",
    "encoded_event",
    "ends_at",
    "entry_of",
    "free_name",
    "handle",
    "is_sealed",
    "is_table_id",
    "new_table_id",
    "sit_event",
    "skeleton",
    "start_event",
    "stored_row",
    "switches_of",
    "today",
    "verify",
]
