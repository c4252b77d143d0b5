"""Databases of earlier schemas: each opens, moves to the newest schema, and loses nothing."""

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, insert, select, text

from hanabi.chance import shuffled_deck
from hanabi.records import replay
from hanabi.server.database import open_store
from hanabi.server.database.schema import finished_games, metadata
from hanabi.server.database.schema_upgrade import MIGRATIONS, newest_revision
from hanabi.server.live.registry import TableRegistry
from hanabi.server.people.accounts import Accounts, SignInKeys

pytestmark = pytest.mark.anyio
FILES = sorted((Path(__file__).parent / "databases").glob("schema-*.sql"))


def rows_of(file: Path) -> dict[str, set[tuple[Any, ...]]]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: set(connection.execute(f'SELECT * FROM "{name}"')) for name in names}


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    file = tmp_path / "tables.db"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.executescript(request.param.read_text())
    return file


async def test_the_newest_revision_is_that_of_alembic() -> None:
    """The server reads it from file names, because Alembic takes a while to import."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == newest_revision()


async def test_there_is_a_database_of_the_newest_schema() -> None:
    """`python tests/server/database/databases/make.py` writes it."""
    assert f"schema-{newest_revision()}" in {file.stem for file in FILES}


async def test_an_old_database_opens_and_loses_nothing(database: Path) -> None:
    before = rows_of(database)
    store = open_store(str(database))
    await store.open()
    registry, tables = TableRegistry(store), {}
    for table_id in {row[0] for row in before["event"]}:
        table = (await registry.live_table(table_id)).table
        tables[table.phase] = table
        assert table.n + 1 == sum(row[0] == table_id for row in before["event"])
    await Accounts(store).login("ana", "correct horse", SignInKeys("k9", None))
    await store.close()
    assert set(tables) == {"setup", "playing", "over"}
    assert [occupant.name for occupant in tables["setup"].occupants] == ["Ana", "Bogdan", "Łucja", None]
    assert tables["playing"].actions == 8
    assert tables["playing"].notes[1] == {3: "<b>new?</b>"}
    record = tables["over"].record()
    over = replay(record).over
    assert over is not None
    assert over.to_dict() == record.extra["result"]
    seed = bytes.fromhex(record.extra["deal"]["proof"]["seed"])
    assert list(record.deck) == shuffled_deck(record.rules, seed)
    after = rows_of(database)
    for name, rows in before.items():
        if name not in ("alembic_version", "game_table", "visitor"):
            assert rows <= after[name], name
    with create_engine(f"sqlite:///{database}").connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


async def test_games_of_a_schema_without_the_kind_of_deal(new_database: str) -> None:
    """On PostgreSQL too. Only the daily deals are known; the others must not count as fresh."""
    game = {
        "over_at": 1.0,
        "public": True,
        "players": 2,
        "score": 20,
        "max_score": 25,
        "outcome": "over",
        "casual": False,
        "again": False,
        "seats": "[]",
        "facts": "{}",
    }

    def to_revision_9(connection: Connection) -> None:
        # What later revisions add.
        for name in ("club_member", "club", "contest_game", "contest_entry", "contest_team", "contest"):
            connection.execute(text(f"DROP TABLE {name}"))
        connection.execute(text("DROP TABLE seeker"))
        for table in ("relation", "player_rating", "profile", "game_tag"):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("DROP INDEX ix_finished_game_rated"))
        connection.execute(text("ALTER TABLE finished_game DROP COLUMN rated"))
        connection.execute(text("ALTER TABLE finished_game DROP COLUMN deal_kind"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0009'"))
        for daily in (None, "2026-01-01"):
            connection.execute(insert(finished_games).values(**game, table_id=str(daily), daily=daily))

    def kinds(connection: Connection) -> dict[str, str | None]:
        return {row.table_id: row.deal_kind for row in connection.execute(select(finished_games))}

    store = open_store(new_database)
    await store.open()
    await store.write(to_revision_9)
    await store.close()
    store = open_store(new_database)
    await store.open()
    assert await store.query(kinds) == {"None": None, "2026-01-01": "daily"}
    await store.close()
