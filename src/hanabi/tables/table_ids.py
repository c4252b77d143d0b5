"""The ids of tables, which stand in their addresses."""

import secrets


def new_table_id() -> str:
    return secrets.token_urlsafe(9)


def is_table_id(text: str) -> bool:
    return 8 <= len(text) <= 32 and text.isascii() and text.replace("-", "a").replace("_", "a").isalnum()
