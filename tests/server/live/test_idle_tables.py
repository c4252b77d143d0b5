"""Tables without clients leave memory: after a while, and earlier if there are many."""

from pathlib import Path

import pytest

from hanabi.server.live import registry
from support.in_process_tables import RecordingClient, a_registry, a_table

pytestmark = pytest.mark.anyio


async def test_only_the_newest_of_many_idle_tables_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MAX_IDLE", 2)
    async with a_registry(tmp_path) as context:
        tables = context.registry
        lives = [await a_table(context, 2) for _ in range(6)]
        ids = [live.table.id for live in lives]
        RecordingClient(context, lives[0], "k0")
        await tables._save_summaries()
        await tables._maintain()
        assert list(tables.live_tables) == [ids[0], *ids[-2:]]
        assert (await tables.live_table(ids[1])).table.n == lives[1].table.n
        monkeypatch.setattr(registry, "KEEP_IDLE", -1.0)
        await tables._save_summaries()
        await tables._maintain()
        assert list(tables.live_tables) == [ids[0]]
