"""When somebody last tried a puzzle, so that attempts of browsers that never come back have an end."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    # Processes of the version before may still write while this one starts, so what they leave out has a default.
    op.add_column("puzzle_solver", sa.Column("tried_at", sa.Double, nullable=False, server_default="0"))
    op.create_index("ix_puzzle_solver_tried", "puzzle_solver", ["tried_at"])
    op.execute(
        "UPDATE puzzle_solver SET tried_at = COALESCE("
        "(SELECT MAX(puzzle_attempt.at) FROM puzzle_attempt WHERE puzzle_attempt.owner = puzzle_solver.owner), 0)"
    )
