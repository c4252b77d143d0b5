"""The order in which a player shows the cards of a hand."""

from hanabi.server.tables.feature import Actor, Command, Refused, SeatEvent, StoredSeatEvent, Table, applies, handles
from hanabi.server.tables.options import HandOrder


class Rearrange(Command, frozen=True, tag="rearrange"):
    """Your hand in the order in which to show it: all of its `drawn` numbers."""

    order: HandOrder


class HandRearranged(StoredSeatEvent, frozen=True, tag="rearranged"):
    in_summary = False
    order: tuple[int, ...]


class RearrangedEvent(SeatEvent, tag="rearranged"):
    pass


@handles(Rearrange)
def _rearrange(table: Table, command: Rearrange, actor: Actor, now: float) -> HandRearranged:
    seat = table.own_seat(actor)
    table.require_phase("playing")
    state = table.game.state  # type: ignore[union-attr]
    if sorted(command.order) != sorted(state.draw_numbers[seat][: state.hand_sizes[seat]]):
        raise Refused("bad_order")
    return HandRearranged(seat=seat, order=tuple(command.order))


@applies(HandRearranged)
def _rearranged(table: Table, event: HandRearranged) -> list[SeatEvent]:
    table.orders[event.seat] = event.order
    return [RearrangedEvent(seat=event.seat)]
