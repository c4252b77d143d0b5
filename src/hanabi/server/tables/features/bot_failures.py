"""A bot that crashes or takes too long: the server makes a simple move in its place, and the game does not count."""

from hanabi.server.tables.feature import SeatEvent, StoredSeatEvent, Table, applies


class BotFailure(StoredSeatEvent, frozen=True, tag="bot_failed"):
    """Stored before the move."""

    log_room = "unlimited"


class BotFailedEvent(SeatEvent, tag="bot_failed"):
    """The bot in `seat` failed, so its next move is the server's. The game does not count."""


@applies(BotFailure)
def _bot_failed(table: Table, event: BotFailure) -> list[SeatEvent]:
    table.bot_failed = True
    return [BotFailedEvent(seat=event.seat)]
