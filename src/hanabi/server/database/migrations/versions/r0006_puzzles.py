"""Puzzles of a host's own games, the strength of solvers and puzzles, and who has tried which."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "puzzle",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("origin", sa.String(32), nullable=False),
        sa.Column("theme", sa.String(20), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    for name, key, length in (("puzzle_rating", "puzzle", 12), ("puzzle_solver", "owner", 64)):
        op.create_table(
            name,
            sa.Column(key, sa.String(length), primary_key=True),
            sa.Column("rating", sa.Double, nullable=False),
            sa.Column("deviation", sa.Double, nullable=False),
            sa.Column("volatility", sa.Double, nullable=False),
            sa.Column("tried", sa.Integer, nullable=False),
            sa.Column("solved", sa.Integer, nullable=False),
        )
    op.create_table(
        "puzzle_attempt",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("puzzle", sa.String(12), nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("owner", "puzzle"),
        sqlite_with_rowid=False,
    )
