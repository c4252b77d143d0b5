"""Notifications by e-mail, where the operator has turned them on: one address an account, which its owner confirms."""

from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from hanabi.server.api.push import QuietHours
from hanabi.server.api.resource import Resource
from hanabi.server.http.responses import json_response
from hanabi.server.http.routes import route
from hanabi.server.notify.channels import MailChannel
from hanabi.server.people.mail import MAX_ADDRESS, is_address
from hanabi.server.refusals import Refused
from hanabi.texts import LANGUAGES


class MailWishes(Struct, frozen=True, forbid_unknown_fields=True):
    address: Annotated[str, Meta(min_length=3, max_length=MAX_ADDRESS)]
    language: Annotated[str, Meta(max_length=8)] = "en"
    turns: bool = True
    invitations: bool = True
    reviews: bool = True
    quiet: QuietHours | None = None


class MailState(Struct, frozen=True):
    """`offered`: whether this server sends mail. Nothing else is said without an address."""

    offered: bool
    address: str | None = None
    confirmed: bool = False
    turns: bool = True
    invitations: bool = True
    reviews: bool = True
    quiet: QuietHours | None = None


class MailResource(Resource):
    @route("GET", "/api/account/mail", summary="Whether and where mail is sent", gives=MailState, refuses=(401,))
    async def show_mail(self, request: Request) -> Response:
        account, _ = await self.account(request)
        return json_response(await self._state(account))

    @route(
        "PUT",
        "/api/account/mail",
        summary="Notify by e-mail",
        takes=MailWishes,
        gives=MailState,
        refuses=(400, 401, 404, 409),
    )
    async def keep_mail(self, request: Request) -> Response:
        """When it is one's turn and one is away, when somebody invites, when a review is ready. A new address is sent a
        link first, and nothing else before it is confirmed; asked again meanwhile, another link. Within the quiet hours
        nothing is sent; what still holds is told when they are over.
        """
        body = await self.body(request, MailWishes)
        account, _ = await self.account(request)
        channel = self._channel()
        if not is_address(body.address):
            raise Refused("bad_address")
        if body.language not in LANGUAGES:
            raise Refused("malformed", detail="language")
        quiet = body.quiet
        try:
            ZoneInfo("UTC" if quiet is None else quiet.timezone)
        except (ValueError, ZoneInfoNotFoundError, OSError) as error:
            raise Refused("malformed", detail="timezone") from error
        wishes = {
            "language": body.language,
            "turns": body.turns,
            "invitations": body.invitations,
            "reviews": body.reviews,
            "quiet_from": None if quiet is None else quiet.start,
            "quiet_until": None if quiet is None else quiet.until,
            "timezone": "UTC" if quiet is None else quiet.timezone,
        }
        self.count(request, "subscriptions")
        before = await channel.addresses.of_account(account)
        if before is None or before.address != body.address or before.confirmed_at is None:
            self.count(request, "mail_questions")
            await channel.ask(await channel.addresses.keep(account, body.address, wishes))
        else:
            await channel.addresses.keep(account, body.address, wishes)
        return json_response(await self._state(account))

    @route("DELETE", "/api/account/mail", summary="Forget the address", status=204, refuses=(401,))
    async def remove_mail(self, request: Request) -> Response:
        account, _ = await self.account(request)
        if self.context.notifications.mail is not None:
            await self.context.notifications.mail.addresses.remove(account)
        return Response(status_code=204)

    @route("POST", "/mail/confirm/{token}", summary="Confirm an address", status=204, refuses=(403, 404))
    async def confirm_mail(self, request: Request) -> Response:
        """By the link that was sent there, within three days; the page of the same address asks first."""
        if not await self._channel().addresses.confirm(request.path_params["token"]):
            raise Refused("bad_token")
        return Response(status_code=204)

    @route("POST", "/mail/stop/{token}", summary="Stop mail to an address", status=204, refuses=(403, 404))
    async def stop_mail(self, request: Request) -> Response:
        """The address is forgotten. Mail programs do so by themselves (RFC 8058); the page of the same address asks
        first. Who stops the question itself is not asked again for half a year, whoever wishes it.
        """
        if not await self._channel().addresses.stop(request.path_params["token"]):
            raise Refused("bad_token")
        return Response(status_code=204)

    def _channel(self) -> MailChannel:
        channel = self.context.notifications.mail
        if channel is None:
            raise Refused("no_mail")
        return channel

    async def _state(self, account: int) -> MailState:
        channel = self.context.notifications.mail
        row = None if channel is None else await channel.addresses.of_account(account)
        if row is None:
            return MailState(channel is not None)
        quiet = None if row.quiet_from is None else QuietHours(row.quiet_from, row.quiet_until, row.timezone)
        confirmed = row.confirmed_at is not None
        return MailState(True, row.address, confirmed, row.turns, row.invitations, row.reviews, quiet)
