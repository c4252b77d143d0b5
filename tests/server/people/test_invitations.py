"""Partners and invitations: they reach those one has played with, and tell nothing about anybody else."""

import json
import time
from pathlib import Path

import pytest
from sqlalchemy import delete

from hanabi.server.context import Context
from hanabi.server.database.schema import holders
from hanabi.server.people.invitations import KEPT_SECONDS, MAX_OF_SENDER
from hanabi.server.tables.features.start import start_event
from support.http_visitor import PASSWORD, Visitor, http_context, signed_up

pytestmark = pytest.mark.anyio


async def a_common_table(context: Context, host: Visitor, *others: tuple[Visitor, str]) -> str:
    wish = {"name": "Host", "options": {"seats": 5}}
    table: str = (await host.post("/api/tables", wish))["table"]
    for visitor, name in others:
        await visitor.post(f"/api/tables/{table}/sit", {"name": name})
    await context.registry._save_summaries()
    return table


async def new_table(context: Context, host: Visitor, seats: int = 2) -> str:
    table: str = (await host.post("/api/tables", {"name": "Host", "options": {"seats": seats}}))["table"]
    await context.registry._save_summaries()
    return table


async def test_a_partner_finds_the_invitation_at_the_next_visit(context: Context) -> None:
    ana, bo, guest = await signed_up(context, "Ana"), await signed_up(context, "Bogdan"), Visitor(context)
    played = await a_common_table(context, ana, (bo, "B."), (guest, "Guest"))
    partners = (await ana.get("/api/account/partners"))["partners"]
    assert [(partner["name"], partner["table"], partner["seat"]) for partner in partners] == [("B.", played, 1)]
    table = await new_table(context, ana)
    wish = {"partner": {"table": played, "seat": 1}}
    await ana.post(f"/api/tables/{table}/invitations", wish)
    await ana.post(f"/api/tables/{table}/invitations", wish)
    (invitation,) = (await bo.get("/api/me"))["invitations"]
    assert (invitation["sender"], invitation["table"]["id"]) == ("Host", table)
    assert (await bo.get("/api/account/invitations"))["invitations"] == [invitation]
    assert (await ana.get("/api/me"))["invitations"] == []
    assert (await bo.request("DELETE", f"/api/account/invitations/{table}"))[0] == 204
    assert (await bo.get("/api/me"))["invitations"] == []


async def test_only_partners_can_be_invited_and_only_to_a_free_seat(context: Context) -> None:
    ana, bo, cy = [await signed_up(context, name) for name in ("Ana", "Bo", "Cyril")]
    foreign = await a_common_table(context, bo, (cy, "C."))
    played = await a_common_table(context, ana, (bo, "B."))
    table = await new_table(context, ana)
    path = f"/api/tables/{table}/invitations"
    assert await ana.refused("POST", path, {"partner": {"table": foreign, "seat": 1}}) == "no_such_partner"
    assert await ana.refused("POST", path, {"partner": {"table": played, "seat": 0}}) == "no_such_partner"
    assert await ana.refused("POST", path, {"partner": {"table": played, "seat": 3}}) == "no_such_partner"
    assert await bo.refused("POST", path, {"partner": {"table": played, "seat": 0}}) == "not_seated"
    wish = {"partner": {"table": played, "seat": 1}}
    assert await Visitor(context).refused("POST", path, wish) == "not_signed_in"
    await Visitor(context).post(f"/api/tables/{table}/sit", {})
    assert await ana.refused("POST", path, wish) == "table_full"


async def test_an_invitation_ends_with_the_game_and_with_either_account(context: Context) -> None:
    ana, bo = await signed_up(context, "Ana"), await signed_up(context, "Bo")
    played = await a_common_table(context, ana, (bo, "B."))
    for _ in range(2):
        table = await new_table(context, ana)
        await ana.post(f"/api/tables/{table}/invitations", {"partner": {"table": played, "seat": 1}})
    assert len((await bo.get("/api/me"))["invitations"]) == 2
    exported = await bo.get("/api/account/export")
    assert [invitation["from"] for invitation in exported["invitations"]] == ["Host", "Host"]
    live = await context.registry.live_table(table)
    await Visitor(context).post(f"/api/tables/{table}/sit", {})
    await live.append(lambda _: start_event(live.table))
    await context.registry._save_summaries()
    assert len((await bo.get("/api/me"))["invitations"]) == 1
    await ana.post("/api/account/delete", {"password": PASSWORD})
    assert (await bo.get("/api/me"))["invitations"] == []
    assert (await bo.get("/api/account/partners"))["partners"] == []


