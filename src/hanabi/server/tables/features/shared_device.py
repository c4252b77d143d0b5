"""Several people who pass one device around: each has a seat, and the device plays all of them, one at a time."""

from hanabi.server.tables import names as player_names
from hanabi.server.tables.feature import Actor, Command, Refused, StoredSeatEvent, Table, applies, handles
from hanabi.server.tables.features.seating import SatEvent
from hanabi.server.tables.options import PlayerName, SeatNumber
from hanabi.server.tables.table import Occupant


class SitBeside(Command, frozen=True, tag="sit_beside"):
    """Before the start: seat somebody who plays on this device too. The socket's `seat` says who has the device."""

    seat: SeatNumber
    name: PlayerName


class SeatedBeside(StoredSeatEvent, frozen=True, tag="seated_beside"):
    """`device` is the account or the browser that plays the seat."""

    personal = ("name", None)
    name: str
    device: str


@handles(SitBeside)
def _sit_beside(table: Table, command: SitBeside, actor: Actor, now: float) -> SeatedBeside:
    table.own_seat(actor)
    table.require_phase("setup")
    if not table.occupants[table.existing_seat(command.seat)].is_nobody:
        raise Refused("seat_taken", seat=command.seat)
    taken = (occupant.name for occupant in table.occupants)
    name = player_names.free_name(player_names.checked_name(command.name), taken)
    return SeatedBeside(seat=command.seat, name=name, device=str(actor.owner))


@applies(SeatedBeside)
def _seated_beside(table: Table, event: SeatedBeside) -> list[SatEvent]:
    table.occupants[event.seat] = Occupant(event.name, beside=event.device)
    return [SatEvent(seat=event.seat, name=event.name)]
