"""Games on the same deal, the daily deal, and who may see its cards."""

import asyncio
import time
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update

from hanabi.chance import shuffled_deck
from hanabi.rules import RuleSet
from hanabi.server.actor import Actor
from hanabi.server.archive import deals
from hanabi.server.archive.deals import daily_secret, deal_key
from hanabi.server.context import Context
from hanabi.server.database.schema import daily_entries, finished_games, holders
from hanabi.server.live.live_table import LiveTable
from hanabi.server.refusals import Refused
from hanabi.server.tables import daily, derived_seed, ends_at, is_sealed, today, verify
from hanabi.server.tables.features.start import start_event
from support.http_visitor import Visitor, a_finished_game, fill_seats_and_start, http_context, play_to_end
from support.in_process_tables import RecordingClient

pytestmark = pytest.mark.anyio


def test_the_key_of_a_deal_depends_on_its_cards_and_rules() -> None:
    rules = RuleSet.of("pl")
    deck = shuffled_deck(rules, "x")
    key = deal_key(rules, 3, 0, deck, [])
    assert key == deal_key(replace(rules, edition=None), 3, 0, deck, [])
    others = [
        deal_key(rules, 2, 0, deck, []),
        deal_key(rules, 3, 1, deck, []),
        deal_key(rules, 3, 0, deck[::-1], []),
        deal_key(RuleSet.of("pl", strikes=2), 3, 0, deck, []),
    ]
    assert len({key, *others}) == 5


async def test_results_on_the_same_deal_hide_private_tables(context: Context) -> None:
    ana, bo = Visitor(context), Visitor(context)
    first = await a_finished_game(context, ana)
    open_to_all = await a_finished_game(context, bo, public=True)
    await a_finished_game(context, bo, deal="another deal")
    answer = await ana.get(f"/api/tables/{first}/others")
    assert answer["counted"]
    assert sorted((game["table"], game["mine"]) for game in answer["games"]) == sorted(
        [(first, True), (open_to_all, False)]
    )
    seen_by_bo = await bo.get(f"/api/tables/{first}/others")
    private = next(game for game in seen_by_bo["games"] if not game["mine"])
    assert (private["table"], private["seats"]) == (None, [])
    branch = (await ana.post("/api/tables", {"branch": {"table": first, "actions": 3}}))["table"]
    await play_to_end(context, await fill_seats_and_start(context, branch), seed=2)
    assert len((await ana.get(f"/api/tables/{first}/others"))["games"]) == 2
    assert not (await ana.get(f"/api/tables/{branch}/others"))["counted"]


async def test_everybody_gets_the_same_daily_deal_and_only_those_who_played_it_see_its_cards(context: Context) -> None:
    ana, bo, cy = Visitor(context), Visitor(context), Visitor(context)
    mine = (await ana.post("/api/daily", {"players": 2}))["table"]
    live = await fill_seats_and_start(context, mine)
    assert await ana.refused("POST", "/api/daily", {"players": 2}) == "daily_played"
    with pytest.raises(Refused, match="no_spectators"):
        RecordingClient(context, live, "nobody")
    await play_to_end(context, live)
    with pytest.raises(Refused, match="daily_sealed"):
        RecordingClient(context, live, "nobody")
    study = (await ana.post("/api/studies", {"of": {"table": mine}}))["study"]
    hidden = [
        ("GET", f"/api/tables/{mine}/record", None),
        ("GET", f"/api/tables/{mine}/replay", None),
        ("GET", f"/api/tables/{mine}/others", None),
        ("GET", f"/api/tables/{mine}/export", None),
        ("GET", f"/api/tables/{mine}/review", None),
        ("GET", f"/api/studies/{study}", None),
        ("GET", f"/api/studies/{study}/replay", None),
        ("POST", "/api/positions", {"of": {"table": mine}}),
        ("POST", "/api/studies", {"of": {"table": mine}}),
        ("POST", "/api/tables", {"branch": {"table": mine, "actions": 0}}),
        ("POST", "/api/tables", {"branch": {"study": study, "actions": 0, "cards": "new"}}),
    ]
    for method, path, body in hidden:
        assert await bo.refused(method, path, body) == "daily_sealed", path
    day = daily.today(time.time())
    assert (await bo.get(f"/api/daily/{day}/2"))["open"] is False
    other = (await bo.post("/api/daily", {"players": 2}))["table"]
    await play_to_end(context, await fill_seats_and_start(context, other), seed=1)
    for method, path, body in hidden:
        assert (await bo.request(method, path, body))[0] in (200, 201), path
        assert await cy.refused(method, path, body) == "daily_sealed", path
    live_tables = [await context.registry.live_table(table) for table in (mine, other)]
    records = [live.table.record() for live in live_tables]
    assert records[0].deck == records[1].deck
    assert records[0].extra["deal"] == records[1].extra["deal"]
    assert [verify(record).kind for record in records] == ["daily", "daily"]
    wish = {"branch": {"table": mine, "actions": 3, "cards": "new"}}
    branch = (await ana.post("/api/tables", wish))["table"]
    await play_to_end(context, await fill_seats_and_start(context, branch))
    assert await cy.refused("GET", f"/api/tables/{branch}/record") == "daily_sealed"
    results = await bo.get(f"/api/daily/{day}/2")
    assert (results["open"], len(results["games"])) == (True, 2)
    shown = await bo.get("/api/daily")
    assert [(deal["table"], deal["finished"], deal["games"]) for deal in shown["deals"]] == [
        (other, True, 2),
        (None, False, 0),
        (None, False, 0),
        (None, False, 0),
    ]


