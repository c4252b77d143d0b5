"""The example of a program that plays through the Python client."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from hanabi.client import TableClient, new_id, open_table, play_seat
from hanabi.server.tables.features import start
from support.server_process import running_server

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "table_bot.py"


@pytest.mark.anyio
async def test_the_example_plays_a_game_with_a_client_and_a_bot(tmp_path: Path) -> None:
    with running_server(str(tmp_path / "tables.db")) as server:
        seat = await open_table(server.address, seats=3, bots=("simple",))
        program = await asyncio.create_subprocess_exec(
            sys.executable, str(EXAMPLE), server.address, seat.table, stdout=subprocess.PIPE
        )
        async with TableClient(seat) as client, asyncio.timeout(60):
            await client.wait_for(lambda state: all(place.kind != "empty" for place in state.table.seats))
            await client.send(start.Start(id=new_id()))
        over = await play_seat(seat, lambda view: view.legal[0])
        output, _ = await program.communicate()
        assert output.decode() == f"{over.outcome}: {over.score} points\n"
