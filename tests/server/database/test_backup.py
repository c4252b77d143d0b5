"""`hanabi db backup` and `hanabi db restore`: a copy made under load has everything acknowledged before."""

import asyncio
import contextlib
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hanabi.cli.db import command as db
from support.crash_clients import Ledger, Player, audit, tables_with_players
from support.postgres import a_database
from support.server_process import Server, running_server

pytestmark = pytest.mark.slow


@contextlib.contextmanager
def a_place(kind: str, folder: Path, name: str) -> Iterator[str]:
    """The address of a database that does not exist yet or is empty."""
    if kind == "sqlite":
        yield str(folder / name / "tables.db")
    else:
        with a_database() as dsn:
            yield dsn


def run(*arguments: str) -> Result:
    return CliRunner().invoke(db, arguments)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_copy_made_under_load_has_everything_acknowledged(kind: str, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "tables.copy"

    async def play_and_copy(server: Server, source: str) -> tuple[Ledger, list[Player]]:
        """Returns what had been acknowledged when the copy started."""
        ledger, before = Ledger(), Ledger()
        players = await tables_with_players(server.address, 4, ledger)
        playing = [asyncio.ensure_future(player.play()) for player in players]
        while ledger.moves < 40:
            await asyncio.sleep(0.01)
        before.acks, before.shown = dict(ledger.acks), dict(ledger.shown)
        result = await asyncio.to_thread(run, "backup", str(copy), "--database", source)
        assert result.exit_code == 0, result.output
        moves = ledger.moves
        while ledger.moves < moves + 5 and not all(player.over for player in players):
            await asyncio.sleep(0.01)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        return before, players

    with a_place(kind, tmp_path, "source") as source, a_place(kind, tmp_path, "target") as target:
        with running_server(source) as server:
            before, players = asyncio.run(play_and_copy(server, source))
            assert len(before.acks) >= 40
            refused = run("restore", str(copy), "--database", source, "--force")
            assert refused.exit_code == 1
            assert "stop it first" in refused.output
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        restored = run("restore", str(copy), "--database", target)
        assert restored.exit_code == 0, restored.output
        with running_server(target) as server:
            asyncio.run(audit(server.address, players, before))
        assert before.problems == []

        refused = run("restore", str(copy), "--database", target)
        assert refused.exit_code == 1
        assert "would be lost" in refused.output
        forced = run("restore", str(copy), "--database", target, "--force")
        assert forced.exit_code == 0, forced.output
        with running_server(target) as server:
            asyncio.run(audit(server.address, players, before))
        assert before.problems == []


def a_database_file(tmp_path: Path) -> str:
    file = str(tmp_path / "tables.db")
    assert run("upgrade", "--database", file).exit_code == 0
    return file


def test_the_database_of_a_stopped_server_can_be_copied(tmp_path: Path) -> None:
    assert run("backup", str(tmp_path / "copy"), "--database", a_database_file(tmp_path)).exit_code == 0
    assert run("restore", str(tmp_path / "copy"), "--database", str(tmp_path / "new.db")).exit_code == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "new.db")) as connection:
        assert connection.execute("SELECT count(*) FROM event").fetchone() == (0,)


def test_a_copy_never_overwrites_a_file(tmp_path: Path) -> None:
    file = a_database_file(tmp_path)
    (tmp_path / "copy").write_text("precious")
    result = run("backup", str(tmp_path / "copy"), "--database", file)
    assert result.exit_code == 1
    assert "already exists" in result.output
    assert (tmp_path / "copy").read_text() == "precious"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"not a database", "is not a copy of an SQLite file"),
        (b"PGDMP and more", "is not a copy of an SQLite file"),
        (b"SQLite format 3\0" + b"\xff" * 4096, "is damaged"),
    ],
)
def test_a_file_that_is_not_a_copy_is_not_restored(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "copy").write_bytes(content)
    result = run("restore", str(tmp_path / "copy"), "--database", str(tmp_path / "tables.db"))
    assert result.exit_code == 1
    assert reason in result.output
    assert not (tmp_path / "tables.db").exists()


def test_a_database_of_another_program_is_not_restored(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "copy")) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    result = run("restore", str(tmp_path / "copy"), "--database", str(tmp_path / "tables.db"))
    assert result.exit_code == 1
    assert "has no tables of this server" in result.output


def test_a_missing_postgresql_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = run("backup", str(tmp_path / "copy"), "--database", "postgresql://hanabi@localhost/hanabi")
    assert result.exit_code == 1
    assert "pg_dump is not installed" in result.output
    assert list(tmp_path.iterdir()) == []


def test_the_password_is_not_among_the_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All users of the machine can read the arguments of a process."""
    program = tmp_path / "pg_dump"
    program.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/arguments\necho "$PGPASSWORD" > {tmp_path}/password\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    address = "postgresql://ana:s%40crt@db.example:5433/hanabi?sslmode=require"
    assert run("backup", str(tmp_path / "copy"), "--database", address).exit_code == 0
    assert (tmp_path / "password").read_text() == "s@crt\n"
    assert "postgresql://ana@db.example:5433/hanabi?sslmode=require" in (tmp_path / "arguments").read_text()
    assert "crt" not in (tmp_path / "arguments").read_text()
