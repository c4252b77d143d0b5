"""Addresses for e-mail, how much was sent to whom, and calendars."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "mail_address",
        sa.Column("account_id", sa.Integer, primary_key=True),
        sa.Column("id", sa.String(32), nullable=False, unique=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("confirmed_at", sa.Double),
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
    op.create_table(
        "mail_recipient",
        sa.Column("recipient", sa.String(64), primary_key=True),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("questions", sa.Integer, nullable=False),
        sa.Column("mails", sa.Integer, nullable=False),
        sa.Column("refuses_until", sa.Double),
    )
    op.create_table(
        "calendar_feed",
        sa.Column("account_id", sa.Integer, primary_key=True),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
    )
