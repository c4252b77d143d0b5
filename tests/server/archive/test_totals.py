"""Running totals equal the statistics of all games."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, select
from sqlalchemy.pool import StaticPool

from hanabi.server.actor import Actor, Owner
from hanabi.server.archive.losses import Losses
from hanabi.server.archive.player_statistics import own_statistics
from hanabi.server.archive.statistics import FinishedGame, statistics
from hanabi.server.archive.totals import count_game, transfer_totals
from hanabi.server.database.schema import metadata, tables
from hanabi.server.database.sqlite import SqliteStore
from support.http_visitor import Visitor, a_finished_game, fill_seats_and_start, http_context, play_to_end

pytestmark = pytest.mark.anyio


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    store = SqliteStore(tmp_path / "unused")
    engine = create_engine("sqlite://", poolclass=StaticPool, execution_options={"store": store})
    metadata.create_all(engine)
    with engine.connect() as connection:
        yield connection


def a_game(chance: random.Random) -> FinishedGame:
    max_score = chance.choice([25, 30])
    score = chance.randint(0, max_score)
    return FinishedGame(
        edition=chance.choice([None, "pl", "ro"]),
        players=chance.randint(2, 5),
        people=tuple(chance.choices(["Ana", "Bo", "Cy"], k=chance.randint(0, 2))),
        bots=tuple(sorted(set(chance.choices(["hat", "simple"], k=chance.randint(0, 2))))),
        score=score,
        max_score=max_score,
        outcome=chance.choice(["won", "finished", "lost"]),
        losses=Losses(discarded=max_score - score),
    )


@pytest.mark.parametrize("count", [0, 1, 2, 200])
def test_totals_equal_the_statistics_of_all_games(connection: Connection, count: int) -> None:
    chance = random.Random(count)
    games = [a_game(chance) for _ in range(count)]
    for number, game in enumerate(games):
        # Some of the games were played as a guest, the others with the account.
        count_game(connection, {"key" if number % 3 == 0 else Owner.of_account(7): game, "another": a_game(chance)})
    counted, summed = statistics(games), own_statistics(connection, Actor("key", 7))
    assert (summed.whole, summed.editions, summed.players) == (counted.whole, counted.editions, counted.players)
    assert (summed.partners, summed.bots) == (counted.people, counted.bots)
    assert {(bar.max_score, bar.score): bar.games for bar in summed.scores} == {
        (most, score): number for most, scores in counted.scores.items() for score, number in scores.items()
    }
    assert sum(counted.losses.values()) == summed.lost.discarded


def test_a_guests_games_are_transferred_to_the_account(connection: Connection) -> None:
    chance = random.Random(1)
    games = [a_game(chance) for _ in range(10)]
    for number, game in enumerate(games):
        count_game(connection, {"guest" if number < 5 else Owner.of_account(7): game})
    transfer_totals(connection, "guest", Owner.of_account(7))
    assert own_statistics(connection, Actor("new key", 7)).whole == statistics(games).whole
    assert own_statistics(connection, Actor("guest")).whole.games == 0


async def test_public_scores_follow_the_games_that_end(new_database: str) -> None:
    async with http_context(new_database) as context:
        ana = Visitor(context)
        assert (await ana.get("/api/statistics"))["games"] == []
        scores = []
        for seed in ("a", "b", "c"):
            table = await a_finished_game(context, ana, public=True, deal=seed, rules={"edition": "pl", "strikes": 1})
            game = (await context.registry.live_table(table)).table.game
            assert game is not None
            assert game.over is not None
            scores.append(game.over.score)
        await a_finished_game(context, ana, deal="private")
        groups = (await ana.get("/api/statistics"))["games"]
        assert {(group["edition"], group["players"]) for group in groups} == {("pl", 3)}
        assert sum(group["games"] for group in groups) == 3
        assert sum(group["mean_score"] * group["games"] for group in groups) == pytest.approx(sum(scores))
        assert max(group["best_score"] for group in groups) == max(scores)


async def test_somebody_who_signs_in_during_a_game_finds_it_in_the_account(new_database: str) -> None:
    async with http_context(new_database) as context:
        ana = Visitor(context)
        table = (await ana.post("/api/tables", {"options": {"seats": 2, "seed": "x"}, "name": "Ana"}))["table"]
        await context.registry._save_summaries()
        await ana.post("/api/account/register", {"name": "Ana", "password": "correct horse battery"})
        live = await fill_seats_and_start(context, table)
        # Renewing the table's row must not forget the account.
        context.registry._summaries.mark(table)
        await play_to_end(context, live)
        assert (await ana.get("/api/me/games"))["whole"]["games"] == 1
        assert [held["table"]["id"] for held in (await ana.get("/api/me"))["seats"]] == [table]


async def test_a_game_that_ended_just_before_a_crash_is_archived_at_the_next_start_and_counted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with http_context(tmp_path) as context:
        monkeypatch.setattr(context.registry, "when_over", lambda table: None)
        await a_finished_game(context, Visitor(context), public=True)
    async with http_context(tmp_path) as context:
        assert (await Visitor(context).get("/api/statistics"))["games"] == []
        for _ in range(2):
            context.archive.open()
            await context.archive.settle()
        groups = (await Visitor(context).get("/api/statistics"))["games"]
        assert sum(group["games"] for group in groups) == 1
        over = select(tables.c.archived).where(tables.c.phase == "over")
        assert await context.registry.store.query(lambda connection: list(connection.execute(over).scalars())) == [True]
