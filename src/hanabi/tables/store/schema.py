"""The tables of the database. Changing them needs a migration (migrations/versions)."""

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

tables = Table(
    "game_table",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
    Column("phase", String(10), nullable=False),
    Column("public", Boolean, nullable=False),
    # Whether bots or a clock need a process that drives them.
    Column("driven", Boolean, nullable=False),
    Column("players", Integer, nullable=False),
    Column("edition", String(20)),
    Column("score", Integer),
    Column("outcome", String(10)),
    Column("summary", Text, nullable=False),
    Index("ix_game_table_lobby", "phase", "public", "updated_at"),
)

events = Table(
    "event",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("n", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("body", Text, nullable=False),
    Column("command", String(80)),
    PrimaryKeyConstraint("table_id", "n"),
    UniqueConstraint("table_id", "command"),
    sqlite_with_rowid=False,
)

accounts = Table(
    "account",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(24), nullable=False),
    # The name as it is compared: case and width do not make another account.
    Column("folded", String(80), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("created_at", Double, nullable=False),
)

visitors = Table(
    "visitor",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("account_id", Integer, ForeignKey("account.id", ondelete="CASCADE"), nullable=False),
)

holders = Table(
    "holder",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("key", String(64), nullable=False),
    Column("account_id", Integer),
    PrimaryKeyConstraint("table_id", "seat", "key"),
    Index("ix_holder_key", "key"),
    Index("ix_holder_account", "account_id"),
)
