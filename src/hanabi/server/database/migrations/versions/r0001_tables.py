"""Tables, their events, accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
        sa.Column("phase", sa.String(10), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("driven", sa.Boolean, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("edition", sa.String(20)),
        sa.Column("score", sa.Integer),
        sa.Column("outcome", sa.String(10)),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index("ix_game_table_lobby", "game_table", ["phase", "public", "updated_at"])
    op.create_table(
        "event",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("command", sa.String(80)),
        sa.PrimaryKeyConstraint("table_id", "n"),
        sa.UniqueConstraint("table_id", "command"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "account",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("folded", sa.String(80), nullable=False, unique=True),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_table(
        "visitor",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_table(
        "holder",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("account_id", sa.Integer),
        sa.PrimaryKeyConstraint("table_id", "seat", "key"),
    )
    op.create_index("ix_holder_key", "holder", ["key"])
    op.create_index("ix_holder_account", "holder", ["account_id"])
