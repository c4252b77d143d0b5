"""The ids of tables, which stand in their addresses."""

import secrets


def new_table_id() -> str:
    """A random id; it does not begin with "-", which a command line would read as an option."""
    while (table_id := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return table_id


def is_table_id(text: str) -> bool:
    return 8 <= len(text) <= 32 and text.isascii() and text.replace("-", "a").replace("_", "a").isalnum()
