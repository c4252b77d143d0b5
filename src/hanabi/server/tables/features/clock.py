"""Clocks. Nobody loses by the clock: a bot may replace a player who runs out of time."""

from hanabi.server.tables.feature import SeatEvent, StoredSeatEvent, Table, applies


class TimeRanOut(StoredSeatEvent, frozen=True, tag="time_ran_out"):
    log_room = "reserved"


class TimeUpEvent(SeatEvent, tag="time_up"):
    pass


@applies(TimeRanOut)
def _time_ran_out(table: Table, event: TimeRanOut) -> list[SeatEvent]:
    table.occupants[event.seat].away = True
    table.time_left[event.seat] = max(table.time_left[event.seat], float(table.options.clock.increment))
    return [TimeUpEvent(seat=event.seat)]


def charge_clock(table: Table, seat: int, at: float) -> None:
    """The seat has moved."""
    if table.options.clock.kind == "bank":
        spent = at - table.turn_started_at
        table.time_left[seat] = max(0.0, table.time_left[seat] - spent) + table.options.clock.increment
    table.revision += 1
