"""Accounts and everything that belongs to a person; moderation and retention."""
