"""Clubs: joined with the code of their link, led by an owner and organizers, with events and standings of their own."""

import json
import time
from typing import Any

import pytest
from sqlalchemy import select

from hanabi.server.context import Context
from hanabi.server.database.schema import club_members, clubs
from hanabi.server.people.retention import RetentionPolicy, retain
from server.archive.test_contests import HOUR, announced, later, plays
from support.http_visitor import Visitor, signed_up

pytestmark = pytest.mark.anyio
__all__ = ["later"]


async def a_club(context: Context, owner: Visitor) -> tuple[str, str]:
    """Its path and its code."""
    club = (await owner.post("/api/clubs", {"name": "Fireflies", "person": "Olga"}))["club"]
    return f"/api/clubs/{club}", (await owner.get(f"/api/clubs/{club}"))["code"]


async def test_a_member_joins_with_the_code_and_sees_the_others(context: Context) -> None:
    olga, ana = await signed_up(context, "Olga"), await signed_up(context, "Ana")
    path, code = await a_club(context, olga)
    assert await ana.refused("POST", f"{path}/members", {"code": "wrong", "person": "Ana"}) == "club_code"
    page = await ana.get(f"{path}?code={code}")
    assert (page["role"], page["code"], page["welcome"], page["people"]) == (None, None, True, [])
    assert not (await ana.get(path))["welcome"]
    await ana.post(f"{path}/members", {"code": code, "person": "Ana"})
    page = await ana.get(path)
    assert [(one["name"], one["role"], one["mine"]) for one in page["people"]] == [
        ("Olga", "owner", False),
        ("Ana", "member", True),
    ]
    assert [one["role"] for one in (await ana.get("/api/clubs"))["clubs"]] == ["member"]
    assert await Visitor(context).refused("POST", "/api/clubs", {"name": "x"}) == "not_signed_in"
    assert await ana.refused("GET", "/api/clubs/nothing-here") == "no_such_club"


async def test_only_organizers_change_a_club_and_only_the_owner_gives_roles(context: Context) -> None:
    olga, ana, bo = [await signed_up(context, name) for name in ("Olga", "Ana", "Bo")]
    path, code = await a_club(context, olga)
    for person, name in ((ana, "Ana"), (bo, "Bo")):
        await person.post(f"{path}/members", {"code": code, "person": name})
    texts = {"name": "Glow", "text": "Thursdays", "conventions": "Play left, discard right.", "new_code": True}
    assert await ana.refused("PUT", path, texts) == "club_role"
    assert await ana.refused("PUT", f"{path}/members/2", {"role": "owner"}) == "club_role"
    await olga.request("PUT", f"{path}/members/2", {"role": "organizer"})
    await ana.request("PUT", path, texts)
    page = await bo.get(path)
    assert (page["name"], page["conventions"]) == ("Glow", "Play left, discard right.")
    assert page["code"] != code
    assert await ana.refused("PUT", f"{path}/members/1", {"role": None}) == "club_role"
    await ana.request("PUT", f"{path}/members/3", {"role": None})
    assert (await bo.get(path))["role"] is None
    # The club is passed on.
    await olga.request("PUT", f"{path}/members/2", {"role": "owner"})
    assert [one["role"] for one in (await ana.get(path))["people"]] == ["owner", "organizer"]


async def test_a_club_has_events_for_its_members_and_standings(context: Context, later: Any) -> None:
    olga, ana = await signed_up(context, "Olga"), await signed_up(context, "Ana")
    path, code = await a_club(context, olga)
    await ana.post(f"{path}/members", {"code": code, "person": "Ana"})
    club, now = path.rpartition("/")[2], time.time()
    plan = {
        "title": "Thursday",
        "deals": 1,
        "starts_at": now,
        "ends_at": now + HOUR,
        "options": {"rules": {"strikes": 1}},
        "entry": "club",
        "club": club,
        "listed": False,
    }
    assert await ana.refused("POST", "/api/events", plan) == "club_role"
    assert await olga.refused("POST", "/api/events", plan | {"club": None}) == "contest_rules"
    event = (await olga.post("/api/events", plan))["event"]
    assert [one["id"] for one in (await ana.get(path))["events"]] == [event]
    entry = f"/api/events/{event}/entry"
    assert await Visitor(context).refused("POST", entry, {"team": "x"}) == "not_signed_in"
    assert await (await signed_up(context, "Cy")).refused("POST", entry, {"team": "x"}) == "club_role"
    own = (await olga.post(entry, {"name": "Olga", "team": "Owls"}))["own"]
    await ana.post(entry, {"name": "Ana", "code": own["code"]})
    await plays(context, event, olga)
    assert {one["total"] for one in (await ana.get(path))["people"]} == {None}
    later(2)
    page = await ana.get(path)
    assert [(one["events"], one["total"]) for one in page["people"]] == [(1, 0.5), (1, 0.5)]


async def test_export_deletion_and_retention_of_a_club(context: Context) -> None:
    olga, ana = await signed_up(context, "Olga"), await signed_up(context, "Ana")
    path, code = await a_club(context, olga)
    await ana.post(f"{path}/members", {"code": code, "person": "Ana"})
    exported = json.loads(await ana.fetch("/api/account/export"))
    assert [(one["name"], one["role"]) for one in exported["clubs"]] == [("Ana", "member")]
    await olga.post("/api/account/delete", {"password": "correct horse"})
    # The oldest member follows as the owner.
    assert [(one["name"], one["role"]) for one in (await ana.get(path))["people"]] == [("Ana", "owner")]
    await ana.post("/api/account/delete", {"password": "correct horse"})
    store = context.registry.store
    assert not await store.query(lambda connection: connection.execute(select(club_members)).all())
    await retain(store, RetentionPolicy())
    assert not await store.query(lambda connection: connection.execute(select(clubs)).all())


async def test_an_event_for_accounts_refuses_others(context: Context) -> None:
    event = await announced(context, entry="accounts")
    refused = await Visitor(context).refused("POST", f"/api/events/{event}/entry", {"name": "x", "team": "y"})
    assert refused == "not_signed_in"
