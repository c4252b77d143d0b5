"""Invitations of accounts to tables."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "invitation",
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("from_account", sa.Integer, nullable=False),
        sa.Column("sender", sa.String(40), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("account_id", "table_id"),
    )
    op.create_index("ix_invitation_table", "invitation", ["table_id"])
    op.create_index("ix_invitation_sender", "invitation", ["from_account"])
