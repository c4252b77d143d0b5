"""Sessions with a device, recovery codes, one table a visitor and daily deal; moderation: sanctions, reports, audit."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    # Processes of the version before may still write while this one starts, so what they leave out has a default.
    op.add_column("visitor", sa.Column("made_at", sa.Double, nullable=False, server_default="0"))
    op.add_column("visitor", sa.Column("seen_at", sa.Double, nullable=False, server_default="0"))
    op.add_column("visitor", sa.Column("device", sa.String(80), nullable=False, server_default=""))
    op.create_index("ix_visitor_account", "visitor", ["account_id"])
    op.create_table(
        "recovery_code",
        sa.Column(
            "account_id",
            sa.Integer,
            sa.ForeignKey("account.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("account_id"),
    )
    op.create_table(
        "daily_entry",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(80), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("day", "players", "holder"),
    )
    op.create_table(
        "sanction",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.String(50)),
        sa.Column("account_id", sa.Integer),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("expires_at", sa.Double),
    )
    op.create_table(
        "report",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("event", sa.Integer),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("quoted", sa.String(400), nullable=False),
        sa.Column("reporter", sa.String(64)),
        sa.Column("reporter_account", sa.Integer),
        sa.Column("resolved_at", sa.Double),
        sa.Column("resolution", sa.String(200)),
    )
    op.create_index("ix_report_open", "report", ["resolved_at", "id"])
    op.create_table(
        "notice",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("subject", sa.String(80), nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("what", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(80), nullable=False),
        sa.Column("why", sa.String(200), nullable=False),
    )