async def test_a_streak_counts_the_days_in_a_row_on_which_a_daily_deal_was_played(context: Context) -> None:
    ana, cy = Visitor(context), Visitor(context)
    assert (await ana.get("/api/daily"))["streak"] == 0
    table = (await ana.post("/api/daily", {"players": 2}))["table"]
    await play_to_end(context, await fill_seats_and_start(context, table))
    await context.archive.settle()
    shown = await ana.get("/api/daily")
    day = date.fromisoformat(shown["day"])
    result = next(game for game in (await ana.get(f"/api/daily/{day}/2"))["games"] if game["mine"])
    assert (shown["score"], shown["max_score"], shown["streak"]) == (result["score"], 25, 1)

    async def also_played(days_ago: int, late: float = 0.0) -> None:
        """The same game, as if it had been that day's."""
        then = (day - timedelta(days=days_ago)).isoformat()

        def copy(connection: Connection) -> None:
            row = dict(connection.execute(select(finished_games)).mappings().first() or {})
            changed = {"table_id": f"day{days_ago}", "daily": then, "over_at": ends_at(then) - 60 + late}
            connection.execute(insert(finished_games).values(**{**row, **changed}))
            held = dict(
                connection.execute(select(holders).where(holders.c.table_id == table, holders.c.seat == 0))
                .mappings()
                .one()
            )
            connection.execute(insert(holders).values(**{**held, "table_id": f"day{days_ago}"}))

        await context.registry.store.write(copy)

    await also_played(2)
    assert (await ana.get("/api/daily"))["streak"] == 1, "yesterday is missing"
    await also_played(1)
    assert (await ana.get("/api/daily"))["streak"] == 3
    await also_played(3, late=120.0)
    assert (await ana.get("/api/daily"))["streak"] == 3, "a game that ended after its day"
    history = (await ana.get("/api/daily"))["history"]
    assert [one["day"] for one in history] == [(day - timedelta(days=ago)).isoformat() for ago in range(3)]
    assert history[0] == {
        "day": shown["day"],
        "players": 2,
        "table": table,
        "score": result["score"],
        "max_score": 25,
    }
    unknown = await cy.get("/api/daily")
    assert (unknown["streak"], unknown["history"]) == (0, [])


