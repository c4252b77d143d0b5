"""Attacks on a real server process: others play on, the attackers are refused, and memory stays bounded.

`make bench NAME=attacks` measures how much the others notice; here is only whether they can play.
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
from hanabi.server.tables import commands
from hanabi.server.wire.messages import LegalPlay
from support.server_process import Server, running_server

CLIENTS = Path(__file__).parents[3] / "benchmarks" / "attack_clients.py"
# An attack ends when so many of its clients were refused and others have made so many moves beside it.
ENOUGH, MOVES = 20, 20
MOST_SECONDS = 300
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
    "histories",
    "reviews",
]
# They do nothing that is refused, or are disconnected only after longer than this test:
# tests/web/test_http_connection.py waits for it.
PATIENT_ATTACKS = ["non-readers", "unread-replays", "audiences", "review-rooms"]
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


class Attackers:
    """The clients of an attack, in a process of their own."""

    def __init__(self, name: str, server: Server, address: str) -> None:
        enough = 0 if name in PATIENT_ATTACKS else ENOUGH
        host = f"127.0.0.1:{server.port}"
        self._command = (sys.executable, str(CLIENTS), name, host, str(MOST_SECONDS), str(enough), address)
        self._is_over = asyncio.Event()
        self.is_enough = False

    async def attack(self) -> dict[str, float]:
        """Until it is told to end; returns what the attackers have counted."""
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


async def play_during(attackers: Attackers, attacked: "asyncio.Future[dict[str, float]]", server: Server) -> int:
    """Two people play until they and the attackers have done enough; returns how many moves were acknowledged."""
    moves = 0

    def goes_on() -> bool:
        return not attacked.done() and not (attackers.is_enough and moves >= MOVES)

    while goes_on():
        host = await open_table(server.address, rules={"clue_tokens": 99})
        guest = await take_seat(server.address, host.table, name="Bo")
        async with TableClient(host) as one, TableClient(guest) as two:
            n: int | None = await one.send(commands.Start(id="start"))
            while n is not None and goes_on():
                n = await asyncio.wait_for(move([one, two], n), 60)
                moves += n is not None
                await asyncio.sleep(0.06)
    return moves


def attack_and_play(server: Server, name: str, number: int) -> dict[str, Any]:
    async def scene() -> dict[str, Any]:
        attackers = Attackers(name, server, f"127.0.2.{number + 1}")
        attacked = asyncio.ensure_future(attackers.attack())
        try:
            moves = await play_during(attackers, attacked, server)
        finally:
            attackers.end()
            counts = await attacked
        return {**counts, "moves": moves}

    return asyncio.run(scene())


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused_and_others_play_on(server: Server, name: str) -> None:
    counts = attack_and_play(server, name, ATTACKS.index(name))
    assert counts["moves"] >= MOVES
    assert counts["connections"] > 0
    assert counts.get("refused", 0) + counts.get("disconnected", 0) > 0, counts
    assert memory(server) < MOST_MEGABYTES


@pytest.mark.parametrize("name", PATIENT_ATTACKS)
def test_others_play_on_beside_crowds_and_clients_that_read_nothing(server: Server, name: str) -> None:
    counts = attack_and_play(server, name, 100 + PATIENT_ATTACKS.index(name))
    assert counts["moves"] >= MOVES
    assert counts["connections"] > 0
    assert memory(server) < MOST_MEGABYTES
