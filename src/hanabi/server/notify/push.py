"""Delivers push messages to the services of browser makers.

Visitors name these services, so messages go only over https, only to public addresses, and with a short timeout. The
address that was checked is the one that is connected to: a name that resolves to something else later gains nothing.
"""

import asyncio
import contextlib
import ipaddress
import logging
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from hanabi.server.notify.queue import FIRST_PAUSE, DeliveryQueue, DeliveryRoute, Outcome
from hanabi.server.notify.web_push import BrowserKeys, ServerKeys, encrypt

logger = logging.getLogger("hanabi.push")
# How long a service keeps a message for a browser that is off, in seconds.
TIME_TO_LIVE = 24 * 3600
GONE = (404, 410)
TIMEOUT = 10.0
# The services of browsers. Anybody can name others, which may be slow on purpose: they get a lane of their own, and the
# timeout divided by this number.
KNOWN_SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
UNKNOWN_IS_FASTER = 4
MAX_ENDPOINT = 1000
MAX_LOOKUPS = 16
# IPv4 addresses that a gateway reaches for a network without IPv4 (RFC 6052).
NAT64 = ipaddress.ip_network("64:ff9b::/96")
# Only the status line of an answer is read.
STATUS_LINE = 200


@dataclass(frozen=True)
class PushMessage:
    """`subscription` is forgotten if the service no longer knows it. A later message of a `topic` replaces this one."""

    subscription: str
    endpoint: str
    keys: BrowserKeys
    payload: bytes
    topic: str
    owner: str = ""


class PushRefused(Exception):
    """This endpoint is never sent to."""


def checked_endpoint(endpoint: str, *, any_address: bool = False) -> SplitResult:
    """Raises PushRefused. `any_address` allows plain http and private addresses, for tests."""
    try:
        address = urlsplit(endpoint)
        port = address.port
    except ValueError as error:
        raise PushRefused("not a URL") from error
    if len(endpoint) > MAX_ENDPOINT or not endpoint.isascii() or any(sign <= " " for sign in endpoint):
        raise PushRefused("not a URL of a push service")
    if not address.hostname or address.username is not None or address.fragment:
        raise PushRefused("not a URL of a push service")
    if any_address:
        return address
    if address.scheme != "https" or port not in (None, 443):
        raise PushRefused("only https")
    with contextlib.suppress(ValueError):
        if not is_public_address(address.hostname):
            raise PushRefused("not a public address")
    return address


def is_public_address(text: str) -> bool:
    """Whether an IP address, or the one a gateway turns it into, is on the open internet. ValueError for a name."""
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        if address in NAT64:
            return is_public_address(str(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)))
        if address.ipv4_mapped is not None:
            return is_public_address(str(address.ipv4_mapped))
        if address.is_site_local or (address.sixtofour is not None and not is_public_address(str(address.sixtofour))):
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def is_known_service(host: str) -> bool:
    return any(f".{host}".endswith(f".{service}") for service in KNOWN_SERVICES)


def domain_of(host: str) -> str:
    """What somebody registered, as far as a name tells: `a.b.co.uk` belongs to `b.co.uk`. All names of a domain can be
    one machine.
    """
    labels = host.rstrip(".").split(".")
    if host.replace(".", "").isdecimal() or ":" in host:
        return host
    is_country = len(labels[-1]) == 2 and len(labels) > 2 and len(labels[-2]) <= 3
    return ".".join(labels[-3 if is_country else -2 :])


