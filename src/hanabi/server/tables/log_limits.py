"""How long a table's log may become. What the game needs always finds room: talk is refused long before."""

from typing import Any

from hanabi.server.refusals import Refused
from hanabi.server.tables import stored_events
from hanabi.server.tables.command_handlers import CheckedMove

MAX_EVENTS, MAX_BYTES = 2000, 400_000
# Room beyond that for events that let a game go on; moves, which the deck limits, are never refused.
RESERVE_EVENTS, RESERVE_BYTES = 1000, 100_000
RESERVED = (
    stored_events.StoodUp,
    stored_events.CameBack,
    stored_events.TimeRanOut,
    stored_events.TakeoverAsked,
    stored_events.TakeoverAgreed,
    stored_events.TakeoverRefused,
    stored_events.BotTookOver,
    stored_events.RematchOpened,
    stored_events.AccessRevoked,
)


def check_log(n: int, size: int, event: Any) -> None:
    """Raises Refused where the log with its newest event `n` and `size` in bytes has no room for one like this."""
    if n < MAX_EVENTS and size < MAX_BYTES:
        return
    if isinstance(event, CheckedMove | stored_events.Acted | stored_events.GameStarted):
        return
    if isinstance(event, RESERVED) and n < MAX_EVENTS + RESERVE_EVENTS and size < MAX_BYTES + RESERVE_BYTES:
        return
    raise Refused("log_full")
