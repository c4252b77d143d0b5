"""No answer about accounts, and nothing an operator is shown, tells a hidden card, a key, a token or a hash."""

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from sqlalchemy import Connection, select

from hanabi.cli import main
from hanabi.server.context import Context
from hanabi.server.database.schema import accounts, events, holders, recovery_codes, stored_secrets, visitors
from hanabi.server.live.live_table import LiveTable
from hanabi.server.people.account_data import exported_game
from hanabi.server.people.person_log import PersonLog
from hanabi.server.tables.features.play import checked_move
from support.hidden_cards import shuffled
from support.http_visitor import Visitor, a_finished_game, fill_seats_and_start, http_context

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse"
LONG_HEX = re.compile(r"[0-9a-f]{64}")


async def move_at_random(live: LiveTable, chance: random.Random) -> None:
    game = live.table.game
    assert game is not None
    assert game.player is not None
    event = checked_move(live.table, game.player, chance.choice(game.legal_actions()))
    await live.append(lambda _: event)


async def test_the_export_of_a_running_game_does_not_depend_on_hidden_cards(tmp_path: Path) -> None:
    chance, checked = random.Random(11), 0
    async with http_context(tmp_path) as context:
        ana = Visitor(context)
        await ana.post("/api/account/register", {"name": "Ana", "password": PASSWORD})
        account = await context.accounts.of_key(ana.key)
        assert account is not None
        for seat in (0, 2):
            opened = await ana.post(
                "/api/tables", {"at": seat, "options": {"seats": 3, "spectators": "open", "seed": f"export {seat}"}}
            )
            live = await fill_seats_and_start(context, opened["table"])
            while live.table.phase == "playing":
                rows = await context.registry.store.read(live.table.id)
                log = PersonLog(live.table.id, rows, account)
                exported = msgspec.json.encode(exported_game(log))
                assert log.seats == [seat]
                log.table = shuffled(log.table, seat, chance)
                assert msgspec.json.encode(exported_game(log)) == exported
                checked += 1
                await move_at_random(live, chance)
    assert checked > 20


def secrets_stored(connection: Connection) -> set[str]:
    """Every hash, key, token, seed and secret that the database holds."""
    columns = (accounts.c.password, recovery_codes.c.code, visitors.c.key, stored_secrets.c.value)
    secrets = {str(value) for column in columns for value in connection.execute(select(column)).scalars()}
    secrets |= {key for key in connection.execute(select(holders.c.key)).scalars() if not key.startswith("account:")}
    for body in connection.execute(select(events.c.body)).scalars():
        secrets |= set(LONG_HEX.findall(body))
    return secrets


async def responses(context: Context, ana: Visitor, table: str) -> dict[str, str]:
    """All responses about an account that has some data."""
    answers: dict[str, Any] = {}
    for path in ("/api/account/sessions", "/api/account/export", "/api/me", "/api/me/games"):
        answers[path] = await ana.get(path)
    for path, body in {
        "/api/account/password": {"old": "wrong horse", "new": "another horse"},
        "/api/account/recovery-code": {"password": PASSWORD},
        "/api/account/recover": {"name": "Ana", "code": "0", "password": "another horse"},
        "/api/account/login": {"name": "Ana", "password": "wrong horse"},
        "/api/account/delete": {"password": "wrong horse"},
        "/api/reports": {"table": table, "reason": "other", "text": "x"},
        f"/api/tables/{table}/unlink": None,
    }.items():
        answers[path] = (await ana.request("POST", path, body))[1]
    return {path: json.dumps(answer) for path, answer in answers.items()}


async def test_no_answer_about_accounts_or_for_operators_reveals_a_secret(tmp_path: Path) -> None:
    async with http_context(tmp_path) as context:
        ana = Visitor(context)
        await ana.post("/api/account/register", {"name": "Ana", "password": PASSWORD})
        finished = await a_finished_game(context, ana, public=True)
        table = (await ana.post("/api/tables", {"options": {"seats": 2, "seed": "a known deal"}}))["table"]
        await fill_seats_and_start(context, table)
        await ana.post("/api/studies", {"of": {"table": finished}})
        await context.registry._save_summaries()
        answers = await responses(context, ana, table)
        for arguments in (
            ["tables"],
            ["reports"],
            ["ban", "192.0.2.0/24"],
            ["mute", "Ana"],
            ["sanctions"],
            ["export-account", "Ana"],
            ["hide", finished],
            ["close", table],
            ["audit"],
        ):
            command = ["admin", "--database", str(tmp_path / "tables.db"), *arguments]
            answers[" ".join(arguments)] = (await asyncio.to_thread(CliRunner().invoke, main, command)).output
        stored = await context.registry.store.query(secrets_stored)
        live = await context.registry.live_table(table)
        running = {live.table.seed, live.table.secret, "a known deal"}
        # A finished game reveals its secret and its seed to everybody.
        stored -= await fairness_of(context, finished)
    assert len(stored) > 10
    assert all("Error" not in answer for answer in answers.values())
    for path, answer in answers.items():
        assert [secret for secret in stored | running if secret in answer] == [], path


async def fairness_of(context: Context, table: str) -> set[str]:
    over = (await context.registry.live_table(table)).table
    return {over.seed, over.secret}
