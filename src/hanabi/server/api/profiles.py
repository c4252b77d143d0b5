"""Profiles of players: games, ratings and puzzles; your own, those of others, and friends by a link."""

from typing import Annotated

from msgspec import Meta, Struct

from hanabi.server.api.resource import Request, Resource, Response, json_response, route
from hanabi.server.archive.game_search import FoundGames, Mistake, find_own_games, tag_game
from hanabi.server.people.profiles import OwnProfile, Profile, SeatProfile
from hanabi.server.tables import checked_name, clean_line
from hanabi.server.tables.options import PlayerName


class ProfileChange(Struct, frozen=True, forbid_unknown_fields=True):
    """`public`: null leaves it as it is; a new profile is private. `new_link`: the previous link for friends ends."""

    name: PlayerName
    public: bool | None = None
    new_link: bool = False


class FriendLink(Struct, frozen=True, forbid_unknown_fields=True):
    """`friend`: the secret from the link; `name`: yours, for their list of friends."""

    friend: Annotated[str, Meta(min_length=1, max_length=32)]
    name: PlayerName = "Player"


class FriendParameter(Struct, frozen=True):
    friend: Annotated[str, Meta(max_length=32)] = ""


class GameSearch(Struct, frozen=True):
    """`text`: part of a name or of a tag; `score`: the least; `mistake`: what cost points."""

    text: Annotated[str, Meta(max_length=60)] = ""
    edition: Annotated[str, Meta(max_length=20)] | None = None
    score: Annotated[int, Meta(ge=-50, le=100)] | None = None
    mistake: Mistake | None = None


class GameTags(Struct, frozen=True, forbid_unknown_fields=True):
    tags: Annotated[list[Annotated[str, Meta(min_length=1, max_length=24)]], Meta(max_length=8)]


class SeatProfileList(Struct, frozen=True):
    profiles: list[SeatProfile]


class ProfilesResource(Resource):
    @route("GET", "/api/me/profile", summary="Your profile", gives=Profile)
    async def show_own_profile(self, request: Request) -> Response:
        """With your ratings, also without an account."""
        actor, key = await self.actor_or_new(request)
        profile = await self.context.profiles.own(actor, await self.context.puzzles.all())
        return self.with_cookie(request, json_response(profile), key)

    @route(
        "POST",
        "/api/account/profile",
        summary="Show your profile, or only to friends",
        takes=ProfileChange,
        gives=OwnProfile,
        refuses=(401,),
    )
    async def change_profile(self, request: Request) -> Response:
        """Names at tables and in lists link to public profiles. Friends also see private ones."""
        body = await self.body(request, ProfileChange)
        account, _ = await self.account(request)
        self.enforce_limit(request, "invitations")
        changed = self.context.profiles.change(account, checked_name(body.name), body.public, new_link=body.new_link)
        return json_response(await changed)

    @route(
        "GET",
        "/api/profiles/{profile}",
        summary="A player's profile",
        parameters=FriendParameter,
        gives=Profile,
        refuses=(404,),
    )
    async def show_profile(self, request: Request) -> Response:
        """Its games are the public ones. Private profiles are shown to friends, and to people with the secret `friend`
        of the link for friends.
        """
        actor, friend = await self.context.actor(request), self.parameters(request, FriendParameter).friend
        puzzles = await self.context.puzzles.all()
        return json_response(await self.context.profiles.find(request.path_params["profile"], actor, puzzles, friend))

    @route("GET", "/api/me/games/search", summary="Search your games", parameters=GameSearch, gives=FoundGames)
    async def search_own_games(self, request: Request) -> Response:
        """Among your newest thousand finished games, by players, tags, edition, score and mistake."""
        actor, search = await self.context.actor(request), self.parameters(request, GameSearch)
        return json_response(
            await self.query(
                lambda connection: find_own_games(
                    connection,
                    actor,
                    text=search.text,
                    edition=search.edition,
                    score=search.score,
                    mistake=search.mistake,
                )
            )
        )

    @route("PUT", "/api/me/games/{table}/tags", summary="Tag one of your games", takes=GameTags, status=204)
    async def tag_own_game(self, request: Request) -> Response:
        """Your own words, which nobody else sees. They replace the game's earlier tags."""
        body = await self.body(request, GameTags)
        actor = await self.context.actor(request)
        self.enforce_limit(request, "invitations")
        tags = [tag for text in body.tags if (tag := clean_line(text, 24))]
        table = request.path_params["table"]
        await self.context.registry.store.write(lambda connection: tag_game(connection, actor, table, tags))
        return Response(status_code=204)

    @route(
        "POST",
        "/api/profiles/{profile}/friends",
        summary="Become friends by a link",
        takes=FriendLink,
        status=204,
        refuses=(401, 404),
    )
    async def accept_friend(self, request: Request) -> Response:
        """The link comes from the owner of the profile, so each becomes a friend of the other."""
        body = await self.body(request, FriendLink)
        account, _ = await self.account(request)
        self.enforce_limit(request, "invitations")
        profile, name = request.path_params["profile"], checked_name(body.name)
        await self.context.profiles.accept(account, name, profile, body.friend)
        return Response(status_code=204)

    @route("GET", "/api/tables/{table}/profiles", summary="Public profiles of a table's players", gives=SeatProfileList)
    async def list_profiles(self, request: Request) -> Response:
        return json_response(SeatProfileList(await self.context.profiles.at_table(request.path_params["table"])))
