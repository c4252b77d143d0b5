"""Alembic's migrations; `hanabi db upgrade` and every start of the server run them.

A new one is `versions/r0014_name.py` with the revision "0014": the newest revision is read from the file names.
"""
