"""`hanabi admin` beside a running server: its actions take effect at once and are logged."""

import asyncio
import contextlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import select
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from hanabi.cli import main
from hanabi.client import CommandRefused, SeatAt, TableClient, TableClosed, new_id, open_table, request
from hanabi.server.database import open_store
from hanabi.server.database.schema import tables
from hanabi.server.tables.features.talk import Chat
from hanabi.server.wire.close_codes import CloseCode
from hanabi.texts import LANGUAGES, say
from support.postgres import a_database
from support.server_process import Server, running_server


@dataclass
class Site:
    """A running server and the address of its database."""

    server: Server
    database: str

    def admin(self, *arguments: str, as_whom: str = "Olga") -> str:
        outcome = CliRunner().invoke(main, ["admin", "--database", self.database, "--as", as_whom, *arguments])
        assert outcome.exit_code == 0, outcome.output
        return outcome.output

    def refused(self, *arguments: str) -> str:
        outcome = CliRunner().invoke(main, ["admin", "--database", self.database, *arguments])
        assert outcome.exit_code != 0
        return outcome.output

    def call(
        self, method: str, path: str, body: Any = None, source: str = "127.0.0.1", **headers: str
    ) -> tuple[int, Any, str | None]:
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=60, source_address=(source, 0))
        own = {"Origin": self.server.address, **{name.replace("_", "-"): value for name, value in headers.items()}}
        connection.request(method, path, None if body is None else json.dumps(body), own)
        response = connection.getresponse()
        content = response.read()
        cookie = response.headers["set-cookie"]
        is_json = response.headers.get_content_type() == "application/json"
        answer = json.loads(content) if content and is_json else content.decode()
        return response.status, answer, None if cookie is None else cookie.partition(";")[0]


# SQLite and PostgreSQL pass notices to a running server in different ways.
both_databases = pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    if getattr(request, "param", "sqlite") == "sqlite":
        database = str(tmp_path / "tables.db")
        with running_server(database) as server:
            yield Site(server, database)
    else:
        with a_database() as database, running_server(database) as server:
            yield Site(server, database)


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if condition():
            return
        time.sleep(0.05)
    pytest.fail("it never came true")


def lobby(site: Site) -> set[str]:
    return {table["id"] for table in site.call("GET", "/api/tables")[1]["tables"]}


@both_databases
def test_tables_are_listed_hidden_and_closed(site: Site) -> None:
    async def play() -> None:
        seat = await open_table(site.server.address, name="Ana", public=True, title="Loud\u202e words")
        other = await open_table(site.server.address, name="Bo", public=True)
        await asyncio.to_thread(wait_until, lambda: lobby(site) == {seat.table, other.table})
        listed = await asyncio.to_thread(site.admin, "tables")
        line = next(line for line in listed.splitlines() if line.startswith(seat.table))
        assert line.split("\t")[1:3] == ["setup", "listed"]
        assert line.endswith("\tLoud words\tAna, ·")
        told = await asyncio.to_thread(site.admin, "hide", seat.table, "--why", "title", "--json")
        assert json.loads(told) == {"hidden": seat.table}
        await asyncio.to_thread(wait_until, lambda: lobby(site) == {other.table})
        async with TableClient(seat) as client:
            await client.wait_for(lambda state: True)
            # The server rewrites the row of a table whenever somebody does something there.
            await client.send(Chat(id=new_id(), text="still here"))
            told = await asyncio.to_thread(site.admin, "unhide", seat.table, "--json")
            assert json.loads(told) == {"shown": seat.table}
            await asyncio.to_thread(wait_until, lambda: lobby(site) == {seat.table, other.table})
            told = await asyncio.to_thread(site.admin, "close", seat.table, "--why", "enough now", "--json")
            assert json.loads(told) == {"closed": seat.table}
            with pytest.raises(TableClosed) as closed:
                await asyncio.wait_for(client.wait_for(lambda state: False), 60)
        assert closed.value.code == CloseCode.TABLE_CLOSED
        assert client.history[-1].reason == "enough now"
        with pytest.raises(TableClosed):
            async with TableClient(seat) as back:
                await asyncio.wait_for(back.wait_for(lambda state: True), 60)
        await asyncio.to_thread(wait_until, lambda: lobby(site) == {other.table})
        with pytest.raises(CommandRefused, match="table_closed"):
            await request(site.server.address, f"/api/tables/{seat.table}/record")
        await asyncio.to_thread(wait_until, lambda: seat.table in site.admin("tables", "--phase", "closed"))

    asyncio.run(play())
    assert "there is no table" in site.refused("close", "no-such-table")
    done = [line.split("\t")[1:3] for line in site.admin("audit").splitlines()]
    assert done == [["Olga", "close"], ["Olga", "unhide"], ["Olga", "hide"]]


