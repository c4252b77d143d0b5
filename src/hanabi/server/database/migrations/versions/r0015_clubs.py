"""Clubs, who may enter an event, and seasons."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    with op.batch_alter_table("contest") as contest:
        contest.add_column(sa.Column("entry", sa.String(10), nullable=False, server_default="anyone"))
        contest.add_column(sa.Column("club_id", sa.String(32)))
        contest.add_column(sa.Column("season", sa.Integer, nullable=False, server_default="1"))
        contest.add_column(sa.Column("next_id", sa.String(32)))
    op.create_index("ix_contest_club", "contest", ["club_id", "ends_at"])
    op.create_table(
        "club",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("conventions", sa.Text, nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("joined", sa.Integer, nullable=False),
    )
    op.create_table(
        "club_member",
        sa.Column("club_id", sa.String(32), nullable=False),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("joined_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("club_id", "account_id"),
    )
    op.create_index("ix_club_member_account", "club_member", ["account_id"])
