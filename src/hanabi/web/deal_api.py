"""The same cards for many: others on this deal, and the deal of the day."""

import secrets
import time
from datetime import date
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from hanabi.rules.ruleset import PLAYERS
from hanabi.tables import stored_events
from hanabi.tables.command_handlers import Actor, Refused, bot_name, check_bot, clean_name, start_event
from hanabi.tables.finished.deals import deal_key, ends_at, today
from hanabi.tables.finished.statistics import GameStatistics, own_statistics
from hanabi.tables.live.live_table import LiveTable
from hanabi.tables.stored_events import Seating
from hanabi.web import queries, schemas
from hanabi.web import study_schemas as shapes
from hanabi.web.handlers import Endpoint, Handlers, address, answer
from hanabi.web.identity import hashed


class DealApi(Handlers):
    async def others(self, request: Request) -> Response:
        table = await self.finished(request, request.path_params["table"])
        game = table.game
        assert game is not None
        key = deal_key(table.rules, len(table.occupants), game.first, game.deck, game.rewards)
        found = await self.context.archive.others(key, await self.context.actor(request))
        counted = not (table.started and table.started.prelude) and not (table.branch and table.branch.deck)
        return answer(shapes.OthersOnDeal(found, bool(counted)))

    async def daily(self, request: Request) -> Response:
        day, actor = today(time.time()), await self.context.actor(request)
        mine = await self._own_tables(day, actor)
        deals = []
        for players in PLAYERS:
            done = await self.context.archive.own_result(day, players, actor)
            games = await self.context.archive.of_day(day, players, actor)
            deals.append(shapes.DailyDeal(players, done or mine.get(players), done is not None, len(games)))
        return answer(shapes.Daily(day, ends_at(day), deals))

    async def play(self, request: Request) -> Response:
        wanted = await self.body(request, shapes.PlayDaily)
        name = clean_name(wanted.name)
        bot = None if wanted.bot is None else check_bot(wanted.bot)
        if wanted.at >= wanted.players:
            raise Refused("no_such_seat", seats=list(range(wanted.players)))
        actor, fresh = await self.actor_or_new(request)
        day = today(time.time())
        done = await self.context.archive.own_result(day, wanted.players, actor)
        begun = self.context.dailies.begun(day, wanted.players, actor)
        own = done or begun or (await self._own_tables(day, actor)).get(wanted.players)
        if own is not None:
            raise Refused("daily_played", table=own)
        if not self.context.new_tables.take(address(request)):
            raise Refused("too_many")
        token = secrets.token_urlsafe(16)
        seats = (*[Seating()] * wanted.at, Seating(name, None, (actor.key or "",), hashed(token), actor.account))
        live = await self.context.dailies.open_table(day, wanted.players, actor, seats)
        if bot is not None:
            for seat in range(wanted.players):
                if seat != wanted.at:
                    await live.append(partial(_bot_seated, live, seat, bot))
            await live.append(lambda _: start_event(live.table))
        opened = schemas.TableOpened(live.table.id, wanted.at, token, f"/t/{live.table.id}")
        return self.with_cookie(request, answer(opened, 201), fresh)

    async def results(self, request: Request) -> Response:
        """Today's scores are for everybody, its games for those who have played it."""
        day, players = request.path_params["day"], request.path_params["players"]
        now = time.time()
        try:
            known = date.fromisoformat(day).isoformat() == day <= today(now) and int(players) in PLAYERS
        except ValueError:
            known = False
        if not known:
            raise Refused("no_such_page")
        actor = await self.context.actor(request)
        seen = await self.context.archive.has_seen(day, int(players), actor)
        games = await self.context.archive.of_day(day, int(players), actor)
        if not seen:
            games = [msgspec.structs.replace(game, table=None) for game in games]
        return answer(shapes.DailyResults(day, int(players), seen, games))

    async def games(self, request: Request) -> Response:
        """One's finished games in numbers."""
        actor = await self.context.actor(request)
        return answer(await self.cold(lambda connection: own_statistics(connection, actor)))

    async def _own_tables(self, day: str, actor: Actor) -> dict[int, str]:
        seats = await self.cold(lambda found: queries.own_seats(found, actor.key, actor.account))
        return {mine.table.players: mine.table.id for mine in seats if mine.table.daily == day}


def _bot_seated(live: LiveTable, seat: int, bot: str, _: float) -> stored_events.BotSeated:
    return stored_events.BotSeated(seat=seat, bot=bot, name=bot_name(live.table, bot, seat))


def endpoints(api: DealApi) -> list[Endpoint]:
    return [
        Endpoint(
            "GET",
            "/api/tables/{table}/others",
            api.others,
            "All games on the deal of a finished one",
            None,
            shapes.OthersOnDeal,
            refuses=(403, 404),
        ),
        Endpoint("GET", "/api/me/games", api.games, "This visitor's finished games in numbers", None, GameStatistics),
        Endpoint("GET", "/api/daily", api.daily, "Today's deals", None, shapes.Daily),
        Endpoint("POST", "/api/daily", api.play, "Play today's deal", shapes.PlayDaily, schemas.TableOpened, 201),
        Endpoint(
            "GET",
            "/api/daily/{day}/{players}",
            api.results,
            "Results of a day's deal",
            None,
            shapes.DailyResults,
            refuses=(404,),
        ),
    ]
