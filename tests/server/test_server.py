"""The server process over HTTP and WebSocket, as a browser or a program uses it."""

import asyncio
import gc
import http.client
import json
import subprocess
import sys
import time
import urllib.request
import weakref
from collections.abc import Callable, Iterator
from http.client import HTTPMessage
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import APIOperation, Case
from schemathesis.core.result import Ok
from websockets.asyncio.client import connect
from websockets.typing import Origin

from hanabi.cli import main
from hanabi.client import CommandRefused, SeatAt, TableClient, TableClosed, open_table, play_seat, request, take_seat
from hanabi.server import server as server_module
from hanabi.server.tables.features import seating, start
from hanabi.server.wire.close_codes import CloseCode
from support.long_form import times
from support.server_process import Server, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(str(tmp_path_factory.mktemp("server") / "tables.db")) as started:
        yield started


def call(server: Server, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, HTTPMessage, Any]:
    """A request with exactly these headers; returns status, headers and decoded body."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    data = None if body is None else json.dumps(body)
    connection.request(method, path, data, {name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    content = response.read()
    connection.close()
    is_json = response.headers.get_content_type() == "application/json"
    return response.status, response.headers, json.loads(content) if content and is_json else content


def cookie_from(headers: HTTPMessage) -> str:
    return headers["set-cookie"].partition(";")[0]


def test_a_page_comes_with_a_key_and_strict_headers(server: Server) -> None:
    status, headers, body = call(server, "GET", "/")
    assert status == 200
    assert b"<html" in body
    cookie = headers["set-cookie"]
    assert cookie.startswith("hanabi=")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert call(server, "GET", "/t/some-table-id")[0] == 200
    assert call(server, "GET", "/../../../pyproject.toml")[0] == 404
    assert call(server, "GET", "/..%2f..%2fserver/server.py")[0] == 404
    assert call(server, "GET", "/nothing.js")[0] == 404


def test_behind_tls_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    with running_server(str(tmp_path / "tables.db"), "--proxy", "127.0.0.1") as server:
        _, headers, _ = call(server, "GET", "/", X_Forwarded_Proto="https")
        assert headers["set-cookie"].startswith("__Host-hanabi=")
        assert "Secure" in headers["set-cookie"]
        assert "strict-transport-security" in headers


def test_a_foreign_page_cannot_act_with_our_cookie(server: Server) -> None:
    _, headers, _ = call(server, "GET", "/")
    cookie, own = cookie_from(headers), f"http://127.0.0.1:{server.port}"
    for origin in ("http://evil.example", "null", None):
        extra = {} if origin is None else {"Origin": origin}
        status, _, body = call(server, "POST", "/api/tables", {}, Cookie=cookie, **extra)
        assert (status, body["code"]) == (403, "foreign_origin")
    assert call(server, "POST", "/api/tables", {}, Cookie=cookie, Origin=own)[0] == 201


async def close_code_of(address: str, **options: Any) -> int | None:
    async with connect(address, **options) as socket:
        await asyncio.wait_for(socket.wait_closed(), 60)
        return socket.close_code


async def test_sockets_refuse_foreign_pages_and_unknown_tables(server: Server) -> None:
    _, headers, _ = call(server, "GET", "/")
    table = call(server, "POST", "/api/tables", {})[2]["table"]
    address = f"ws://127.0.0.1:{server.port}/ws/"
    cookie = {"Cookie": cookie_from(headers)}
    assert (
        await close_code_of(address + table, origin="http://evil.example", additional_headers=cookie)
        == CloseCode.FOREIGN_ORIGIN
    )
    assert await close_code_of(address + table, additional_headers=cookie) == CloseCode.FOREIGN_ORIGIN
    assert await close_code_of(address + "no-such-table") == CloseCode.NOT_FOUND
    assert await close_code_of(address + "x") == CloseCode.NOT_FOUND


async def test_an_oversized_message_closes_the_socket_and_nothing_else(server: Server) -> None:
    seat = await open_table(server.address)
    async with connect(seat.socket_address, additional_headers={"Authorization": f"Bearer {seat.token}"}) as socket:
        await socket.recv()
        await socket.send("x" * 9000)
        # States with the players who are present may arrive first.
        await asyncio.wait_for(socket.wait_closed(), 60)
        assert socket.close_code == CloseCode.MESSAGE_TOO_BIG
    async with TableClient(seat) as client:
        assert await client.send(seating.Rename(id="r", name="Still here")) > 0


async def test_a_token_opens_only_its_own_seat(server: Server) -> None:
    host = await open_table(server.address, seats=3, name="Ana")
    guest = await take_seat(server.address, host.table, name="Bo")
    other = await open_table(server.address)
    async with TableClient(SeatAt(server.address, host.table, other.token)) as stranger:
        state = await stranger.wait_for(lambda state: True)
        assert state.you.seat is None
        with pytest.raises(CommandRefused, match="not_host"):
            await stranger.send(start.Start(id="1"))
    async with TableClient(guest) as client:
        assert (await client.wait_for(lambda state: True)).you.seat == 1
    with pytest.raises(CommandRefused, match="bad_token"):
        await request(server.address, f"/api/tables/{host.table}/claim", {"token": other.token})
    link = (await request(server.address, f"/api/tables/{host.table}/link", {}, guest.token))["link"]
    token = link.partition("#")[2]
    assert await request(server.address, f"/api/tables/{host.table}/claim", {"token": token}) == {"seat": 1}
    # The previous token is no longer valid.
    async with TableClient(guest) as client:
        assert (await client.wait_for(lambda state: True)).you.seat is None


async def test_another_device_continues_the_seat(server: Server) -> None:
    own = f"http://127.0.0.1:{server.port}"
    laptop = cookie_from(call(server, "GET", "/")[1])
    table = call(server, "POST", "/api/tables", {"name": "Ana"}, Cookie=laptop, Origin=own)[2]["table"]
    link = call(server, "POST", f"/api/tables/{table}/link", {}, Cookie=laptop, Origin=own)[2]["link"]
    phone = cookie_from(call(server, "GET", "/")[1])
    token = link.partition("#")[2]
    assert call(server, "POST", f"/api/tables/{table}/claim", {"token": token}, Cookie=phone, Origin=own)[0] == 200
    address = f"ws://127.0.0.1:{server.port}/ws/{table}"
    for cookie in (laptop, phone):
        async with connect(address, origin=Origin(own), additional_headers={"Cookie": cookie}) as socket:
            assert json.loads(await socket.recv())["you"]["seat"] == 0


async def test_a_fourth_socket_of_a_seat_replaces_the_oldest(server: Server) -> None:
    seat = await open_table(server.address)
    clients = [TableClient(seat) for _ in range(4)]
    for client in clients:
        await client.__aenter__()
        await client.wait_for(lambda state: True)
    with pytest.raises(TableClosed) as closed:
        await asyncio.wait_for(clients[0].wait_for(lambda state: False), 60)
    assert closed.value.code == CloseCode.REPLACED
    for client in clients:
        await client.__aexit__(None, None, None)


async def test_the_record_of_a_finished_game_is_complete_and_can_be_verified(server: Server, tmp_path: Path) -> None:
    seat = await open_table(server.address, seats=3, bots=("random", "simple"), start=True, public=True)
    with pytest.raises(CommandRefused, match="running"):
        await request(server.address, f"/api/tables/{seat.table}/record")
    over = await asyncio.wait_for(play_seat(seat, lambda view: view.legal_actions[-1]), 120)
    record = await request(server.address, f"/api/tables/{seat.table}/record")
    replay = await request(server.address, f"/api/tables/{seat.table}/replay?seat=1")
    assert record["result"]["outcome"] == over.outcome
    assert len(replay["frames"]) == len(record["actions"]) + 1
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    assert verified(file) == 0
    assert [nonce is not None for nonce in record["deal"]["nonces"]] == [True, False, False]
    file.write_text(json.dumps(record | {"deck": [*record["deck"][1:], record["deck"][0]]}))
    assert verified(file) == 2
    wait_until(lambda: record["table"] in {table["id"] for table in call(server, "GET", "/api/records")[2]["tables"]})


def verified(file: Path) -> int:
    from click.testing import CliRunner

    return CliRunner().invoke(main, ["verify", str(file)]).exit_code


def test_an_account_finds_its_seats_on_another_device(server: Server) -> None:
    own = {"Origin": f"http://127.0.0.1:{server.port}"}
    laptop = cookie_from(call(server, "GET", "/")[1])
    table = call(server, "POST", "/api/tables", {"name": "Ana"}, Cookie=laptop, **own)[2]["table"]
    assert call(server, "GET", f"/api/tables/{table}")[0] == 200
    account = {"name": "Ana", "password": "correct horse"}
    status, headers, _ = call(server, "POST", "/api/account/register", account, Cookie=laptop, **own)
    assert status == 201
    laptop = cookie_from(headers)
    assert call(server, "POST", "/api/account/register", account | {"name": "ANA"}, **own)[2]["code"] == "name_taken"
    wrong = account | {"password": "wrong horse"}
    assert call(server, "POST", "/api/account/login", wrong, **own)[0] == 401
    assert call(server, "POST", "/api/account/login", wrong | {"name": "Nobody"}, **own)[0] == 401
    _, headers, _ = call(server, "POST", "/api/account/login", account, **own)
    phone = cookie_from(headers)
    me = call(server, "GET", "/api/me", Cookie=phone)[2]
    assert me["account"] == "Ana"
    assert [held["table"]["id"] for held in me["seats"]] == [table]
    assert call(server, "POST", "/api/account/logout", {}, Cookie=phone, **own)[0] == 204
    assert call(server, "GET", "/api/me", Cookie=phone)[2]["account"] is None


def wait_until(condition: Callable[[], bool]) -> None:
    """Anything that moves do not wait for may take a moment."""
    for _ in range(1200):
        if condition():
            return
        time.sleep(0.05)
    pytest.fail("the condition never came true")


def test_a_second_server_on_the_same_file_is_refused(server: Server, tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    with running_server(database):
        code = "from hanabi.cli import main; main()"
        second = subprocess.run(
            [sys.executable, "-c", code, "serve", "--port", "0", "--database", database],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    assert second.returncode == 1
    assert "another server is already using" in second.stderr


async def test_an_orderly_restart_keeps_everything_and_asks_clients_to_reconnect(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    server = Server(database)

    seat = await open_table(server.address, name="Ana")
    socket = await connect(seat.socket_address, additional_headers={"Authorization": f"Bearer {seat.token}"})
    await socket.recv()
    stopped = asyncio.get_running_loop().run_in_executor(None, server.stop)
    await asyncio.wait_for(socket.wait_closed(), 60)
    assert socket.close_code == CloseCode.RESTARTING
    assert await stopped == 0
    with running_server(database) as again:
        async with TableClient(SeatAt(again.address, seat.table, seat.token)) as client:
            assert (await client.wait_for(lambda state: True)).you.seat == 0


def test_operators_see_health_and_metrics(server: Server) -> None:
    assert call(server, "GET", "/healthz")[2]["ok"] is True
    metrics = call(server, "GET", "/metrics")[2].decode()
    assert "hanabi_store_commits_total" in metrics
    assert "hanabi_answer_seconds_bucket" in metrics


def test_the_api_matches_its_description(server: Server) -> None:
    """Schemathesis: no request causes a server error, and every response matches the OpenAPI description."""
    description = json.loads(urllib.request.urlopen(f"{server.address}/api/openapi.json").read())
    schema = schemathesis.openapi.from_dict(description)
    for operation in schema.get_all_operations():
        assert isinstance(operation, Ok)
        check_operation(operation.ok(), server.address)


CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
]


def check_operation(operation: APIOperation[Any, Any, Any, Any], address: str) -> None:
    @settings(max_examples=times(8, 50), deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(case=operation.as_strategy())
    def ask(case: Case[Any]) -> None:
        case.call_and_validate(base_url=address, checks=CHECKS, timeout=120)

    ask()


async def test_garbage_is_collected_when_nobody_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "CHECK_SECONDS", 0.01)
    monkeypatch.setattr(server_module, "FULL_AFTER", 0)

    class Cycle:
        def __init__(self) -> None:
            self.itself = self

    moves = 0
    gc.disable()
    task = asyncio.ensure_future(server_module.collect_when_idle(lambda: moves))
    try:
        cycle = weakref.ref(Cycle())
        for _ in range(10):
            moves += 1
            await asyncio.sleep(0.005)
        assert cycle() is not None
        async with asyncio.timeout(30):
            while cycle() is not None:
                await asyncio.sleep(0.01)
    finally:
        task.cancel()
        gc.enable()
