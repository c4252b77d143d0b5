"""The HTTP API. Every handler answers with a Struct of `schemas`, every refusal with a code."""

import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

import hanabi
from hanabi.records.record import Record, RecordError, loads
from hanabi.records.replay import replay
from hanabi.rules.editions import editions
from hanabi.rules.ruleset import CHOICES, RuleSet
from hanabi.tables import commands, log
from hanabi.tables.deciding import BOTS, Actor, Refused, bot_name, check_bot, clean_name, sit, started
from hanabi.tables.log import Seating
from hanabi.tables.options import switches_of
from hanabi.tables.pictures import Eyes
from hanabi.tables.replaying import frames
from hanabi.tables.room import Room
from hanabi.tables.store import StoreError
from hanabi.texts import LANGUAGES, catalogue
from hanabi.web import lookup, schemas
from hanabi.web.context import Context, plain_values
from hanabi.web.identity import ACCOUNT_MARK, cookie_of, hashed, may_change, new_key, set_cookie
from hanabi.web.reading import lesson, rulebook

logger = logging.getLogger("hanabi.api")
T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]
STATUS = {
    "no_such_table": 404,
    "no_such_text": 404,
    "not_seated": 403,
    "not_host": 403,
    "bad_token": 403,
    "foreign_origin": 403,
    "running": 403,
    "no_spectators": 403,
    "bad_login": 401,
    "too_many": 429,
    "too_big": 413,
    "busy": 503,
    "malformed": 400,
}


