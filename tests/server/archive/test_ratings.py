"""Ratings: from results on the same deals, each counted once, with the bots on the same scale."""

import asyncio
import gc
import random
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update

from hanabi.game import Game
from hanabi.server.actor import Actor, Owner
from hanabi.server.archive.ratings import (
    MIDDLE,
    REFERENCE_BOTS,
    SPREAD,
    RatedTeam,
    RatingHistory,
    Ratings,
    Skill,
    bot_teams,
    first_skill,
    rated_skills,
    rating_histories,
    scores_on,
)
from hanabi.server.context import Context
from hanabi.server.database.schema import finished_games, player_ratings
from hanabi.server.people.retention import RetentionPolicy, retain
from hanabi.server.refusals import Refused
from hanabi.server.tables import today
from support.http_visitor import Visitor, a_finished_game, fill_seats_and_start, http_context, play_to_end

pytestmark = pytest.mark.anyio
# What simulated bots and players score on average; luck adds to it.
BOT_MEANS = (17.0, 21.0, 24.5)
LUCK = 2.2


@pytest.mark.parametrize("players", [2, 3, 5])
def test_players_of_known_strength_are_ordered_by_it_and_get_more_certain(players: int) -> None:
    chance = random.Random(players)
    means = {f"p{number}": 14.0 + 3.5 * number for number in range(4)}
    bots = {f"bot:{name}": mean for name, mean in zip(REFERENCE_BOTS, BOT_MEANS, strict=True)}
    skills = dict.fromkeys([*means, *bots], Skill())

    def score(team: Sequence[str]) -> int:
        return min(25, round(sum((means | bots)[one] for one in team) / players + chance.gauss(0, LUCK)))

    partner = f"bot:{REFERENCE_BOTS[1]}"
    for deal in range(60):
        scores = {name: score([f"bot:{name}"] * players) for name in REFERENCE_BOTS}
        for place, one in enumerate(means):
            team = [one] + [partner] * (players - 1)
            teams = [RatedTeam(team, score(team), True), *bot_teams(scores, players, is_rated=place == 0)]
            changed = rated_skills(teams, skills)
            assert one in changed
            assert (partner in changed) == (place == 0), "bots are rated once per deal, by their own games"
            skills |= changed
        if deal == 0:
            after_one = {one: skills[one].sigma for one in means}
    order = sorted(means, key=lambda one: skills[one].mu)
    assert order == list(means)
    assert sorted(bots, key=lambda bot: skills[bot].mu) == list(bots)
    assert all(skills[one].sigma < after_one[one] < SPREAD for one in means)
    assert {skills[one].deals for one in (*means, *bots)} == {60}


def test_the_bots_begin_with_measured_ratings_and_play_every_deal() -> None:
    for players in (2, 3, 4, 5):
        weak, middle, strong = (first_skill(f"bot:{name}", players) for name in REFERENCE_BOTS)
        assert weak.mu < middle.mu < strong.mu
        assert max(weak.sigma, middle.sigma, strong.sigma) < SPREAD / 2
    record = Game.new(players=3, seed="a deal").record()
    assert set(scores_on(record)) == set(REFERENCE_BOTS)
    assert scores_on(record) == scores_on(record)


async def computed(work: Any, *arguments: Any) -> bytes:
    """Fast bots: these tests are about whose results count."""
    return b'{"simple": 9, "hat": 25}'


def with_ratings(context: Context) -> Ratings:
    rated = Ratings(context.registry.store, computed)
    context.archive.when_archived = rated.add
    return rated


async def histories(context: Context, actor: Actor) -> list[RatingHistory]:
    return await context.registry.store.query(lambda connection: rating_histories(connection, actor.owners))


async def a_daily(context: Context, visitor: Visitor, seed: int = 1) -> str:
    table: str = (await visitor.post("/api/daily", {"players": 2}))["table"]
    await play_to_end(context, await fill_seats_and_start(context, table), seed=seed)
    return table


