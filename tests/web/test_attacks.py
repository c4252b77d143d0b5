"""Attacks on a real server process: others play on, the attackers are refused, and memory stays bounded.

`make bench-attacks` measures how much the others notice; here is only whether they can play.
"""

import asyncio
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hanabi.tables import commands
from hanabi.tables.wire.messages import LegalPlay
from hanabi.web.client import TableClient, open_table, request, take_seat
from hanabi.web.lessons import lessons
from support.server_process import Server, running_server

CLIENTS = Path(__file__).parents[2] / "benchmarks" / "attack_clients.py"
# An attack ends when so many were refused, or after so many seconds.
ENOUGH, MOST_SECONDS = 20, 90
PATIENT_SECONDS = 3
LESSON = lessons()[0].exercises[1].record.to_dict()
MOST_MEGABYTES = 300
# How each is answered: refused with a status or close code, disconnected, or both.
ATTACKS = [
    "continuation-frames",
    "pings",
    "headers",
    "urls",
    "half-open",
    "half-sent-bodies",
    "nul-ids",
    "chats",
    "statistics",
    "records",
    "pages",
    "replays",
    "reviews",
]
# They are disconnected only after longer than this test; tests/web/test_http_connection.py waits for it.
PATIENT_ATTACKS = ["non-readers", "unread-replays"]
LIMITS = ("--connections", "400", "--requests", "100", "--messages", "100", "--new-tables", "60")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(str(tmp_path_factory.mktemp("attacked") / "tables.db"), *LIMITS) as started:
        # The process that makes replays takes a while to start.
        asyncio.run(request(started.address, "/api/replay", LESSON))
        yield started


def memory(server: Server) -> float:
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024


async def attack(name: str, server: Server, address: str) -> dict[str, float]:
    seconds, enough = (PATIENT_SECONDS, 0) if name in PATIENT_ATTACKS else (MOST_SECONDS, ENOUGH)
    host = f"127.0.0.1:{server.port}"
    attacker = await asyncio.create_subprocess_exec(
        *(sys.executable, str(CLIENTS), name, host, str(seconds), str(enough), address), stdout=subprocess.PIPE
    )
    assert attacker.stdout is not None
    assert await attacker.stdout.readline() == b"begun\n"
    counts: dict[str, float] = json.loads(await asyncio.wait_for(attacker.stdout.readline(), 150))
    await attacker.wait()
    return counts


async def move(clients: list[TableClient], after: int) -> int | None:
    """The player on turn gives a clue or discards, once both have seen event `after`; returns its number when stored.

    None is the end of the game.
    """
    states = [await client.wait_for(lambda state: state.view is not None and state.n >= after) for client in clients]
    assert states[0].view is not None
    player = states[0].view.player
    if player is None:
        return None
    view = states[player].view
    assert view is not None
    calm = [action for action in view.legal if not isinstance(action, LegalPlay)]
    return await clients[player].move(random.choice(calm or view.legal))


async def play_during(attacked: "asyncio.Future[dict[str, float]]", server: Server) -> int:
    """Two people play while the attack goes on; returns how many moves were acknowledged."""
    moves = 0
    while not attacked.done():
        host = await open_table(server.address, rules={"clue_tokens": 99})
        guest = await take_seat(server.address, host.table, name="Bo")
        async with TableClient(host) as one, TableClient(guest) as two:
            n: int | None = await one.send(commands.Start(id="start"))
            while n is not None and not attacked.done():
                n = await asyncio.wait_for(move([one, two], n), 30)
                moves += n is not None
                await asyncio.sleep(0.06)
    return moves


def attack_and_play(server: Server, name: str, number: int) -> dict[str, Any]:
    async def scene() -> dict[str, Any]:
        attacked = asyncio.ensure_future(attack(name, server, f"127.0.2.{number + 1}"))
        try:
            moves = await play_during(attacked, server)
        finally:
            counts = await attacked
        return {**counts, "moves": moves}

    return asyncio.run(scene())


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused_and_others_play_on(server: Server, name: str) -> None:
    counts = attack_and_play(server, name, ATTACKS.index(name))
    assert counts["moves"] >= 3
    assert counts["connections"] > 0
    assert counts.get("refused", 0) + counts.get("disconnected", 0) > 0, counts
    assert memory(server) < MOST_MEGABYTES


@pytest.mark.parametrize("name", PATIENT_ATTACKS)
def test_others_play_on_beside_clients_that_read_nothing(server: Server, name: str) -> None:
    counts = attack_and_play(server, name, 100 + PATIENT_ATTACKS.index(name))
    assert counts["moves"] >= 3
    assert counts["connections"] > 0
    assert memory(server) < MOST_MEGABYTES