def socket_close_code(seat: SeatAt, **headers: str) -> int | None:
    async def attempt() -> int | None:
        async with connect(seat.socket_address, additional_headers=headers) as socket:
            try:
                await asyncio.wait_for(socket.recv(), 60)
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else None
            return None

    return asyncio.run(attempt())


def test_a_banned_address_is_refused_by_pages_api_and_sockets_in_its_language(site: Site) -> None:
    seat = asyncio.run(open_table(site.server.address, name="Ana"))
    assert socket_close_code(seat) is None

    async def banned_while_connected() -> int:
        async with TableClient(seat) as client:
            await client.wait_for(lambda state: True)
            await asyncio.to_thread(site.admin, "ban", "127.0.0.0/8", "--for", "1h", "--why", "floods")
            with pytest.raises(TableClosed) as closed:
                await asyncio.wait_for(client.wait_for(lambda state: False), 60)
            return closed.value.code

    assert asyncio.run(banned_while_connected()) == CloseCode.BANNED
    status, body, _ = site.call("GET", "/api/tables")
    assert (status, body["code"], body["values"]["reason"]) == (403, "banned", "floods")
    assert body["values"]["until"] > time.time()
    for lang in LANGUAGES:
        status, page, _ = site.call("GET", "/", Accept_Language=f"xx, {lang};q=0.9, en;q=0.1")
        assert (status, page.strip()) == (403, say("table.refused.banned", lang))
    assert len({say("table.refused.banned", lang) for lang in LANGUAGES}) == 6
    assert site.call("POST", "/api/tables", {})[0] == 403
    assert socket_close_code(seat) == CloseCode.BANNED
    assert "ban\t127.0.0.0/8" in site.admin("sanctions")
    assert "there is no ban" in site.refused("unban", "192.0.2.1")
    site.admin("unban", "127.0.0.1/8")
    wait_until(lambda: site.call("GET", "/api/tables")[0] == 200)
    assert socket_close_code(seat) is None
    site.admin("ban", "127.0.0.9")
    wait_until(lambda: site.call("GET", "/api/tables", source="127.0.0.9")[0] == 403)
    assert site.call("GET", "/api/tables")[0] == 200


@both_databases
def test_a_banned_account_is_signed_out_and_cannot_sign_in(site: Site) -> None:
    account = {"name": "Ana", "password": "correct horse"}
    _, _, cookie = site.call("POST", "/api/account/register", account)
    assert cookie is not None
    opened = site.call("POST", "/api/tables", {"name": "Ana"}, Cookie=cookie)[1]
    seat = SeatAt(site.server.address, opened["table"], opened["token"])
    bearer = {"Authorization": f"Bearer {seat.token}"}
    assert socket_close_code(seat, **bearer) is None
    site.admin("ban", "ana", "--why", "insults")
    wait_until(lambda: site.call("GET", "/api/me", Cookie=cookie or "")[1]["account"] is None)
    status, body, _ = site.call("POST", "/api/account/login", account)
    assert (status, body["code"], body["values"]) == (403, "banned", {"reason": "insults", "until": None})
    wrong = account | {"password": "wrong horse"}
    assert site.call("POST", "/api/account/login", wrong)[1]["code"] == "bad_login"
    # The token of the seat acts for the same person.
    assert socket_close_code(seat, **bearer) == CloseCode.BANNED
    site.admin("unban", "Ana")
    wait_until(lambda: site.call("POST", "/api/account/login", account)[0] == 200)
    assert socket_close_code(seat, **bearer) is None


async def refused_chat(client: TableClient) -> CommandRefused:
    """Chat until it is refused."""
    for _ in range(600):
        try:
            await client.send(Chat(id=new_id(), text="hello again"))
        except CommandRefused as refused:
            return refused
        await asyncio.sleep(0.1)
    pytest.fail("the chat was never refused")


def test_muted_players_can_play_but_not_chat(site: Site) -> None:
    async def play() -> None:
        seat = await open_table(site.server.address, name="Ana", communication="free")
        async with TableClient(seat) as client:
            await client.wait_for(lambda state: True)
            await client.send(Chat(id=new_id(), text="hello"))
            await asyncio.to_thread(site.admin, "mute", "127.0.0.1", "--for", "2d", "--why", "spam")
            refused = await refused_chat(client)
            assert (refused.code, refused.values["reason"]) == ("muted", "spam")
            said = [event.text for event in client.history if getattr(event, "text", None)]
        assert "hello" in said
        assert await request(site.server.address, "/api/tables") is not None

    asyncio.run(play())
    site.admin("unmute", "127.0.0.1")
    assert site.admin("sanctions") == "Nobody is banned or muted.\n"