async def test_a_daily_deal_rates_its_player_and_the_bots_once(new_database: str) -> None:
    async with http_context(new_database) as context:
        rated = with_ratings(context)
        ana, bo = Visitor(context), Visitor(context)
        table = await a_daily(context, ana)
        await rated.settle()
        (history,) = await histories(context, Actor(ana.key))
        assert (history.players, history.deals, len(history.points)) == (2, 1, 1)
        assert history.points[0].error < 1.96 * SPREAD
        assert [bot.bot for bot in history.bots] == list(REFERENCE_BOTS)
        assert history.bots[0].rating < history.bots[-1].rating

        def of_bots(connection: Connection) -> dict[str, int]:
            query = select(player_ratings).where(player_ratings.c.owner.like("bot:%"))
            return {row.owner: row.deals for row in connection.execute(query)}

        store = context.registry.store
        assert await store.query(of_bots) == {"bot:simple": 1, "bot:hat": 1}
        await a_daily(context, bo, seed=2)
        await rated.settle()
        assert await store.query(of_bots) == {"bot:simple": 1, "bot:hat": 1}
        assert (await histories(context, Actor(bo.key)))[0].deals == 1
        # A game that waited for its rating when the server stopped is rated at the next start, and only once.
        again = update(finished_games).where(finished_games.c.table_id == table).values(rated=False)
        await store.write(lambda connection: connection.execute(again))
        for _ in range(2):
            rated.open()
            await rated.settle()
        assert (await histories(context, Actor(ana.key)))[0].deals == 2
        # The account keeps them, exports them, and takes them along when it is deleted.
        await ana.post("/api/account/register", {"name": "Ana", "password": "correct horse battery"})
        account = Actor(None, 1)
        assert (await histories(context, account))[0].deals == 2
        exported = await ana.get("/api/account/export")
        assert [row["deals"] for row in exported["ratings"]] == [2]
        await context.account_data.delete(1, keep_studies=False)
        assert await histories(context, account) == []


async def test_a_busy_server_rates_a_game_later(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanabi.server.archive.ratings.RETRY_SECONDS", 0.0)
    busy = [Refused("busy"), Refused("busy")]

    async def compute(work: Any, *arguments: Any) -> bytes:
        if busy:
            raise busy.pop()
        return await computed(work, *arguments)

    rated = Ratings(context.registry.store, compute)
    context.archive.when_archived = rated.add
    ana = Visitor(context)
    await a_daily(context, ana)
    await rated.settle()
    assert [history.deals for history in await histories(context, Actor(ana.key))] == [1]


async def test_games_that_wait_for_the_bots_leave_the_memory(context: Context) -> None:
    """Many may wait on a busy server."""
    may_play = asyncio.Event()

    async def compute(work: Any, *arguments: Any) -> bytes:
        await may_play.wait()
        return await computed(work, *arguments)

    rated, visitors = Ratings(context.registry.store, compute), [Visitor(context) for _ in range(3)]
    context.archive.when_archived = rated.add
    tables = []
    for visitor in visitors:
        live = await context.registry.live_table(await a_finished_game(context, visitor))
        tables.append(weakref.ref(live.table))
        del live
    context.registry.live_tables.clear()
    gc.collect()
    assert [table() for table in tables] == [None] * 3
    may_play.set()
    await rated.settle()
    for visitor in visitors:
        assert [history.deals for history in await histories(context, Actor(visitor.key))] == [1]


async def test_known_deals_repeats_and_takebacks_do_not_count(tmp_path: Path) -> None:
    async with http_context(tmp_path) as context:
        rated, ana = with_ratings(context), Visitor(context)
        await a_finished_game(context, ana, seed="a code")
        table = (await ana.post("/api/tables", {"options": {"seats": 2}, "name": "Ana"}))["table"]
        live = await fill_seats_and_start(context, table)
        live.table.casual = True
        await play_to_end(context, live)
        await rated.settle()
        assert await histories(context, Actor(ana.key)) == []


async def test_old_ratings_of_browsers_are_forgotten(tmp_path: Path) -> None:
    async with http_context(tmp_path) as context:
        store = context.registry.store
        old = today(time.time() - 400 * 86400)
        rows = [
            {"owner": owner, "players": 2, "day": old, "mu": MIDDLE, "sigma": SPREAD, "deals": 1}
            for owner in ("browser", Owner.of_account(1), "bot:hat")
        ]
        await store.write(lambda connection: connection.execute(insert(player_ratings), rows))
        await retain(store, RetentionPolicy())
        left = await store.query(lambda connection: set(connection.execute(select(player_ratings.c.owner)).scalars()))
        assert left == {Owner.of_account(1), "bot:hat"}
