"""Old data is deleted, and nothing else; logs keep their numbers."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select, update

from hanabi.puzzles import shipped_puzzles
from hanabi.server.archive.puzzles import PuzzleStore
from hanabi.server.context import Context
from hanabi.server.database.schema import (
    accounts,
    driven_tables,
    events,
    holders,
    metadata,
    puzzle_attempts,
    puzzle_solvers,
    reports,
    studies,
    tables,
)
from hanabi.server.people.account_data import DELETED
from hanabi.server.people.accounts import Accounts, SignInKeys
from hanabi.server.people.retention import DAY, RetentionPolicy, RetentionReport, retain
from hanabi.server.refusals import Refused
from support.http_visitor import Visitor, a_finished_game, http_context
from support.in_process_tables import RecordingClient, a_table

pytestmark = pytest.mark.anyio

NOTHING = RetentionPolicy(None, None, None, None, None, None)


async def age(context: Context, days: float, *table_ids: str) -> None:
    """Pretend that these tables are this many days old, and unload them."""

    def work(connection: Connection) -> None:
        for table_id in table_ids:
            at = context.registry.store.now() - days * DAY
            connection.execute(update(tables).where(tables.c.id == table_id).values(seen_at=at, updated_at=at))
            connection.execute(update(holders).where(holders.c.table_id == table_id).values(updated_at=at))
            connection.execute(update(events).where(events.c.table_id == table_id).values(at=at))

    await context.registry._save_summaries()
    for table_id in table_ids:
        context.registry.live_tables.pop(table_id)
    await context.registry.store.write(work)


async def stored(context: Context) -> dict[str, int]:
    def count(connection: Connection) -> dict[str, int]:
        return {name: len(connection.execute(select(table)).all()) for name, table in metadata.tables.items()}

    return await context.registry.store.query(count)


async def is_there(context: Context, table_id: str) -> bool:
    try:
        await context.registry.live_table(table_id)
    except Refused:
        return False
    return True


async def test_abandoned_tables_end_and_leave_nothing_behind(new_database: str) -> None:
    async with http_context(new_database) as context:
        waiting, playing, kept = [await a_table(context, 2) for _ in range(3)]
        await RecordingClient(context, playing, "k0").send_command(type="start", id="s")
        ids = [live.table.id for live in (waiting, playing, kept)]
        await age(context, 61, ids[0], ids[1])
        await age(context, 59, ids[2])
        assert await retain(context.registry.store, NOTHING) == RetentionReport()
        report = await retain(context.registry.store, RetentionPolicy())
        assert report == RetentionReport(abandoned=2)
        assert [await is_there(context, table) for table in ids] == [False, False, True]
        left = await stored(context)
        assert (left["game_table"], left["holder"], left["event"]) == (1, 2, 1)


async def test_a_table_that_somebody_drives_or_visits_is_not_abandoned(tmp_path: Path) -> None:
    async with http_context(tmp_path) as context:
        driven, visited = [await a_table(context, 2) for _ in range(2)]
        ids = (driven.table.id, visited.table.id)
        await age(context, 61, *ids)
        claimed = driven_tables.insert().values(table_id=ids[0], process="other", due_at=0.0)
        await context.registry.store.write(lambda connection: connection.execute(claimed))
        RecordingClient(context, await context.registry.live_table(ids[1]), "k0")
        await context.registry._summaries.save_seen()
        assert await retain(context.registry.store, RetentionPolicy()) == RetentionReport()


async def test_old_finished_games_are_deleted_and_stay_counted(tmp_path: Path) -> None:
    async with http_context(tmp_path) as context:
        ana = Visitor(context)
        old = await a_finished_game(context, ana, public=True)
        new = await a_finished_game(context, ana, public=True)
        study = (await ana.post("/api/studies", {"of": {"table": old}}))["study"]
        await age(context, 11, old)
        await age(context, 9, new)
        assert await retain(context.registry.store, RetentionPolicy()) == RetentionReport()
        assert await retain(context.registry.store, RetentionPolicy(games=10)) == RetentionReport(games=1)
        assert [await is_there(context, table) for table in (old, new)] == [False, True]
        assert [game["id"] for game in (await ana.get("/api/records"))["tables"]] == [new]
        assert len((await ana.get("/api/me/games"))["recent"]) == 1
        assert (await ana.get("/api/me/games"))["whole"]["games"] == 2
        assert sum(group["games"] for group in (await ana.get("/api/statistics"))["games"]) == 2
        assert (await ana.get(f"/api/studies/{study}"))["table"] == old
        aged = update(studies).values(updated_at=context.registry.store.now() - 20 * DAY)
        await context.registry.store.write(lambda connection: connection.execute(aged))
        assert (await retain(context.registry.store, RetentionPolicy(studies=21))).studies == 0
        assert (await retain(context.registry.store, RetentionPolicy(studies=19))).studies == 1
        assert await ana.refused("GET", f"/api/studies/{study}") == "no_such_study"


async def test_old_chat_loses_its_words_and_keeps_its_numbers(new_database: str) -> None:
    async with http_context(new_database) as context:
        old, new = [await a_table(context, 2, communication="free") for _ in range(2)]
        for live in (old, new):
            host = RecordingClient(context, live, "k0")
            for number, text in enumerate(('a "text": to forget', "and { another")):
                await host.send_command(type="chat", id=f"c{number}", text=text)
            await host.send_command(type="phrase", id="p", phrase="thanks")
            await host.send_command(type="start", id="s")
        table_id, n, commands = old.table.id, old.table.n, dict(old.table.commands)
        await age(context, 366, table_id)
        policy = RetentionPolicy(abandoned=None)
        assert await retain(context.registry.store, policy) == RetentionReport(chat=2)
        assert await retain(context.registry.store, policy) == RetentionReport()
        again = await context.registry.live_table(table_id)
        assert (again.table.n, again.table.commands) == (n, commands)
        shown = RecordingClient(context, again, "k0", since=-1).state["events"]
        said = [event for event in shown if event["type"] == "said"]
        assert [(event["phrase"], event["text"]) for event in said] == [("thanks", None)]
        query = select(events.c.body).where(events.c.body.like("%forget%"))
        bodies = await context.registry.store.query(lambda connection: list(connection.execute(query).scalars()))
        assert len(bodies) == 1, "the newer table keeps its words"


async def test_reports_are_deleted_with_the_words_they_quote(tmp_path: Path) -> None:
    async with http_context(tmp_path, reports=0) as context:
        ana, store = Visitor(context), context.registry.store
        table = (await ana.post("/api/tables", {"options": {"title": "Quoted"}}))["table"]
        for _ in range(2):
            await ana.post("/api/reports", {"table": table, "reason": "name"})
        oldest = select(func.min(reports.c.id)).scalar_subquery()
        aged = update(reports).where(reports.c.id == oldest).values(made_at=store.now() - 366 * DAY)
        await store.write(lambda connection: connection.execute(aged))
        assert await retain(store, RetentionPolicy(chat=None)) == RetentionReport()
        assert await retain(store, RetentionPolicy()) == RetentionReport(chat=1)
        assert (await stored(context))["report"] == 1


async def test_an_account_without_games_is_deleted_and_one_that_plays_is_not(tmp_path: Path) -> None:
    async with http_context(tmp_path) as context:
        store = context.registry.store
        made = Accounts(store)
        ids = [
            await made.register(name, "correct horse", SignInKeys(f"key-{name}", None)) for name in ("ana", "bo", "cy")
        ]
        long_ago = store.now() - 100 * DAY
        older = update(accounts).where(accounts.c.id.in_(ids[:2])).values(created_at=long_ago)
        played = holders.insert().values(
            table_id="t", seat=0, key="k", account_id=ids[1], updated_at=store.now() - 5 * DAY
        )
        await store.write(lambda connection: [connection.execute(older), connection.execute(played)])
        assert (await retain(store, RetentionPolicy(accounts=50))).accounts == 1
        query = select(accounts.c.name).where(accounts.c.password != DELETED)
        left = await store.query(lambda connection: set(connection.execute(query).scalars()))
        assert left == {"bo", "cy"}
        assert (await stored(context))["visitor"] == 2


async def test_puzzles_tried_by_browsers_that_never_come_back_are_forgotten(tmp_path: Path) -> None:
    async with http_context(tmp_path) as context:
        store, puzzles = context.registry.store, PuzzleStore(context.registry.store)
        first, second, *_ = shipped_puzzles()
        browsers = {name: Visitor(context) for name in ("gone", "back", "registered")}
        for visitor in browsers.values():
            await visitor.post(f"/api/puzzles/{first.id}/answer", {})
        await browsers["registered"].post("/api/account/register", {"name": "Ana", "password": "correct horse"})
        long_ago = store.now() - 366 * DAY
        aged = (update(puzzle_attempts).values(at=long_ago), update(puzzle_solvers).values(tried_at=long_ago))
        await store.write(lambda connection: [connection.execute(statement) for statement in aged])
        strength = await puzzles.strength_of(first)
        await browsers["back"].post(f"/api/puzzles/{second.id}/answer", {})
        assert await retain(store, NOTHING) == RetentionReport()
        assert await retain(store, RetentionPolicy()) == RetentionReport(attempts=1)
        tried = {name: (await visitor.get("/api/puzzles"))["you"]["tried"] for name, visitor in browsers.items()}
        assert tried == {"gone": 0, "back": 2, "registered": 1}
        left = await stored(context)
        assert (left["puzzle_attempt"], left["puzzle_solver"]) == (3, 2)
        assert await puzzles.strength_of(first) == strength, "the rating stays"
