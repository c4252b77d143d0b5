"""Tables: their seats and state, and the features that change them."""

from hanabi.server.tables.daily import daily_name, ends_at, is_sealed, today
from hanabi.server.tables.fairness import Deal, Unfair, derived_seed, verify
from hanabi.server.tables.feature import BaseCommand, Command, Entry, Ping, StoredEvent, apply_entry, handle
from hanabi.server.tables.features import AnyCommand, AnyEvent
from hanabi.server.tables.log import check_log, decoded_event, encoded_event, entry_of, row_of
from hanabi.server.tables.names import MAX_MARKS, NAME_LENGTH, checked_name, clean_line, clean_name, free_name, skeleton
from hanabi.server.tables.options import ActionCount, ActionText, Clock, DrawNumber, Options, SeatNumber, switches_of
from hanabi.server.tables.seated_bots import check_bot
from hanabi.server.tables.table import (
    Branch,
    ContestDeal,
    InitialSeat,
    Occupant,
    Phase,
    Table,
    is_table_id,
    new_table_id,
)

__all__ = [
    "MAX_MARKS",
    "NAME_LENGTH",
    "ActionCount",
    "ActionText",
    "AnyCommand",
    "AnyEvent",
    "BaseCommand",
    "Branch",
    "Clock",
    "Command",
    "ContestDeal",
    "Deal",
    "DrawNumber",
    "Entry",
    "InitialSeat",
    "Occupant",
    "Options",
    "Phase",
    "Ping",
    "SeatNumber",
    "StoredEvent",
    "Table",
    "Unfair",
    "apply_entry",
    "check_bot",
    "check_log",
    "checked_name",
    "clean_line",
    "clean_name",
    "daily_name",
    "decoded_event",
    "derived_seed",
    "encoded_event",
    "ends_at",
    "entry_of",
    "free_name",
    "handle",
    "is_sealed",
    "is_table_id",
    "new_table_id",
    "row_of",
    "skeleton",
    "switches_of",
    "today",
    "verify",
]