async def test_the_deal_of_an_earlier_day_can_be_played_again_and_counts_nowhere(context: Context) -> None:
    ana, bo = Visitor(context), Visitor(context)
    day = (date.fromisoformat(daily.today(time.time())) - timedelta(days=3)).isoformat()
    decks = []
    for visitor, bot in ((ana, None), (ana, None), (bo, None)):
        table = (await visitor.post("/api/daily", {"players": 2, "day": day, "bot": bot}))["table"]
        live = await fill_seats_and_start(context, table)
        await play_to_end(context, live)
        decks.append(live.table.record().deck)
    assert decks[0] == decks[1] == decks[2]
    assert context.dailies._secret is not None
    secret = daily_secret(context.dailies._secret, day, 2).hex()
    seed = derived_seed(f"daily {day} 2", secret, ())
    assert list(decks[0]) == shuffled_deck(RuleSet(), bytes.fromhex(seed)), "the cards of that day"
    await context.archive.settle()
    shown = await ana.get("/api/daily")
    assert (shown["streak"], shown["history"]) == (0, [])
    assert (await ana.get(f"/api/daily/{day}/2"))["games"] == []
    assert (await ana.get("/api/me/games"))["whole"]["games"] == 0
    tomorrow = (date.fromisoformat(shown["day"]) + timedelta(days=1)).isoformat()
    for wrong in (tomorrow, "2026-1-1", "yesterday"):
        assert await ana.refused("POST", "/api/daily", {"players": 2, "day": wrong}) == "no_such_page"


async def test_a_second_game_on_the_days_deal_is_marked(context: Context) -> None:
    ana, bo = Visitor(context), Visitor(context)
    for host, guest in ((ana, None), (bo, ana)):
        table = (await host.post("/api/daily", {"players": 2}))["table"]
        if guest is not None:
            await guest.post(f"/api/tables/{table}/sit", {})
        await play_to_end(context, await fill_seats_and_start(context, table))
    games = (await bo.get(f"/api/daily/{daily.today(time.time())}/2"))["games"]
    assert sorted((game["mine"], game["again"]) for game in games) == [(False, False), (True, True)]
    assert (await ana.get("/api/me/games"))["whole"]["games"] == 2
    study = await ana.post("/api/studies", {"of": {"table": table}, "title": "Kept"})
    change = {"revision": 0, "title": "Changed", "lines": []}
    assert (await ana.request("PUT", f"/api/studies/{study['study']}", change))[1] == {"revision": 1}
    assert (await bo.get(f"/api/studies/{study['study']}"))["title"] == "Changed"


def test_the_day_ends_at_midnight_and_the_seed_needs_the_secret() -> None:
    noon = 1_800_000_000.0
    day = today(noon)
    assert is_sealed(day, noon)
    assert is_sealed(day, ends_at(day) - 1)
    assert not is_sealed(day, ends_at(day))
    assert not is_sealed(None, noon)
    assert today(ends_at(day)) > day
    seeds = {
        daily_secret(secret, date, players)
        for secret in (b"a", b"b")
        for date in (day, "2027-01-01")
        for players in (2, 3)
    }
    assert len(seeds) == 8


def score_of(live: LiveTable) -> int:
    assert live.table.game is not None
    assert live.table.game.over is not None
    return live.table.game.over.score


async def test_own_games_are_counted_by_rules_partners_and_losses(context: Context) -> None:
    ana = Visitor(context)
    assert (await ana.get("/api/me/games"))["whole"]["games"] == 0
    await a_finished_game(context, ana)
    second = await a_finished_game(context, ana, players=2, rules={"edition": "pl"})
    branch = (await ana.post("/api/tables", {"branch": {"table": second, "actions": 2}}))["table"]
    await play_to_end(context, await fill_seats_and_start(context, branch))
    answer = await ana.get("/api/me/games")
    assert answer["whole"]["games"] == len(answer["recent"]) == 2
    assert {group["name"]: group["games"] for group in answer["editions"]} == {"–": 1, "pl": 1}
    assert {group["name"]: group["games"] for group in answer["players"]} == {"2": 1, "3": 1}
    assert {group["name"]: group["games"] for group in answer["partners"]} == {"Player": 2, "Player 2": 1}
    assert answer["bots"] == []
    live_tables = [await context.registry.live_table(game["table"]) for game in answer["recent"]]
    missing = [live.table.rules.max_score - score_of(live) for live in live_tables]
    assert sum(answer["lost"].values()) == sum(missing)
    assert sum(bar["games"] for bar in answer["scores"]) == 2
    assert (await Visitor(context).get("/api/me/games"))["whole"]["games"] == 0


