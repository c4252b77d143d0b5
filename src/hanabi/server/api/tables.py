"""Public tables, the summary of one table, and new tables, also those that continue a finished game."""

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct, field

from hanabi.records import RecordError, branch, redeal_hidden
from hanabi.server.api.resource import Refused, Request, Resource, Response, json_response, route
from hanabi.server.api.shared_bodies import Frame, TableList, TableOpened
from hanabi.server.archive.documents import history_document
from hanabi.server.game_access import GameId, GameReference, LineNumber, referenced_game
from hanabi.server.http.cookies import hashed
from hanabi.server.live import seating
from hanabi.server.live.lobby import TableSummary, open_tables, table_summary, watchable_tables
from hanabi.server.tables import Branch, Options, SeatNumber, check_bot, checked_name
from hanabi.server.tables.fairness import Nonce
from hanabi.server.tables.features import nonces, start
from hanabi.server.tables.options import ActionCount, BotName, PlayerName
from hanabi.server.wire.state_message import viewer_for


class LobbyResource(Resource):
    @route("GET", "/api/tables", summary="Public tables, open and running", gives=TableList)
    async def list_tables(self, request: Request) -> Response:
        """Tables with somebody present come first; tables that nobody has visited for hours are left out."""
        return await self._list(open_tables)

    @route("GET", "/api/tables/{table}", summary="One table", gives=TableSummary)
    async def show_table(self, request: Request) -> Response:
        """As the lobby shows it."""
        return json_response(
            await self.query(lambda connection: table_summary(connection, request.path_params["table"]))
        )

    @route("GET", "/api/watch", summary="Running public games to watch", gives=TableList)
    async def list_games(self, request: Request) -> Response:
        """Only games with somebody present, the most watched first."""
        return await self._list(watchable_tables)

    async def _list(self, tables: Callable[[Any, float, int], list[TableSummary]]) -> Response:
        async def encoded() -> bytes:
            now, per_address = self.context.registry.store.now(), self.context.settings.limits.listed
            return msgspec.json.encode(
                TableList(await self.query(lambda connection: tables(connection, now, per_address)))
            )

        return Response(await self.context.shared_work.result(tables, encoded), media_type="application/json")


class BranchRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Continue a finished game, of a table or a study, after its first `actions` actions and with its options.

    `cards`: `same`, or `new` for other cards in place of those that the host cannot know.
    """

    table: GameId | None = None
    actions: ActionCount = 0
    study: GameId | None = None
    line: LineNumber = 0
    cards: Literal["same", "new"] = "same"


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table and, unless `seat` is false, sit down at seat `at`. `bots` fill the other seats; `start` deals."""

    options: Options = Options()
    name: PlayerName = "Player"
    seat: bool = True
    at: SeatNumber = 0
    bots: Annotated[list[BotName], Meta(max_length=5)] = field(default_factory=list)
    start: bool = False
    branch: BranchRequest | None = None


class StartRequest(Struct, frozen=True, forbid_unknown_fields=True):
    nonce: Nonce | None = None


class GameHistory(Struct, frozen=True):
    """`frames`: the deal, then one for each action so far."""

    frames: list[Frame]


class BranchedDeal(NamedTuple):
    """The start of a table that continues a finished game; `origin` is the table where that game was played."""

    options: Options
    branch: Branch
    origin: str | None
    daily: str | None


