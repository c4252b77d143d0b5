"""Seats of a table: taken, continued on another device, claimed."""

import secrets
from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from hanabi.server.actor import Actor
from hanabi.server.api.resource import Resource
from hanabi.server.api.tables import TABLE_REFUSALS
from hanabi.server.http.identity import hashed
from hanabi.server.http.responses import json_response
from hanabi.server.http.routes import route
from hanabi.server.live.live_table import LiveTable
from hanabi.server.refusals import Refused
from hanabi.server.tables import stored_events
from hanabi.server.tables.command_handlers import sit_event
from hanabi.server.tables.commands import PlayerName
from hanabi.server.tables.options import SeatNumber

SeatToken = Annotated[str, Meta(min_length=8, max_length=100)]


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    name: PlayerName = "Player"
    seat: SeatNumber | None = None


class SeatTaken(Struct, frozen=True):
    seat: int
    token: str


class SeatLink(Struct, frozen=True):
    """Opens the table on another device; whoever has it can play this seat."""

    link: str


class SeatClaim(Struct, frozen=True, forbid_unknown_fields=True):
    token: SeatToken


class SeatClaimed(Struct, frozen=True):
    seat: int


class SeatsResource(Resource):
    @route(
        "POST",
        "/api/tables/{table}/sit",
        summary="Take a seat",
        takes=SeatRequest,
        gives=SeatTaken,
        status=201,
        refuses=TABLE_REFUSALS,
    )
    async def take_seat(self, request: Request) -> Response:
        """Sit without a browser; the token is the bearer of that seat."""
        body = await self.body(request, SeatRequest)
        live = await self.live_table(request.path_params["table"])
        actor, key = await self.actor_or_new(request)
        token = secrets.token_urlsafe(16)
        seats: list[int] = []

        def decide(_: float) -> Any:
            event = sit_event(live.table, actor, body.name, body.seat, hashed(token))
            if not isinstance(event, stored_events.Seated):
                raise Refused("already_seated", seat=event.seat)
            seats.append(event.seat)
            return event

        await live.append(decide)
        return self.with_cookie(request, json_response(SeatTaken(seats[-1], token), 201), key)

    @route(
        "POST",
        "/api/tables/{table}/link",
        summary="Continue on another device",
        gives=SeatLink,
        refuses=TABLE_REFUSALS,
    )
    async def link_seat(self, request: Request) -> Response:
        """The link is `/t/{table}#{token}`. A new link makes the former one void."""
        live = await self.live_table(request.path_params["table"])
        actor = await self.context.actor(request)
        token = secrets.token_urlsafe(16)

        def decide(_: float) -> Any:
            seat = live.table.seat_of(actor.key, actor.account)
            if seat is None:
                raise Refused("not_seated")
            return stored_events.TokenRenewed(seat=seat, token=hashed(token))

        await live.append(decide)
        return json_response(SeatLink(f"/t/{live.table.id}#{token}"))

    @route(
        "POST",
        "/api/tables/{table}/claim",
        summary="Hold a seat here too",
        takes=SeatClaim,
        gives=SeatClaimed,
        refuses=TABLE_REFUSALS,
    )
    async def claim_seat(self, request: Request) -> Response:
        """This browser holds that seat from now on; whoever sat down can take it back (`unlink`)."""
        body = await self.body(request, SeatClaim)
        live = await self.live_table(request.path_params["table"])
        actor, key = await self.actor_or_new(request)
        token_hash = hashed(body.token)
        seat = next((seat for seat, occupant in enumerate(live.table.occupants) if occupant.token == token_hash), None)
        if seat is None or actor.key is None:
            raise Refused("bad_token")
        if live.table.seat_of(actor.key, actor.account) is None:
            await give_seat(live, seat, actor)
            if live.table.phase == "over":
                await self.context.archive.count_claim(live.table.id, seat, actor.key, actor.account)
        return self.with_cookie(request, json_response(SeatClaimed(seat)), key)

    @route(
        "POST",
        "/api/tables/{table}/unlink",
        summary="Take a seat back from other devices",
        status=204,
        refuses=TABLE_REFUSALS,
    )
    async def unlink_seat(self, request: Request) -> Response:
        """For whoever sat down: all other devices and every link lose the seat. A device that came by a link gives it
        up itself.
        """
        live = await self.live_table(request.path_params["table"])
        actor = await self.context.actor(request)
        await live.append(lambda _: _unlinked(live, actor))
        return Response(status_code=204)


def _unlinked(live: LiveTable, actor: Actor) -> stored_events.AccessRevoked:
    seat = live.table.seat_of(actor.key, actor.account)
    if seat is None:
        raise Refused("not_seated")
    occupant = live.table.occupants[seat]
    if occupant.is_owned_by(actor.key, actor.account):
        keys, guests = tuple(sorted(occupant.keys - {occupant.owner})), tuple(sorted(occupant.guests))
        return stored_events.AccessRevoked(seat=seat, keys=keys, accounts=guests, token=secrets.token_hex(32))
    if actor.key in occupant.keys:
        return stored_events.AccessRevoked(seat=seat, keys=(actor.key,))
    if actor.account in occupant.guests:
        return stored_events.AccessRevoked(seat=seat, accounts=(actor.account,))
    raise Refused("bad_token")


async def give_seat(live: LiveTable, seat: int, actor: Actor, replaces: str | None = None) -> None:
    """Let `actor` hold the seat besides those who hold it already; `replaces` is the key it had before signing in."""
    await live.append(partial(_claimed, seat, actor, replaces))


def _claimed(seat: int, actor: Actor, replaces: str | None, _: float) -> Any:
    assert actor.key is not None
    return stored_events.Claimed(seat=seat, key=actor.key, account=actor.account, replaces=replaces)
