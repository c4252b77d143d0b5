"""Writes a database as SQL, once per schema: `python tests/server/database/databases/make.py`.

Run it when the schema has changed. `test_old_databases.py` opens the database of each schema with the newest program.
"""

import asyncio
import json
import random
import sqlite3
import tempfile
from pathlib import Path

import msgspec

from hanabi.server.actor import Actor
from hanabi.server.database import open_store
from hanabi.server.database.schema_upgrade import newest_revision
from hanabi.server.live.live_table import LiveTable
from hanabi.server.live.registry import TableRegistry
from hanabi.server.people.accounts import Accounts, SignInKeys
from hanabi.server.tables import Command, InitialSeat, Options, handle
from hanabi.server.tables.features import notes, start, take_back, talk
from hanabi.server.tables.features.play import Choice, Move

FOLDER = Path(__file__).parent


async def perform(live: LiveTable, seat: int, command: Command) -> None:
    await live.append(lambda now: handle(live.table, command, Actor(f"k{seat}"), now), f"k{seat}:{command.id}")


async def play(live: LiveTable, moves: int, chance: random.Random) -> None:
    await perform(live, 0, start.Start(id="start"))
    while live.table.phase == "playing" and live.table.actions < moves:
        game = live.table.game
        assert game is not None
        seat, number = game.player, live.table.actions
        assert seat is not None
        legal = chance.choice(json.loads(live.clients.state_writer.view(seat))["legal"])
        fields = {name: value for name, value in legal.items() if name not in ("slots", "card")}
        move = Move(id=f"m{number}", actions=number, action=msgspec.convert(fields, Choice))
        await perform(live, seat, move)


async def fill(file: Path) -> None:
    """A table in setup, one in play with notes, chat and a take-back, one that is over; and an account."""
    chance = random.Random(7)
    store = open_store(str(file))
    await store.open()
    registry = TableRegistry(store)
    await registry.open()
    seats = tuple(
        InitialSeat(name, None, (f"k{seat}",), f"t{seat}") for seat, name in enumerate(("Ana", "Bogdan", "Łucja"))
    )
    await Accounts(store).register("Ana", "correct horse", SignInKeys("k0", None))
    waiting = await registry.create(
        Options(seats=4, title="Vino!", public=True, rules={"edition": "ro"}), Actor("k0"), seats
    )
    running = await registry.create(Options(seats=3, communication="free"), Actor("k0"), seats)
    finished = await registry.create(
        Options(seats=3, public=True, seed="golden", rules={"strikes": 1}), Actor("k0"), seats
    )
    await play(running, 9, chance)
    await perform(running, 1, notes.Note(id="n", draw=3, text="<b>new?</b>"))
    await perform(running, 2, talk.Chat(id="c", text="'; DROP TABLE event; --"))
    last = running.table.actors[-1]
    await perform(running, last, take_back.TakeBack(id="a", answer="ask"))
    for seat in {0, 1, 2} - {last}:
        await perform(running, seat, take_back.TakeBack(id=f"y{seat}", answer="agree"))
    await play(finished, 999, chance)
    assert (waiting.table.phase, running.table.phase, finished.table.phase) == ("setup", "playing", "over")
    assert running.table.casual
    await registry.close()
    await store.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        asyncio.run(fill(file))
        connection = sqlite3.connect(file)
        text = "\n".join(connection.iterdump()) + "\n"
        connection.close()
    (FOLDER / f"schema-{newest_revision()}.sql").write_text(text)


if __name__ == "__main__":
    main()
