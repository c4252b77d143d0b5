"""Alembic's scripts; `hanabi db upgrade` and every start of the server run them."""
