"""People who look for others to play with."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "seeker",
        sa.Column("owner", sa.String(80), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("account_id", sa.Integer),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("level", sa.Double, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False),
        sa.Column("bots_at", sa.Double),
        sa.Column("table_id", sa.String(32)),
        sa.Column("seat", sa.Integer),
        sa.Column("seats", sa.Integer),
    )
    op.create_index("ix_seeker_table", "seeker", ["table_id"])
