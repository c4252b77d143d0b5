"""Middleware that adds security headers to every HTTP response and counts responses."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hanabi.server.metrics import Metrics

POLICY = (
    "default-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


# Replays for frames on other sites: they set no cookie and change nothing.
FRAMED = "/embed/"
FRAMED_HEADERS = {
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
# Pictures that other sites show.
SHARED = "/api/previews/"


def headers_for(path: str) -> dict[str, str]:
    if path.startswith(FRAMED):
        return {name: value for name, value in HEADERS.items() if name != "X-Frame-Options"} | FRAMED_HEADERS
    if path.startswith(SHARED):
        return HEADERS | {"Cross-Origin-Resource-Policy": "cross-origin"}
    return HEADERS


class SecurityHeaders:
    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in headers_for(scope["path"]).items():
                    headers[name] = value
                if scope.get("scheme") == "https":
                    headers["Strict-Transport-Security"] = "max-age=31536000"
                self.metrics.requests[scope["method"], message["status"]] += 1
            await send(message)

        await self.app(scope, receive, send_with_headers)
