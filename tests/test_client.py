"""The Python client of a busy server: it waits as long as the server asks and tries again."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from hanabi.client import CommandRefused, TableClient, open_table, request
from hanabi.server.tables.features import seating
from support.server_process import running_server

pytestmark = pytest.mark.anyio


@contextlib.contextmanager
def scripted_server(*answers: tuple[int, str | None]) -> Iterator[tuple[str, list[str]]]:
    """Answers with these statuses and `Retry-After` values, then 200. Yields its address and the methods it got."""
    requests: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, seconds = answers[len(requests)] if len(requests) < len(answers) else (200, None)
            requests.append(self.command)
            self.send_response(status)
            if seconds is not None:
                self.send_header("Retry-After", seconds)
            self.end_headers()
            self.wfile.write(b"{}" if status == 200 else b'{"code": "too_many", "values": {}}')

        do_GET = do_POST = answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", requests
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("answers", "body", "sent"),
    [
        ([(429, "0"), (429, "0")], None, 3),
        ([(429, "0")], {}, 2),
        ([(503, "0")], None, 2),
    ],
)
async def test_a_busy_server_is_asked_again(answers: list[tuple[int, str]], body: object, sent: int) -> None:
    with scripted_server(*answers) as (address, requests):
        assert await request(address, "/api/me", body) == {}
        assert len(requests) == sent


@pytest.mark.parametrize(
    ("answer", "body", "sent"),
    [
        # Too long to wait; maybe executed already; no time given; refused for good; too many attempts.
        ((429, "3600"), None, 1),
        ((503, "0"), {}, 1),
        ((429, None), None, 1),
        ((403, "0"), None, 1),
        ((429, "0"), None, 4),
    ],
)
async def test_other_refusals_are_final(answer: tuple[int, str | None], body: object, sent: int) -> None:
    with scripted_server(*[answer] * 9) as (address, requests):
        with pytest.raises(CommandRefused, match="too_many"):
            await request(address, "/api/me", body)
        assert len(requests) == sent


async def test_a_refused_socket_tries_again_until_it_is_admitted(tmp_path: Path) -> None:
    # Behind a proxy, only sockets count for an address.
    with running_server(str(tmp_path / "tables.db"), "--proxy", "127.0.0.1", "--connections", "2") as server:
        seat = await open_table(server.address)
        async with connect(seat.socket_address) as first, connect(seat.socket_address) as second:
            await first.recv()
            await second.recv()
            async with TableClient(seat) as client:
                renamed = asyncio.ensure_future(client.send(seating.Rename(id="r", name="Patient")))
                done, _ = await asyncio.wait([renamed], timeout=1.0)
                assert not done
                await first.close()
                assert await asyncio.wait_for(renamed, 60) > 0
