"""Seats of a running table: given to people and bots, linked to other devices and taken back."""

import secrets
from collections.abc import Iterable
from functools import partial

from hanabi.server.actor import Actor
from hanabi.server.live.live_table import LiveTable
from hanabi.server.refusals import Refused
from hanabi.server.tables import InitialSeat, sit_event, start_event, stored_events
from hanabi.server.tables.seated_bots import bot_name


def seats_with_host(seat: int, name: str | None, actor: Actor, token_hash: str) -> tuple[InitialSeat, ...]:
    """The seats of a new table up to its host's."""
    keys = (actor.key or "",) if actor.account is None else ()
    return (*[InitialSeat()] * seat, InitialSeat(name, None, keys, token_hash, actor.account))


async def seat_bots(live: LiveTable, bots: Iterable[tuple[int, str]]) -> None:
    def seated(seat: int, bot: str, _: float) -> stored_events.BotSeated:
        return stored_events.BotSeated(seat=seat, bot=bot, name=bot_name(live.table, seat))

    for seat, bot in bots:
        await live.append(partial(seated, seat, bot))


async def start_table(live: LiveTable) -> None:
    await live.append(lambda _: start_event(live.table))


async def sit_down(live: LiveTable, actor: Actor, name: str, seat: int | None, token_hash: str) -> int:
    """Sit down; returns the seat. Raises Refused."""
    seats: list[int] = []

    def seated(_: float) -> stored_events.Seated:
        event = sit_event(live.table, actor, name, seat, token_hash)
        if not isinstance(event, stored_events.Seated):
            raise Refused("already_seated", seat=event.seat)
        seats.append(event.seat)
        return event

    await live.append(seated)
    return seats[-1]


async def link_seat(live: LiveTable, actor: Actor, token_hash: str) -> None:
    """Let a new token open the actor's seat; an earlier one becomes invalid. Raises Refused."""
    await live.append(lambda _: stored_events.TokenRenewed(seat=_own_seat(live, actor), token=token_hash))


async def give_seat(live: LiveTable, seat: int, actor: Actor, replaces: str | None = None) -> None:
    """Let `actor` hold the seat in addition to its holders; `replaces` is the actor's key before signing in."""
    assert actor.key is not None
    claimed = stored_events.Claimed(seat=seat, key=actor.key, account=actor.account, replaces=replaces)
    await live.append(lambda _: claimed)


async def unlink_seat(live: LiveTable, actor: Actor) -> None:
    """The owner of a seat takes it back from all other devices; another device gives it up. Raises Refused."""
    await live.append(lambda _: _access_revoked(live, actor))


def _access_revoked(live: LiveTable, actor: Actor) -> stored_events.AccessRevoked:
    seat = _own_seat(live, actor)
    occupant = live.table.occupants[seat]
    if occupant.is_owned_by(actor.key, actor.account):
        keys, guests = tuple(sorted(occupant.keys - {occupant.owner})), tuple(sorted(occupant.guests))
        return stored_events.AccessRevoked(seat=seat, keys=keys, accounts=guests, token=secrets.token_hex(32))
    if actor.key in occupant.keys:
        return stored_events.AccessRevoked(seat=seat, keys=(actor.key,))
    if actor.account in occupant.guests:
        return stored_events.AccessRevoked(seat=seat, accounts=(actor.account,))
    raise Refused("bad_token")


def _own_seat(live: LiveTable, actor: Actor) -> int:
    seat = live.table.seat_of(actor.key, actor.account)
    if seat is None:
        raise Refused("not_seated")
    return seat
