"""Seats of a running table: given to people and bots, linked to other devices and taken back."""

import secrets
from collections.abc import Iterable
from functools import partial
from typing import Any

from hanabi.server.actor import Actor
from hanabi.server.live.live_table import LiveTable
from hanabi.server.live.registry import TableRegistry
from hanabi.server.refusals import Refused
from hanabi.server.tables import InitialSeat
from hanabi.server.tables.features import seat_access, seating, start
from hanabi.server.tables.seated_bots import RECOMMENDED_BOT


def seats_with_host(seat: int, name: str | None, actor: Actor, token_hash: str) -> tuple[InitialSeat, ...]:
    """The seats of a new table up to its host's."""
    keys = (actor.key or "",) if actor.account is None else ()
    return (*[InitialSeat()] * seat, InitialSeat(name, None, keys, token_hash, actor.account))


async def seat_bots(live: LiveTable, bots: Iterable[tuple[int, str]]) -> None:
    for seat, bot in bots:
        await live.append(lambda _, seat=seat, bot=bot: seating.bot_event(live.table, seat, bot))  # type: ignore[misc]


async def start_table(live: LiveTable) -> None:
    await live.append(lambda _: start.start_event(live.table))


def seat_of_person(row: Any) -> InitialSeat:
    """The seat of a person whom a row of the database describes; without one it is empty."""
    if row is None:
        return InitialSeat()
    keys = (row.key,) if row.account_id is None else ()
    return InitialSeat(row.name, None, keys, secrets.token_hex(32), row.account_id)


async def fill_and_start(registry: TableRegistry, live: LiveTable) -> None:
    """Seat bots in the empty seats and deal, unless another process or an earlier request has done so."""
    if live.table.phase != "setup":
        return
    empty = [seat for seat, occupant in enumerate(live.table.occupants) if occupant.is_nobody]
    if empty:
        await registry.bot_workers.compilation.require(RECOMMENDED_BOT)

    def seated(seat: int, _: float) -> seating.BotSeated:
        live.table.require_phase("setup")
        return seating.bot_event(live.table, seat, RECOMMENDED_BOT)

    def started(_: float) -> start.GameStarted:
        live.table.require_phase("setup")
        return start.start_event(live.table)

    try:
        for seat in empty:
            await live.append(partial(seated, seat))
        await live.append(started)
    except Refused:
        # Another process has started it.
        return
    await registry.show_in_lists()


async def sit_down(live: LiveTable, actor: Actor, name: str, seat: int | None, token_hash: str) -> int:
    """Sit down; returns the seat. Raises Refused."""
    seats: list[int] = []

    def seated(_: float) -> seating.Seated:
        event = seating.sit_event(live.table, actor, name, seat, token_hash)
        if not isinstance(event, seating.Seated):
            raise Refused("already_seated", seat=event.seat)
        seats.append(event.seat)
        return event

    await live.append(seated)
    return seats[-1]


async def link_seat(live: LiveTable, actor: Actor, token_hash: str) -> None:
    """Let a new token open the actor's seat; an earlier one becomes invalid. Raises Refused."""
    await live.append(lambda _: seat_access.TokenRenewed(seat=live.table.own_seat(actor), token=token_hash))


async def give_seat(live: LiveTable, seat: int, actor: Actor, replaces: str | None = None) -> None:
    """Let `actor` hold the seat in addition to its holders; `replaces` is the actor's key before signing in."""
    assert actor.key is not None
    claimed = seat_access.Claimed(seat=seat, key=actor.key, account=actor.account, replaces=replaces)
    await live.append(lambda _: claimed)


async def unlink_seat(live: LiveTable, actor: Actor) -> None:
    """The owner of a seat takes it back from all other devices; another device gives it up. Raises Refused."""
    await live.append(lambda _: _access_revoked(live, actor))


def _access_revoked(live: LiveTable, actor: Actor) -> seat_access.AccessRevoked:
    seat = live.table.own_seat(actor)
    occupant = live.table.occupants[seat]
    if occupant.is_owned_by(actor.key, actor.account):
        keys, guests = tuple(sorted(occupant.keys - {occupant.owner})), tuple(sorted(occupant.guests))
        return seat_access.AccessRevoked(seat=seat, keys=keys, accounts=guests, token=secrets.token_hex(32))
    if actor.key in occupant.keys:
        return seat_access.AccessRevoked(seat=seat, keys=(actor.key,))
    if actor.account in occupant.guests:
        return seat_access.AccessRevoked(seat=seat, accounts=(actor.account,))
    raise Refused("bad_token")
