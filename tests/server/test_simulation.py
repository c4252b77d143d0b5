"""Three simulated processes on a simulated database, under seeded faults: see support/simulated_servers.py.

A failing seed fails again: `HANABI_SEED=123 pytest tests/server/test_simulation.py -k one_seed`.
"""

import logging
import os
from collections.abc import Callable
from typing import Any

import pytest

from hanabi.server.live import clients
from hanabi.server.live.clock import TableClock
from hanabi.server.live.heartbeat import Leases
from hanabi.server.live.live_table import LiveTable
from hanabi.server.tables import Entry, row_of
from support.long_form import times
from support.simulated_database import SimulatedStore
from support.simulated_servers import InvariantBroken, Simulation
from support.virtual_time import run_in_virtual_time

pytestmark = pytest.mark.slow
SEEDS_PER_TEST = 20
# How many seeds may pass before a planted bug is found.
SEEDS_OF_A_BUG = 25


@pytest.fixture(autouse=True)
def quiet() -> Any:
    """The simulated database fails all the time."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def simulated(seed: int) -> Simulation:
    simulation = Simulation(seed)
    try:
        run_in_virtual_time(simulation.run(), simulation.chance)
    except InvariantBroken as broken:
        raise InvariantBroken(f"HANABI_SEED={seed}: {broken}") from None
    return simulation


@pytest.mark.parametrize("first", range(0, times(200, 10_000), SEEDS_PER_TEST))
def test_nothing_is_lost_doubled_forked_stuck_unfair_or_leaked(first: int) -> None:
    acks = sum(simulated(seed).acks for seed in range(first, first + SEEDS_PER_TEST))
    assert acks > 10 * SEEDS_PER_TEST


def test_one_seed_gives_one_history() -> None:
    seed = int(os.environ.get("HANABI_SEED", "7"))
    one, two = simulated(seed), simulated(seed)
    assert one.database.events == two.database.events
    assert (one.acks, one.refusals) == (two.acks, two.refusals)


async def acknowledge_early(self: LiveTable, event: Any, now: float, command_id: str | None) -> bool:
    entry = Entry(self.table.n + 1, now, event, command_id)
    self.apply(entry)
    self._send(event)
    await self._store.append(row_of(self.table.id, entry))
    return True


def skip_the_retry(original: Any) -> Any:
    async def store_and_send(self: LiveTable, event: Any, now: float, command_id: str | None) -> bool:
        await original(self, event, now, command_id)
        return True

    return store_and_send


async def no_newest(self: SimulatedStore, tables: Any) -> dict[str, int]:
    return {}


def never_free_tables(original: Any) -> Any:
    async def renew(self: Leases) -> bool:
        return True

    return renew


def hurry(original: Any) -> Any:
    def time_left(self: TableClock) -> float | None:
        left = original(self)
        return None if left is None else left - 3.0

    return time_left


def look_through_other_eyes(original: Any) -> Any:
    return lambda table, seat: original(table, None if seat is None else 1 - min(seat, 1))


BUGS: dict[str, tuple[Any, str, Callable[[Any], Any], str]] = {
    "a move is acknowledged before it is stored": (
        LiveTable,
        "_store_and_send",
        lambda original: acknowledge_early,
        "is not stored",
    ),
    "a move whose place was taken is not tried again": (LiveTable, "_store_and_send", skip_the_retry, "is not stored"),
    "nothing makes up for a lost notification": (
        SimulatedStore,
        "newest",
        lambda original: no_newest,
        "is not over|newest",
    ),
    "the tables of a dead process stay its own": (Leases, "renew", never_free_tables, "is not over"),
    "a seat gets the view of another seat": (clients, "viewer_for", look_through_other_eyes, "was shown a hidden card"),
    "a clock ends too early": (TableClock, "time_left", hurry, "time ran out"),
}


@pytest.mark.parametrize("bug", BUGS)
def test_the_simulation_finds_a_planted_bug(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, planted, symptom = BUGS[bug]
    monkeypatch.setattr(where, name, planted(getattr(where, name)))
    with pytest.raises(InvariantBroken, match=symptom):
        list(map(simulated, range(SEEDS_OF_A_BUG)))