async def begun_at_once(visitors: list[Visitor]) -> list[tuple[int, Any]]:
    return await asyncio.gather(*(visitor.request("POST", "/api/daily", {"players": 2}) for visitor in visitors))


async def test_a_visitor_opens_one_daily_table_even_in_parallel(new_database: str) -> None:
    async with http_context(new_database) as context:
        ana = Visitor(context)
        await ana.get("/api/me")
        answers = await begun_at_once([ana] * 8)
        opened = [answer["table"] for status, answer in answers if status == 201]
        assert len(opened) == 1
        assert {answer["code"] for status, answer in answers if status != 201} == {"daily_played"}
        assert {answer["values"]["table"] for status, answer in answers if status != 201} == set(opened)
        assert await ana.refused("POST", "/api/daily", {"players": 2}) == "daily_played"
        assert (await ana.post("/api/daily", {"players": 3}))["table"] not in opened


async def test_an_account_opens_one_daily_table_in_all_processes_and_browsers(postgres: str) -> None:
    async with http_context(postgres) as here, http_context(postgres) as there:
        browsers = [Visitor(here), Visitor(there), Visitor(here), Visitor(there)]
        account = {"name": "Ana", "password": "correct horse"}
        await browsers[0].post("/api/account/register", account)
        for browser in browsers[1:]:
            await browser.post("/api/account/login", account)
        answers = await begun_at_once(browsers * 2)
        assert sorted(status for status, _ in answers) == [201] + [409] * 7


async def test_a_daily_table_that_a_crash_prevented_opens_at_the_next_try(context: Context) -> None:
    ana = Visitor(context)
    await ana.get("/api/me")
    day = today(time.time())
    await context.dailies._enter(day, 2, Actor(ana.key), "never-opened")
    assert await ana.refused("POST", "/api/daily", {"players": 2}) == "daily_played"
    earlier = update(daily_entries).values(made_at=time.time() - 2 * deals.OPENING_SECONDS)
    await context.registry.store.write(lambda connection: connection.execute(earlier))
    answers = await begun_at_once([ana] * 4)
    assert sorted(status for status, _ in answers) == [201, 409, 409, 409]


async def bots_finish(context: Context, host: Visitor, wish: dict[str, Any]) -> str:
    """A game of bots alone, opened by the host and played to its end."""
    opened = await host.post("/api/tables", {"seat": False, "bots": ["random"] * 2, **wish})
    live = await context.registry.live_table(opened["table"])
    await live.append(lambda _: start_event(live.table))
    await play_to_end(context, live)
    return str(opened["table"])


async def test_branches_and_games_between_bots_never_count(context: Context) -> None:
    ana, day = Visitor(context), today(time.time())
    mine = (await ana.post("/api/daily", {"players": 2}))["table"]
    await play_to_end(context, await fill_seats_and_start(context, mine))
    branch = {"branch": {"table": mine, "actions": 0}}
    again = (await ana.post("/api/tables", branch))["table"]
    await play_to_end(context, await fill_seats_and_start(context, again), seed=1)
    replayed = await bots_finish(context, ana, branch)
    bots = await bots_finish(context, ana, {"options": {"seats": 2, "public": True, "seed": "bots"}})
    results = (await ana.get(f"/api/daily/{day}/2"))["games"]
    assert [game["table"] for game in results] == [mine]
    assert (await ana.get("/api/daily"))["deals"][0]["games"] == 1
    for table in (again, replayed, bots):
        others = await ana.get(f"/api/tables/{table}/others")
        assert not others["counted"]
        assert [game["table"] for game in others["games"]] == ([] if table == bots else [mine])
    assert (await ana.get("/api/me/games"))["whole"]["games"] == 1
    assert (await ana.get("/api/records"))["tables"] == []
    assert (await ana.get("/api/statistics"))["games"] == []
    shown = await a_finished_game(context, ana, players=2, public=True)
    assert [table["id"] for table in (await ana.get("/api/records"))["tables"]] == [shown]
    assert [group["games"] for group in (await ana.get("/api/statistics"))["games"]] == [1]