async def test_invitations_are_limited(tmp_path: Path) -> None:
    async with http_context(tmp_path, invitations=2) as context:
        ana, bo = await signed_up(context, "Ana"), await signed_up(context, "Bo")
        played = await a_common_table(context, ana, (bo, "B."))
        table = await new_table(context, ana)
        wish = {"partner": {"table": played, "seat": 1}}
        for _ in range(2):
            await ana.post(f"/api/tables/{table}/invitations", wish)
        assert await ana.refused("POST", f"/api/tables/{table}/invitations", wish) == "too_many"


async def test_nobody_fills_a_partners_list_and_expired_invitations_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with http_context(tmp_path, invitations=0) as context:
        ana, bo, cy = [await signed_up(context, name) for name in ("Ana", "Bo", "Cyril")]
        played = await a_common_table(context, ana, (bo, "B."), (cy, "C."))

        async def invite(host: Visitor) -> None:
            table = await new_table(context, host)
            await host.post(f"/api/tables/{table}/invitations", {"partner": {"table": played, "seat": 1}})

        async def waiting() -> int:
            return len((await bo.get("/api/account/invitations"))["invitations"])

        for _ in range(MAX_OF_SENDER + 3):
            await invite(ana)
        assert await waiting() == MAX_OF_SENDER
        await invite(cy)
        assert await waiting() == MAX_OF_SENDER + 1, "of somebody else"
        later = time.time() + KEPT_SECONDS + 60
        monkeypatch.setattr("hanabi.server.people.invitations.time.time", lambda: later)
        assert await waiting() == 0
        for _ in range(2):
            await invite(ana)
        assert await waiting() == 2, "old ones count no longer"


async def test_friends_stay_and_see_each_other_online_only_if_both_want_it(context: Context) -> None:
    ana, bo = await signed_up(context, "Ana"), await signed_up(context, "Bogdan")
    played = await a_common_table(context, ana, (bo, "B."))

    async def partner_of(visitor: Visitor) -> tuple[str, str | None, bool]:
        (partner,) = (await visitor.get("/api/account/partners"))["partners"]
        return partner["name"], partner["relation"], partner["online"]

    assert await partner_of(ana) == ("B.", None, False)
    bogdan, host = {"table": played, "seat": 1}, {"table": played, "seat": 0}
    await ana.post("/api/account/partners", {"partner": bogdan, "relation": "friend"})
    assert await partner_of(ana) == ("B.", "friend", False)
    await bo.post("/api/account/partners", {"partner": host, "relation": "friend"})
    assert (await partner_of(ana), await partner_of(bo)) == (("B.", "friend", True), ("Host", "friend", True))
    export = json.loads(await ana.fetch("/api/account/export"))
    assert [row["name"] for row in export["friends_and_blocked"]] == ["B."]
    # A friend can be invited when the common table is gone.
    gone = delete(holders).where(holders.c.table_id == played)
    await context.registry.store.write(lambda connection: connection.execute(gone))
    table = await new_table(context, ana)
    await ana.post(f"/api/tables/{table}/invitations", {"partner": bogdan})
    assert [one["sender"] for one in (await bo.get("/api/me"))["invitations"]] == ["Host"]
    assert await ana.refused("POST", "/api/account/partners", {"partner": {**bogdan, "seat": 4}}) == "no_such_partner"
    await ana.post("/api/account/partners", {"partner": bogdan, "relation": None})
    assert (await ana.get("/api/account/partners"))["partners"] == []


async def test_people_who_are_blocked_neither_invite_nor_meet(context: Context) -> None:
    ana, bo = await signed_up(context, "Ana"), await signed_up(context, "Bogdan")
    played = await a_common_table(context, ana, (bo, "B."))
    table = await new_table(context, bo)
    wish = {"partner": {"table": played, "seat": 0}}
    await bo.post(f"/api/tables/{table}/invitations", wish)
    assert len((await ana.get("/api/me"))["invitations"]) == 1
    await ana.post("/api/account/partners", {"partner": {"table": played, "seat": 1}, "relation": "blocked"})
    assert (await ana.get("/api/me"))["invitations"] == []
    await bo.post(f"/api/tables/{table}/invitations", wish)
    assert (await ana.get("/api/me"))["invitations"] == []
    for visitor in (ana, bo):
        await visitor.post("/api/match", {"players": 2, "bots": False, "name": "P"})
    await context.matchmaker.bring_together()
    assert [(await visitor.get("/api/match"))["table"] for visitor in (ana, bo)] == [None, None]
    await ana.post("/api/account/partners", {"partner": {"table": played, "seat": 1}, "relation": None})
    await context.matchmaker.bring_together()
    assert None not in [(await visitor.get("/api/match"))["table"] for visitor in (ana, bo)]
