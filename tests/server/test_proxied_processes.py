"""Several server processes behind HAProxy, with the configuration that the hosting guide gives."""

import asyncio
import itertools
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from hanabi.client import SeatAt, open_table
from hanabi.server.settings import ServerLimits
from hanabi.server.wire.close_codes import CloseCode
from support.crash_clients import a_move_storm
from support.postgres import a_database
from support.proxy import CONFIGURATION, ProxiedServers, configuration, haproxy, proxied_servers, running_proxy
from support.room_guest import RoomDoor, RoomGuest, a_lost_game

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.fixture(scope="module")
def processes() -> Iterator[ProxiedServers]:
    with a_database() as database, proxied_servers(database) as running:
        yield running


async def test_nothing_is_lost_when_each_process_is_killed_and_replaced(processes: ProxiedServers) -> None:
    async with a_move_storm(processes.address) as storm:
        for number in range(3):
            await asyncio.to_thread(processes.kill, number)
            await storm.moves(20)
            await asyncio.to_thread(processes.replace, number)
            await storm.moves(20)


async def test_nothing_is_lost_or_refused_in_a_rolling_update(processes: ProxiedServers) -> None:
    async with a_move_storm(processes.address) as storm:
        for number in range(3):
            await asyncio.to_thread(processes.stop_one, number)
            await asyncio.to_thread(processes.replace, number)
            await storm.moves(10)
        assert storm.ledger.refusals == []


def open_connections(port: int) -> int:
    """Established connections to a local port."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(row[1].endswith(f":{port:04X}") and row[3] == "01" for row in rows)


async def test_all_sockets_of_a_table_reach_one_process_and_tables_are_shared_out(processes: ProxiedServers) -> None:
    sockets: list[ClientConnection] = []

    def counts() -> list[int]:
        return [open_connections(server.port) for server in processes.servers]

    async def settled() -> list[int]:
        """HAProxy's connections for other requests and checks end after a moment."""
        async with asyncio.timeout(60):
            while sum(found := counts()) != len(sockets):
                await asyncio.sleep(0.01)
        return found

    found = [await settled()]
    for _ in range(12):
        place = await open_table(processes.address, seats=3)
        for _ in range(3):
            sockets.append(await connect(place.socket_address))
            await sockets[-1].recv()
        found.append(await settled())
    await asyncio.gather(*(socket.close() for socket in sockets))
    gains = [[after - before for before, after in zip(*pair, strict=True)] for pair in itertools.pairwise(found)]
    assert {tuple(sorted(gain)) for gain in gains} == {(0, 0, 3)}
    assert sum(count > 0 for count in found[-1]) > 1


async def test_signing_out_closes_the_sockets_in_every_process(processes: ProxiedServers) -> None:
    headers = {"Origin": processes.address}
    async with httpx.AsyncClient(base_url=processes.address, headers=headers, timeout=60) as browser:
        account = {"name": "Ana", "password": "four plain words here"}
        assert (await browser.post("/api/account/register", json=account)).status_code == 201
        sockets: list[ClientConnection] = []
        for _ in range(8):
            opened = await browser.post("/api/tables", json={"options": {"seats": 2}, "name": "Ana"})
            cookies = {"Cookie": f"hanabi={browser.cookies['hanabi']}"}
            address = SeatAt(processes.address, opened.json()["table"]).socket_address
            sockets.append(await connect(address, additional_headers=headers | cookies))
            await sockets[-1].recv()
        assert (await browser.post("/api/account/logout")).status_code == 204
        async with asyncio.timeout(60):
            await asyncio.gather(*(socket.wait_closed() for socket in sockets))
    assert [socket.close_code for socket in sockets] == [CloseCode.SIGNED_OUT] * 8


async def test_people_in_a_review_room_meet_again_when_their_process_is_replaced(processes: ProxiedServers) -> None:
    """While their process is away, they meet in another one; when it is back, all of them return."""
    path = f"table/{(await a_lost_game(processes.address))[0]}/a-room-of-our-own"

    async def together(door: RoomDoor, guests: list[RoomGuest]) -> list[RoomGuest]:
        """Those who were disconnected come back, until all are in one room."""
        async with asyncio.timeout(60):
            while True:
                guests = [guest if guest.is_connected else await door.enter(path, "Guest") for guest in guests]
                newest = guests[-1]
                if sum(one["here"] for one in newest.room["participants"]) >= len(guests):
                    return guests
                await newest.leave()
                await asyncio.sleep(0.2)

    async with RoomDoor(processes.address) as door:
        guests = [await door.enter(path, "Guest") for _ in range(2)]
        before = [open_connections(server.port) for server in processes.servers]
        owner = before.index(max(before))
        await asyncio.to_thread(processes.kill, owner)
        guests = await together(door, guests)
        await asyncio.to_thread(processes.replace, owner)
        guests = await together(door, [*guests, await door.enter(path, "Guest")])
        assert all(guest.is_connected for guest in guests)


def test_haproxy_accepts_the_configuration_for_containers_too() -> None:
    for more in ({}, {"HANABI_REPLICAS": "3", "HANABI_BIND": ":8000"}):
        command = [haproxy(), "-c", "-f", str(CONFIGURATION)]
        ran = subprocess.run(command, env={**os.environ, **more}, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stderr.count("WARNING")) == (0, 0), ran.stderr


def test_the_limits_of_the_proxy_are_those_of_a_process() -> None:
    text, limits = CONFIGURATION.read_text(), ServerLimits()
    assert re.findall(r"sc0_conn_cur gt (\d+)", text) == [str(limits.connections)]
    # In a minute: as many as are allowed at once, and as many again.
    assert re.findall(r"sc0_http_req_rate gt (\d+)", text) == [str(2 * limits.requests)]


async def test_the_proxy_limits_an_address_and_hides_the_metrics(processes: ProxiedServers) -> None:
    """The limits are for visitors, not for proxies, so nobody is trusted here."""
    text = configuration([server.port for server in processes.servers])
    text = text.replace("src 127.0.0.0/8", "src 192.0.2.0/24").replace(f"gt {2 * ServerLimits().requests}", "gt 3")
    text = text.replace("${HANABI_PROXY-127.0.0.1}", "192.0.2.1")
    with running_proxy(text) as proxy:
        async with httpx.AsyncClient(base_url=proxy.address, timeout=60) as visitor:
            answers = [(await visitor.get(path)).status_code for path in ("/metrics", "/readyz", "/readyz", "/readyz")]
    assert answers == [403, 200, 200, 429]
    async with httpx.AsyncClient(base_url=processes.address, timeout=60) as operator:
        assert (await operator.get("/metrics")).status_code == 200