def test_reports_are_read_and_resolved(site: Site) -> None:
    async def talk() -> tuple[SeatAt, int]:
        seat = await open_table(site.server.address, name="Rude", title="Fine")
        async with TableClient(seat) as client:
            await client.wait_for(lambda state: True)
            return seat, await client.send(Chat(id=new_id(), text="you fool"))

    seat, n = asyncio.run(talk())
    for body in (
        {"table": seat.table, "reason": "insult", "event": n, "text": "that\x1b[2J hurts"},
        {"table": seat.table, "reason": "name", "seat": 0},
        {"table": seat.table, "reason": "other"},
    ):
        assert site.call("POST", "/api/reports", body)[0] == 204
    for body, code in (
        ({"table": "no-such-table", "reason": "spam"}, "no_such_table"),
        ({"table": seat.table, "reason": "spam", "event": 0}, "no_such_event"),
    ):
        assert site.call("POST", "/api/reports", body)[1]["code"] == code
    lines = [line.split("\t") for line in site.admin("reports").splitlines()]
    assert [line[3:] for line in lines] == [
        ["seat 0", "insult", "you fool", "that[2J hurts", "–"],
        ["seat 0", "name", "Rude", "", "–"],
        ["–", "other", "Fine", "", "–"],
    ]
    reported = json.loads(site.admin("reports", "--json"))
    assert [(str(report["number"]), report["reason"]) for report in reported] == [(line[0], line[4]) for line in lines]
    resolved = site.admin("resolve", lines[0][0], "--why", "muted for a day", "--json")
    assert json.loads(resolved) == {"resolved": reported[0]["number"]}
    assert len(site.admin("reports").splitlines()) == 2
    assert "muted for a day" in site.admin("reports", "--resolved")
    assert "no open report" in site.refused("resolve", lines[0][0], "--why", "again")


def test_an_account_is_exported_and_deleted_beside_the_server(site: Site, tmp_path: Path) -> None:
    account = {"name": "Anastazja", "password": "correct horse"}
    _, made, cookie = site.call("POST", "/api/account/register", account)
    assert cookie is not None
    table = site.call("POST", "/api/tables", {"name": "Anastazja", "options": {"public": True}}, Cookie=cookie)[1][
        "table"
    ]
    wait_until(lambda: lobby(site) == {table})
    file = tmp_path / "account.json"
    site.admin("export-account", "anastazja", "-o", str(file), "--why", "asked for")
    exported = file.read_text()
    assert [game["table"] for game in json.loads(exported)["games"]] == [table]
    assert made["recovery_code"] not in exported
    deleted = site.admin("delete-account", "Anastazja", "--yes", "--why", "asked for", "--json")
    assert json.loads(deleted) == {"deleted": "Anastazja"}
    wait_until(lambda: "Anastazja" not in str(site.call("GET", "/api/tables")[1]))
    assert lobby(site) == {table}
    wait_until(lambda: site.call("GET", "/api/me", Cookie=cookie or "")[1]["account"] is None)
    assert "neither an account nor an address" in site.refused("export-account", "Anastazja")
    assert "Anastazja" not in site.admin("audit")
    assert [line.split("\t")[2] for line in site.admin("audit").splitlines()] == ["delete-account", "export-account"]


