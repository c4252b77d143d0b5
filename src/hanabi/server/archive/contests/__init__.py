"""Events: teams play the same deals, each once. The code calls them contests, because a table's log has events."""
