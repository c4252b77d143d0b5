"""Many people at once, on PostgreSQL: `make bench NAME=people`.

Prints how long a round of matchmaking takes, and in a large event: entering, opening a deal, a result and standings.
"""

import argparse
import asyncio
import os
import random
import statistics
import time
from collections.abc import Awaitable, Callable
from functools import partial

from server_processes import a_postgres
from sqlalchemy import delete, insert, update

from hanabi.rules import Play
from hanabi.server.actor import Actor
from hanabi.server.archive.contests.contests import Contests
from hanabi.server.archive.contests.documents import Announcement
from hanabi.server.archive.contests.results import count_result
from hanabi.server.database import Store, open_store, schema
from hanabi.server.database.schema import seekers
from hanabi.server.live.registry import TableRegistry
from hanabi.server.people.matchmaker import BOTS_AFTER, Matchmaker
from hanabi.server.tables import Options

GOAL_MS = 100.0
LANGUAGES = ("en", "ro", "pt-BR", "nb", "es", "pl")


def report(what: str, times: list[tuple[float, float]]) -> None:
    clock, processor = sorted(wall for wall, _ in times), statistics.median(spent for _, spent in times)
    p99 = clock[min(len(clock) - 1, int(0.99 * len(clock)))]
    print(
        f"{what}: p50 {statistics.median(clock):.1f} ms, p99 {p99:.1f} ms ({len(clock)} times, "
        f"{processor:.1f} ms of processor time here), goal {GOAL_MS:.0f} ms; load {os.getloadavg()[0]:.1f}"
    )


async def timed(work: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Milliseconds on the clock, and of processor time of this process."""
    began, spent = time.perf_counter(), time.process_time()
    await work()
    return 1000 * (time.perf_counter() - began), 1000 * (time.process_time() - spent)


async def matchmaking(store: Store, people: int, rounds: int) -> None:
    chance, matchmaker = random.Random(1), Matchmaker(TableRegistry(store))
    now = store.now()
    rows = [
        {
            "owner": f"{number:064x}",
            "key": f"{number:064x}",
            "name": f"Player {number}",
            "players": chance.choice([0, 2, 3, 4, 5]),
            "pace": chance.choice(["quick", "relaxed", "slow"]),
            "language": chance.choice(LANGUAGES),
            "level": chance.gauss(1500, 250),
            "since": (since := now - chance.uniform(0, 30)),
            "seen_at": now,
            "bots_at": since + BOTS_AFTER,
        }
        for number in range(people)
    ]
    await store.write(lambda connection: connection.execute(delete(seekers)))
    for start in range(0, people, 500):
        part = rows[start : start + 500]
        await store.write(lambda connection, part=part: connection.execute(insert(seekers), part))  # type: ignore[misc]
    times = []
    for _ in range(rounds):
        again = update(seekers).values(table_id=None, seat=None, seats=None, since=now, seen_at=store.now())
        await store.write(lambda connection, again=again: connection.execute(again))  # type: ignore[misc]
        times.append(await timed(matchmaker.bring_together))
    report(f"a round of matchmaking with {people:,} people waiting", times)


async def event(store: Store, teams: int, deals: int, rounds: int) -> None:
    """An event of `teams` teams that have played all deals but the last; another team of one person and a bot plays."""
    chance, contests, now = random.Random(1), Contests(TableRegistry(store)), store.now()
    options = Options(seats=2, rules={"strikes": 1})
    plan = Announcement("Large", deals, now, now + 86400, options=options, bots=True)
    contest = await contests.announce(1, plan)
    names = [
        {"contest_id": contest, "number": team, "name": f"Team {team}", "code": ""} for team in range(1, teams + 1)
    ]
    played = [
        {"contest_id": contest, "team": team, "deal": deal, "table_id": f"{team}-{deal}-{contest}", "turns": 60}
        for deal in range(1, deals)
        for team in range(1, teams + 1)
    ]
    rows = [row | {"number": number, "score": chance.randint(10, 25)} for number, row in enumerate(played, start=1)]
    counts = update(schema.contests).where(schema.contests.c.id == contest).values(teams=teams, results=len(rows))
    await store.write(lambda connection: connection.execute(insert(schema.contest_teams), names))
    for start in range(0, len(rows), 5000):
        part = rows[start : start + 5000]
        await store.write(lambda connection, part=part: connection.execute(insert(schema.contest_games), part))  # type: ignore[misc]
    await store.write(lambda connection: connection.execute(counts))
    await contests.results.standings(Actor("nobody"), contest, 0)
    entered, opened, counted, shown = [], [], [], []
    for number in range(rounds):
        actor = Actor(f"{number:064x}")
        entered.append(await timed(partial(contests.enter, actor, contest, "Ana", f"New team {number}", None)))
        opened.append(await timed(partial(contests.open_deal, actor, contest)))
        live = await contests.open_deal(actor, contest)
        game = live.table.game
        assert game is not None
        # Wrong plays to the end of the game, without the moves' own way through the server.
        while game.over is None:
            game.act(next(action for action in game.legal_actions() if isinstance(action, Play)))
        result = partial(count_result, table=live.table)
        counted.append(await timed(partial(store.write, result)))
        shown.append(await timed(partial(contests.results.standings, actor, contest, 0)))
    size = f"with {teams:,} teams and {deals} deals"
    report(f"entering an event {size}", entered)
    report(f"opening a deal {size}", opened)
    report(f"a result {size}", counted)
    report(f"the standings after a result {size}", shown)


async def measure(address: str, people: int, teams: int, deals: int, rounds: int) -> None:
    store = open_store(address)
    await store.open()
    try:
        await event(store, teams, deals, rounds)
        await matchmaking(store, people, rounds)
    finally:
        await store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=5000)
    parser.add_argument("--teams", type=int, default=2000)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=30)
    arguments = parser.parse_args()
    with a_postgres("") as (address, _):
        asyncio.run(measure(address, arguments.people, arguments.teams, arguments.deals, arguments.rounds))
