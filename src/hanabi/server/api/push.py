"""Notifications of a browser that is closed, by Web Push."""

from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from hanabi.server.api.resource import Resource
from hanabi.server.http.responses import json_response
from hanabi.server.http.routes import route
from hanabi.server.notify.push_transport import PushRefused, checked_endpoint
from hanabi.server.notify.web_push import BrowserKeys, decoded, encoded
from hanabi.server.refusals import Refused
from hanabi.texts import LANGUAGES

Minute = Annotated[int, Meta(ge=0, lt=1440)]


class PushKey(Struct, frozen=True):
    """The server's public key: `applicationServerKey` of a browser's subscription."""

    key: str


class SubscriptionKeys(Struct, frozen=True, forbid_unknown_fields=True):
    p256dh: Annotated[str, Meta(min_length=80, max_length=100)]
    auth: Annotated[str, Meta(min_length=20, max_length=30)]


class QuietHours(Struct, frozen=True, forbid_unknown_fields=True):
    """Minutes of the day in a time zone of the IANA; from 1320 until 420 is the night."""

    start: Minute
    until: Minute
    timezone: Annotated[str, Meta(min_length=1, max_length=40)]


class PushWishes(Struct, frozen=True, forbid_unknown_fields=True):
    """`endpoint` and `keys` are those of the browser's PushSubscription."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000)]
    keys: SubscriptionKeys
    language: Annotated[str, Meta(max_length=8)] = "en"
    turns: bool = True
    invitations: bool = True
    reviews: bool = True
    quiet: QuietHours | None = None


class PushSubscribed(Struct, frozen=True):
    subscription: str


class NotificationsResource(Resource):
    @route("GET", "/api/push", summary="The server's key for Web Push", gives=PushKey)
    async def show_push_key(self, request: Request) -> Response:
        """Made at the server's first start; it stays the same."""
        return json_response(PushKey(encoded((await self.context.notifications.push.keys()).public)))

    @route("PUT", "/api/push", summary="Notify this browser", takes=PushWishes, gives=PushSubscribed, refuses=(400,))
    async def subscribe(self, request: Request) -> Response:
        """When it is one's turn and one is away, when somebody invites, when a review is ready. Called again, it renews
        the wishes. Within the quiet hours nothing is sent; what still holds is told when they are over.
        """
        body = await self.body(request, PushWishes)
        self.count(request, "subscriptions")
        quiet = body.quiet
        try:
            checked_endpoint(body.endpoint, any_address=self.context.settings.push.anywhere)
            BrowserKeys(decoded(body.keys.p256dh), decoded(body.keys.auth))
            if quiet is not None:
                ZoneInfo(quiet.timezone)
        except (PushRefused, ValueError, ZoneInfoNotFoundError, OSError) as error:
            raise Refused("malformed", detail=str(error)[:200]) from error
        if body.language not in LANGUAGES:
            raise Refused("malformed", detail="language")
        actor, key = await self.actor_or_new(request)
        wishes = {
            "endpoint": body.endpoint,
            "p256dh": body.keys.p256dh,
            "auth": body.keys.auth,
            "language": body.language,
            "turns": body.turns,
            "invitations": body.invitations,
            "reviews": body.reviews,
            "quiet_from": None if quiet is None else quiet.start,
            "quiet_until": None if quiet is None else quiet.until,
            "timezone": "UTC" if quiet is None else quiet.timezone,
        }
        subscription = await self.context.notifications.push.subscriptions.keep(actor, wishes)
        return self.with_cookie(request, json_response(PushSubscribed(subscription)), key)

    @route(
        "DELETE", "/api/push/{subscription}", summary="Notify this browser no longer", status=204, refuses=(403, 404)
    )
    async def unsubscribe(self, request: Request) -> Response:
        actor = await self.context.actor(request)
        await self.context.notifications.push.subscriptions.remove(actor, request.path_params["subscription"])
        return Response(status_code=204)
