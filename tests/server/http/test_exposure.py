"""What strangers, logs and other sites learn about the server and its visitors."""

import dataclasses
import gc
import logging

import httpx
import pytest

from hanabi.server import logs
from hanabi.server.app import application
from hanabi.server.context import Context
from hanabi.server.tables import Table
from support.http_visitor import Visitor

pytestmark = pytest.mark.anyio


async def test_a_log_has_no_token_of_a_path(context: Context, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "hanabi.api")
    await Visitor(context).request("GET", "/calendar/secret-token.ics")
    await Visitor(context).request("POST", "/mail/stop/secret-token")
    assert caplog.records
    assert "secret-token" not in str([vars(record) for record in caplog.records])


async def test_metrics_are_for_this_machine(context: Context) -> None:
    async def status(address: str, header: str = "") -> int:
        transport = httpx.ASGITransport(app=application(context), client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://tables.example") as client:
            return (await client.get("/metrics", headers={header: "192.0.2.1"} if header else {})).status_code

    assert [await status("127.0.0.1"), await status("::1")] == [200, 200]
    assert [await status("192.0.2.1"), await status("2001:db8::1"), await status("")] == [404, 404, 404]
    assert [await status("127.0.0.1", "X-Forwarded-For"), await status("127.0.0.1", "Forwarded")] == [404, 404]


async def test_links_name_the_site_of_the_operator_whatever_a_request_claims(context: Context) -> None:
    context.settings = dataclasses.replace(context.settings, site="https://cards.example")
    visitor = Visitor(context)
    visitor.set_header("Host", "evil.example")
    page = (await visitor._client.get("/")).text
    assert "evil.example" not in page


def test_a_database_that_is_away_fills_no_log_with_stack_traces() -> None:
    root, handlers = logging.getLogger(), logging.getLogger().handlers[:]
    level = root.level
    try:
        logs.set_up("INFO")
        assert not logging.getLogger("asyncpg.pool").isEnabledFor(logging.ERROR)
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


async def test_archived_games_that_left_memory_are_forgotten(context: Context) -> None:
    table = Table("finished")
    context.archive._archived.add(table)
    del table
    gc.collect()
    assert len(context.archive._archived) == 0
