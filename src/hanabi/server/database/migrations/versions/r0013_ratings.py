"""Ratings of players, profiles, and players' own words for their games. Earlier games are not rated."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("finished_game", sa.Column("rated", sa.Boolean))
    op.create_index("ix_finished_game_rated", "finished_game", ["rated", "over_at"])
    op.create_table(
        "player_rating",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("owner", "players", "day"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "profile",
        sa.Column("account_id", sa.Integer, primary_key=True),
        sa.Column("id", sa.String(16), nullable=False, unique=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("invite", sa.String(32), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_table(
        "game_tag",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("tag", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("owner", "table_id", "tag"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_game_tag_table", "game_tag", ["table_id"])
