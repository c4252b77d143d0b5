"""A soak test: people open tables, play them to the end and leave, for minutes. Reports how the server's memory grows.

`make soak`. The first minutes do not count: finished games stay in memory for two minutes, and caches fill up.
"""

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time

import server as bench

sys.path.insert(0, str(bench.HERE.parent / "tests"))
from support.crash_clients import Ledger, tables_with_players

TABLES = 10
SAMPLE_SECONDS = 5.0
WARM_UP = 180.0
# Seconds after which a game counts as stuck: many times more than a busy machine needs.
PATIENCE = 600.0


async def play(address: str, until: float, games: list[float]) -> None:
    """One table after the other; everybody leaves when a game is over."""
    while time.monotonic() < until:
        players = await tables_with_players(address, 1, Ledger(), seats=random.choice((2, 3, 4)))
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(player.play() for player in players))
        games.append(time.monotonic())


async def soak(server: bench.Server, minutes: float) -> tuple[list[tuple[int, float]], int]:
    """The samples (games so far, MB) after the warm-up, and the number of games."""
    began, games, samples = time.monotonic(), list[float](), list[tuple[int, float]]()
    until = began + 60 * minutes
    playing = [asyncio.ensure_future(play(server.address, until, games)) for _ in range(TABLES)]
    while not all(task.done() for task in playing):
        await asyncio.sleep(SAMPLE_SECONDS)
        if time.monotonic() > began + WARM_UP:
            samples.append((len(games), server.memory()))
    await asyncio.gather(*playing)
    return samples, len(games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--database", default="", help="postgresql://… instead of a new SQLite file")
    options = parser.parse_args()
    if 60 * options.minutes < 1.5 * WARM_UP:
        parser.error(f"the first {WARM_UP:g} seconds do not count: play for longer")
    with tempfile.TemporaryDirectory() as folder:
        server = bench.Server(options.database or f"{folder}/tables.db")
        try:
            samples, count = asyncio.run(soak(server, options.minutes))
        finally:
            server.stop()
    slope = 1000 * statistics.linear_regression(*zip(*samples, strict=True)).slope
    print(f"{count} games in {options.minutes:g} minutes; {samples[0][1]:.1f} MB, then {samples[-1][1]:.1f} MB;")
    print(f"slope {slope:+.2f} MB per 1,000 games")


if __name__ == "__main__":
    main()
