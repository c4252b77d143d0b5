"""The lobby: tables with somebody present come first, abandoned ones are not shown, and nobody fills it alone."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update

from hanabi.server.context import Context
from hanabi.server.database.schema import tables
from hanabi.server.live import lobby
from support.http_visitor import Visitor, http_context
from support.in_process_tables import RecordingClient, a_choice

pytestmark = pytest.mark.anyio

Changes = dict[str, dict[str, Any]]


async def open_public(context: Context, title: str) -> str:
    body = {"options": {"seats": 2, "public": True, "title": title}, "name": "Ana"}
    table: str = (await Visitor(context).post("/api/tables", body))["table"]
    return table


async def change(context: Context, changes: Changes) -> None:
    def work(connection: Connection) -> None:
        for table_id, values in changes.items():
            connection.execute(update(tables).where(tables.c.id == table_id).values(**values))

    await context.registry._save_summaries()
    await context.registry.store.write(work)


async def shown(context: Context) -> list[str]:
    context.shared_work._results.clear()
    return [table["title"] for table in (await Visitor(context).get("/api/tables"))["tables"]]


async def test_tables_with_people_come_first_and_abandoned_tables_are_left_out(context: Context) -> None:
    ids = {name: await open_public(context, name) for name in ("gone", "left", "waited for", "new")}
    now = context.registry.store.now()
    aged: Changes = {
        ids["gone"]: {"seen_at": now - lobby.LISTED_SECONDS - 1, "updated_at": now},
        ids["left"]: {"seen_at": now - lobby.PRESENT_SECONDS - 1, "updated_at": now - 10},
        ids["waited for"]: {"seen_at": now - 60, "updated_at": now - 3000},
    }
    await change(context, aged)
    assert await shown(context) == ["new", "waited for", "left"]
    live = await context.registry.live_table(ids["left"])
    RecordingClient(context, live, None)
    live.seen_saved_at = float("-inf")
    await context.registry._summaries.save_seen()
    assert await shown(context) == ["new", "left", "waited for"]


async def test_one_address_cannot_crowd_out_others(tmp_path: Path) -> None:
    async with http_context(tmp_path, listed=3) as context:
        real = await open_public(context, "real")
        await change(context, {real: {"opened_from": "somebody else"}})

        def spam(connection: Connection) -> None:
            row = connection.execute(select(tables).where(tables.c.id == real)).one()._mapping
            later = context.registry.store.now() + 1
            rows = [
                {**row, "id": f"spam{number:08}", "opened_from": "one", "seen_at": later, "updated_at": later}
                for number in range(lobby.MAX_TABLES + 50)
            ]
            connection.execute(insert(tables), rows)

        await context.registry.store.write(spam)
        listed = (await Visitor(context).get("/api/tables"))["tables"]
        assert len(listed) == 4
        assert real in {table["id"] for table in listed}


async def test_an_address_is_stored_only_as_a_hash(context: Context) -> None:
    ids = [await open_public(context, "x") for _ in range(2)]
    await context.registry._save_summaries()
    query = select(tables.c.opened_from).where(tables.c.id.in_(ids))
    marks = await context.registry.store.query(lambda connection: set(connection.execute(query).scalars()))
    assert marks == {await context.mark_of("127.0.0.1")}
    assert not any("127" in str(mark)[:3] and "." in str(mark) for mark in marks)
    assert await context.mark_of("127.0.0.2") not in marks
    assert await context.mark_of("2001:db8::1") == await context.mark_of("2001:db8::2"), "one network"


async def test_many_visitors_share_one_query_of_the_lobby(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    query, queries = context.registry.store.query, 0

    async def counted(work: Any) -> Any:
        nonlocal queries
        queries += 1
        return await query(work)

    monkeypatch.setattr(context.registry.store, "query", counted)
    await asyncio.gather(*(Visitor(context).get("/api/tables") for _ in range(20)))
    assert queries == 1


async def test_a_new_table_is_found_at_once(context: Context) -> None:
    visitor = Visitor(context)
    opened = await visitor.post("/api/tables", {"options": {"seats": 2, "public": True}})
    assert (await visitor.get(f"/api/tables/{opened['table']}"))["id"] == opened["table"]
    assert [held["table"]["id"] for held in (await visitor.get("/api/me"))["seats"]] == [opened["table"]]
    assert [table["id"] for table in (await visitor.get("/api/tables"))["tables"]] == [opened["table"]]


async def test_the_start_page_knows_whose_turn_it_is_after_moves_without_a_clock(context: Context) -> None:
    """Also when everybody has left."""
    visitor, other = Visitor(context), Visitor(context)
    table = (await visitor.post("/api/tables", {"options": {"seats": 2, "first": 0, "spectator_delay": 0}}))["table"]
    await other.post(f"/api/tables/{table}/sit", {"name": "Bo"})
    player = RecordingClient(context, await context.registry.live_table(table), visitor.key)
    await player.send_command(type="start", id="s")
    # So that what is written later is written because of the move.
    await context.registry._save_summaries()
    await player.send_command(id="m", **a_choice(player.state, random.Random(1)))
    player.session.disconnected()
    await context.registry._save_summaries()
    await context.registry._maintain()
    context.registry.live_tables.clear()
    assert [held["your_turn"] for held in (await visitor.get("/api/me"))["seats"]] == [False]
    assert [held["your_turn"] for held in (await other.get("/api/me"))["seats"]] == [True]
    assert (await visitor.get(f"/api/tables/{table}"))["player"] == 1


@pytest.mark.parametrize("path", ["/api/me", "/api/puzzles"])
async def test_a_new_visitor_needs_no_query_of_their_own(
    context: Context, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await Visitor(context).get(path)

    async def refuse(work: object) -> None:
        raise AssertionError("a query")

    monkeypatch.setattr(context.registry.store, "query", refuse)
    assert await Visitor(context).get(path) == first


async def test_a_path_without_parameters_is_found_as_among_all_routes(context: Context) -> None:
    visitor = Visitor(context)
    assert (await visitor.request("DELETE", "/api/tables"))[0] == 405
    assert (await visitor.request("GET", "/api/tables/"))[0] == 404
    assert (await visitor.request("GET", "/api/no-such-page"))[0] == 404
