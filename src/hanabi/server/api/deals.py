"""Games with the same cards: other games on a deal, and the deal of the day."""

import secrets
import time
from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from hanabi.rules import PLAYERS
from hanabi.server.api.resource import Actor, Refused, Request, Resource, Response, hashed, json_response, route
from hanabi.server.api.shared_bodies import TableOpened
from hanabi.server.archive.archive import DailyDay, GameResult
from hanabi.server.archive.deals import deal_key
from hanabi.server.game_access import finished_table
from hanabi.server.live import seating
from hanabi.server.live.lobby import held_seats
from hanabi.server.tables import SeatNumber, check_bot, checked_name, ends_at, today
from hanabi.server.tables.options import BotName, PlayerName


class DealResults(Struct, frozen=True):
    """`counted`: this game is in the list. A game that continued another one is not, nor is a game of bots only."""

    games: list[GameResult]
    counted: bool


class DailyDealStatus(Struct, frozen=True):
    """`table` is yours, running or finished."""

    players: int
    table: str | None
    finished: bool
    games: int


class DailyOverview(Struct, frozen=True):
    """`score` is your best result today; `streak` is the number of days in a row with a daily deal played. `history`
    has your best result of each day, the newest first."""

    day: str
    ends_at: float
    deals: list[DailyDealStatus]
    score: int | None
    max_score: int | None
    streak: int
    history: list[DailyDay]


class DailyGameRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down at today's deal, or that of an earlier `day`. With a `bot` in each other seat the game begins; without
    one it waits for friends."""

    players: Annotated[int, Meta(ge=2, le=5)]
    day: Annotated[str, Meta(extra_json_schema={"format": "date"})] | None = None
    name: PlayerName = "Player"
    at: SeatNumber = 0
    bot: BotName | None = None


class DailyResults(Struct, frozen=True):
    """`open`: you may see the cards. Until then only scores are shown, without links to games."""

    day: str
    players: int
    open: bool
    games: list[GameResult]


class DailyResultsParameters(Struct, frozen=True):
    day: Annotated[str, Meta(extra_json_schema={"format": "date"})]
    players: Annotated[int, Meta(ge=2, le=5)]


class DealsResource(Resource):
    @route(
        "GET",
        "/api/tables/{table}/others",
        summary="All games with the same deal as a finished game",
        gives=DealResults,
        refuses=(403,),
    )
    async def list_games_on_deal(self, request: Request) -> Response:
        """The same cards and rules; private tables show only their score."""
        table = await finished_table(self.context, request, request.path_params["table"])
        game = table.game
        assert game is not None
        key = deal_key(table.rules, len(table.occupants), game.first, game.deck, game.rewards)
        games = await self.context.archive.others(key, await self.context.actor(request))
        return json_response(DealResults(games, table.is_compared))

    @route("GET", "/api/daily", summary="Today's deals", gives=DailyOverview)
    async def show_daily_deals(self, request: Request) -> Response:
        """One per number of players: whether you have played it, and the number of games."""
        day, actor = today(time.time()), await self.context.actor(request)
        archive = self.context.archive
        games = await self.context.shared_work.result(("daily", day), lambda: archive.counts_of_day(day))
        score, max_score, streak, finished, history = await archive.daily_standing(day, actor)
        own_tables = await self._own_tables(day, actor) | finished
        deals = [
            DailyDealStatus(players, own_tables.get(players), players in finished, games.get(players, 0))
            for players in PLAYERS
        ]
        return json_response(DailyOverview(day, ends_at(day), deals, score, max_score, streak, history))

    @route("POST", "/api/daily", summary="Play today's deal", takes=DailyGameRequest, gives=TableOpened, status=201)
    async def play_daily_deal(self, request: Request) -> Response:
        """Opens a table. With a `bot` in each other seat the game begins at once. The deal of an earlier `day` can be
        played any number of times, but counts nowhere."""
        body = await self.body(request, DailyGameRequest)
        name = checked_name(body.name)
        bot = None if body.bot is None else check_bot(body.bot)
        if bot is not None:
            await self.context.registry.bot_workers.compilation.require(bot)
        if body.at >= body.players:
            raise Refused("no_such_seat", seats=list(range(body.players)))
        actor, key = await self.actor_or_new(request)
        day = today(time.time())
        is_past = body.day is not None and body.day != day
        if body.day is not None and not _has_deal(body.day):
            raise Refused("no_such_page")
        if not is_past:
            finished = (await self.context.archive.daily_standing(day, actor)).tables
            own_tables = await self._own_tables(day, actor) | finished
            own_table = own_tables.get(body.players)
            if own_table is not None:
                raise Refused("daily_played", table=own_table)
        self.enforce_limit(request, "new_tables")
        token = secrets.token_urlsafe(16)
        seats = seating.seats_with_host(body.at, name, actor, hashed(token))
        opened_from = await self.mark_of(request)
        dailies = self.context.dailies
        open_table = dailies.open_past_table if is_past else dailies.open_table
        live = await open_table(body.day or day, body.players, actor, seats, opened_from)
        if bot is not None:
            await seating.seat_bots(live, ((seat, bot) for seat in range(body.players) if seat != body.at))
            await seating.start_table(live)
        await self.context.registry.show_in_lists()
        opened = TableOpened(live.table.id, body.at, token, f"/t/{live.table.id}", live.table.deal.commitment)
        return self.with_cookie(request, json_response(opened, 201), key)

    @route(
        "GET",
        "/api/daily/{day}/{players}",
        summary="Results of a day's deal",
        gives=DailyResults,
        parameters=DailyResultsParameters,
    )
    async def show_daily_results(self, request: Request) -> Response:
        """Everybody sees today's scores; players who have played the deal see its games."""
        day, players = request.path_params["day"], request.path_params["players"]
        if not _has_deal(day) or players not in {str(count) for count in PLAYERS}:
            raise Refused("no_such_page")
        actor = await self.context.actor(request)
        may_look = await self.context.archive.has_seen(day, int(players), actor)
        games = await self.context.archive.of_day(day, int(players), actor)
        if not may_look:
            games = [msgspec.structs.replace(game, table=None) for game in games]
        return json_response(DailyResults(day, int(players), may_look, games))

    async def _own_tables(self, day: str, actor: Actor) -> dict[int, str]:
        """The visitor's tables with the deal of a day, by number of players."""
        if actor.key is None:
            return {}
        seats = await self.query(lambda connection: held_seats(connection, actor))
        return {held.table.players: held.table.id for held in seats if held.table.daily == day}


def _has_deal(day: str) -> bool:
    """Whether this is today or an earlier day."""
    try:
        return date.fromisoformat(day).isoformat() == day <= today(time.time())
    except ValueError:
        return False
