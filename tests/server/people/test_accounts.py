"""Accounts in ordinary use and under attack."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text

from hanabi.server.api import endpoints
from hanabi.server.api.accounts import device_of
from hanabi.server.context import Context
from hanabi.server.database.schema import metadata
from hanabi.server.http.cookies import hashed
from hanabi.server.live.live_table import LiveTable
from hanabi.server.refusals import Refused
from hanabi.server.tables.features import seating
from hanabi.server.wire.close_codes import CloseCode
from support.http_visitor import PASSWORD, Visitor, a_finished_game, fill_seats_and_start, http_context, signed_up
from support.in_process_tables import RecordingClient

pytestmark = pytest.mark.anyio

OTHER = "battery staple"


async def signed_in(context: Context, name: str = "Ana", password: str = PASSWORD) -> Visitor:
    visitor = Visitor(context)
    await visitor.post("/api/account/login", {"name": name, "password": password})
    return visitor


async def account_of(visitor: Visitor) -> str | None:
    name: str | None = (await visitor.get("/api/me"))["account"]
    return name


async def socket_of(context: Context, visitor: Visitor, table: str) -> RecordingClient:
    account = await context.accounts.of_key(visitor.key)
    return RecordingClient(context, await context.registry.live_table(table), visitor.key, account=account)


async def test_a_new_password_needs_the_old_one_and_signs_out_the_other_devices(context: Context) -> None:
    ana, phone = await signed_up(context), await signed_in(context)
    change = {"old": PASSWORD, "new": OTHER}
    assert await ana.refused("POST", "/api/account/password", change | {"old": "wrong horse"}) == "bad_password"
    assert await ana.refused("POST", "/api/account/password", change | {"new": "password"}) == "weak_password"
    assert await ana.refused("POST", "/api/account/password", change | {"new": "short"}) == "weak_password"
    assert await account_of(phone) == "Ana"
    await ana.post("/api/account/password", change)
    assert (await account_of(ana), await account_of(phone)) == ("Ana", None)
    login = {"name": "Ana", "password": PASSWORD}
    assert await phone.refused("POST", "/api/account/login", login) == "bad_login"
    assert await account_of(await signed_in(context, password=OTHER)) == "Ana"
    assert await Visitor(context).refused("POST", "/api/account/password", change) == "not_signed_in"


async def test_a_stolen_cookie_is_worthless_after_signing_out(context: Context) -> None:
    ana = await signed_up(context)
    table = (await ana.post("/api/tables", {"name": "Ana", "options": {"spectators": "none"}}))["table"]
    await fill_seats_and_start(context, table)
    client, stolen = await socket_of(context, ana, table), ana.cookie
    assert client.client.seat == 0
    assert client.client.host
    await ana.post("/api/account/logout")
    assert client.closed_with == CloseCode.SIGNED_OUT
    thief = Visitor(context)
    thief.cookie = stolen
    assert (await thief.get("/api/me")) == {"account": None, "seats": [], "invitations": []}
    assert await thief.refused("POST", f"/api/tables/{table}/link") == "not_seated"
    live = await context.registry.live_table(table)
    assert live.table.seat_of(hashed(stolen)) is None
    assert not live.table.is_host(hashed(stolen))
    again = await signed_in(context)
    assert (await socket_of(context, again, table)).client.seat == 0


async def test_seats_taken_before_signing_in_belong_to_the_account_and_not_to_the_old_cookie(context: Context) -> None:
    ana = Visitor(context)
    table = (await ana.post("/api/tables", {"name": "Ana"}))["table"]
    await context.registry._save_summaries()
    old = ana.cookie
    await ana.post("/api/account/register", {"name": "Ana", "password": PASSWORD})
    live = await context.registry.live_table(table)
    assert live.table.seat_of(hashed(old)) is None
    client = await socket_of(context, await signed_in(context), table)
    assert (client.client.seat, client.client.host) == (0, True)


async def test_signing_out_everywhere(context: Context) -> None:
    ana, phone, bo = await signed_up(context), await signed_in(context), await signed_up(context, "Bo")
    await phone.post("/api/account/logout-everywhere")
    assert [await account_of(visitor) for visitor in (ana, phone, bo)] == [None, None, "Bo"]
    assert await ana.refused("POST", "/api/account/logout-everywhere") == "not_signed_in"


async def test_sessions_are_listed_and_ended_one_by_one(context: Context) -> None:
    ana, bo = await signed_up(context), await signed_up(context, "Bo")
    phone = Visitor(context)
    phone.set_header("user-agent", "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0")
    await phone.post("/api/account/login", {"name": "Ana", "password": PASSWORD})
    sessions = (await ana.get("/api/account/sessions"))["sessions"]
    assert {(session["device"], session["current"]) for session in sessions} == {
        ("Firefox, Android", False),
        (f"python-httpx/{httpx.__version__}", True),
    }
    assert all(0 < session["made_at"] <= session["seen_at"] for session in sessions)
    other = next(session["id"] for session in sessions if not session["current"])
    assert await bo.refused("DELETE", f"/api/account/sessions/{other}") == "no_such_session"
    assert await account_of(phone) == "Ana"
    assert await ana.request("DELETE", f"/api/account/sessions/{other}") == (204, None)
    assert (await account_of(phone), await account_of(ana)) == (None, "Ana")
    assert await ana.refused("DELETE", f"/api/account/sessions/{other}") == "no_such_session"
    assert await Visitor(context).refused("GET", "/api/account/sessions") == "not_signed_in"


@pytest.mark.parametrize(
    ("header", "device"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/129 Safari/537 Edg/129", "Edge, Windows"),
        ("my\u202ebot/1.0 " + "x" * 200, "mybot/1.0 " + "x" * 30),
        ("", ""),
    ],
)
def test_devices_have_familiar_names(header: str, device: str) -> None:
    assert device_of(header) == device


async def test_the_oldest_sessions_end_when_an_account_has_too_many(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanabi.server.people.accounts.MAX_SESSIONS", 3)
    browsers = [await signed_up(context)]
    for _ in range(4):
        browsers.append(Visitor(context))
        await browsers[-1].post("/api/account/login", {"name": "Ana", "password": PASSWORD})
    names = [(await browser.get("/api/me"))["account"] for browser in browsers]
    assert names == [None, None, "Ana", "Ana", "Ana"]
    assert len((await browsers[-1].get("/api/account/sessions"))["sessions"]) == 3


async def test_a_recovery_code_works_once_and_ends_all_other_sessions(context: Context) -> None:
    thief = Visitor(context)
    made = await thief.post("/api/account/register", {"name": "Ana", "password": PASSWORD})
    ana, code = Visitor(context), made["recovery_code"]
    wish = {"name": "ana", "code": code, "password": OTHER}
    assert await ana.refused("POST", "/api/account/recover", wish | {"code": "00000-00000"}) == "bad_code"
    assert await ana.refused("POST", "/api/account/recover", wish | {"name": "Nobody"}) == "bad_code"
    assert await ana.refused("POST", "/api/account/recover", wish | {"password": "12345678"}) == "weak_password"
    typed = wish | {"code": code.lower().replace("-", " ")}
    renewed = (await ana.post("/api/account/recover", typed))["recovery_code"]
    assert renewed != code
    assert (await account_of(ana), await account_of(thief)) == ("Ana", None)
    assert await thief.refused("POST", "/api/account/recover", wish) == "bad_code"
    assert await account_of(await signed_in(context, password=OTHER)) == "Ana"
    assert await ana.refused("POST", "/api/account/recovery-code", {"password": PASSWORD}) == "bad_password"
    third = (await ana.post("/api/account/recovery-code", {"password": OTHER}))["recovery_code"]
    assert await thief.refused("POST", "/api/account/recover", wish | {"code": renewed}) == "bad_code"
    await thief.post("/api/account/recover", wish | {"code": third})


async def test_names_that_look_alike_are_one_account(context: Context) -> None:
    await signed_up(context, "Ana Maria")
    for name in ("ana  maria", "ＡＮＡ Maria", "Ana\u200b Maria", "Ana Maria\u3164"):
        wish = {"name": name, "password": PASSWORD}
        assert await Visitor(context).refused("POST", "/api/account/register", wish) == "name_taken"
    invisible = {"name": "\u3164\u200b", "password": PASSWORD}
    assert await Visitor(context).refused("POST", "/api/account/register", invisible) == "bad_name"
    turned = {"name": "\u202eoB", "password": PASSWORD}
    assert (await Visitor(context).post("/api/account/register", turned))["name"] == "oB"


async def test_the_player_who_sat_down_can_revoke_a_device_link(context: Context) -> None:
    ana, phone, bo = Visitor(context), Visitor(context), await signed_up(context, "Bo")
    table = (await ana.post("/api/tables", {"name": "Ana", "options": {"spectators": "none"}}))["table"]
    live = await fill_seats_and_start(context, table)
    token = (await ana.post(f"/api/tables/{table}/link"))["link"].partition("#")[2]
    for other in (phone, bo):
        assert await other.post(f"/api/tables/{table}/claim", {"token": token}) == {"seat": 0}
    clients = [await socket_of(context, visitor, table) for visitor in (ana, phone, bo)]
    assert [client.client.seat for client in clients] == [0, 0, 0]
    # A device that came by the link gives up the seat only for itself.
    await phone.post(f"/api/tables/{table}/unlink")
    assert live.table.seat_of(phone.key) is None
    assert live.table.seat_of(ana.key) == 0
    await phone.post(f"/api/tables/{table}/claim", {"token": token})
    await ana.post(f"/api/tables/{table}/unlink")
    assert [client.closed_with for client in clients] == [None, 4011, 4011]
    for other in (phone, bo):
        assert await other.refused("POST", f"/api/tables/{table}/link") == "not_seated"
        assert await other.refused("POST", f"/api/tables/{table}/claim", {"token": token}) == "bad_token"
        assert await other.refused("POST", f"/api/tables/{table}/unlink") == "not_seated"
    program = Visitor(context)
    program.set_header("authorization", f"Bearer {token}")
    assert await program.refused("POST", f"/api/tables/{table}/unlink") == "not_seated"
    assert live.table.seat_of(ana.key) == 0


async def test_only_the_server_issues_keys_and_it_never_repeats_one_in_a_response(context: Context) -> None:
    program = Visitor(context)
    opened = await program.post("/api/tables", {"seat": False, "options": {"seats": 2}})
    assert opened["token"] not in program.cookie
    live = await context.registry.live_table(opened["table"])
    assert live.table.is_host(hashed(opened["token"]))
    assert live.table.is_host(program.key)
    assert not live.table.is_host(hashed("another"))
    for chosen in (
        "chosen-by-a-client",
        "A" * 22,
        "a." + "A" * 22,
        program.cookie[:-1] + "_",
        "x." + "A" * 16,
        ".",
    ):
        stranger = Visitor(context)
        stranger.cookie = chosen
        wish = {"name": "Eve"}
        table = (await stranger.post("/api/tables", wish))["table"]
        seated = (await context.registry.live_table(table)).table
        assert seated.seat_of(hashed(chosen)) is None, chosen


async def everything_stored(context: Context) -> str:
    """The whole database as text."""

    def dump(connection: Any) -> str:
        return "\n".join(str(row) for table in metadata.sorted_tables for row in connection.execute(select(table)))

    return await context.registry.store.write(dump)


async def chat(client: RecordingClient, words: str) -> None:
    assert (await client.send_command(type="chat", id="c", text=words))["type"] == "ack"


async def test_a_deleted_account_leaves_its_games_and_nothing_else(new_database: str) -> None:
    async with http_context(new_database) as context:
        ana, bo = await signed_up(context, "Anastazja"), await signed_up(context, "Bo")
        table = await a_finished_game(context, ana, public=True, communication="free")
        live = await context.registry.live_table(table)
        await live.append(lambda _: seating.Renamed(seat=0, name="Anastazja"))
        client = await socket_of(context, ana, table)
        await chat(client, "my precious words")
        await client.send_command(type="note", id="n", drawn=1, text="my precious note")
        kept = (await bo.post("/api/studies", {"of": {"table": table}, "title": "By Bo"}))["study"]
        own = (await ana.post("/api/studies", {"of": {"table": table}, "title": "My precious study"}))["study"]
        await context.registry._save_summaries()
        assert await ana.refused("POST", "/api/account/delete", {"password": "wrong horse"}) == "bad_password"
        before = live.table.record()
        await ana.post("/api/account/delete", {"password": PASSWORD})
        await context.notices.poll()
        await context.registry._save_summaries()
        assert client.closed_with in (CloseCode.RESTARTING, CloseCode.SIGNED_OUT)
        stored = await everything_stored(context)
        assert "Anastazja" not in stored
        assert "precious" not in stored
        record = (await context.registry.live_table(table)).table.record()
        assert record.players == ("Player 3", "Player", "Player 2")
        assert (record.deck, record.actions) == (before.deck, before.actions)
        assert record.extra["deal"] == before.extra["deal"]
        assert (await bo.get(f"/api/studies/{kept}"))["players"][0] == "Player 3"
        assert await bo.refused("GET", f"/api/studies/{own}") == "no_such_study"
        login = {"name": "Anastazja", "password": PASSWORD}
        assert await bo.refused("POST", "/api/account/login", login) == "bad_login"
        again = await signed_up(context, "Anastazja")
        assert (await again.get("/api/me"))["seats"] == []
        assert (await again.get("/api/account/export"))["games"] == []


async def test_a_deleted_account_can_leave_its_studies(context: Context) -> None:
    ana = await signed_up(context)
    table = await a_finished_game(context, ana)
    study = (await ana.post("/api/studies", {"of": {"table": table}, "title": "Shared"}))["study"]
    await context.registry._save_summaries()
    await ana.post("/api/account/delete", {"password": PASSWORD, "studies": "keep"})
    shown = await Visitor(context).get(f"/api/studies/{study}")
    assert (shown["title"], shown["yours"]) == ("Shared", False)


async def test_a_running_game_continues_without_the_name_of_a_deleted_account(context: Context) -> None:
    ana = await signed_up(context)
    table = (await ana.post("/api/tables", {"name": "Ana", "options": {"seats": 2}}))["table"]
    bo = Visitor(context)
    await bo.post(f"/api/tables/{table}/sit", {"name": "Bo"})
    live = await fill_seats_and_start(context, table)
    client = await socket_of(context, bo, table)
    await context.registry._save_summaries()
    await ana.post("/api/account/delete", {"password": PASSWORD})
    await context.notices.poll()
    assert client.closed_with == CloseCode.RESTARTING
    renewed = await context.registry.live_table(table)
    assert renewed is not live
    seen = await socket_of(context, bo, table)
    assert [seat["name"] for seat in seen.state["table"]["seats"]] == ["Player", "Bo"]
    assert "Ana" not in json.dumps(seen.state)
    answer = await _appended(live)
    assert answer == "busy"


async def _appended(live: LiveTable) -> str:
    try:
        await live.append(lambda _: seating.StoodUp(seat=0))
    except Refused as refused:
        return refused.code
    return "stored"


async def test_an_export_has_games_studies_words_and_sessions(context: Context) -> None:
    ana = await signed_up(context)
    table = await a_finished_game(context, ana, communication="free", title="Evening")
    await chat(await socket_of(context, ana, table), "well played")
    await ana.post("/api/studies", {"of": {"table": table}, "title": "Mine"})
    await ana.post("/api/reports", {"table": table, "reason": "other", "text": "too loud"})
    running = (await ana.post("/api/tables", {"name": "Ana", "options": {"seats": 2}}))["table"]
    live = await fill_seats_and_start(context, running)
    await context.registry._save_summaries()
    exported = await ana.get("/api/account/export")
    assert exported["account"]["name"] == "Ana"
    games = {game["table"]: game for game in exported["games"]}
    assert set(games) == {table, running}
    assert games[table]["record"]["table"] == table
    assert games[running]["phase"] == "playing"
    assert games[running]["view"]["seat"] == 0
    assert [said["text"] for said in exported["said"]] == ["well played"]
    assert [study["title"] for study in exported["studies"]] == ["Mine"]
    assert [report["text"] for report in exported["reports"]] == ["too loud"]
    assert len(exported["sessions"]) == 1
    assert live.table.seed not in json.dumps(games[running])


async def test_a_long_history_is_exported_piece_by_piece(context: Context) -> None:
    ana = await signed_up(context)
    table = await a_finished_game(context, ana)
    for number in range(20):
        await ana.post("/api/studies", {"of": {"table": table}, "title": f"No. {number}"})
    account = await context.accounts.of_key(ana.key)
    assert account is not None
    pieces = [piece async for piece in await context.account_data.export(account)]
    exported = json.loads(b"".join(pieces))
    assert exported == await ana.get("/api/account/export") | {"exported_at": exported["exported_at"]}
    assert len(exported["studies"]) == 20
    assert exported["said"] == []
    assert max(map(len, pieces)) < sum(map(len, pieces)) / 10, "never all of it in memory at once"


def changing_account_routes() -> list[tuple[str, str]]:
    prefixes = ("/api/account", "/api/reports", "/api/tables/{table}/unlink")
    routes = [
        (endpoint.method, endpoint.path.replace("{session}", "0" * 16).replace("{table}", "A" * 12))
        for endpoint in endpoints()
        if endpoint.path.startswith(prefixes) and endpoint.method != "GET"
    ]
    assert len(routes) >= 10
    return routes


async def test_a_foreign_page_cannot_use_account_routes(context: Context) -> None:
    ana = await signed_up(context)
    for origin in ("http://evil.example", "null", "http://tables.example.evil"):
        ana.set_header("origin", origin)
        for method, path in changing_account_routes():
            assert await ana.refused(method, path, {}) == "foreign_origin", path
    assert await account_of(ana) == "Ana"


PASSWORD_ROUTES = {
    "/api/account/register": {"name": "Eve", "password": "password"},
    "/api/account/login": {"name": "Ana", "password": "wrong horse"},
    "/api/account/recover": {"name": "Ana", "code": "0", "password": OTHER},
    "/api/account/password": {"old": "wrong horse", "new": OTHER},
    "/api/account/recovery-code": {"password": "wrong horse"},
    "/api/account/delete": {"password": "wrong horse"},
}


@pytest.mark.parametrize("path", PASSWORD_ROUTES)
async def test_attempts_at_passwords_and_codes_are_limited(tmp_path: Path, path: str) -> None:
    async with http_context(tmp_path, logins=5) as context:
        ana = await signed_up(context)
        answers = [await ana.refused("POST", path, PASSWORD_ROUTES[path]) for _ in range(6)]
        assert answers[-1] == "too_many"
        assert answers[0] in ("weak_password", "bad_login", "bad_code", "bad_password")


async def test_exports_and_reports_are_limited(tmp_path: Path) -> None:
    async with http_context(tmp_path, exports=2, reports=2) as context:
        ana = await signed_up(context)
        table = (await ana.post("/api/tables", {}))["table"]
        report = {"table": table, "reason": "spam"}
        for _ in range(2):
            await ana.get("/api/account/export")
            await ana.post("/api/reports", report)
        assert await ana.refused("GET", "/api/account/export") == "too_many"
        assert await ana.refused("POST", "/api/reports", report) == "too_many"


async def test_other_processes_learn_of_a_logout(postgres: str) -> None:
    async with http_context(postgres) as here, http_context(postgres) as there:
        await there.open()
        ana = await signed_up(here)
        table = (await ana.post("/api/tables", {"name": "Ana"}))["table"]
        elsewhere = await socket_of(there, ana, table)
        assert elsewhere.client.seat == 0
        stolen = Visitor(there)
        stolen.cookie = ana.cookie
        assert await account_of(stolen) == "Ana"
        await ana.post("/api/account/logout")
        await there.notices.poll()
        assert elsewhere.closed_with == CloseCode.SIGNED_OUT
        assert await account_of(stolen) is None


async def test_a_notice_that_commits_late_is_still_read(context: Context) -> None:
    await context.open()
    heard: list[str] = []

    async def listen(kind: Any, subject: str) -> None:
        heard.append(subject)

    context.notices._listener = listen

    async def insert(number: int, subject: str) -> None:
        row = f"INSERT INTO notice VALUES ({number}, 9e9, 'session_ended', '{subject}')"
        await context.registry.store.write(lambda connection: connection.execute(text(row)))

    await insert(5, "fifth")
    await context.notices.poll()
    await insert(4, "fourth")
    await context.notices.poll()
    await context.notices.poll()
    assert heard == ["fifth", "fourth"]


async def test_an_account_has_few_guesses_and_nobody_is_locked_out(tmp_path: Path) -> None:
    async with http_context(tmp_path, logins=0) as context:
        ana, mallory, laptop = await signed_up(context), Visitor(context), Visitor(context)
        right = {"name": "Ana", "password": PASSWORD}
        answers = [
            (await mallory.request("POST", "/api/account/login", {"name": "ANA", "password": f"guess {number}"}))[1]
            for number in range(12)
        ]
        assert [answer["code"] for answer in answers] == ["bad_login"] * 10 + ["too_many"] * 2
        # The right password is not tried either, except in a browser that was signed in before.
        assert (await laptop.request("POST", "/api/account/login", right))[1]["code"] == "too_many"
        await ana.post("/api/account/logout", None)
        assert await ana.post("/api/account/login", right) == {"name": "Ana"}
        assert (await mallory.request("POST", "/api/account/login", {**right, "name": "Bo"}))[1]["code"] == "bad_login"
