"""Accounts: optional, for the same seats and games on several devices."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from hanabi.tables.command_handlers import Actor
from hanabi.web.identity import ACCOUNT_MARK, cookie_of, hashed, new_key
from hanabi.web.resource import Resource
from hanabi.web.resources.me import held_seats
from hanabi.web.resources.seats import give_seat
from hanabi.web.responses import json_response
from hanabi.web.routes import route

# From name, password, hash of the new key and hash of the old key to the number of the account.
SignIn = Callable[[str, str, str, str | None], Awaitable[int]]


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=24)]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class AccountName(Struct, frozen=True):
    name: str


class AccountsResource(Resource):
    @route(
        "POST",
        "/api/account/register",
        summary="Make an account",
        takes=Credentials,
        gives=AccountName,
        status=201,
        refuses=(409,),
    )
    async def register(self, request: Request) -> Response:
        """Optional, for one's games on several devices."""
        return await self._sign_in(request, self.context.accounts.register, 201)

    @route("POST", "/api/account/login", summary="Log in", takes=Credentials, gives=AccountName, refuses=(401,))
    async def login(self, request: Request) -> Response:
        return await self._sign_in(request, self.context.accounts.login, 200)

    @route("POST", "/api/account/logout", summary="Log out", status=204)
    async def logout(self, request: Request) -> Response:
        cookie = cookie_of(request)
        if cookie is not None and cookie.startswith(ACCOUNT_MARK):
            await self.context.accounts.logout(hashed(cookie))
        return self.with_cookie(request, Response(status_code=204), new_key())

    async def _sign_in(self, request: Request, sign_in: SignIn, status: int) -> Response:
        """The browser gets a new key, so that whoever knew the old one is not let in; its seats move to the new one."""
        body = await self.body(request, Credentials)
        self.count(request, "logins")
        old, key = cookie_of(request), new_key(account=True)
        old_hash = None if old is None else hashed(old)
        account = await sign_in(body.name, body.password, hashed(key), old_hash)
        if old_hash is not None:
            await self._move_seats(old_hash, Actor(hashed(key), account))
        name = await self.context.accounts.name_of(account)
        return self.with_cookie(request, json_response(AccountName(name or ""), status), key)

    async def _move_seats(self, old_key: str, actor: Actor) -> None:
        for held in await self.query(lambda connection: held_seats(connection, Actor(old_key))):
            live = await self.live_table(held.table.id)
            seat = live.table.seat_of(old_key)
            if seat is not None and live.table.phase != "over":
                await give_seat(live, seat, actor)
