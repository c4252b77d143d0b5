"""A client that changes the process never gets an earlier state than before."""

import random

import pytest

from hanabi.server.database.postgres import PostgresStore
from support.in_process_tables import RecordingClient, a_choice, a_registry, a_table

pytestmark = pytest.mark.anyio


async def test_a_client_that_is_ahead_makes_a_process_read_the_log(postgres: str) -> None:
    async with a_registry(postgres) as here, a_registry(postgres) as there:
        live = await a_table(here, 2)
        player = RecordingClient(here, live, "k0")
        same = await there.registry.live_table(live.table.id)
        store = here.registry.store
        assert isinstance(store, PostgresStore)
        next(task for task in store._tasks if task.get_name() == "hanabi-notify").cancel()
        await player.send_command(type="start", id="s")
        await player.send_command(id="m", **a_choice(player.state, random.Random(1)))
        assert same.table.n < live.table.n, "no notification has come"
        again = await there.registry.live_table(live.table.id, at_least=live.table.n)
        moved_over = RecordingClient(there, again, "k0", since=live.table.n)
        assert moved_over.state["n"] == live.table.n
        assert moved_over.state["events"] == []