class TablesResource(Resource):
    @route(
        "POST",
        "/api/tables",
        summary="Open a table",
        takes=OpenTable,
        gives=TableOpened,
        status=201,
        refuses=(404,),
    )
    async def open_table(self, request: Request) -> Response:
        """You sit down at seat `at` unless `seat` is false; with `bots` and `start` the game begins at once.
        `"branch": {"table" or "study" and "line", "actions", "cards"}` continues a finished game from that position,
        with the `same` cards, or with `new` ones in place of those that you cannot know.
        """
        body = await self.body(request, OpenTable)
        self.enforce_limit(request, "new_tables")
        actor, key = await self.actor_or_new(request)
        options, deal, origin, daily = body.options, None, None, None
        if body.branch is not None:
            options, deal, origin, daily = await self._branched(request, body.branch, body.at)
        bots = [check_bot(name) for name in body.bots]
        for bot in sorted(set(bots)):
            await self.context.registry.bot_workers.compilation.require(bot)
        name = checked_name(body.name) if body.seat else None
        token = secrets.token_urlsafe(16)
        if body.seat and body.at >= options.seats:
            raise Refused("no_such_seat", seats=list(range(options.seats)))
        own_seat = body.at if body.seat else None
        seats = () if own_seat is None else seating.seats_with_host(own_seat, name, actor, hashed(token))
        free = [seat for seat in range(options.seats) if seat != own_seat]
        if len(bots) > len(free):
            raise Refused("table_full")
        opened_from = await self.mark_of(request)
        host_token = None if body.seat else hashed(token)
        live = await self.context.registry.create(
            options, actor, seats, origin, deal, daily, opened_from, host_token=host_token
        )
        await seating.seat_bots(live, zip(free, bots, strict=False))
        if body.start:
            await seating.start_table(live)
        await self.context.registry.show_in_lists()
        table = live.table.id
        opened = TableOpened(table, own_seat, token, f"/t/{table}", live.table.deal.commitment)
        return self.with_cookie(request, json_response(opened, 201), key)

    @route("POST", "/api/tables/{table}/start", summary="Deal", takes=StartRequest, status=204)
    async def start_table(self, request: Request) -> Response:
        """For the host. `nonce`: your part of a fresh deal, 16 random bytes in hexadecimal, drawn after you know the
        commitment. The deal of a table that is opened with `start` has only the server's part.
        """
        body = await self.body(request, StartRequest)
        live, actor = await self.live_table(request.path_params["table"]), await self.context.actor(request)
        if body.nonce is not None:
            await asyncio.shield(live.perform(actor, nonces.SendNonce(id=body.nonce, nonce=body.nonce)))
        await asyncio.shield(live.perform(actor, start.Start(id="start")))
        return Response(status_code=204)

    @route(
        "GET",
        "/api/tables/{table}/history",
        summary="The game so far, step by step",
        gives=GameHistory,
        refuses=(403,),
    )
    async def show_history(self, request: Request) -> Response:
        """As your seat saw it; without a seat, as a spectator of this table saw it."""
        live, actor = await self.live_table(request.path_params["table"]), await self.context.actor(request)
        seat = live.table.seat_of(actor.key, actor.account)
        live.clients.check_may_watch(seat)
        if live.table.phase == "over" and live.table.is_in_contest(time.time()):
            raise Refused("contest_sealed")
        table = live.table if seat is not None else live.clients.spectator_table
        if table.game is None:
            raise Refused("wrong_phase")
        record, viewer = table.record_so_far().dumps(), viewer_for(table, seat)
        return await self.context.workers.response(request, history_document, record, viewer)

    async def _branched(self, request: Request, body: BranchRequest, seat: int) -> BranchedDeal:
        """Options and deal of a table that continues a finished game; new cards are hidden from `seat`."""
        reference = GameReference(body.table, body.study, body.line)
        record, origin, daily = await referenced_game(self.context, request, reference)
        table = None if body.table is None else (await self.live_table(body.table)).table
        try:
            is_new = body.cards == "new"
            beginning = redeal_hidden(record, body.actions, seat) if is_new else branch(record, body.actions)
        except RecordError as error:
            raise Refused("game_over", detail=str(error)[:200]) from error
        first, actions = record.first, beginning.actions
        if table is not None:
            options = msgspec.structs.replace(table.options, seed=None, public=False, first=first)
        else:
            options = Options(seats=len(record.players), rules=record.rules.to_dict(), first=first)
        if not is_new and table is not None and table.deal.kind != "given":
            return BranchedDeal(options, Branch(table.seed, first, actions), origin, daily)
        deck = tuple(str(card) for card in beginning.deck)
        deal = Branch(secrets.token_hex(32), first, actions, deck, beginning.rewards)
        return BranchedDeal(options, deal, origin, daily)
