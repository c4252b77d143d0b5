"""The visitor, and accounts: optional, for using the same seats and games on several devices."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from starlette.responses import StreamingResponse

from hanabi.server.api.resource import Actor, Request, Resource, Response, T, client_address, json_response, route
from hanabi.server.archive.player_statistics import GameStatistics, own_statistics
from hanabi.server.http.cookies import ACCOUNT_KEY_PREFIX, hashed
from hanabi.server.http.responses import too_many
from hanabi.server.live.lobby import HeldSeat, held_seats
from hanabi.server.live.seating import give_seat
from hanabi.server.people.accounts import SignInKeys
from hanabi.server.people.invitations import Invitation
from hanabi.server.rate_limits import network_of
from hanabi.server.tables import clean_line, skeleton


class Me(Struct, frozen=True):
    account: str | None
    seats: list[HeldSeat]
    invitations: list[Invitation]


class MeResource(Resource):
    @route("GET", "/api/me", summary="Your seats", gives=Me)
    async def show_visitor(self, request: Request) -> Response:
        """Also the name of your account, if you have one, and your invitations."""
        actor = await self.context.actor(request)
        name = None if actor.account is None else await self.context.accounts.name_of(actor.account)
        seats = [] if actor.key is None else await self.query(lambda connection: held_seats(connection, actor))
        waiting = [] if actor.account is None else await self.context.invitations.waiting(actor.account)
        key = None if actor.key is not None else await self.context.keys.new()
        return self.with_cookie(request, json_response(Me(name, seats, waiting)), key)

    @route("GET", "/api/me/games", summary="Statistics of your finished games", gives=GameStatistics)
    async def count_games(self, request: Request) -> Response:
        """By edition, players, partners and bots; scores; where points were lost."""
        actor = await self.context.actor(request)
        return json_response(await self.query(lambda connection: own_statistics(connection, actor)))


# The first match counts, because many browsers name others too.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS": "macOS",
    "Linux": "Linux",
}
MAX_DEVICE_LENGTH = 40
AccountNameText = Annotated[str, Meta(min_length=1, max_length=24)]
Password = Annotated[str, Meta(min_length=1, max_length=200)]


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """A new password needs at least 8 characters and must not be a common one."""

    name: AccountNameText
    password: Password


class AccountName(Struct, frozen=True):
    name: str


class AccountWithCode(Struct, frozen=True):
    """`recovery_code` lets you choose a new password once; it is only shown here."""

    name: str
    recovery_code: str


class Recovery(Struct, frozen=True, forbid_unknown_fields=True):
    """`password` is the new one."""

    name: AccountNameText
    code: Annotated[str, Meta(min_length=1, max_length=60)]
    password: Password


class PasswordChange(Struct, frozen=True, forbid_unknown_fields=True):
    old: Password
    new: Password


class PasswordProof(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password


class AccountDeletion(Struct, frozen=True, forbid_unknown_fields=True):
    """`studies`: deleted with the account, or kept for people who have their links."""

    password: Password
    studies: Literal["delete", "keep"] = "delete"


class RecoveryCode(Struct, frozen=True):
    recovery_code: str


class SessionSummary(Struct, frozen=True):
    """A browser that is signed in; `current` marks the one that sends the request."""

    id: str
    made_at: float
    seen_at: float
    device: str
    current: bool


class SessionList(Struct, frozen=True):
    sessions: list[SessionSummary]


class AccountsResource(Resource):
    @route(
        "POST",
        "/api/account/register",
        summary="Create an account",
        takes=Credentials,
        gives=AccountWithCode,
        status=201,
    )
    async def register(self, request: Request) -> Response:
        """Optional; gives you your games on several devices."""
        body = await self._limited_body(request, Credentials)
        keys, key = await self._keys(request)
        account = await self.context.accounts.register(body.name, body.password, keys)
        code = await self.context.accounts.new_recovery_code(account)
        return await self._signed_in(request, account, keys, key, code, 201)

    @route("POST", "/api/account/login", summary="Sign in", takes=Credentials, gives=AccountName, refuses=(401,))
    async def login(self, request: Request) -> Response:
        """An account gets only a few tries per hour. Browsers that were signed in to it before have tries of their own,
        so nobody can lock you out.
        """
        body = await self._limited_body(request, Credentials)
        is_known = await self.context.keys.knows(request, skeleton(body.name))
        seconds = self.context.limiter.retry_after("guesses", hashed(f"{is_known} {skeleton(body.name)}"))
        if seconds:
            raise too_many(seconds)
        keys, key = await self._keys(request, is_known=is_known)
        account = await self.context.accounts.login(body.name, body.password, keys)
        return await self._signed_in(request, account, keys, key)

    @route(
        "POST",
        "/api/account/recover",
        summary="Sign in with the recovery code and a new password",
        takes=Recovery,
        gives=AccountWithCode,
        refuses=(401,),
    )
    async def recover(self, request: Request) -> Response:
        """The response has a new code, since each works only once. All other sessions end."""
        body = await self._limited_body(request, Recovery)
        keys, key = await self._keys(request)
        account = await self.context.accounts.recover(body.name, body.code, body.password, keys)
        code = await self.context.accounts.new_recovery_code(account)
        return await self._signed_in(request, account, keys, key, code)

    @route("POST", "/api/account/logout", summary="Sign out", status=204)
    async def logout(self, request: Request) -> Response:
        """This browser loses its sockets and seats; on other devices the account keeps them."""
        cookie = await self.context.keys.of(request)
        if cookie is not None and cookie.startswith(ACCOUNT_KEY_PREFIX):
            await self.context.accounts.logout(hashed(cookie))
        return await self._signed_out(request)

    @route("POST", "/api/account/logout-everywhere", summary="Sign out on all devices", status=204, refuses=(401,))
    async def logout_everywhere(self, request: Request) -> Response:
        account, _ = await self.account(request)
        await self.context.accounts.end_sessions(account)
        return await self._signed_out(request)

    @route("GET", "/api/account/sessions", summary="Devices that are signed in", gives=SessionList, refuses=(401,))
    async def list_sessions(self, request: Request) -> Response:
        """The most recently used first; `seen_at` is accurate to ten minutes."""
        account, key = await self.account(request)
        sessions = [
            SessionSummary(session.id, session.made_at, session.seen_at, session.device, session.key == key)
            for session in await self.context.accounts.sessions(account)
        ]
        return json_response(SessionList(sessions))

    @route("DELETE", "/api/account/sessions/{session}", summary="Sign out another device", status=204, refuses=(401,))
    async def end_session(self, request: Request) -> Response:
        account, _ = await self.account(request)
        await self.context.accounts.end_session(account, request.path_params["session"])
        return Response(status_code=204)

    @route(
        "POST",
        "/api/account/password",
        summary="Change the password",
        takes=PasswordChange,
        status=204,
        refuses=(401,),
    )
    async def change_password(self, request: Request) -> Response:
        """All other sessions end."""
        body = await self._limited_body(request, PasswordChange)
        account, key = await self.account(request)
        await self.context.accounts.change_password(account, body.old, body.new, key)
        return Response(status_code=204)

    @route(
        "POST",
        "/api/account/recovery-code",
        summary="A new recovery code",
        takes=PasswordProof,
        gives=RecoveryCode,
        refuses=(401,),
    )
    async def renew_recovery_code(self, request: Request) -> Response:
        """The previous code becomes invalid."""
        account = await self._proven_account(request, (await self._limited_body(request, PasswordProof)).password)
        return json_response(RecoveryCode(await self.context.accounts.new_recovery_code(account)))

    @route(
        "POST",
        "/api/account/delete",
        summary="Delete the account",
        takes=AccountDeletion,
        status=204,
        refuses=(401,),
    )
    async def delete_account(self, request: Request) -> Response:
        """Its games stay, with a neutral name and without chat messages."""
        body = await self._limited_body(request, AccountDeletion)
        account = await self._proven_account(request, body.password)
        await self.context.account_data.delete(account, keep_studies=body.studies == "keep")
        return await self._signed_out(request)

    @route("GET", "/api/account/export", summary="Export the account", gives=dict[str, Any], refuses=(401, 429))
    async def export_account(self, request: Request) -> Response:
        """Games as records, studies, chat messages and sessions. Running games contain only what your seat knows."""
        account, _ = await self.account(request)
        self.enforce_limit(request, "exports")
        pieces = await self.context.account_data.export(account)
        headers = {"Content-Disposition": 'attachment; filename="hanabi-account.json"'}
        return StreamingResponse(pieces, headers=headers, media_type="application/json")

    async def _limited_body(self, request: Request, type_: type[T]) -> T:
        body = await self.body(request, type_)
        self.enforce_limit(request, "logins")
        return body

    async def _proven_account(self, request: Request, password: str) -> int:
        account, _ = await self.account(request)
        await self.context.accounts.require_password(account, password)
        return account

    async def _keys(self, request: Request, *, is_known: bool = False) -> tuple[SignInKeys, str]:
        """The browser gets a new key, so that someone who knows the old one does not get in."""
        old, key = await self.context.keys.of(request), await self.context.keys.new(account=True)
        device = device_of(request.headers.get("user-agent", ""))
        address = None if is_known else network_of(client_address(request))
        return SignInKeys(hashed(key), None if old is None else hashed(old), device, address), key

    async def _signed_in(
        self, request: Request, account: int, keys: SignInKeys, key: str, code: str | None = None, status: int = 200
    ) -> Response:
        if keys.old is not None:
            await self.context.accounts.logout(keys.old)
            await self._move_seats(keys.old, Actor(keys.new, account))
        name = await self.context.accounts.name_of(account) or ""
        answer = AccountName(name) if code is None else AccountWithCode(name, code)
        response = self.with_cookie(request, json_response(answer, status), key)
        await self.context.keys.make_known(request, response, skeleton(name))
        return response

    async def _signed_out(self, request: Request) -> Response:
        return self.with_cookie(request, Response(status_code=204), await self.context.keys.new())

    async def _move_seats(self, old_key: str, actor: Actor) -> None:
        """Give the account the seats that the browser took before signing in."""
        for held in await self.query(lambda connection: held_seats(connection, Actor(old_key))):
            live = await self.live_table(held.table.id)
            seat = live.table.seat_of(old_key)
            if seat is not None and live.table.phase not in ("over", "closed"):
                await give_seat(live, seat, actor, old_key)


def device_of(user_agent: str) -> str:
    """Such as "Firefox, Linux"; the beginning of the User-Agent header if both are unknown."""
    names = [next((name for word, name in words.items() if word in user_agent), None) for words in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in names if name is not None) or clean_line(user_agent, MAX_DEVICE_LENGTH)