def test_a_stopped_server_can_be_moderated_too(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    with running_server(database) as server:
        seat = asyncio.run(open_table(server.address, name="Ana", public=True))
        site = Site(server, database)
        wait_until(lambda: lobby(site) == {seat.table})
    site.admin("close", seat.table)
    site.admin("ban", "198.51.100.0/24")
    with running_server(database) as server:
        assert lobby(Site(server, database)) == set()
        assert socket_close_code(SeatAt(server.address, seat.table)) == CloseCode.TABLE_CLOSED


def test_a_file_that_is_not_a_servers_database_is_refused_and_not_created(tmp_path: Path) -> None:
    missing = tmp_path / "nothing.db"
    outcome = CliRunner().invoke(main, ["admin", "--database", str(missing), "tables"])
    assert outcome.exit_code == 1
    assert "there is no database" in outcome.output
    assert not missing.exists()
    empty = tmp_path / "empty.db"
    sqlite3.connect(empty).close()
    empty.touch()
    outcome = CliRunner().invoke(main, ["admin", "--database", str(empty), "tables"])
    assert outcome.exit_code == 1
    assert "hanabi db upgrade" in outcome.output


def test_the_environment_variable_names_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANABI_DATABASE", str(tmp_path / "served.db"))
    for words in (["db", "upgrade"], ["admin", "ban", "192.0.2.1"]):
        outcome = CliRunner().invoke(main, words)
        assert outcome.exit_code == 0, outcome.output
    with contextlib.closing(sqlite3.connect(tmp_path / "served.db")) as database:
        assert database.execute("SELECT kind, address FROM sanction").fetchall() == [("ban", "192.0.2.1")]


def test_ambiguous_names_and_huge_ranges_are_refused(tmp_path: Path) -> None:
    database, file = str(tmp_path / "tables.db"), tmp_path / "account.json"

    def admin(*arguments: str) -> str:
        return CliRunner().invoke(main, ["admin", "--database", database, *arguments]).output

    assert CliRunner().invoke(main, ["db", "upgrade", "--database", database]).exit_code == 0
    with contextlib.closing(sqlite3.connect(database)) as connection:
        names = ("Ana", "#1", "192.0.2.7")
        rows = [(number, name, name.casefold(), "x", 0.0) for number, name in enumerate(names, start=1)]
        connection.executemany(
            "INSERT INTO account (id, name, folded, password, created_at) VALUES (?, ?, ?, ?, ?)", rows
        )
        connection.commit()
    assert "say '#2'" in admin("delete-account", "#1", "--yes"), "which is how another account calls itself"
    assert "account 2 (#1)" in admin("ban", "#2")
    assert "say '#3' for it, or 192.0.2.7/32" in admin("ban", "192.0.2.7")
    assert "Banned: 192.0.2.7." in admin("ban", "192.0.2.7/32")
    assert "neither an account nor an address" in admin("ban", "#99999999999999999999")
    for everybody in ("0.0.0.0/0", "::/0", "2000::/3"):
        assert "too large" in admin("mute", everybody)
    assert "Banned: 2001:db8:0:1::/64." in admin("ban", "2001:db8:0:1:dead:beef::5"), "the network of one subscriber"
    assert "Banned: 2001:db8::7." in admin("ban", "2001:db8::7/128")
    assert "No longer banned: 2001:db8:0:1::/64." in admin("unban", "2001:db8:0:1::6")
    assert admin("export-account", "ana", "-o", str(file)) == ""
    assert file.stat().st_mode & 0o777 == 0o600
    assert "cannot be written" in admin("export-account", "ana", "-o", str(tmp_path / "no" / "account.json"))


@pytest.mark.parametrize("wrong", ["7", "d", "1y", "-1d", "1.5h"])
def test_a_duration_has_a_unit(tmp_path: Path, wrong: str) -> None:
    arguments = ["admin", "--database", str(tmp_path / "x.db"), "ban", "192.0.2.1", f"--for={wrong}"]
    outcome = CliRunner().invoke(main, arguments)
    assert outcome.exit_code == 2
    assert "is not a duration" in outcome.output


def changed_at(site: Site, table: str) -> float:
    """When something last happened there, according to the server."""

    async def find() -> float:
        store = open_store(site.database, beside_server=True)
        await store.open()
        try:
            query = select(tables.c.updated_at).where(tables.c.id == table)
            return float(await store.query(lambda connection: connection.execute(query).scalar_one()))
        finally:
            await store.close()

    return asyncio.run(find())


def test_retention_is_run_by_hand(site: Site) -> None:
    account = {"name": "Ana", "password": "correct horse"}
    assert site.call("POST", "/api/account/register", account)[0] == 201
    seat = asyncio.run(open_table(site.server.address, name="Ana", public=True))
    wait_until(lambda: lobby(site) == {seat.table})
    assert site.admin("retention").startswith("Deleted: 0 abandoned, 0 games, 0 studies, 0 chat, 0 accounts")
    opened_at = changed_at(site, seat.table)

    async def closed_while_connected() -> None:
        async with TableClient(seat) as client:
            await client.wait_for(lambda state: True)
            await asyncio.to_thread(site.admin, "close", seat.table)
            with pytest.raises(TableClosed):
                await asyncio.wait_for(client.wait_for(lambda state: False), 60)

    asyncio.run(closed_while_connected())
    # The server stores its summary of the closed table once more.
    wait_until(lambda: changed_at(site, seat.table) > opened_at)
    moment = str(0.05 / 86400)
    time.sleep(0.1)
    deleted = site.admin("retention", "--keep-abandoned", moment, "--keep-accounts", moment, "--why", "tidy")
    assert deleted == "Deleted: 1 abandoned, 0 games, 0 studies, 0 chat, 1 accounts, 0 attempts.\n"
    # The row of a deleted account is not deleted again, and its number is not reused.
    assert ", 0 accounts" in site.admin("retention", "--keep-accounts", moment)
    assert site.call("POST", "/api/account/login", account)[1]["code"] == "bad_login"
    assert "tidy" in site.admin("audit")
