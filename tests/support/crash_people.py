"""Two people at a server that crashes: a search for players, rated games and events. What the server has
acknowledged must be there afterwards.
"""

import asyncio
import contextlib
import random
import time
from collections.abc import Sequence
from typing import Any

import httpx

from hanabi.client import SeatAt
from support.crash_clients import Ledger, Player

# Seconds that the server may need to rate a game, with three bots in a process of its own, on a busy machine.
PATIENCE = 600
BUSY = (502, 503, 504)


class Refusal(Exception):
    """The server has answered with this code."""


class Person:
    """A browser that asks again until the server answers."""

    def __init__(self, name: str) -> None:
        self.name, self.addresses = name, [""]
        self._client = httpx.AsyncClient(timeout=10)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer. Raises Refusal."""
        while True:
            address = self.addresses[0]
            with contextlib.suppress(httpx.HTTPError):
                answer = await self._client.request(method, address + path, json=body, headers={"Origin": address})
                if answer.status_code not in BUSY:
                    if answer.is_error:
                        raise Refusal(answer.json()["code"])
                    return answer.json() if answer.content else None
            await asyncio.sleep(0.05)

    async def ask_once(self, method: str, path: str, body: Any, *done: str) -> Any:
        """As above; these refusals mean that an earlier try was stored before the crash."""
        try:
            return await self.ask(method, path, body)
        except Refusal as refusal:
            if str(refusal) not in done:
                raise
            return None

    @property
    def cookie(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._client.cookies.jar)}

    async def close(self) -> None:
        await self._client.aclose()


class QuickPlayer(Player):
    """A person at a table, who plays any card at once, so that games are short."""

    def __init__(self, person: Person, table: str, seat: int, ledger: Ledger) -> None:
        super().__init__(SeatAt("", table, seat=seat), ledger, random.Random(seat))
        self.addresses, self._person = person.addresses, person

    @property
    def headers(self) -> dict[str, str]:
        return self._person.cookie | {"Origin": self._person.addresses[0]}

    def choices(self, legal: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
        return [action for action in legal if action["type"] == "play"] or legal


class Company:
    """Ana and Bo, and what the server has acknowledged to them: how many have entered an event, results, and tables
    that the search has found."""

    def __init__(self, address: str) -> None:
        self.ana, self.bo = Person("Ana"), Person("Bo")
        self.ledger = Ledger()
        self.entries: dict[str, int] = {}
        self.results: dict[tuple[str, int], dict[str, Any]] = {}
        # Tables that were found, and those where the game has ended.
        self.matches: list[str] = []
        self.rated: list[str] = []
        self.move_to(address)

    def move_to(self, address: str) -> None:
        """The server has this address now."""
        for person in (self.ana, self.bo):
            person.addresses[:] = [address]

    async def live(self) -> None:
        for person in (self.ana, self.bo):
            account = {"name": person.name, "password": "correct horse"}
            if await person.ask_once("POST", "/api/account/register", account, "name_taken") is None:
                await person.ask("POST", "/api/account/login", account)
        while True:
            await self._play(await self._meet())
            self.rated.append(self.matches[-1])
            await self._play_event()

    async def _play_event(self) -> None:
        dates = {"starts_at": time.time(), "ends_at": time.time() + 86400}
        options = {"seats": 2, "rules": {"strikes": 1}}
        plan = {"title": "Lanterns", "deals": 2, "options": options, **dates}
        path = "/api/events/" + (await self.bo.ask("POST", "/api/events", plan))["event"]
        await self.ana.ask_once("POST", f"{path}/entry", {"name": "Ana", "team": "Owls"}, "contest_entered")
        self.entries[path] = 1
        code = (await self.ana.ask("GET", path))["own"]["code"]
        await self.bo.ask_once("POST", f"{path}/entry", {"name": "Bo", "code": code}, "contest_entered")
        self.entries[path] = 2
        for deal in (1, 2):
            table = (await self.ana.ask("POST", f"{path}/play"))["table"]
            await self._play(table)
            while (played := (await self.bo.ask("GET", path))["own"]["deals"][deal - 1])["score"] is None:
                await asyncio.sleep(0.05)
            self.results[path, deal] = played

    async def _meet(self) -> str:
        for person in (self.ana, self.bo):
            await person.ask("POST", "/api/match", {"players": 2, "pace": "quick", "bots": False, "name": person.name})
        found: dict[str, str] = {}
        while len(found) < 2:
            for person in (self.ana, self.bo):
                if table := (await person.ask("GET", "/api/match"))["table"]:
                    found[person.name] = table
            await asyncio.sleep(0.05)
        (table,) = set(found.values())
        self.matches.append(table)
        return table

    async def _play(self, table: str) -> None:
        seats = {}
        for person in (self.ana, self.bo):
            held = (await person.ask("GET", "/api/me"))["seats"]
            seats[person.name] = next(one["seat"] for one in held if one["table"]["id"] == table)
        players = [QuickPlayer(person, table, seats[person.name], self.ledger) for person in (self.ana, self.bo)]
        await asyncio.gather(*(player.play() for player in players))

    async def audit(self, *, wait_for_ratings: bool) -> list[str]:
        """What is missing. Ratings come later than results: bots play the deals first."""
        problems = []
        for path, entered in self.entries.items():
            own = (await self.ana.ask("GET", path))["own"]
            if own is None or len(own["people"]) < entered:
                problems.append(f"{path}: {entered} had entered, and now it is {own}")
        for (path, deal), played in self.results.items():
            now = (await self.bo.ask("GET", path))["own"]["deals"][deal - 1]
            if now != played:
                problems.append(f"{path}: {played} is now {now}")
            page = await self.ana.ask("GET", f"{path}/standings")
            if [row["scores"][deal - 1] for row in page["rows"]] != [played["score"]]:
                problems.append(f"{path}: {played} is missing in {page}")
        for person in (self.ana, self.bo):
            held = {one["table"]["id"] for one in (await person.ask("GET", "/api/me"))["seats"]}
            problems += [f"{table} was found" for table in self.matches if table not in held]
            async with asyncio.timeout(PATIENCE):
                while (deals := await self._rated_deals(person)) < len(self.rated) and wait_for_ratings:
                    await asyncio.sleep(0.5)
            if deals > len(self.matches):
                problems.append(f"{deals} deals are rated after {self.matches}")
            await person.close()
        return problems + self.ledger.problems

    async def _rated_deals(self, person: Person) -> int:
        ratings = (await person.ask("GET", "/api/me/profile"))["ratings"]
        return sum(history["deals"] for history in ratings)
