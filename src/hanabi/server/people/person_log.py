"""One person's entries in the log of a table, and the log without that person's name and words."""

from collections.abc import Iterable
from typing import NamedTuple

from hanabi.server.database import Row
from hanabi.server.tables import Entry, Occupant, StoredEvent, Table, apply_entry, encoded_event, entry_of, free_name
from hanabi.server.tables.features import setup, talk

NEUTRAL_NAME = "Player"


class OwnEntry(NamedTuple):
    """An entry of the log, and those of its seats that were this person's."""

    entry: Entry
    seats: tuple[int, ...]


class PersonLog:
    """Replays the log of a table. The person sat down as `account`, or signed in to it later."""

    def __init__(self, table_id: str, rows: Iterable[Row], account: int) -> None:
        self.table = Table(table_id)
        # An occupant may sign in after sitting down, so entries are matched only after the last has been applied.
        involved: list[tuple[Entry, list[tuple[int, Occupant]]]] = []
        own: dict[int, Occupant] = {}
        for row in rows:
            entry = entry_of(row)
            apply_entry(self.table, entry)
            own |= {id(occupant): occupant for occupant in self.table.occupants if occupant.account == account}
            involved.append((entry, _occupants_in(self.table, entry.event)))
        self.entries = [
            OwnEntry(entry, tuple(seat for seat, occupant in places if id(occupant) in own))
            for entry, places in involved
        ]
        self.seats = [seat for seat, occupant in enumerate(self.table.occupants) if id(occupant) in own]

    @property
    def said(self) -> list[tuple[float, talk.Said]]:
        """The person's chat messages, with their times."""
        return [
            (own.entry.at, own.entry.event)
            for own in self.entries
            if own.seats and isinstance(own.entry.event, talk.Said)
        ]

    def neutral_names(self) -> dict[int, str]:
        """A neutral name for each of the person's seats."""
        others = [occupant.name for seat, occupant in enumerate(self.table.occupants) if seat not in self.seats]
        names: dict[int, str] = {}
        for seat in self.seats:
            names[seat] = free_name(NEUTRAL_NAME, [*others, *names.values()])
        return names

    def erased(self) -> dict[int, str]:
        """The changed bodies, by number, of the log without the person's name and words."""
        names = self.neutral_names()
        changed: dict[int, str] = {}
        for entry, seats in self.entries:
            if seats:
                event = entry.event.erased({seat: names.get(seat, NEUTRAL_NAME) for seat in seats})
                if event != entry.event:
                    changed[entry.n] = encoded_event(event).decode()
        return changed


def _occupants_in(table: Table, event: StoredEvent) -> list[tuple[int, Occupant]]:
    if isinstance(event, setup.TableCreated):
        return list(enumerate(table.occupants))
    seat = getattr(event, "seat", None)
    return [] if seat is None else [(seat, table.occupants[seat])]