class PushTransport:
    def __init__(self, *, any_address: bool = False, timeout: float = TIMEOUT) -> None:
        self._any_address, self._timeout = any_address, timeout
        self._names = NameLookups()
        self._tls = ssl.create_default_context()

    async def post(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        """Returns the status of the answer. Raises PushRefused, OSError or TimeoutError."""
        host = urlsplit(endpoint).hostname or ""
        async with asyncio.timeout(self._timeout if is_known_service(host) else self._timeout / UNKNOWN_IS_FASTER):
            return await self._post(endpoint, headers, body)

    async def _post(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        address = checked_endpoint(endpoint, any_address=self._any_address)
        host, secure = address.hostname or "", address.scheme == "https"
        port = address.port or (443 if secure else 80)
        ip_address = await self._allowed_address(host, port)
        reader, writer = await asyncio.open_connection(
            ip_address,
            port,
            limit=STATUS_LINE * 4,
            ssl=self._tls if secure else None,
            server_hostname=host if secure else None,
        )
        try:
            target = (address.path or "/") + (f"?{address.query}" if address.query else "")
            lines = [f"POST {target} HTTP/1.1", f"Host: {address.netloc}", f"Content-Length: {len(body)}"]
            lines += [f"{name}: {value}" for name, value in headers.items()] + ["Connection: close", "", ""]
            writer.write("\r\n".join(lines).encode("ascii") + body)
            await writer.drain()
            answer = (await reader.readuntil(b"\n")).split()
            if len(answer) < 2 or not answer[0].startswith(b"HTTP/1.") or not answer[1].isdigit():
                raise OSError("not an answer of a push service")
            return int(answer[1])
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            raise OSError("not an answer of a push service") from error
        finally:
            writer.close()

    async def _allowed_address(self, host: str, port: int) -> str:
        for ip_address in await self._names.addresses(host, port):
            if self._any_address or is_public_address(ip_address):
                return ip_address
        raise PushRefused("not a public address")


class NameLookups:
    """Looks up host names in a few daemon threads.

    Anybody can name a host whose name server never answers; its thread then hangs for longer than a message is tried.
    Nothing else waits for these threads, and they end with the process.
    """

    def __init__(self, limit: int = MAX_LOOKUPS) -> None:
        self._free_threads = threading.BoundedSemaphore(limit)

    async def addresses(self, host: str, port: int) -> list[str]:
        """Raises OSError, or ValueError for a malformed name."""
        if not self._free_threads.acquire(blocking=False):
            raise OSError("too many names are being looked up")
        loop = asyncio.get_running_loop()
        result: asyncio.Future[list[str]] = loop.create_future()

        def settle(outcome: list[str] | Exception) -> None:
            if result.cancelled():
                return
            if isinstance(outcome, Exception):
                result.set_exception(outcome)
            else:
                result.set_result(outcome)

        def look_up() -> None:
            outcome: list[str] | Exception
            try:
                answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
                outcome = [str(socket_address[0]) for *_, socket_address in answers]
            except Exception as error:
                outcome = error
            finally:
                self._free_threads.release()
            # The loop may be closed by now.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(settle, outcome)

        threading.Thread(target=look_up, name="hanabi-names", daemon=True).start()
        return await result


class PushQueue(DeliveryQueue[PushMessage]):
    def __init__(
        self,
        transport: PushTransport,
        keys: Callable[[], Awaitable[ServerKeys]],
        forget: Callable[[str], Awaitable[None]],
        *,
        first_pause: float = FIRST_PAUSE,
    ) -> None:
        super().__init__(first_pause=first_pause)
        self._transport, self._keys, self._forget = transport, keys, forget

    def route_of(self, message: PushMessage) -> DeliveryRoute:
        host = urlsplit(message.endpoint).hostname or ""
        if is_known_service(host):
            return DeliveryRoute(message.owner, "known services", message.owner, host)
        domain = domain_of(host)
        return DeliveryRoute(message.owner, "other services", domain, domain)

    async def deliver(self, message: PushMessage) -> Outcome:
        headers = {
            "Authorization": (await self._keys()).authorization(message.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TIME_TO_LIVE),
            "Urgency": "normal",
            "Topic": message.topic,
        }
        try:
            status = await self._transport.post(message.endpoint, headers, encrypt(message.payload, message.keys))
        except PushRefused:
            status = 410
        except (OSError, TimeoutError, ValueError) as error:
            service = self.route_of(message).service
            logger.info("a push service does not answer", extra={"service": service, "error": repr(error)})
            status = 503
        if status in GONE:
            await self._forget(message.subscription)
        if status == 429 or status >= 500:
            return "later"
        return "sent" if status < 300 else "failed"
