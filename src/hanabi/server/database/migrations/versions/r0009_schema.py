"""The first schema. New databases are created from `schema.py`; later migrations upgrade existing ones."""

revision = "0009"
down_revision = None


def upgrade() -> None:
    pass
