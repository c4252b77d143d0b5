"""Clients that move as fast as they can, and a ledger of everything acknowledged or shown, for checks after a crash."""

import asyncio
import contextlib
import json
import random
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from hanabi.client import CommandRefused, SeatAt, TableClient, open_table, request, take_seat
from hanabi.server.tables.features import start


class Ledger:
    """What clients have received: acknowledgements, and the events that each seat has seen."""

    def __init__(self) -> None:
        self.acks: dict[tuple[str, str], int] = {}
        self.shown: dict[tuple[str, int, int | None], str] = {}
        self.newest: dict[str, int] = {}
        self.problems: list[str] = []
        # Codes of refused commands, and refused connections.
        self.refusals: list[str] = []
        # Acknowledged moves of players, and writes of organizers.
        self.moves = self.writes = 0

    def acknowledged(self, table: str, command: str, n: int) -> None:
        before = self.acks.setdefault((table, command), n)
        if before != n:
            self.problems.append(f"{table}: {command} was event {before} and is now {n}")

    def saw(self, table: str, seat: int | None, state: dict[str, Any]) -> None:
        for n in {event["n"] for event in state["events"]}:
            text = json.dumps([event for event in state["events"] if event["n"] == n], sort_keys=True)
            before = self.shown.setdefault((table, n, seat), text)
            if before != text:
                self.problems.append(f"{table}: seat {seat} saw event {n} as {before} and then as {text}")
        self.newest[table] = max(self.newest.get(table, -1), state["n"])


