"""The HTTP API. Every handler answers with a Struct of `schemas`, every refusal with a code."""

import secrets
from functools import partial
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import hanabi
from hanabi.records.branches import branch, redeal_hidden
from hanabi.records.record import RecordError, loads
from hanabi.records.replay import replay
from hanabi.rules.editions import editions
from hanabi.rules.ruleset import CHOICES, RuleSet
from hanabi.tables import commands, stored_events
from hanabi.tables.command_handlers import BOTS, Actor, Refused, bot_name, check_bot, clean_name, sit, started
from hanabi.tables.live.live_table import LiveTable
from hanabi.tables.options import Options, switches_of
from hanabi.tables.stored_events import Seating
from hanabi.texts import LANGUAGES, catalog
from hanabi.web import queries, schemas
from hanabi.web.content import lesson, rulebook
from hanabi.web.handlers import Handlers, address, answer, eyes_asked, replayed
from hanabi.web.identity import ACCOUNT_MARK, cookie_of, hashed, new_key
from hanabi.web.study_schemas import GameOf


class Api(Handlers):
    # Tables

    async def open_table(self, request: Request) -> Response:
        wanted = await self.body(request, schemas.OpenTable)
        if not self.context.new_tables.take(address(request)):
            raise Refused("too_many")
        actor, fresh = await self.actor_or_new(request)
        options, given, origin, daily = wanted.options, None, None, None
        if wanted.branch is not None:
            options, given, origin, daily = await self._branch(request, wanted.branch, wanted.at)
        bots = [check_bot(name) for name in wanted.bots]
        name = clean_name(wanted.name) if wanted.seat else None
        token = secrets.token_urlsafe(16)
        if wanted.seat and wanted.at >= options.seats:
            raise Refused("no_such_seat", seats=list(range(options.seats)))
        mine = wanted.at if wanted.seat else None
        own = Seating(name, None, (actor.key or "",), hashed(token), actor.account)
        people = () if mine is None else (*[Seating()] * mine, own)
        free = [seat for seat in range(options.seats) if seat != mine]
        if len(bots) > len(free):
            raise Refused("table_full")
        live = await self.context.registry.create(options, actor, people, origin, given, daily)
        for seat, bot in zip(free, bots, strict=False):
            await live.record(partial(_bot_seated, live, seat, bot))
        if wanted.start:
            await live.record(lambda _: started(live.table))
        table = live.table.id
        opened = schemas.TableOpened(table, mine, token if wanted.seat else fresh or "", f"/t/{table}")
        return self.with_cookie(request, answer(opened, 201), fresh)

    async def _branch(
        self, request: Request, wanted: schemas.Branching, seat: int
    ) -> tuple[Options, stored_events.Branch, str | None, str | None]:
        """Options and deal of a table that goes on with a finished game; `seat` is who will not know the new cards."""
        record, origin, daily = await self.game_of(request, GameOf(wanted.table, wanted.study, wanted.line))
        played = None if wanted.table is None else (await self.live_table(wanted.table)).table
        try:
            begun = (
                redeal_hidden(record, wanted.actions, seat)
                if wanted.cards == "anew"
                else branch(record, wanted.actions)
            )
        except RecordError as error:
            raise Refused("game_over", detail=str(error)[:200]) from error
        first, texts = record.first, begun.actions
        if played is not None:
            options = msgspec.structs.replace(played.options, seed=None, public=False, first=first)
        else:
            options = Options(seats=len(record.players), rules=record.rules.to_dict(), first=first)
        if wanted.cards == "same" and played is not None and played.started is not None and played.started.commitment:
            return options, stored_events.Branch(played.started.seed, first, texts), origin, daily
        deck = tuple(str(card) for card in begun.deck)
        given = stored_events.Branch(secrets.token_hex(32), first, texts, deck, begun.rewards)
        return options, given, origin, daily

    async def sit(self, request: Request) -> Response:
        wanted = await self.body(request, schemas.SitDown)
        live = await self.live_table(request.path_params["table"])
        actor, fresh = await self.actor_or_new(request)
        token = secrets.token_urlsafe(16)
        seats: list[int] = []

        def decision(_: float) -> Any:
            event = sit(live.table, actor, wanted.name, wanted.seat, hashed(token))
            if not isinstance(event, stored_events.Seated):
                raise Refused("already_seated", seat=event.seat)
            seats.append(event.seat)
            return event

        await live.record(decision)
        return self.with_cookie(request, answer(schemas.SatDown(seats[-1], token), 201), fresh)

    async def link(self, request: Request) -> Response:
        live = await self.live_table(request.path_params["table"])
        actor = await self.context.actor(request)
        token = secrets.token_urlsafe(16)

        def decision(_: float) -> Any:
            seat = live.table.seat_of(actor.key, actor.account)
            if seat is None:
                raise Refused("not_seated")
            return stored_events.TokenRenewed(seat=seat, token=hashed(token))

        await live.record(decision)
        return answer(schemas.SeatLink(f"/t/{live.table.id}#{token}"))

    async def claim(self, request: Request) -> Response:
        wanted = await self.body(request, schemas.ClaimSeat)
        live = await self.live_table(request.path_params["table"])
        actor, fresh = await self.actor_or_new(request)
        seat = next((at for at, chair in enumerate(live.table.chairs) if chair.token == hashed(wanted.token)), None)
        if seat is None or actor.key is None:
            raise Refused("bad_token")
        if live.table.seat_of(actor.key, actor.account) is None:
            await live.record(partial(_claimed, seat, actor))
        return self.with_cookie(request, answer(schemas.SeatClaimed(seat)), fresh)

    async def lobby(self, request: Request) -> Response:
        return answer(schemas.Summaries(await self.cold(queries.lobby)))

    async def table(self, request: Request) -> Response:
        table_id = request.path_params["table"]
        found = await self.cold(lambda connection: queries.one(connection, table_id))
        if found is None:
            raise Refused("no_such_table")
        return answer(found)

    # Finished games

    async def record(self, request: Request) -> Response:
        name = request.path_params["table"]
        record = (await self.finished(request, name)).record()
        response = Response(record.dumps() + "\n", media_type="application/json")
        response.headers["Content-Disposition"] = f'attachment; filename="hanabi-{name}.json"'
        return response

    async def replay(self, request: Request) -> Response:
        record = (await self.finished(request, request.path_params["table"])).record()
        return replayed(record, eyes_asked(request, len(record.players)))

    async def replay_of(self, request: Request) -> Response:
        """The same for a record from anywhere."""
        try:
            record = loads((await self.raw(request)).decode())
            replay(record)
        except (RecordError, UnicodeError) as error:
            raise Refused("bad_record", detail=str(error)[:300]) from error
        return replayed(record, eyes_asked(request, len(record.players)))

    async def lesson(self, request: Request) -> Response:
        """A first game, as its first seat sees it."""
        return replayed(lesson(), 0)

    async def rules(self, request: Request) -> Response:
        return answer(rulebook(request.query_params))

    async def records(self, request: Request) -> Response:
        before, edition = request.query_params.get("before"), request.query_params.get("edition")
        try:
            moment = None if before is None else float(before)
        except ValueError as error:
            raise Refused("malformed") from error
        if (moment is not None and not abs(moment) < 1e12) or (edition is not None and edition not in editions()):
            raise Refused("malformed")
        return answer(schemas.Summaries(await self.cold(lambda found: queries.finished(found, moment, edition))))

    async def statistics(self, request: Request) -> Response:
        return answer(schemas.SiteStatistics(await self.cold(queries.statistics)))

    async def offer(self, request: Request) -> Response:
        infos = [
            schemas.EditionInfo(
                book.code,
                book.language,
                dict(book.title),
                dict(book.text),
                switches_of(RuleSet.of(book.code)),
                [dict(offer) for offer in book.offers],
            )
            for book in editions().values()
        ]
        return answer(
            schemas.Offer(
                editions=infos,
                switches=switches_of(RuleSet()),
                choices={name: list(values) for name, values in CHOICES.items()},
                bots=list(BOTS),
                phrases=list(commands.PHRASES),
                languages=list(LANGUAGES),
            )
        )

    async def texts(self, request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise Refused("no_such_text")
        response = answer(dict(catalog(language)))
        response.headers["Cache-Control"] = "public, max-age=300"
        return response

    # People

    async def me(self, request: Request) -> Response:
        actor = await self.context.actor(request)
        name = None if actor.account is None else await self.context.accounts.name_of(actor.account)
        seats = await self.cold(lambda found: queries.own_seats(found, actor.key, actor.account))
        fresh = None if actor.key is not None else new_key()
        return self.with_cookie(request, answer(schemas.Me(name, seats)), fresh)

    async def my_statistics(self, request: Request) -> Response:
        actor = await self.context.actor(request)
        found = await self.cold(lambda found: queries.own_statistics(found, actor.key, actor.account))
        return answer(schemas.SiteStatistics(found))

    async def register(self, request: Request) -> Response:
        return await self._enter(request, self.context.accounts.register, 201)

    async def login(self, request: Request) -> Response:
        return await self._enter(request, self.context.accounts.login, 200)

    async def _enter(self, request: Request, enter: Any, status: int) -> Response:
        """A new key for the browser, so that nobody who knew the old one comes in with it; its seats go along."""
        wanted = await self.body(request, schemas.Credentials)
        if not self.context.logins.take(address(request)):
            raise Refused("too_many")
        old, key = cookie_of(request), new_key(account=True)
        old_hash = None if old is None else hashed(old)
        account = await enter(wanted.name, wanted.password, hashed(key), old_hash)
        if old_hash is not None:
            await self._move_seats(old_hash, Actor(hashed(key), account))
        name = await self.context.accounts.name_of(account)
        return self.with_cookie(request, answer(schemas.AccountName(name or ""), status), key)

    async def _move_seats(self, old: str, new: Actor) -> None:
        for mine in await self.cold(lambda found: queries.own_seats(found, old, None)):
            live = await self.live_table(mine.table.id)
            seat = live.table.seat_of(old)
            if seat is not None and new.key is not None and live.table.phase != "over":
                await live.record(partial(_claimed, seat, new))

    async def logout(self, request: Request) -> Response:
        cookie = cookie_of(request)
        if cookie is not None and cookie.startswith(ACCOUNT_MARK):
            await self.context.accounts.logout(hashed(cookie))
        return self.with_cookie(request, Response(status_code=204), new_key())

    async def health(self, request: Request) -> Response:
        """Whether the database answers."""
        await self.cold(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
        registry = self.context.registry
        store = str(registry.store.facts().get("store", ""))
        health = schemas.Health(
            True, hanabi.__version__, store, len(registry.live_tables), self.context.metrics.sockets
        )
        return answer(health)

    async def metrics(self, request: Request) -> Response:
        return Response(self.context.metrics.text(), media_type="text/plain; version=0.0.4")


def _claimed(seat: int, actor: Actor, _: float) -> Any:
    assert actor.key is not None
    return stored_events.Claimed(seat=seat, key=actor.key, account=actor.account)


def _bot_seated(live: LiveTable, seat: int, bot: str, _: float) -> Any:
    return stored_events.BotSeated(seat=seat, bot=bot, name=bot_name(live.table, bot, seat))
