"""Notifications of a browser that is closed, by Web Push."""

from typing import Annotated

from msgspec import Meta, Struct

from hanabi.server.api.resource import Refused, Request, Resource, Response, json_response, route
from hanabi.server.notify.push import PushRefused, checked_endpoint
from hanabi.server.notify.web_push import BrowserKeys, from_base64, to_base64
from hanabi.server.people.preferences import NotificationPreferences


class PushKey(Struct, frozen=True):
    """The server's public key: `applicationServerKey` of a browser's subscription."""

    key: str


class SubscriptionKeys(Struct, frozen=True, forbid_unknown_fields=True):
    p256dh: Annotated[str, Meta(min_length=80, max_length=100)]
    auth: Annotated[str, Meta(min_length=20, max_length=30)]


class PushRequest(NotificationPreferences, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`endpoint` and `keys` are those of the browser's PushSubscription."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000)]
    keys: SubscriptionKeys


class PushSubscribed(Struct, frozen=True):
    subscription: str


class NotificationsResource(Resource):
    @route("GET", "/api/push", summary="The server's key for Web Push", gives=PushKey)
    async def show_push_key(self, request: Request) -> Response:
        """Created at the first start of the server; it stays the same."""
        return json_response(PushKey(to_base64((await self.context.notifications.push.keys()).public)))

    @route("PUT", "/api/push", summary="Notify this browser", takes=PushRequest, gives=PushSubscribed)
    async def subscribe(self, request: Request) -> Response:
        """Notifies of turns while you are away, of invitations and of finished reviews. Calling this again replaces the
        preferences. Nothing is sent during quiet hours; news that still matter are sent afterwards.
        """
        body = await self.body(request, PushRequest)
        self.enforce_limit(request, "subscriptions")
        try:
            checked_endpoint(body.endpoint, any_address=self.context.settings.push.anywhere)
            BrowserKeys(from_base64(body.keys.p256dh), from_base64(body.keys.auth))
        except (PushRefused, ValueError) as error:
            raise Refused("malformed", detail=str(error)[:200]) from error
        actor, key = await self.actor_or_new(request)
        subscriptions, keys = self.context.notifications.push.subscriptions, body.keys
        subscription = await subscriptions.save(actor, body.endpoint, keys.p256dh, keys.auth, body)
        return self.with_cookie(request, json_response(PushSubscribed(subscription)), key)

    @route("DELETE", "/api/push/{subscription}", summary="Stop notifying this browser", status=204)
    async def unsubscribe(self, request: Request) -> Response:
        actor = await self.context.actor(request)
        await self.context.notifications.push.subscriptions.remove(actor, request.path_params["subscription"])
        return Response(status_code=204)
