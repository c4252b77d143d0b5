"""Notifications by push, mail and calendar."""
