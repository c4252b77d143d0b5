"""Recent partners of an account, and invitations between accounts."""

from msgspec import Struct

from hanabi.server.api.resource import Refused, Request, Resource, Response, json_response, route
from hanabi.server.game_access import GameId
from hanabi.server.people.invitations import Invitation, RecentPartner, Relation
from hanabi.server.tables import SeatNumber


class PartnerList(Struct, frozen=True):
    partners: list[RecentPartner]


class PartnerSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat where you played with the partner, from `GET /api/account/partners`."""

    table: GameId
    seat: SeatNumber


class PartnerRelation(Struct, frozen=True, forbid_unknown_fields=True):
    """`relation`: null for neither a friend nor blocked."""

    partner: PartnerSeat
    relation: Relation | None = None


class NewInvitation(Struct, frozen=True, forbid_unknown_fields=True):
    partner: PartnerSeat


class InvitationList(Struct, frozen=True):
    invitations: list[Invitation]


class InvitationsResource(Resource):
    @route(
        "GET",
        "/api/account/partners",
        summary="Friends and recent partners with accounts",
        gives=PartnerList,
        refuses=(401,),
    )
    async def list_partners(self, request: Request) -> Response:
        """With the names that they used at the table: friends, then the most recent ones, then those you blocked."""
        account, _ = await self.account(request)
        return json_response(PartnerList(await self.context.invitations.partners(account)))

    @route(
        "POST",
        "/api/account/partners",
        summary="Make a partner a friend, or block them",
        takes=PartnerRelation,
        status=204,
        refuses=(401, 404),
    )
    async def relate_partner(self, request: Request) -> Response:
        """They are not told. You never meet people you blocked through matchmaking, and get no invitations from them;
        friends who have you as a friend too see when you are online.
        """
        body = await self.body(request, PartnerRelation)
        account, _ = await self.account(request)
        self.enforce_limit(request, "invitations")
        await self.context.invitations.relate(account, (body.partner.table, body.partner.seat), body.relation)
        return Response(status_code=204)

    @route(
        "POST",
        "/api/tables/{table}/invitations",
        summary="Invite a partner to a table",
        takes=NewInvitation,
        status=204,
        refuses=(401,),
    )
    async def invite_partner(self, request: Request) -> Response:
        """You must sit at the table, and it must have a free seat. Partners see the invitation on their start page."""
        body = await self.body(request, NewInvitation)
        account, key = await self.account(request)
        self.enforce_limit(request, "invitations")
        table = (await self.live_table(request.path_params["table"])).table
        seat = table.seat_of(key, account)
        if seat is None:
            raise Refused("not_seated")
        if table.phase != "setup":
            raise Refused("wrong_phase", phase=table.phase)
        if not any(occupant.is_nobody for occupant in table.occupants):
            raise Refused("table_full")
        sender = table.occupants[seat].name or ""
        partner = (body.partner.table, body.partner.seat)
        invited = await self.context.invitations.invite(account, table.id, sender, partner)
        if invited is not None:
            self.context.notifications.invited(invited, sender, table.id)
        return Response(status_code=204)

    @route("GET", "/api/account/invitations", summary="Invitations to tables", gives=InvitationList, refuses=(401,))
    async def list_invitations(self, request: Request) -> Response:
        """From the last seven days, to tables that have not started."""
        account, _ = await self.account(request)
        return json_response(InvitationList(await self.context.invitations.waiting(account)))

    @route("DELETE", "/api/account/invitations/{table}", summary="Dismiss an invitation", status=204, refuses=(401,))
    async def dismiss_invitation(self, request: Request) -> Response:
        account, _ = await self.account(request)
        await self.context.invitations.dismiss(account, request.path_params["table"])
        return Response(status_code=204)
