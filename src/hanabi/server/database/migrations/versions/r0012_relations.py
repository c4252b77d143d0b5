"""Friends of an account, and those it does not want to meet."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "relation",
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("other_account", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("account_id", "other_account"),
    )
    op.create_index("ix_relation_other", "relation", ["other_account"])
