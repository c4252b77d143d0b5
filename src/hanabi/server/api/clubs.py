"""Clubs: found one, join it, see its page."""

from typing import Annotated

from msgspec import Meta, Struct

from hanabi.server.api.resource import Refused, Request, Resource, Response, json_response, route
from hanabi.server.game_access import GameId
from hanabi.server.people.clubs import ClubDetails, ClubSummary, Role
from hanabi.server.tables import checked_name, clean_line
from hanabi.server.tables.options import PlayerName

ClubName = Annotated[str, Meta(min_length=1, max_length=60)]
ClubCode = Annotated[str, Meta(max_length=16)]


class ClubList(Struct, frozen=True):
    clubs: list[ClubSummary]


class NewClub(Struct, frozen=True, forbid_unknown_fields=True):
    """`person`: your name in the club."""

    name: ClubName
    person: PlayerName = "Player"


class ClubOpened(Struct, frozen=True):
    club: str


class ClubTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """`new_code`: the earlier link no longer lets anybody in."""

    name: ClubName
    text: Annotated[str, Meta(max_length=2000)] = ""
    conventions: Annotated[str, Meta(max_length=20_000)] = ""
    new_code: bool = False


class ClubEntry(Struct, frozen=True, forbid_unknown_fields=True):
    code: ClubCode
    person: PlayerName = "Player"


class MemberRole(Struct, frozen=True, forbid_unknown_fields=True):
    """`role`: null to leave, or to remove the member."""

    role: Role | None = None


class ClubParameters(Struct, frozen=True):
    club: GameId
    code: ClubCode = ""


class ClubsResource(Resource):
    @route("GET", "/api/clubs", summary="Your clubs", gives=ClubList, refuses=(401,))
    async def list_clubs(self, request: Request) -> Response:
        account, _ = await self.account(request)
        return json_response(ClubList(await self.context.clubs.own(account)))

    @route("POST", "/api/clubs", summary="Open a club", takes=NewClub, gives=ClubOpened, status=201, refuses=(401,))
    async def open_club(self, request: Request) -> Response:
        """With an account, which owns it."""
        body = await self.body(request, NewClub)
        account, _ = await self.account(request)
        self.enforce_limit(request, "new_tables")
        club = await self.context.clubs.open(account, _checked_title(body.name), checked_name(body.person))
        return json_response(ClubOpened(club), 201)

    @route("GET", "/api/clubs/{club}", summary="One club", gives=ClubDetails, parameters=ClubParameters)
    async def show_club(self, request: Request) -> Response:
        """Who has the address sees its texts and its events; members see each other and the standings."""
        asked = self.parameters(request, ClubParameters)
        actor = await self.context.actor(request)
        return json_response(await self.context.clubs.details(actor, asked.club, asked.code))

    @route("PUT", "/api/clubs/{club}", summary="Change a club", takes=ClubTexts, status=204, refuses=(401,))
    async def change_club(self, request: Request) -> Response:
        """By its owner and organizers."""
        body = await self.body(request, ClubTexts)
        account, _ = await self.account(request)
        await self.context.clubs.change(
            account,
            request.path_params["club"],
            new_code=body.new_code,
            name=_checked_title(body.name),
            text=body.text.strip(),
            conventions=body.conventions.strip(),
        )
        return Response(status_code=204)

    @route("POST", "/api/clubs/{club}/members", summary="Join a club", takes=ClubEntry, status=204, refuses=(401,))
    async def join_club(self, request: Request) -> Response:
        """With an account and the code of its link."""
        body = await self.body(request, ClubEntry)
        account, _ = await self.account(request)
        self.enforce_limit(request, "invitations")
        await self.context.clubs.join(account, request.path_params["club"], body.code, checked_name(body.person))
        return Response(status_code=204)

    @route(
        "PUT",
        "/api/clubs/{club}/members/{number}",
        summary="Give a member of a club a role",
        takes=MemberRole,
        status=204,
        refuses=(401,),
    )
    async def set_member_role(self, request: Request) -> Response:
        """The owner makes organizers, and may pass the club on. Organizers remove members. Everybody may leave."""
        body = await self.body(request, MemberRole)
        account, _ = await self.account(request)
        number = request.path_params["number"]
        if not number.isdecimal() or len(number) > 9:
            raise Refused("club_role")
        await self.context.clubs.set_role(account, request.path_params["club"], int(number), body.role)
        return Response(status_code=204)


def _checked_title(title: str) -> str:
    if not (clean := clean_line(title)):
        raise Refused("bad_name")
    return clean
