"""Sends to push services, which visitors name: only by https, to public addresses, and with little patience.

The address that was checked is the one that is connected to, so a name that resolves to something else later gains
nothing.
"""

import asyncio
import contextlib
import ipaddress
import socket
import ssl
import threading
from urllib.parse import SplitResult, urlsplit

TIMEOUT = 10.0
MAX_ENDPOINT = 1000
# Addresses of IPv4 that a gateway reaches for a network without it (RFC 6052).
NAT64 = ipaddress.ip_network("64:ff9b::/96")
# What is read of an answer: its status.
STATUS_LINE = 200


class PushRefused(Exception):
    """This endpoint is never sent to."""


def checked_endpoint(endpoint: str, *, any_address: bool = False) -> SplitResult:
    """Raises PushRefused. `any_address` allows plain http and addresses that are not public, for tests."""
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
        if not is_public(address.hostname):
            raise PushRefused("not a public address")
    return address


def is_public(text: str) -> bool:
    """Whether an address is one of the open internet; also what a gateway would make of it. ValueError for a name."""
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        if address in NAT64:
            return is_public(str(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)))
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if address.is_site_local or (address.sixtofour is not None and not is_public(str(address.sixtofour))):
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


class NameLookups:
    """Addresses of names, looked up in threads that end with the process.

    A name server that does not answer, and anybody may have one, keeps a thread for longer than a message is tried:
    nothing else waits for these, and there are few.
    """

    def __init__(self, most: int = 16) -> None:
        self._places = threading.BoundedSemaphore(most)

    async def addresses(self, host: str, port: int) -> list[str]:
        """Raises OSError, or ValueError for what is no name."""
        if not self._places.acquire(blocking=False):
            raise OSError("too many names are being looked up")
        loop = asyncio.get_running_loop()
        found: asyncio.Future[list[str]] = loop.create_future()

        def settle(outcome: list[str] | Exception) -> None:
            if found.cancelled():
                return
            if isinstance(outcome, Exception):
                found.set_exception(outcome)
            else:
                found.set_result(outcome)

        def look_up() -> None:
            outcome: list[str] | Exception
            try:
                outcome = [str(place[0]) for *_, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
            except Exception as error:
                outcome = error
            finally:
                self._places.release()
            # The loop may be closed by now.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(settle, outcome)

        threading.Thread(target=look_up, name="hanabi-names", daemon=True).start()
        return await found


class PushTransport:
    def __init__(self, *, any_address: bool = False, timeout: float = TIMEOUT) -> None:
        self._any_address, self._timeout = any_address, timeout
        self._names = NameLookups()
        self._tls = ssl.create_default_context()

    async def post(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        """The status of the answer. Raises PushRefused, OSError or TimeoutError."""
        async with asyncio.timeout(self._timeout):
            return await self._post(endpoint, headers, body)

    async def _post(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        address = checked_endpoint(endpoint, any_address=self._any_address)
        host, secure = address.hostname or "", address.scheme == "https"
        port = address.port or (443 if secure else 80)
        place = await self._address_of(host, port)
        reader, writer = await asyncio.open_connection(
            place,
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

    async def _address_of(self, host: str, port: int) -> str:
        for place in await self._names.addresses(host, port):
            if self._any_address or is_public(place):
                return place
        raise PushRefused("not a public address")
