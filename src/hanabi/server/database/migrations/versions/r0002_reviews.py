"""Finished games to compare, studies, reviews, and the secret behind the daily deals."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "finished_game",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("over_at", sa.Double, nullable=False),
        sa.Column("deal", sa.String(64)),
        sa.Column("daily", sa.String(10)),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("edition", sa.String(20)),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("max_score", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("casual", sa.Boolean, nullable=False),
        sa.Column("again", sa.Boolean, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
    )
    op.create_index("ix_finished_game_deal", "finished_game", ["deal"])
    op.create_index("ix_finished_game_daily", "finished_game", ["daily", "players"])
    op.create_table(
        "study",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("updated_at", sa.Double, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64)),
        sa.Column("account_id", sa.Integer),
        sa.Column("origin", sa.String(32)),
        sa.Column("daily", sa.String(10)),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
    )
    op.create_index("ix_study_owner", "study", ["owner"])
    op.create_index("ix_study_account", "study", ["account_id"])
    op.create_table(
        "review",
        sa.Column("subject", sa.String(48), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "secret",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
