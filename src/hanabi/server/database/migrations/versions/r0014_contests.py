"""Events: their teams, entries and games."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def _of_contest() -> sa.Column[str]:
    return sa.Column("contest_id", sa.String(32), nullable=False)


def upgrade() -> None:
    op.create_table(
        "contest",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("account_id", sa.Integer),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("format", sa.String(12), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("bots", sa.Boolean, nullable=False),
        sa.Column("drawn", sa.Boolean, nullable=False),
        sa.Column("teams_drawn", sa.Boolean, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("starts_at", sa.Double, nullable=False),
        sa.Column("ends_at", sa.Double, nullable=False),
        sa.Column("teams", sa.Integer, nullable=False),
        sa.Column("results", sa.Integer, nullable=False),
    )
    op.create_index("ix_contest_ends", "contest", ["listed", "ends_at"])
    op.create_index("ix_contest_account", "contest", ["account_id"])
    op.create_table(
        "contest_team",
        _of_contest(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("contest_id", "number"),
    )
    op.create_table(
        "contest_entry",
        _of_contest(),
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("account_id", sa.Integer),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("team", sa.Integer),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("contest_id", "owner"),
    )
    op.create_index("ix_contest_entry_team", "contest_entry", ["contest_id", "team"])
    op.create_index("ix_contest_entry_owner", "contest_entry", ["owner"])
    op.create_table(
        "contest_game",
        _of_contest(),
        sa.Column("team", sa.Integer, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False, unique=True),
        sa.Column("number", sa.Integer),
        sa.Column("score", sa.Integer),
        sa.Column("turns", sa.Integer),
        sa.PrimaryKeyConstraint("contest_id", "team", "deal"),
    )
    op.create_index("ix_contest_game_number", "contest_game", ["contest_id", "number"])
    op.create_index("ix_contest_game_deal", "contest_game", ["contest_id", "deal"])
