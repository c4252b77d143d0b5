"""Many people at once, on PostgreSQL: `make bench NAME=people`. Prints how long a round of matchmaking takes."""

import argparse
import asyncio
import os
import random
import statistics
import time
from collections.abc import Awaitable, Callable

from server_processes import a_postgres
from sqlalchemy import delete, insert, update

from hanabi.server.database import Store, open_store
from hanabi.server.database.schema import seekers
from hanabi.server.live.registry import TableRegistry
from hanabi.server.people.matchmaker import BOTS_AFTER, Matchmaker

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


async def measure(address: str, people: int, rounds: int) -> None:
    store = open_store(address)
    await store.open()
    try:
        await matchmaking(store, people, rounds)
    finally:
        await store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=30)
    arguments = parser.parse_args()
    with a_postgres("") as (address, _):
        asyncio.run(measure(address, arguments.people, arguments.rounds))
