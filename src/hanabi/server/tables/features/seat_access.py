"""Who may act for a seat: the devices and accounts that hold it, and links to it (`live/seating.py`)."""

from hanabi.server.actor import Owner
from hanabi.server.tables.feature import EventDocument, StoredSeatEvent, Table, applies


class Claimed(StoredSeatEvent, frozen=True, tag="claimed"):
    """Another device may act for the seat too, as its account if it has one.

    `replaces` is the key of the same browser before it signed in: from now on the seat belongs to the account.
    """

    key: str
    account: int | None = None
    replaces: str | None = None


@applies(Claimed)
def _claimed(table: Table, event: Claimed) -> list[EventDocument]:
    occupant = table.occupants[event.seat]
    if event.account is None:
        occupant.keys.add(event.key)
    elif event.replaces is not None and event.replaces == occupant.owner:
        occupant.owner, occupant.account = None, event.account
    else:
        occupant.guests.add(event.account)
    occupant.keys.discard(event.replaces or "")
    for other in table.occupants:
        if event.account is not None and other.beside is not None and other.beside == event.replaces:
            other.beside = str(Owner.of_account(event.account))
    if event.replaces is not None and event.replaces == table.host:
        table.host, table.host_account = "", event.account
    return []


class AccessRevoked(StoredSeatEvent, frozen=True, tag="access_revoked"):
    """These keys and accounts may no longer act for the seat; with a new `token`, old links may not either."""

    log_room = "reserved"
    keys: tuple[str, ...] = ()
    accounts: tuple[int, ...] = ()
    token: str | None = None


@applies(AccessRevoked)
def _revoked(table: Table, event: AccessRevoked) -> list[EventDocument]:
    occupant = table.occupants[event.seat]
    occupant.keys.difference_update(event.keys)
    occupant.guests.difference_update(event.accounts)
    occupant.owner = None if occupant.owner in event.keys else occupant.owner
    occupant.account = None if occupant.account in event.accounts else occupant.account
    occupant.token = event.token or occupant.token
    return []


class TokenRenewed(StoredSeatEvent, frozen=True, tag="token_renewed"):
    token: str


@applies(TokenRenewed)
def _renewed(table: Table, event: TokenRenewed) -> list[EventDocument]:
    table.occupants[event.seat].token = event.token
    return []
