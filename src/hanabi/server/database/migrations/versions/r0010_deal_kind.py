"""The kind of deal of a finished game. Games of the daily deals are known; the others stay without one."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("finished_game", sa.Column("deal_kind", sa.String(10)))
    op.execute("UPDATE finished_game SET deal_kind = 'daily' WHERE daily IS NOT NULL")
