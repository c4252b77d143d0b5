"""Browsers that are notified while they are closed."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "push_subscription",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(30), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("turns", sa.Boolean, nullable=False),
        sa.Column("invitations", sa.Boolean, nullable=False),
        sa.Column("reviews", sa.Boolean, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_until", sa.Integer),
        sa.Column("timezone", sa.String(40), nullable=False),
        sa.Column("last_tag", sa.String(60), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_index("ix_push_subscription_owner", "push_subscription", ["owner"])
    op.create_index("ix_push_subscription_key", "push_subscription", ["key"])
