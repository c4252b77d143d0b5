"""The players' part of a fresh deal: random numbers that the server gets after it has committed to its own."""

from hanabi.server.tables.fairness import Nonce
from hanabi.server.tables.feature import Actor, Command, EventDocument, StoredSeatEvent, Table, applies, handles


class SendNonce(Command, frozen=True, tag="nonce"):
    """Before the start: 16 random bytes of your own, in hexadecimal, for `deal.nonces`. The first of a seat is kept."""

    nonce: Nonce


class NonceSent(StoredSeatEvent, frozen=True, tag="nonce_sent"):
    in_summary = False
    nonce: str


@handles(SendNonce)
def _send(table: Table, command: SendNonce, actor: Actor, now: float) -> NonceSent:
    seat = table.own_seat(actor)
    table.require_phase("setup")
    return NonceSent(seat=seat, nonce=table.occupants[seat].nonce or command.nonce)


@applies(NonceSent)
def _sent(table: Table, event: NonceSent) -> list[EventDocument]:
    table.occupants[event.seat].nonce = event.nonce
    return []
