"""Totals instead of counting, indexes for lists, who drives which table, and what retention needs to know.

Finished games are counted afterwards, by the server: none of them is `archived` yet.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("game_table", sa.Column("seen_at", sa.Double, nullable=False, server_default="0"))
    op.add_column("game_table", sa.Column("opened_from", sa.String(16)))
    op.add_column("game_table", sa.Column("archived", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("UPDATE game_table SET seen_at = updated_at")
    op.create_index("ix_game_table_seen", "game_table", ["phase", "public", "seen_at"])
    op.create_index("ix_game_table_edition", "game_table", ["phase", "public", "edition", "updated_at"])
    op.create_index("ix_game_table_archived", "game_table", ["phase", "archived", "id"])
    op.add_column("holder", sa.Column("updated_at", sa.Double, nullable=False, server_default="0"))
    op.execute(
        "UPDATE holder SET updated_at ="
        " coalesce((SELECT t.updated_at FROM game_table t WHERE t.id = holder.table_id), 0)"
    )
    op.drop_index("ix_holder_key", "holder")
    op.drop_index("ix_holder_account", "holder")
    op.create_index("ix_holder_key", "holder", ["key", "updated_at"])
    op.create_index("ix_holder_account", "holder", ["account_id", "updated_at"])
    op.drop_index("ix_finished_game_deal", "finished_game")
    op.drop_index("ix_finished_game_daily", "finished_game")
    op.create_index("ix_finished_game_deal", "finished_game", ["deal", "score", "over_at"])
    op.create_index("ix_finished_game_daily", "finished_game", ["daily", "players", "score", "over_at"])
    op.create_table(
        "server_process",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("started_at", sa.Double, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False),
    )
    op.create_table(
        "driven_table",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("process", sa.String(16)),
        sa.Column("due_at", sa.Double, nullable=False),
    )
    op.create_index("ix_driven_table_process", "driven_table", ["process", "due_at"])
    op.execute(
        "INSERT INTO driven_table (table_id, due_at)"
        " SELECT id, updated_at FROM game_table WHERE phase = 'playing' AND driven"
    )
    op.create_table(
        "score_total",
        sa.Column("edition", sa.String(20), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("edition", "players", "outcome"),
    )
    op.create_table(
        "player_total",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("squares", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("perfect", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("owner", "kind", "name"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "watermark",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.Double, nullable=False),
    )
