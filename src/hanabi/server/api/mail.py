"""Notifications by e-mail, if the operator enables them: one confirmed address per account."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import asdict

from hanabi.server.api.resource import Refused, Request, Resource, Response, json_response, route
from hanabi.server.notify.channels import MailChannel
from hanabi.server.people.mail import MAX_ADDRESS, is_address
from hanabi.server.people.preferences import NotificationPreferences


class MailRequest(NotificationPreferences, frozen=True, kw_only=True, forbid_unknown_fields=True):
    address: Annotated[str, Meta(min_length=3, max_length=MAX_ADDRESS)]


class MailState(NotificationPreferences, frozen=True, kw_only=True):
    """`offered`: whether this server sends mail. Without an address the rest has its default values."""

    offered: bool
    address: str | None = None
    confirmed: bool = False


class MailResource(Resource):
    @route("GET", "/api/account/mail", summary="Whether and where mail is sent", gives=MailState, refuses=(401,))
    async def show_mail(self, request: Request) -> Response:
        account, _ = await self.account(request)
        return json_response(await self._state(account))

    @route(
        "PUT",
        "/api/account/mail",
        summary="Notify by e-mail",
        takes=MailRequest,
        gives=MailState,
        refuses=(401, 404),
    )
    async def keep_mail(self, request: Request) -> Response:
        """Notifies of turns while you are away, of invitations and of finished reviews. A new address first gets a
        confirmation link, and nothing else until you confirm it; calling this again sends another link. Nothing is sent
        during quiet hours; news that still matter are sent afterwards.
        """
        body = await self.body(request, MailRequest)
        account, _ = await self.account(request)
        channel = self._channel()
        if not is_address(body.address):
            raise Refused("bad_address")
        self.enforce_limit(request, "subscriptions")
        before = await channel.addresses.of_account(account)
        if before is None or before.address != body.address or before.confirmed_at is None:
            if not await channel.addresses.has_played(account):
                raise Refused("not_played")
            self.enforce_limit(request, "mail_confirmations")
            await channel.send_confirmation(await channel.addresses.save(account, body.address, body))
        else:
            await channel.addresses.save(account, body.address, body)
        return json_response(await self._state(account))

    @route("DELETE", "/api/account/mail", summary="Forget the address", status=204, refuses=(401,))
    async def remove_mail(self, request: Request) -> Response:
        account, _ = await self.account(request)
        if self.context.notifications.mail is not None:
            await self.context.notifications.mail.addresses.remove(account)
        return Response(status_code=204)

    @route("POST", "/mail/confirm/{token}", summary="Confirm an address", status=204)
    async def confirm_mail(self, request: Request) -> Response:
        """With the link from the mail, within three days. The page at the same address asks first."""
        if not await self._channel().addresses.confirm(request.path_params["token"]):
            raise Refused("bad_token")
        return Response(status_code=204)

    @route("POST", "/mail/stop/{token}", summary="Stop mail to an address", status=204)
    async def stop_mail(self, request: Request) -> Response:
        """Forget the address. Mail programs call this by themselves (RFC 8058); the page at the same address asks
        first. An address that stops confirmation mails does not get any for half a year.
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
            return MailState(offered=channel is not None)
        preferences = asdict(NotificationPreferences.of_row(row))
        return MailState(offered=True, address=row.address, confirmed=row.confirmed_at is not None, **preferences)