def answer(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refusal(code: str, values: dict[str, Any] | None = None, status: int | None = None) -> Response:
    chosen = status or STATUS.get(code, 409)
    response = answer(schemas.Refusal(code, plain_values(values or {})), chosen)
    response.headers["Cache-Control"] = "no-store"
    return response


class Api:
    def __init__(self, context: Context) -> None:
        self.context = context

    def guarded(self, handler: Handler) -> Handler:
        """Refusals become answers; what changes something must come from our own pages or without a cookie."""

        async def guard(request: Request) -> Response:
            try:
                if request.method not in ("GET", "HEAD") and not may_change(request, self.context.settings.origins):
                    raise Refused("foreign_origin")
                response = await handler(request)
            except Refused as refused:
                logger.info("refused", extra={"path": request.url.path, "code": refused.code})
                response = refusal(refused.code, refused.values)
            except StoreError as error:
                logger.warning("store failed", extra={"path": request.url.path, "error": str(error)})
                response = refusal("busy")
            response.headers.setdefault("Cache-Control", "no-store")
            return response

        return guard

    # Tables

    async def open_table(self, request: Request) -> Response:
        wanted = await self._body(request, schemas.OpenTable)
        if not self.context.new_tables.take(_address(request)):
            raise Refused("too_many")
        actor, fresh = await self._actor_or_new(request)
        options, branch, origin = wanted.options, None, None
        if wanted.branch is not None:
            options, branch = await self._branch(wanted.branch)
            origin = wanted.branch.table
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
        room = await self.context.hall.create(options, actor, people, origin, branch)
        for seat, bot in zip(free, bots, strict=False):
            await room.record(partial(_bot_seated, room, seat, bot))
        if wanted.start:
            await room.record(lambda _: started(room.table))
        table = room.table.id
        opened = schemas.TableOpened(table, mine, token if wanted.seat else fresh or "", f"/t/{table}")
        return self._with_cookie(request, answer(opened, 201), fresh)

    async def _branch(self, wanted: schemas.Branching) -> tuple[Any, log.Branch]:
        room = await self._room(wanted.table)
        table = room.table
        if table.phase != "over":
            raise Refused("running")
        assert table.started is not None
        record = table.record()
        if replay(record, min(wanted.actions, len(record.actions))).over is not None:
            raise Refused("game_over")
        options = msgspec.structs.replace(table.options, seed=None, public=False, first=table.started.first)
        return options, log.Branch(table.started.seed, table.started.first, record.actions[: wanted.actions])

    async def sit(self, request: Request) -> Response:
        wanted = await self._body(request, schemas.SitDown)
        room = await self._room(request.path_params["table"])
        actor, fresh = await self._actor_or_new(request)
        token = secrets.token_urlsafe(16)
        seats: list[int] = []

        def decision(_: float) -> Any:
            event = sit(room.table, actor, wanted.name, wanted.seat, hashed(token))
            if not isinstance(event, log.Seated):
                raise Refused("already_seated", seat=event.seat)
            seats.append(event.seat)
            return event

        await room.record(decision)
        return self._with_cookie(request, answer(schemas.SatDown(seats[-1], token), 201), fresh)

    async def link(self, request: Request) -> Response:
        room = await self._room(request.path_params["table"])
        actor = await self.context.actor(request)
        token = secrets.token_urlsafe(16)

        def decision(_: float) -> Any:
            seat = room.table.seat_of(actor.key, actor.account)
            if seat is None:
                raise Refused("not_seated")
            return log.TokenRenewed(seat=seat, token=hashed(token))

        await room.record(decision)
        return answer(schemas.SeatLink(f"/t/{room.table.id}#{token}"))

    async def claim(self, request: Request) -> Response:
        wanted = await self._body(request, schemas.ClaimSeat)
        room = await self._room(request.path_params["table"])
        actor, fresh = await self._actor_or_new(request)
        seat = next((at for at, chair in enumerate(room.table.chairs) if chair.token == hashed(wanted.token)), None)
        if seat is None or actor.key is None:
            raise Refused("bad_token")
        if room.table.seat_of(actor.key, actor.account) is None:
            await room.record(partial(_claimed, seat, actor))
        return self._with_cookie(request, answer(schemas.SeatClaimed(seat)), fresh)

    async def lobby(self, request: Request) -> Response:
        return answer(schemas.Summaries(await self._cold(lookup.lobby)))

    async def table(self, request: Request) -> Response:
        table_id = request.path_params["table"]
        found = await self._cold(lambda connection: lookup.one(connection, table_id))
        if found is None:
            raise Refused("no_such_table")
        return answer(found)

    # Finished games

    async def record(self, request: Request) -> Response:
        response = Response((await self._record(request)).dumps() + "\n", media_type="application/json")
        name = request.path_params["table"]
        response.headers["Content-Disposition"] = f'attachment; filename="hanabi-{name}.json"'
        return response

    async def replay(self, request: Request) -> Response:
        record = await self._record(request)
        return _replayed(record, _eyes(request, len(record.players)))

    async def replay_of(self, request: Request) -> Response:
        """The same for a record from anywhere."""
        try:
            record = loads((await self._raw(request)).decode())
            replay(record)
        except (RecordError, UnicodeError) as error:
            raise Refused("bad_record", detail=str(error)[:300]) from error
        return _replayed(record, _eyes(request, len(record.players)))

    async def lesson(self, request: Request) -> Response:
        """A first game, as its first seat sees it."""
        return _replayed(lesson(), 0)

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
        return answer(schemas.Summaries(await self._cold(lambda found: lookup.finished(found, moment, edition))))

    async def statistics(self, request: Request) -> Response:
        return answer(schemas.Statistics(await self._cold(lookup.statistics)))

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
        response = answer(dict(catalogue(language)))
        response.headers["Cache-Control"] = "public, max-age=300"
        return response

    # People

    async def me(self, request: Request) -> Response:
        actor = await self.context.actor(request)
        name = None if actor.account is None else await self.context.accounts.name_of(actor.account)
        seats = await self._cold(lambda found: lookup.own_seats(found, actor.key, actor.account))
        fresh = None if actor.key is not None else new_key()
        return self._with_cookie(request, answer(schemas.Me(name, seats)), fresh)

    async def my_statistics(self, request: Request) -> Response:
        actor = await self.context.actor(request)
        found = await self._cold(lambda found: lookup.own_statistics(found, actor.key, actor.account))
        return answer(schemas.Statistics(found))

    async def register(self, request: Request) -> Response:
        return await self._enter(request, self.context.accounts.register, 201)

    async def login(self, request: Request) -> Response:
        return await self._enter(request, self.context.accounts.login, 200)

    async def _enter(self, request: Request, enter: Any, status: int) -> Response:
        """A new key for the browser, so that nobody who knew the old one comes in with it; its seats go along."""
        wanted = await self._body(request, schemas.Credentials)
        if not self.context.logins.take(_address(request)):
            raise Refused("too_many")
        old, key = cookie_of(request), new_key(account=True)
        old_hash = None if old is None else hashed(old)
        account = await enter(wanted.name, wanted.password, hashed(key), old_hash)
        if old_hash is not None:
            await self._move_seats(old_hash, Actor(hashed(key), account))
        name = await self.context.accounts.name_of(account)
        return self._with_cookie(request, answer(schemas.AccountName(name or ""), status), key)

    async def _move_seats(self, old: str, new: Actor) -> None:
        for mine in await self._cold(lambda found: lookup.own_seats(found, old, None)):
            room = await self._room(mine.table.id)
            seat = room.table.seat_of(old)
            if seat is not None and new.key is not None and room.table.phase != "over":
                await room.record(partial(_claimed, seat, new))

    async def logout(self, request: Request) -> Response:
        cookie = cookie_of(request)
        if cookie is not None and cookie.startswith(ACCOUNT_MARK):
            await self.context.accounts.logout(hashed(cookie))
        return self._with_cookie(request, Response(status_code=204), new_key())

    async def health(self, request: Request) -> Response:
        """Whether the database answers."""
        await self._cold(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
        hall = self.context.hall
        store = str(hall.store.facts().get("store", ""))
        health = schemas.Health(True, hanabi.__version__, store, len(hall.rooms), self.context.metrics.sockets)
        return answer(health)

    async def metrics(self, request: Request) -> Response:
        return Response(self.context.metrics.text(), media_type="text/plain; version=0.0.4")

    # Parts

    async def _actor_or_new(self, request: Request) -> tuple[Actor, str | None]:
        """Whoever asks; somebody new gets a key, to be set as a cookie."""
        actor = await self.context.actor(request)
        if actor.key is not None:
            return actor, None
        fresh = new_key()
        return Actor(hashed(fresh)), fresh

    def _with_cookie(self, request: Request, response: Response, key: str | None) -> Response:
        if key is not None:
            set_cookie(request, response, key)
        return response

    async def _room(self, table_id: str) -> Room:
        return await self.context.hall.room(table_id)

    async def _record(self, request: Request) -> Record:
        table = (await self._room(request.path_params["table"])).table
        if table.phase != "over":
            raise Refused("running")
        return table.record()

    async def _cold(self, work: Callable[[Connection], T]) -> T:
        return await self.context.hall.store.cold(work)

    async def _raw(self, request: Request) -> bytes:
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > self.context.settings.limits.body:
                raise Refused("too_big")
        return body

    async def _body(self, request: Request, kind: type[T]) -> T:
        body = await self._raw(request)
        try:
            return msgspec.json.decode(body or b"{}", type=kind)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise Refused("malformed", detail=str(error)[:200]) from error


def _claimed(seat: int, actor: Actor, _: float) -> Any:
    assert actor.key is not None
    return log.Claimed(seat=seat, key=actor.key, account=actor.account)


def _bot_seated(room: Room, seat: int, bot: str, _: float) -> Any:
    return log.BotSeated(seat=seat, bot=bot, name=bot_name(room.table, bot, seat))


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _eyes(request: Request, players: int) -> Eyes:
    seat = request.query_params.get("seat", "all")
    if seat == "all":
        return "open"
    if seat in ("0", "1", "2", "3", "4") and int(seat) < players:
        return int(seat)
    raise Refused("no_such_seat", seats=list(range(players)))


def _replayed(record: Record, eyes: Eyes) -> Response:
    head = msgspec.json.encode({"players": record.players, "rules": asdict(record.rules)}).decode()
    text = f'{head[:-1]},"frames":[{",".join(frames(record, eyes))}]}}'
    return Response(text, media_type="application/json")
