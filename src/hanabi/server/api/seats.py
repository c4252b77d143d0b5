"""Seats of a table: taken, continued on another device, claimed."""

import secrets
import time
from typing import Annotated

from msgspec import Meta, Struct

from hanabi.server.api.resource import Refused, Request, Resource, Response, hashed, json_response, route
from hanabi.server.live import seating
from hanabi.server.tables import SeatNumber
from hanabi.server.tables.options import PlayerName

SeatToken = Annotated[str, Meta(min_length=8, max_length=100)]


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    name: PlayerName = "Player"
    seat: SeatNumber | None = None


class SeatTaken(Struct, frozen=True):
    seat: int
    token: str


class SeatLink(Struct, frozen=True):
    """Opens the table on another device; anyone who has the link can play this seat."""

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
    )
    async def take_seat(self, request: Request) -> Response:
        """For programs; `token` is the bearer token of the seat."""
        body = await self.body(request, SeatRequest)
        live = await self.live_table(request.path_params["table"])
        actor, key = await self.actor_or_new(request)
        token = secrets.token_urlsafe(16)
        seat = await seating.sit_down(live, actor, body.name, body.seat, hashed(token))
        await self.context.registry.show_in_lists()
        return self.with_cookie(request, json_response(SeatTaken(seat, token), 201), key)

    @route(
        "POST",
        "/api/tables/{table}/link",
        summary="Continue on another device",
        gives=SeatLink,
    )
    async def link_seat(self, request: Request) -> Response:
        """The link is `/t/{table}#{token}`. A new link makes the previous one invalid."""
        live = await self.live_table(request.path_params["table"])
        if live.table.is_in_contest(time.time()):
            raise Refused("contest_rules")
        token = secrets.token_urlsafe(16)
        await seating.link_seat(live, await self.context.actor(request), hashed(token))
        return json_response(SeatLink(f"/t/{live.table.id}#{token}"))

    @route(
        "POST",
        "/api/tables/{table}/claim",
        summary="Play a seat in this browser too",
        takes=SeatClaim,
        gives=SeatClaimed,
    )
    async def claim_seat(self, request: Request) -> Response:
        """From now on this browser holds the seat; the player who sat down can take it back (`unlink`)."""
        body = await self.body(request, SeatClaim)
        live = await self.live_table(request.path_params["table"])
        actor, key = await self.actor_or_new(request)
        token_hash = hashed(body.token)
        seat = next((seat for seat, occupant in enumerate(live.table.occupants) if occupant.token == token_hash), None)
        if seat is None or actor.key is None:
            raise Refused("bad_token")
        if live.table.is_in_contest(time.time()):
            raise Refused("contest_rules")
        if live.table.seat_of(actor.key, actor.account) is None:
            await seating.give_seat(live, seat, actor)
            if live.table.phase == "over":
                await self.context.archive.count_claim(live.table.id, seat, actor.key, actor.account)
        return self.with_cookie(request, json_response(SeatClaimed(seat)), key)

    @route(
        "POST",
        "/api/tables/{table}/unlink",
        summary="Take a seat back from other devices",
        status=204,
    )
    async def unlink_seat(self, request: Request) -> Response:
        """Called by the player who sat down: all other devices and all links lose the seat. A device that came by a
        link gives up the seat itself.
        """
        live = await self.live_table(request.path_params["table"])
        await seating.unlink_seat(live, await self.context.actor(request))
        return Response(status_code=204)
