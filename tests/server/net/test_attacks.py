"""Attacks on a real server process: other people can play on, the attackers are refused, and memory stays bounded.

`make bench NAME=attacks` measures how much the others notice; these tests only check that they can play.
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

from hanabi.client import TableClient, open_table, request, take_seat
from hanabi.course.lesson import lessons
from hanabi.rules.view_documents import LegalPlay
from hanabi.server.tables.features import start
from support.server_process import Server, running_server

pytestmark = pytest.mark.anyio
CLIENTS = Path(__file__).parents[3] / "benchmarks" / "attack_clients.py"
# An attack ends after ENOUGH refusals and after other people have made MOVES moves.
ENOUGH, MOVES = 20, 20
MAX_SECONDS = 300
LESSON = lessons()[0].exercises[1].record.to_dict()
MAX_MEGABYTES = 300
# Each is refused with a status or close code, disconnected, or both.
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
    "histories",
    "reviews",
]
# They do nothing that is refused, or are disconnected only after this test (see test_http_connection.py).
PATIENT_ATTACKS = ["non-readers", "unread-replays", "audiences", "review-rooms"]
LIMITS = ("--connections", "400", "--requests", "100", "--messages", "100", "--new-tables", "60")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(str(tmp_path_factory.mktemp("attacked") / "tables.db"), *LIMITS) as started:
        # The process that computes replays takes a while to start.
        asyncio.run(request(started.address, "/api/replay", LESSON))
        yield started


def memory(server: Server) -> float:
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024


class Attackers:
    """The clients of an attack, in a separate process."""

    def __init__(self, name: str, server: Server, address: str) -> None:
        enough = 0 if name in PATIENT_ATTACKS else ENOUGH
        host = f"127.0.0.1:{server.port}"
        self._command = (sys.executable, str(CLIENTS), name, host, str(MAX_SECONDS), str(enough), address)
        self._is_over = asyncio.Event()
        self.is_enough = False

    async def attack(self) -> dict[str, float]:
        """Attack until `end` is called; returns the counts of the attackers."""
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert process.stdin is not None
        assert process.stdout is not None
        assert await process.stdout.readline() == b"begun\n"
        line = await process.stdout.readline()
        if line == b"enough\n":
            self.is_enough = True
            await self._is_over.wait()
            process.stdin.close()
            line = await process.stdout.readline()
        await process.wait()
        counts: dict[str, float] = json.loads(line)
        return counts

    def end(self) -> None:
        self._is_over.set()


async def move(clients: list[TableClient], after: int) -> int | None:
    """The player to move gives a clue or discards, after both clients have seen event `after`.

    Returns the number of the stored event, or None if the game is over.
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


async def play_during(attackers: Attackers, attacked: "asyncio.Future[dict[str, float]]", server: Server) -> int:
    """Two people play until they and the attackers have done enough. Returns the number of acknowledged moves."""
    moves = 0

    def continues() -> bool:
        return not attacked.done() and not (attackers.is_enough and moves >= MOVES)

    while continues():
        host = await open_table(server.address, rules={"clue_tokens": 99})
        guest = await take_seat(server.address, host.table, name="Bo")
        async with TableClient(host) as one, TableClient(guest) as two:
            n: int | None = await one.send(start.Start(id="start"))
            while n is not None and continues():
                n = await asyncio.wait_for(move([one, two], n), 60)
                moves += n is not None
                await asyncio.sleep(0.06)
    return moves


async def attack_and_play(server: Server, name: str, number: int) -> dict[str, Any]:
    attackers = Attackers(name, server, f"127.0.2.{number + 1}")
    attacked = asyncio.ensure_future(attackers.attack())
    try:
        moves = await play_during(attackers, attacked, server)
    finally:
        attackers.end()
        counts = await attacked
    return {**counts, "moves": moves}


@pytest.mark.parametrize("name", ATTACKS)
async def test_an_attack_is_refused_and_others_play_on(server: Server, name: str) -> None:
    counts = await attack_and_play(server, name, ATTACKS.index(name))
    assert counts["moves"] >= MOVES
    assert counts["connections"] > 0
    assert counts.get("refused", 0) + counts.get("disconnected", 0) > 0, counts
    assert memory(server) < MAX_MEGABYTES


@pytest.mark.parametrize("name", PATIENT_ATTACKS)
async def test_others_play_on_despite_crowds_and_clients_that_read_nothing(server: Server, name: str) -> None:
    counts = await attack_and_play(server, name, 100 + PATIENT_ATTACKS.index(name))
    assert counts["moves"] >= MOVES
    assert counts["connections"] > 0
    assert memory(server) < MAX_MEGABYTES