class Player:
    """A client that moves when it can, sends some moves twice, and after a crash repeats unanswered commands.

    It leaves when its game is over and everything is answered, so that a long test does not collect spectators.
    """

    def __init__(self, seat: SeatAt, ledger: Ledger, chance: random.Random) -> None:
        self.seat, self.ledger, self.chance = seat, ledger, chance
        self.addresses = [seat.server]
        self.pending: tuple[str, str] | None = None
        # The newest state during a pending command: it may be this player's turn again.
        self.unanswered: dict[str, Any] | None = None
        self.since: int | None = None
        self.count = 0
        self.over = False

    async def play(self) -> None:
        while not self._has_finished:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                try:
                    await self._converse(self.chance.choice(self.addresses))
                except (ConnectionRefusedError, InvalidStatus) as refused:
                    self.ledger.refusals.append(str(refused))
                    raise
            await asyncio.sleep(0.05)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.seat.token}"}

    def choices(self, legal: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
        """The actions to choose from."""
        return [action for action in legal if action["type"] != "play"] or legal

    @property
    def _has_finished(self) -> bool:
        return self.over and self.pending is None

    async def _converse(self, address: str) -> None:
        seat = SeatAt(address, self.seat.table, self.seat.token)
        since = "" if self.since is None else f"?since={self.since}"
        where = seat.socket_address + since
        async with connect(
            where, additional_headers=self.headers, compression=None, max_size=2**22, open_timeout=5
        ) as socket:
            if self.pending is not None:
                await socket.send(self.pending[1])
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "state":
                    self.since = message["n"]
                    self.ledger.saw(self.seat.table, self.seat.seat, message)
                    await self._move(socket, message)
                elif message["type"] == "ack":
                    self.ledger.acknowledged(self.seat.table, message["id"], message["n"])
                    if self.pending is not None and self.pending[0] == message["id"]:
                        self.ledger.moves += 1
                        await self._answered(socket)
                elif self.pending is not None and message["id"] == self.pending[0]:
                    self.ledger.refusals.append(message["code"])
                    if message["code"] in ("busy", "slow_down"):
                        await asyncio.sleep(0.25)
                        await socket.send(self.pending[1])
                    else:
                        await self._answered(socket)
                if self._has_finished:
                    return

    async def _answered(self, socket: Any) -> None:
        self.pending = None
        state, self.unanswered = self.unanswered, None
        if state is not None:
            await self._move(socket, state)

    async def _move(self, socket: Any, state: dict[str, Any]) -> None:
        view = state["view"]
        self.over = bool(view and view["over"])
        if self.pending is not None:
            self.unanswered = state
        if self.pending is not None or not view or not view["legal"]:
            return
        chosen = self.chance.choice(self.choices(view["legal"]))
        action = {name: value for name, value in chosen.items() if name not in ("slots", "card")}
        self.count += 1
        command = f"{self.seat.seat}-{self.count}"
        text = json.dumps({"type": "move", "id": command, "actions": view["actions"], "action": action})
        self.pending = (command, text)
        await socket.send(text)
        if self.chance.random() < 0.1:
            await socket.send(text)


async def tables_with_players(address: str, count: int, ledger: Ledger, seats: int = 3) -> list[Player]:
    """Dealt tables, and a player for every seat."""
    players: list[Player] = []

    async def one(number: int) -> None:
        host = await open_table(address, name="P0", seats=seats, rules={"clue_tokens": 50})
        places = [host] + [await take_seat(address, host.table, name=f"P{seat}") for seat in range(1, seats)]
        async with TableClient(host) as client:
            await client.send(start.Start(id="start"))
        players.extend(Player(place, ledger, random.Random(f"{number} {place.seat}")) for place in places)

    await asyncio.gather(*(one(number) for number in range(count)))
    return players


async def audit(address: str, players: list[Player], ledger: Ledger) -> None:
    """Compare the ledger with what the server sends now, from the first event on."""
    logs: dict[str, dict[int, Any]] = {}
    shown_to: dict[tuple[str, int | None], list[tuple[int, str]]] = {}
    for (table, n, who), shown in ledger.shown.items():
        shown_to.setdefault((table, who), []).append((n, shown))
    for player in players:
        seat = player.seat
        async with TableClient(SeatAt(address, seat.table, seat.token)) as client:
            state = await asyncio.wait_for(client.wait_for(lambda state: True), 60)
        fresh = Ledger()
        current = {"n": state.n, "events": msgspec.to_builtins(client.history)}
        fresh.saw(seat.table, seat.seat, current)
        logs.setdefault(seat.table, {}).update({event["n"]: event for event in current["events"]})
        first = min((event["n"] for event in current["events"]), default=0)
        table, who = seat.table, seat.seat
        for n, shown in shown_to.get((table, who), []):
            now = fresh.shown.get((table, n, who))
            if n >= first and now != shown:
                ledger.problems.append(f"{table}: seat {who} was shown event {n} as {shown}, and it is {now}")
        if state.n < ledger.newest.get(seat.table, -1):
            ledger.problems.append(f"{seat.table}: {ledger.newest[seat.table]} was shown, {state.n} is left")
    for (table, command), n in ledger.acks.items():
        if n not in logs[table]:
            ledger.problems.append(f"{table}: {command} was acknowledged as {n} and is gone")
    for table, log in logs.items():
        first = min(log)
        if sorted(log) != list(range(first, max(log) + 1)):
            ledger.problems.append(f"{table}: numbers are missing in {sorted(log)}")


class Organizer:
    """An account with clubs: it changes their texts, announces events, lets a second account in, and remembers what was
    acknowledged. `text` counts the changes: what was tried after the last acknowledged one may be stored too.
    """

    WRITES_PER_CLUB = 300

    def __init__(self, address: str, ledger: Ledger) -> None:
        self.ledger = ledger
        self._browsers = [httpx.AsyncClient(base_url=address, headers={"Origin": address}, timeout=60) for _ in "ab"]
        self._known = False
        # For each club: its events, the number that its text was last acknowledged with, and whether the other joined.
        self.clubs: dict[str, dict[str, Any]] = {}

    async def organize(self) -> None:
        while True:
            with contextlib.suppress(httpx.HTTPError):
                await self._write()
            await asyncio.sleep(0.2)

    async def _write(self) -> None:
        owner, other = self._browsers
        if not self._known:
            for browser in self._browsers:
                account = {"name": secrets.token_hex(6), "password": secrets.token_hex(6)}
                await _sent(browser, "POST", "/api/account/register", account)
            self._known = True
        if self.ledger.writes % self.WRITES_PER_CLUB == 0:
            club = (await _sent(owner, "POST", "/api/clubs", {"name": "Fireflies"}))["club"]
            self.clubs[club] = {"events": set(), "text": 0, "joined": False}
        else:
            club, known = list(self.clubs.items())[-1]
            if self.ledger.writes % 10 == 0:
                now = time.time()
                plan = {"title": "Thursday", "deals": 1, "starts_at": now, "ends_at": now + 86400, "club": club}
                known["events"].add((await _sent(owner, "POST", "/api/events", plan))["event"])
            elif self.ledger.writes % self.WRITES_PER_CLUB == 1:
                code = (await _sent(owner, "GET", f"/api/clubs/{club}"))["code"]
                await _sent(other, "POST", f"/api/clubs/{club}/members", {"code": code, "person": "B"})
                known["joined"] = True
            else:
                await _sent(owner, "PUT", f"/api/clubs/{club}", {"name": "Fireflies", "text": str(self.ledger.writes)})
                known["text"] = self.ledger.writes
        self.ledger.writes += 1

    async def audit(self) -> None:
        for club, known in self.clubs.items():
            page = await _sent(self._browsers[0], "GET", f"/api/clubs/{club}")
            events = [event["id"] for event in page["events"]]
            if not known["events"] <= set(events) or len(events) != len(set(events)):
                self.ledger.problems.append(f"club {club}: {known['events']} were acknowledged, {events} are left")
            if not known["text"] <= int(page["text"] or 0) <= self.ledger.writes:
                self.ledger.problems.append(f"club {club}: text {known['text']} was acknowledged, it is {page['text']}")
            if len(page["people"]) not in ({2} if known["joined"] else {1, 2}):
                self.ledger.problems.append(f"club {club}: its people are {page['people']}")

    async def close(self) -> None:
        for browser in self._browsers:
            await browser.aclose()


async def _sent(browser: httpx.AsyncClient, method: str, path: str, body: Any = None) -> Any:
    """The answer of an acknowledged request. Raises httpx.HTTPError."""
    answer = await browser.request(method, path, json=body)
    answer.raise_for_status()
    return answer.json() if answer.content else None


class MoveStorm:
    """Players who move as fast as they can; new tables are opened when games end."""

    def __init__(self, address: str) -> None:
        self.address, self.ledger = address, Ledger()
        self.players: list[Player] = []
        self._playing: list[asyncio.Future[None]] = []

    async def moves(self, count: int) -> None:
        """Wait for `count` more acknowledged moves."""
        target = self.ledger.moves + count
        async with asyncio.timeout(120):
            while self.ledger.moves < target:
                if all(player.over for player in self.players):
                    fresh = await tables_with_players(self.address, 5, self.ledger)
                    self.players += fresh
                    self._playing += [asyncio.ensure_future(player.play()) for player in fresh]
                await asyncio.sleep(0.02)

    async def end(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)


@contextlib.asynccontextmanager
async def a_move_storm(address: str) -> AsyncIterator[MoveStorm]:
    """Checks in the end that nothing was lost, changed or doubled."""
    storm = MoveStorm(address)
    try:
        await storm.moves(20)
        yield storm
        await storm.moves(20)
    finally:
        await storm.end()
    await asyncio.wait_for(audit(address, storm.players, storm.ledger), 120)
    assert storm.ledger.problems == []


__all__ = ["CommandRefused", "Ledger", "Player", "a_move_storm", "audit", "request", "tables_with_players"]
